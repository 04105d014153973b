use std::sync::Arc;

use assay_rules::{AnyRules, Move, Position, Rules, Width};
use assay_search::{Engine, Limits, Stop};

use crate::uci::{self, GameWords, Loan, PlayerFault, Trouble};
use crate::{PairFault, PlayerKind, PlayerSpec, Referee, Searched};

/// A player at the board.
pub(crate) struct Seat<W: Width> {
    /// The player's name in tables.
    name: String,
    limits: Limits,
    rules: Arc<Rules<W>>,
    who: Who<W>,
}

enum Who<W: Width> {
    Engine(Box<Engine<W>>),
    Uci(Box<Loan>),
}

/// What a player answers.
pub(crate) struct Answer {
    /// Legal.
    pub(crate) mv: Move,
    pub(crate) searched: Option<Searched>,
    pub(crate) nodes: u64,
}

/// A game in progress, as a player is told of it.
pub(crate) struct Board<'a, W: Width> {
    pub(crate) referee: &'a Referee<W>,
    /// Position text of the start.
    pub(crate) start: &'a str,
    /// Move texts since.
    pub(crate) moves: &'a [String],
}

impl<W: Width> Seat<W> {
    pub(crate) fn new(any: &AnyRules, rules: &Arc<Rules<W>>, player: &PlayerSpec) -> Seat<W> {
        let who = match &player.kind {
            PlayerKind::Engine(settings) => {
                Who::Engine(Box::new(Engine::new(rules, settings, &player.limits)))
            }
            PlayerKind::Uci(player) => Who::Uci(Box::new(player.lend(GameWords::of(any)))),
        };
        Seat {
            name: player.name.clone(),
            limits: player.limits,
            rules: Arc::clone(rules),
            who,
        }
    }

    /// Begins a game.
    pub(crate) fn new_game(&mut self, seed: u64, stop: &Stop) -> Result<(), PairFault> {
        match &mut self.who {
            Who::Engine(engine) => {
                engine.new_game(seed);
                Ok(())
            }
            Who::Uci(loan) => loan
                .new_game(stop)
                .map_err(|trouble| self.trouble(trouble, None)),
        }
    }

    /// What an external engine calls itself, once it has begun a game.
    pub(crate) fn outside(&self) -> Option<&str> {
        match &self.who {
            Who::Engine(_) => None,
            Who::Uci(loan) => Some(loan.name()),
        }
    }

    /// The player's move, which is legal, or why there is none.
    pub(crate) fn answer(
        &mut self,
        board: &Board<'_, W>,
        stop: &Stop,
    ) -> Result<Answer, PairFault> {
        match &mut self.who {
            Who::Engine(engine) => {
                let referee = board.referee;
                let position = referee.position();
                let thought = engine.think(position, referee.history(), &self.limits, stop);
                if stop.is_raised() {
                    return Err(PairFault::Stopped);
                }
                let failed = |what: String| {
                    let at = self.rules.position_text(position);
                    PairFault::Failed(format!("{} {what} in {at}", self.name))
                };
                let mv = thought
                    .best
                    .ok_or_else(|| failed("found no move".to_owned()))?;
                if !self.rules.is_legal(position, mv) {
                    return Err(failed(format!("answered with the illegal move {mv:?}")));
                }
                Ok(Answer {
                    mv,
                    searched: Some(Searched {
                        eval: thought.score.number(),
                        depth: thought.depth.0,
                    }),
                    nodes: thought.nodes.0,
                })
            }
            Who::Uci(loan) => {
                let position = board.referee.position();
                ask(loan, &self.rules, board, &self.limits, stop)
                    .map_err(|trouble| self.trouble(trouble, Some(position)))
            }
        }
    }

    fn trouble(
        &self,
        (trouble, output): (Trouble, Vec<String>),
        at: Option<&Position<W>>,
    ) -> PairFault {
        match trouble {
            Trouble::Stopped => PairFault::Stopped,
            Trouble::Fault(kind, what) => PairFault::Player {
                player: self.name.clone(),
                kind,
                what: match at {
                    Some(at) => format!("{what} in {}", self.rules.position_text(at)),
                    None => what,
                },
                output,
            },
        }
    }
}

fn ask<W: Width>(
    loan: &mut Loan,
    rules: &Rules<W>,
    board: &Board<'_, W>,
    limits: &Limits,
    stop: &Stop,
) -> Result<Answer, (Trouble, Vec<String>)> {
    let moves: Vec<String> = board.moves.iter().map(|m| uci::to_uci(m)).collect();
    let reply = loan.think(board.start, &moves, limits, stop)?;
    let position = board.referee.position();
    let mv = uci::parse_move(rules, position, &reply.best).map_err(|_| {
        let (kind, what) = no_move(&reply.best);
        loan.fault(kind, what)
    })?;
    let said = reply.info;
    Ok(Answer {
        mv,
        searched: said.score.map(|eval| Searched {
            eval,
            depth: said.depth,
        }),
        nodes: said.nodes,
    })
}

/// What is the matter with an answer that is no legal move.
fn no_move(text: &str) -> (PlayerFault, String) {
    match text {
        "(none)" | "0000" => (PlayerFault::IllegalMove, "sees no legal move".to_owned()),
        _ if uci::looks_like_a_move(text) => {
            let what = format!("answered with the illegal move {text:?}");
            (PlayerFault::IllegalMove, what)
        }
        _ => {
            let what = format!("answered with {text:?}, which is no move");
            (PlayerFault::Garbage, what)
        }
    }
}
