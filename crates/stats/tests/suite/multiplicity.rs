//! `multiple_testing` of the vectors.

use crate::vectors::{near, numbers, set};
use assay_stats::{Adjustment, Probability};

#[test]
pub(crate) fn every_adjustment() {
    let methods = [
        ("holm", Adjustment::Holm),
        ("bonferroni", Adjustment::Bonferroni),
        ("fdr_bh", Adjustment::BenjaminiHochberg),
        ("fdr_by", Adjustment::BenjaminiYekutieli),
        ("hommel", Adjustment::Hommel),
        ("holm-sidak", Adjustment::HolmSidak),
    ];
    for case in set("multiple_testing") {
        let p: Vec<Probability> = numbers(&case["p"])
            .into_iter()
            .filter_map(Probability::new)
            .collect();
        for (name, method) in methods {
            let found = method.adjust(&p);
            let told = numbers(&case[name]["adjusted"]);
            let reject = case[name]["reject_0.05"].as_array().unwrap_or_default();
            assert_eq!((found.len(), reject.len()), (told.len(), told.len()));
            for ((found, told), reject) in found.iter().zip(told).zip(reject) {
                near(found.value(), told, 1e-14, name);
                // The reference rejects at equality, up to rounding.
                assert_eq!(
                    Some(found.value() <= 0.05 + 1e-12),
                    reject.as_bool(),
                    "{name}"
                );
            }
        }
    }
}
