use serde::Serialize;

use super::{Change, Estimate, Results, Told};

/// How strong several players are who met each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentFindings {
    /// The players, the best rated first; without ratings by score.
    pub standings: Vec<Standing>,
    /// Every two players who met, the earlier of the study first.
    pub meetings: Vec<Meeting>,
    /// Every two players, the earlier of the study first: the difference of their ratings. Empty without ratings.
    pub comparisons: Vec<Comparison>,
    /// What moving first is worth in Elo by Davidson's model.
    pub first_move: Told,
    /// What moving first is worth in Elo by Rao and Kupper's model.
    pub first_move_rao_kupper: Told,
    /// What the errors of ratings rest on.
    pub errors: ErrorsOfRatings,
    /// Games imagined between every two players, a third of them won, drawn and lost, so that ratings are finite; `None` where none were needed.
    pub imagined_games: Option<f64>,
    /// Why they were needed, as the end of the sentence "... because ...".
    pub imagined_because: Option<String>,
}

/// What the errors of ratings rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorsOfRatings {
    /// Openings are independent of each other, whatever games of one have in common.
    ByOpenings,
    /// The model is true and games are independent: with few openings, where two players shared the points in every one of them, or
    /// where games had to be imagined.
    OfTheModel,
}

/// A player's place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Index of the player in the study's facts.
    pub player: usize,
    /// Wins, draws and losses against everybody.
    pub results: Results,
    /// Pairs of games played.
    pub pairs: u64,
    /// Points a game, clustered by opening.
    pub score: Option<Estimate>,
    /// Elo above the mean of all players, by Davidson's model.
    pub rating: Told,
    /// The same by Rao and Kupper's.
    pub rao_kupper: Told,
}

/// What two players who met did to each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Index of a player.
    pub player: usize,
    /// Index of the other.
    pub opponent: usize,
    /// Wins, draws and losses of the former.
    pub results: Results,
    /// Points a game of the former, with an interval by pairs.
    pub score: Option<Estimate>,
}

/// Two players by their ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Index of a player.
    pub player: usize,
    /// Index of the other.
    pub opponent: usize,
    /// By how much Elo the former is the better, adjusted over all comparisons.
    pub change: Change,
    /// Likelihood that the former is the stronger; `None` where nothing tells.
    pub superiority: Option<f64>,
}

impl TournamentFindings {
    /// Results of one player against another with the former's score, from either's view.
    pub fn meeting(&self, player: usize, opponent: usize) -> Option<Meeting> {
        let found = |one, other| {
            let mut all = self.meetings.iter();
            all.find(move |m| (m.player, m.opponent) == (one, other))
        };
        found(player, opponent).cloned().or_else(|| {
            found(opponent, player).map(|meeting| Meeting {
                player,
                opponent,
                results: Results {
                    wins: meeting.results.losses,
                    draws: meeting.results.draws,
                    losses: meeting.results.wins,
                },
                score: meeting.score.and_then(|score| score.other_side()),
            })
        })
    }

    /// Likelihood that a player is stronger than another.
    pub fn superiority(&self, player: usize, opponent: usize) -> Option<f64> {
        let found = |one, other| {
            let mut all = self.comparisons.iter();
            let comparison = all.find(move |c| (c.player, c.opponent) == (one, other));
            comparison.and_then(|c| c.superiority)
        };
        found(player, opponent).or_else(|| found(opponent, player).map(|p| 1.0 - p))
    }
}
