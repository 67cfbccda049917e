//! One game: the clocks, the rules, and how it ended.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use laplace_games::blobwar::{End, Outcome, Position, Side};

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
    let mut watches = controls.map(Control::watch);
    loop {
        if let Some(end) = game.last.end() {
            game.ending = Ending::Rules(end);
            return Some(game);
        }
        if stop.load(Relaxed) {
            return None;
        }
        let side = game.last.turn();
        let go = Go { side, controls, watches };
        match seats[side as usize].choose(&game.last, &go) {
            Ok(chosen) => {
                if let Err(refusal) = game.last.play(chosen.played) {
                    let fault = Fault::Illegal(format!("{}: {refusal}", chosen.played));
                    return game.lose(side, fault);
                }
                game.moves.push(chosen);
                let watch = &mut watches[side as usize];
                *watch = controls[side as usize].next(*watch, chosen.used);
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use laplace_games::blobwar::{Size, StuckRule};

    use super::super::says::Info;
    use super::*;

    const MARGIN: Duration = Duration::from_millis(20);

    /// Says that it used all that it may use.
    struct Greedy(Duration);

    impl Seat for Greedy {
        fn begin(&mut self, _: &Position, _: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, position: &Position, go: &Go) -> Result<Chosen, Fault> {
            let used = go.watch().unwrap().allows(MARGIN);
            self.0 += used;
            Ok(Chosen { played: position.legal_moves()[0], used, info: Info::default() })
        }
    }

    #[test]
    fn nobody_takes_more_than_the_clock_gives_and_one_margin() {
        let start = Position::start(Size::Seven, StuckRule::Passes);
        let control = Control::Clock("0.1+0.002".parse().unwrap());
        let (mut a, mut b) = (Greedy(Duration::ZERO), Greedy(Duration::ZERO));
        let game = play(start, &mut [&mut a, &mut b], [control; 2], 0, &AtomicBool::new(false)).unwrap();
        let moves = game.moves.len() as u32;
        assert!(moves > 20, "{moves}");
        for used in [a.0, b.0] {
            let given = Duration::from_millis(100) + moves.div_ceil(2) * Duration::from_millis(2);
            assert!(used <= given + MARGIN, "{used:?} used, {given:?} given");
        }
    }
}
