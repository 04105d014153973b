//! One game's share of the objective, and its derivatives.

use crate::special::{logistic, softplus};
use nalgebra::{Matrix3, Vector3};

/// Value, gradient and minus the second derivative by (advantage, shape), the shape filling as
/// many of the last two places as it needs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Local {
    pub(super) value: f64,
    pub(super) gradient: Vector3<f64>,
    /// Minus the second derivative, the part that is never negative.
    pub(super) curvature: Matrix3<f64>,
    /// The rest of it.
    pub(super) rest: Matrix3<f64>,
}

impl Local {
    /// Derivatives by new variables, on which the old ones depend through `slopes`: row old,
    /// column new. The rest is the caller's, where that dependence bends.
    pub(super) fn substituted(self, slopes: &Matrix3<f64>) -> Self {
        Self {
            value: self.value,
            gradient: slopes.transpose() * self.gradient,
            curvature: slopes.transpose() * self.curvature * slopes,
            rest: Matrix3::zeros(),
        }
    }
}

/// Adds `ln F(argument)` for an argument that changes as `direction` with each variable.
pub(super) fn log_logistic(local: &mut Local, argument: f64, direction: [f64; 3]) {
    let (above, below) = (logistic(argument), logistic(-argument));
    let direction = Vector3::from(direction);
    local.value -= softplus(-argument);
    local.gradient += below * direction;
    local.curvature += above * below * direction * direction.transpose();
}
