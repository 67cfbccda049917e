//! One game: the clocks, the rules, and how it ended.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use games::blobwar::{End, Outcome, Position, Side};

use super::control::{Control, Go};
use super::fault::Fault;
use super::seat::{Chosen, Seat};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// As games do.
    Rules(End),
    /// This player could not go on.
    Fault(Side, Fault),
}

impl Ending {
    /// Who won.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Rules(end) => end.outcome,
            Self::Fault(side, _) => Outcome::Win(side.other()),
        }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) start: Position,
    pub(crate) last: Position,
    pub(crate) moves: Vec<Chosen>,
    pub(crate) ending: Ending,
}

/// Plays a game; `None` if it was stopped.
pub(crate) fn play(
    start: Position,
    seats: &mut [&mut dyn Seat; 2],
    controls: [Control; 2],
    number: u64,
    stop: &AtomicBool,
) -> Option<Played> {
    let mut game = Played { start, last: start, moves: Vec::new(), ending: unbegun() };
    for side in Side::BOTH {
        if let Err(fault) = seats[side as usize].begin(&start, number) {
            return game.lose(side, fault);
        }
    }
    let mut left = controls.map(|control| control.base().unwrap_or(Duration::ZERO));
    loop {
        if let Some(end) = game.last.end() {
            game.ending = Ending::Rules(end);
            return Some(game);
        }
        if stop.load(Relaxed) {
            return None;
        }
        let side = game.last.turn();
        let go = Go { side, controls, left };
        match seats[side as usize].choose(&game.last, &go) {
            Ok(chosen) => {
                if let Err(refusal) = game.last.play(chosen.played) {
                    let fault = Fault::Illegal(format!("{}: {refusal}", chosen.played));
                    return game.lose(side, fault);
                }
                game.moves.push(chosen);
                let clock = &mut left[side as usize];
                *clock = clock.saturating_sub(chosen.used) + controls[side as usize].increment();
            }
            Err(fault) => return game.lose(side, fault),
        }
    }
}

/// What stands in a game until it has ended.
const fn unbegun() -> Ending {
    Ending::Fault(Side::Blue, Fault::Stopped)
}

impl Played {
    fn lose(mut self, side: Side, fault: Fault) -> Option<Self> {
        if fault == Fault::Stopped {
            return None;
        }
        self.ending = Ending::Fault(side, fault);
        Some(self)
    }
}
