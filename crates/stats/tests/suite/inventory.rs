//! Every figure of the reference files is asked for by some test of the suite, or stands here with the reason why not.

use crate::vectors::{Told, files};
use crate::{
    anytime, balance, bootstrap, elo, factorial, imbalance, intervals, latent, material, moments,
    multiplicity, ratings, separation, sprt, spsa,
};

/// What nobody asks for, by the beginning of its path with `*` for any one place, and why.
const NOT_ASKED: &[(&str, &str)] = &[
    ("vectors.json/about", "words"),
    (
        "vectors.json/tolerances",
        "words; the tests have them as numbers",
    ),
    ("vectors.json/datasets", "names of the other files"),
    ("vectors.json/*/note", "words"),
    ("vectors.json/*/formula", "words"),
    ("vectors.json/*/model_note", "words"),
    ("vectors.json/betting_eprocess/rule", "words"),
    ("vectors.json/fishtest_sprt/*/note", "words"),
    ("vectors.json/fishtest_sprt/*/published/src", "words"),
    (
        "vectors.json/fishtest_sprt/*/published/nElo",
        "of another program, words; its figures are those of fastchess",
    ),
    ("vectors.json/fishtest_sprt/*/published/Elo", "as nElo"),
    ("vectors.json/fishtest_spsa/*/id", "a name"),
    ("vectors.json/fastchess/*/*/id", "a name"),
    (
        "vectors.json/self_play_balance_closed_form/cases/*/case",
        "a name",
    ),
    (
        "vectors.json/rating_5_player_round_robin/ordo/version",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/ordo/scale",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/ordo/runs/*/options",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/ordo/runs/*/equals",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/ordo/runs/1/draw_rate_equal_percent",
        "a model of draws that is that program's own; so is its error",
    ),
    (
        "vectors.json/rating_5_player_round_robin/ordo/runs/2/draw_rate_error",
        "as the draw rate",
    ),
    (
        "vectors.json/rating_5_player_round_robin/bayeselo/version",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/bayeselo/model",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/bayeselo/runs/*/commands",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/bayeselo/runs/*/scale_note",
        "words",
    ),
    (
        "vectors.json/rating_5_player_round_robin/bayeselo/runs/1",
        "with an advantage and a draw threshold given beforehand, in whole points; ours are always fitted",
    ),
    (
        "vectors.json/mobility_prior",
        "of pieces on boards, of which this crate knows nothing: rules/tests/mobility.rs",
    ),
    ("*/csv", "a file's name"),
    ("*/model", "words"),
    ("*/design", "words"),
    (
        "ds1_fit.json/generator_true_weights",
        "what the data were drawn from",
    ),
    ("ds2_fit.json/generator", "what the data were drawn from"),
    (
        "ds4_fit.json/generator_true_logodds",
        "what the data were drawn from",
    ),
    ("ds1_fit.json/*/objective", "words"),
    ("ds2_fit.json/*/objective", "words"),
    ("ds2_fit.json/*/note", "words"),
    ("ds2_fit.json/*/precision_note", "words"),
    ("ds2_fit.json/*/sigmoid", "words"),
    ("ds2_fit.json/cluster_correction_factor_on_cov", "words"),
    ("ds4_fit.json/*/note", "words"),
    ("ds5_separation.json/statsmodels_plain_logit", "words"),
    (
        "vectors.json/fastchess/llr/1",
        "the reference's note: versions of that program differ here, not to be used",
    ),
    (
        "vectors.json/alphazero_10k_games_1s_per_move/rows/*/variant",
        "a name",
    ),
];

/// The tests that read the files, so that this one does not depend on the order in which they run.
fn every_test() -> Result<(), Box<dyn std::error::Error>> {
    anytime::asymptotic_sequences()?;
    anytime::mixture_boundaries()?;
    anytime::wealth_of_bets()?;
    anytime::sample_sizes()?;
    balance::score_and_both_models()?;
    balance::stalemate_as_a_win_against_classical()?;
    bootstrap::exact_error_and_percentiles()?;
    elo::score_of_a_rating_difference_and_back();
    elo::likelihood_of_superiority();
    factorial::log_odds_of_the_score()?;
    factorial::log_odds_of_a_decision()?;
    factorial::points_per_game()?;
    factorial::effects_are_twice_the_coefficients()?;
    factorial::cells_one_by_one()?;
    factorial::an_effect_is_the_difference_of_the_halves()?;
    imbalance::grouped_matches()?;
    imbalance::residuals_of_whole_matches()?;
    imbalance::scores_of_matches()?;
    intervals::proportions_by_every_method()?;
    intervals::published_rule_changes_against_classical_chess()?;
    latent::proportional_odds()?;
    latent::rao_kupper_and_davidson()?;
    latent::least_squares_of_the_hyperbolic_tangent()?;
    latent::texels_scale_of_fixed_values()?;
    latent::a_constant_beside_thresholds_cannot_be_told()?;
    material::binary_outcomes()?;
    material::likelihoods_of_smaller_models()?;
    material::ridge_penalty()?;
    material::wins_draws_and_losses_of_pairs()?;
    material::a_value_the_games_cannot_tell_is_said_to_be_so()?;
    moments::moments_and_what_follows_from_them()?;
    moments::quick_ratios()?;
    moments::bayes_elo()?;
    moments::drifts()?;
    moments::outcomes_of_brownian_motion();
    moments::ratios_of_other_programs()?;
    moments::elo_of_other_programs()?;
    multiplicity::every_adjustment();
    ratings::rao_kupper_and_davidson()?;
    ratings::half_points()?;
    ratings::half_points_by_another_program()?;
    ratings::simulated_errors_of_another_program()?;
    ratings::rao_kupper_by_another_program()?;
    separation::a_plain_fit_is_refused_and_names_the_columns();
    separation::ridge_fits()?;
    separation::firth_steps_in_and_says_so()?;
    sprt::log_likelihood_ratios_and_decisions()?;
    sprt::normalized_elo()?;
    sprt::estimates_after_the_test()?;
    sprt::plans()?;
    spsa::gains_at_the_start_and_at_the_end()?;
    spsa::five_updates()?;
    Ok(())
}

fn begins(path: &str, pattern: &str) -> bool {
    let mut parts = path.split('/');
    pattern.split('/').all(|wanted| {
        parts
            .next()
            .is_some_and(|part| wanted == "*" || wanted == part)
    })
}

#[test]
fn every_figure_is_asked_for() -> Result<(), Box<dyn std::error::Error>> {
    every_test()?;
    let mut unasked = Vec::new();
    for (name, file) in files() {
        file.unasked(name, &mut unasked);
    }
    let all: usize = files().values().map(Told::leaves).sum();
    println!(
        "{} of {all} figures and words asked for",
        all - unasked.len()
    );
    let excused = |path: &String| NOT_ASKED.iter().any(|(pattern, _)| begins(path, pattern));
    let forgotten: Vec<&String> = unasked.iter().filter(|path| !excused(path)).collect();
    assert!(forgotten.is_empty(), "{forgotten:#?}");
    for (pattern, why) in NOT_ASKED {
        let used = unasked.iter().any(|path| begins(path, pattern));
        assert!(used, "{pattern} ({why}) is asked for, or not in the files");
    }
    Ok(())
}
