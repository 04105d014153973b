use assay_study::StudyState;

use crate::{WireFault, v1};

impl From<StudyState> for v1::StudyState {
    fn from(state: StudyState) -> Self {
        match state {
            StudyState::Open => v1::StudyState::Running,
            StudyState::Paused => v1::StudyState::Paused,
            StudyState::Cancelled => v1::StudyState::Cancelled,
            StudyState::Done => v1::StudyState::Finished,
        }
    }
}

impl TryFrom<v1::StudyState> for StudyState {
    type Error = WireFault;

    fn try_from(given: v1::StudyState) -> Result<Self, WireFault> {
        match given {
            v1::StudyState::Unspecified => Err(WireFault::new("state", "missing or unknown")),
            v1::StudyState::Running => Ok(StudyState::Open),
            v1::StudyState::Paused => Ok(StudyState::Paused),
            v1::StudyState::Cancelled => Ok(StudyState::Cancelled),
            v1::StudyState::Finished => Ok(StudyState::Done),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_come_back_as_they_went() {
        for state in StudyState::ALL {
            assert_eq!(StudyState::try_from(v1::StudyState::from(state)), Ok(state));
        }
        assert!(StudyState::try_from(v1::StudyState::Unspecified).is_err());
    }
}
