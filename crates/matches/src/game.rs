//! One game between two players: the only two-player loop of the workspace.
//!
//! It keeps the clocks, checks every move by the rules and returns how the game ended. Matches, the driver of the
//! course's programs and the check of an engine all play their games here.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use laplace_games::blobwar::{End, Outcome, Position, Side};

use crate::clock::{Go, TimeControl};
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player};

/// What a game begins with.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings {
    /// The first position.
    pub start: Position,
    /// The time controls of blue and red.
    pub controls: [TimeControl; 2],
    /// How far beyond its clock a move still counts.
    pub margin: Duration,
    /// The seed of players that play by chance.
    pub seed: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules(End),
    /// This side could not go on and lost.
    Forfeit(Side, Forfeit),
}

impl Ending {
    /// The result of the game.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Rules(end) => end.outcome,
            Self::Forfeit(side, _) => Outcome::Win(side.other()),
        }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The first position.
    pub start: Position,
    /// The last position.
    pub last: Position,
    /// The moves between them.
    pub moves: Vec<Choice>,
    /// How it ended.
    pub ending: Ending,
}

/// Plays a game between blue and red, and calls `on_move` after each legal move with the position it led to.
///
/// Returns `None` if `stop` was set before the end: a game that was stopped does not count.
pub fn play_game(
    settings: &GameSettings,
    players: &mut [&mut dyn Player; 2],
    stop: &AtomicBool,
    on_move: &mut dyn FnMut(&Position, &Choice),
) -> Option<PlayedGame> {
    let GameSettings { start, controls, margin, seed } = *settings;
    let mut position = start;
    let mut moves = Vec::new();
    let forfeit = |last, moves, side, reason| match reason {
        Forfeit::Stopped => None,
        reason => Some(PlayedGame { start, last, moves, ending: Ending::Forfeit(side, reason) }),
    };
    for side in Side::BOTH {
        if let Err(reason) = players[side as usize].new_game(&NewGame { start, seed }) {
            return forfeit(position, moves, side, reason);
        }
    }
    let mut clocks = controls.map(TimeControl::clock);
    loop {
        if let Some(end) = position.end() {
            return Some(PlayedGame { start, last: position, moves, ending: Ending::Rules(end) });
        }
        if stop.load(Relaxed) {
            return None;
        }
        let side = position.turn();
        let go = Go { side, controls, clocks };
        let choice = match players[side as usize].choose_until(&position, &go, stop) {
            Ok(choice) => choice,
            Err(reason) => return forfeit(position, moves, side, reason),
        };
        let Choice { played, used, .. } = choice;
        if let Some(left) = go.clock().filter(|clock| used > clock.deadline(margin)) {
            return forfeit(position, moves, side, Forfeit::OutOfTime { used, left });
        }
        if let Err(reason) = position.play(played) {
            return forfeit(position, moves, side, Forfeit::IllegalMove { played, reason });
        }
        moves.push(choice);
        on_move(&position, &choice);
        clocks[side as usize] = controls[side as usize].next(go.clocks[side as usize], used);
    }
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::{Size, StuckRule};

    use super::*;

    const MARGIN: Duration = Duration::from_millis(20);

    /// Reports that it used all the time that it may use.
    struct Slowest(Duration);

    impl Player for Slowest {
        fn new_game(&mut self, _: &NewGame) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(&mut self, position: &Position, go: &Go) -> Result<Choice, Forfeit> {
            let used = go.clock().unwrap().deadline(MARGIN);
            self.0 += used;
            Ok(Choice::new(position.legal_moves()[0], used))
        }
    }

    fn settings() -> GameSettings {
        GameSettings {
            start: Position::start(Size::Seven, StuckRule::Passes),
            controls: [TimeControl::Clock("0.1+0.002".parse().unwrap()); 2],
            margin: MARGIN,
            seed: 0,
        }
    }

    #[test]
    fn the_moves_of_a_player_take_at_most_its_clock_and_one_margin() {
        let (mut a, mut b) = (Slowest(Duration::ZERO), Slowest(Duration::ZERO));
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let game = play_game(&settings(), &mut [&mut a, &mut b], &stop, &mut |_, _| seen += 1).unwrap();
        let moves = game.moves.len() as u32;
        assert!(moves > 20 && moves == seen, "{moves}");
        assert!(matches!(game.ending, Ending::Rules(_)), "{:?}", game.ending);
        for used in [a.0, b.0] {
            let given = Duration::from_millis(100) + moves.div_ceil(2) * Duration::from_millis(2);
            assert!(used <= given + MARGIN, "{used:?} used, {given:?} given");
        }
    }

    #[test]
    fn a_move_beyond_the_margin_forfeits_and_a_stopped_game_does_not_count() {
        let (mut a, mut b) = (Slowest(Duration::ZERO), Slowest(Duration::ZERO));
        let strict = GameSettings { margin: Duration::ZERO, ..settings() };
        let game = play_game(&strict, &mut [&mut a, &mut b], &AtomicBool::new(false), &mut |_, _| {});
        let ending = game.unwrap().ending;
        assert!(matches!(ending, Ending::Forfeit(Side::Blue, Forfeit::OutOfTime { .. })), "{ending:?}");
        let stopped = play_game(&strict, &mut [&mut a, &mut b], &AtomicBool::new(true), &mut |_, _| {});
        assert_eq!(stopped, None);
    }
}
