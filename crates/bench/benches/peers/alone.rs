//! Games that nobody else plays: every leaf made.

use crate::ours::{Last, leaves, rules};
use crate::table::{Row, Table, Target, Unit};

type Case = (
    &'static str,
    &'static [(&'static str, &'static str)],
    u32,
    u64,
    Target,
);

const TEN: Target = Target::Rate(1e7);

/// Counts of two programs written apart from this one: `crates/rules/tests/reference`.
const CASES: [Case; 14] = [
    ("seenschach", &[("mirror", "centre")], 4, 639_902, TEN),
    ("seenschach", &[("mirror", "border")], 4, 628_911, TEN),
    (
        "horn-rimmed-wellisch",
        &[("frontofhouse", "false")],
        4,
        3_025_247,
        TEN,
    ),
    (
        "horn-rimmed-revergent",
        &[("frontofhouse", "false")],
        4,
        2_942_197,
        TEN,
    ),
    (
        "horn-rimmed-mccooey",
        &[("frontofhouse", "false")],
        4,
        865_498,
        TEN,
    ),
    ("echidna", &[("knights", "knight")], 5, 5_039_611, TEN),
    ("echidna", &[("knights", "kwagga")], 5, 5_617_160, TEN),
    ("sonic", &[], 3, 241_290, Target::None),
    ("sonic", &[("turning", "crooked")], 3, 240_462, Target::None),
    ("sonic", &[("springs", "true")], 3, 242_544, Target::None),
    ("sonic-original", &[], 5, 4_866_731, Target::None),
    ("sonic-large", &[], 3, 682_245, Target::None),
    ("sonic-shafran", &[], 4, 4_889_615, Target::None),
    (
        "sonic-glinski",
        &[("turn-angle", "120"), ("turning", "crooked")],
        4,
        5_566_232,
        Target::None,
    ),
];

pub(crate) fn rows(table: &mut Table) {
    for (game, options, depth, count, target) in CASES {
        let rules = rules(game, options);
        let chosen: Vec<String> = options.iter().map(|(n, v)| format!(" {n}={v}")).collect();
        let chosen = chosen.concat();
        table.push(Row {
            what: format!("{game}{chosen} {depth}, every leaf made"),
            unit: Unit::Leaves,
            ours: leaves(&rules, None, depth, count, Last::Made),
            peer: Err("nobody".to_owned()),
            target,
        });
    }
}
