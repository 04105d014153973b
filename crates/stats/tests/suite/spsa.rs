//! `fishtest_spsa` of the vectors.

use crate::vectors::{near, number, numbers, set, words};
use assay_stats::{Flip, Gains, Parameter, Spsa, SpsaFault};

fn start() -> Result<Spsa, SpsaFault> {
    let case = &set("fishtest_spsa")[0];
    let steps = case["output"]["num_iter"].as_u64().unwrap_or(0);
    let parameters = case["output"]["params"].as_array().into_iter().flatten();
    let parameters = parameters.map(|p| Parameter {
        start: number(&p["start"]),
        least: number(&p["min"]),
        most: number(&p["max"]),
        c_end: number(&p["c_end"]),
        r_end: number(&p["r_end"]),
    });
    Spsa::new(Gains::practical(steps), parameters.collect())
}

#[test]
pub(crate) fn gains_at_the_start_and_at_the_end() -> Result<(), SpsaFault> {
    let case = &set("fishtest_spsa")[0];
    let (input, told) = (&case["input"], &case["output"]);
    let spsa = start()?;
    let steps = told["num_iter"].as_u64().unwrap_or(0);
    // A step is a pair of games.
    assert_eq!(input["num_games"].as_u64(), Some(2 * steps));
    let gains = Gains::practical(steps);
    near(gains.stability, number(&input["A_ratio"]), 0.0, "A");
    near(gains.alpha, number(&input["alpha"]), 0.0, "alpha");
    near(gains.gamma, number(&input["gamma"]), 0.0, "gamma");
    let stability = gains.stability * steps as f64;
    near(stability, number(&told["A"]), 1e-12, "A");
    let lines = words(&input["params"]);
    let parameters = told["params"].as_array().unwrap_or_default();
    assert_eq!(lines.len(), parameters.len());
    for (place, (line, told)) in lines.iter().zip(parameters).enumerate() {
        let given: Vec<&str> = line.split(',').collect();
        assert_eq!(Some(given[0]), told["name"].as_str());
        for (text, name) in given[1..]
            .iter()
            .zip(["start", "min", "max", "c_end", "r_end"])
        {
            near(
                text.parse().unwrap_or(f64::NAN),
                number(&told[name]),
                0.0,
                name,
            );
        }
        let (c, rate) = (spsa.perturbation(place, 0), spsa.rate(place, 0));
        near(c, number(&told["c"]), 1e-12, "c");
        let a = rate * c * c * (stability + 1.0).powf(gains.alpha);
        near(a, number(&told["a"]), 1e-12, "a");
        let c_end = spsa.perturbation(place, steps - 1);
        let a_end = number(&told["r_end"]) * c_end * c_end;
        near(a_end, number(&told["a_end"]), 1e-12, "a at the end");
        near(spsa.values()[place], number(&told["theta"]), 0.0, "theta");
    }
    Ok(())
}

#[test]
pub(crate) fn five_updates() -> Result<(), SpsaFault> {
    let mut spsa = start()?;
    let updates = &set("fishtest_spsa")[1]["output"];
    let mut played = 0;
    for update in updates.as_array().into_iter().flatten() {
        let step = update["iter_used"].as_u64().unwrap_or(u64::MAX);
        assert_eq!(step, played);
        played += update["game_pairs"].as_u64().unwrap_or(0);
        let flip = |sign: f64| if sign > 0.0 { Flip::Up } else { Flip::Down };
        let flips: Vec<Flip> = numbers(&update["flip"]).into_iter().map(flip).collect();
        let sides = spsa.perturbed(step, &flips);
        for place in 0..3 {
            let c = spsa.perturbation(place, step);
            near(c, numbers(&update["c"])[place], 1e-12, "c");
            near(
                spsa.rate(place, step),
                numbers(&update["R"])[place],
                1e-14,
                "R",
            );
            near(
                sides.plus[place],
                numbers(&update["plus_values"])[place],
                1e-12,
                "plus",
            );
            near(
                sides.minus[place],
                numbers(&update["minus_values"])[place],
                1e-12,
                "minus",
            );
        }
        spsa.learn(
            step,
            &flips,
            update["wins_minus_losses"].as_i64().unwrap_or(0),
        );
        for (found, told) in spsa.values().iter().zip(numbers(&update["theta_after"])) {
            near(*found, told, 1e-12, "theta");
        }
    }
    Ok(())
}

#[test]
fn senseless_tunings_are_refused() {
    let good = Parameter {
        start: 1.0,
        least: 0.0,
        most: 2.0,
        c_end: 0.1,
        r_end: 0.01,
    };
    let gains = Gains::practical(100);
    assert!(Spsa::new(gains, vec![good]).is_ok());
    let table = [
        (gains, vec![], SpsaFault::Nothing),
        (Gains::practical(0), vec![good], SpsaFault::Nothing),
        (
            gains,
            vec![good, Parameter { start: 3.0, ..good }],
            SpsaFault::Parameter(1),
        ),
        (
            gains,
            vec![Parameter { c_end: 0.0, ..good }],
            SpsaFault::Parameter(0),
        ),
        (
            Gains {
                alpha: f64::NAN,
                ..gains
            },
            vec![good],
            SpsaFault::Gains,
        ),
    ];
    for (gains, parameters, fault) in table {
        assert_eq!(Spsa::new(gains, parameters).err(), Some(fault));
    }
}

#[test]
fn a_hill_is_climbed() -> Result<(), SpsaFault> {
    // Strength falls with the square of the distance from 0.7; no chance involved.
    let parameter = Parameter {
        start: 0.2,
        least: 0.0,
        most: 1.0,
        c_end: 0.05,
        r_end: 0.002,
    };
    let mut spsa = Spsa::new(Gains::practical(3000), vec![parameter])?;
    for step in 0..3000 {
        let flips = [if step % 2 == 0 { Flip::Up } else { Flip::Down }];
        let sides = spsa.perturbed(step, &flips);
        let strength = |value: f64| -(value - 0.7) * (value - 0.7);
        let edge = strength(sides.plus[0]) - strength(sides.minus[0]);
        spsa.learn(step, &flips, (edge * 100.0).round() as i64);
    }
    assert!((spsa.values()[0] - 0.7).abs() < 0.06, "{:?}", spsa.values());
    Ok(())
}
