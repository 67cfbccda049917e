//! Runs a match: pairs of games on several worker threads, reported one by one as they end.
//!
//! A worker takes the next pair, plays its opening with both colours and sends each game as it ends. A match ends when
//! all pairs are played, when its SPRT is decided, when a player fails to start several times in a row, or when it is
//! stopped; a game under way is then dropped, so that only complete games count.

use std::collections::HashSet;
use std::fmt;
use std::time::{Duration, SystemTime};

use laplace_games::blobwar::{Position, Side};

use crate::clock::TimeControl;
use crate::game::PlayedGame;
use crate::pgn::Heading;
use crate::spec::{EngineOption, PlayerSpec};
use crate::stats::Sprt;

/// One of the two players of a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name in reports and in the PGN.
    pub name: String,
    /// The player.
    pub spec: PlayerSpec,
    /// Options for its engine, beside those of the spec.
    pub options: Vec<EngineOption>,
    /// Its time control.
    pub control: TimeControl,
}

impl Entrant {
    /// A player that is named as it was typed.
    pub fn new(spec: PlayerSpec, control: TimeControl) -> Self {
        Self { name: spec.to_string(), spec, options: Vec::new(), control }
    }
}

/// A match between A and B.
#[derive(Clone, Debug)]
pub struct Match {
    /// A and B.
    pub entrants: [Entrant; 2],
    /// The openings; they are played again from the first when there are fewer than pairs.
    pub openings: Vec<Position>,
    /// The number of pairs: each is an opening played twice, with colours changed.
    pub pairs: usize,
    /// The seed of players that play by chance.
    pub seed: u64,
    /// How long to wait for an answer of an engine that no clock limits.
    pub timeout: Duration,
    /// How far beyond its clock a move still counts.
    pub margin: Duration,
    /// The test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The number of games at the same time.
    pub workers: u16,
    /// The command of our own engine, for `laplace` players.
    pub own_engine: Vec<String>,
    /// The games that were played before and are not played again.
    pub played: HashSet<GameNumber>,
}

/// Which game of a match: every pair has two, one with A as blue and one with A as red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameNumber {
    /// The number of the pair, from 0.
    pub pair: usize,
    /// The colour that A plays: blue in the first game of a pair.
    pub colour_of_a: Side,
}

/// Writes the round as in the PGN, such as `12.1`: the pair and the game in it, from 1.
impl fmt::Display for GameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.pair + 1, self.colour_of_a as usize + 1)
    }
}

/// A game of a match that has ended.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Which game it is.
    pub number: GameNumber,
    /// The game.
    pub game: PlayedGame,
}

/// Why a match ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A player could not be started.
    #[error("{name}: {reason} ({times} times in a row)")]
    CannotStart {
        /// The player's name.
        name: String,
        /// Why it could not be started.
        reason: String,
        /// The number of attempts.
        times: u32,
    },
    /// A worker thread panicked.
    #[error("a worker broke down, and its games are missing")]
    WorkerPanicked,
}

impl Match {
    /// A match that plays each opening once with each colour, on one worker.
    pub fn new(entrants: [Entrant; 2], openings: Vec<Position>) -> Self {
        Self {
            entrants,
            pairs: openings.len(),
            openings,
            seed: 1,
            timeout: Duration::from_secs(30),
            margin: Duration::from_millis(20),
            sprt: None,
            workers: 1,
            own_engine: Vec::new(),
            played: HashSet::new(),
        }
    }

    /// The opening of a pair; `None` if there are no openings.
    pub fn opening(&self, pair: usize) -> Option<Position> {
        self.openings.get(pair % self.openings.len().max(1)).copied()
    }

    /// The players of a game, blue's first.
    pub fn players_of(&self, number: GameNumber) -> [&Entrant; 2] {
        let [a, b] = &self.entrants;
        match number.colour_of_a {
            Side::Blue => [a, b],
            Side::Red => [b, a],
        }
    }

    /// The PGN tags of a game that do not follow from the game itself.
    pub fn heading(&self, number: GameNumber, date: SystemTime) -> Heading<'_> {
        let players = self.players_of(number);
        Heading {
            pair: number.pair + 1,
            number: number.colour_of_a as usize + 1,
            names: players.map(|entrant| entrant.name.as_str()),
            controls: players.map(|entrant| entrant.control),
            date,
        }
    }
}

#[cfg(feature = "native")]
mod workers {
    //! The threads of a match.

    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::time::Duration;

    use laplace_games::blobwar::Side;

    use super::{Entrant, FinishedGame, GameNumber, Match, MatchError};
    use crate::builtin;
    use crate::forfeit::Forfeit;
    use crate::game::{Ending, GameSettings, play_game};
    use crate::pgn;
    use crate::player::Player;
    use crate::score::Score;
    use crate::spec::PlayerKind;
    use crate::stats::Verdict;
    use crate::transcript::Transcript;
    use crate::uai::{EngineConfig, UaiPlayer};

    /// The number of failed starts of a player in a row that end a match.
    const MAX_FAILED_STARTS: u32 = 3;
    /// How often the runner looks whether it was stopped.
    const POLL_INTERVAL: Duration = Duration::from_millis(50);

    impl Match {
        /// Plays the match and calls `on_game` after each game, with the score so far.
        ///
        /// `score` holds the games that were played before. The match ends early when `stop` is set or `on_game`
        /// returns `Break`; neither is an error.
        pub fn run(
            &self,
            score: &mut Score,
            transcript: &Transcript,
            stop: &AtomicBool,
            on_game: &mut dyn FnMut(&FinishedGame, &Score) -> ControlFlow<()>,
        ) -> Result<(), MatchError> {
            let next_pair = AtomicUsize::new(0);
            let stop_workers = AtomicBool::new(self.is_decided(score));
            let workers = self.workers.min(self.pairs.try_into().unwrap_or(u16::MAX));
            std::thread::scope(|scope| {
                let (sender, games) = channel();
                let workers: Vec<_> = (0..workers)
                    .map(|_| {
                        let sender = sender.clone();
                        let next_pair = &next_pair;
                        let stop_workers = &stop_workers;
                        scope.spawn(move || self.work(next_pair, stop_workers, transcript, &sender))
                    })
                    .collect();
                drop(sender);
                let mut runner = Runner { played: self, transcript, score, failed_starts: [0; 2], on_game };
                let ran = runner.receive(&games, stop, &stop_workers);
                stop_workers.store(true, Relaxed);
                // Games that ended after the last one that counts are not read.
                drop(games);
                let joined = workers.into_iter().map(|worker| worked(worker.join()));
                joined.fold(ran, Result::and)
            })
        }

        fn is_decided(&self, score: &Score) -> bool {
            self.sprt.is_some_and(|sprt| sprt.verdict(&score.pairs) != Verdict::Open)
        }

        /// One worker's games, until no pair is left or the match is stopped.
        fn work(
            &self,
            next_pair: &AtomicUsize,
            stop: &AtomicBool,
            transcript: &Transcript,
            games: &Sender<FinishedGame>,
        ) {
            let [mut a, mut b] =
                self.entrants.each_ref().map(|entrant| self.player(entrant, stop, transcript));
            loop {
                let pair = next_pair.fetch_add(1, Relaxed);
                let Some(start) = self.opening(pair).filter(|_| pair < self.pairs) else { return };
                for colour_of_a in Side::BOTH {
                    let number = GameNumber { pair, colour_of_a };
                    if self.played.contains(&number) {
                        continue;
                    }
                    let mut players: [&mut dyn Player; 2] = match colour_of_a {
                        Side::Blue => [&mut *a, &mut *b],
                        Side::Red => [&mut *b, &mut *a],
                    };
                    let settings = GameSettings {
                        start,
                        controls: self.players_of(number).map(|entrant| entrant.control),
                        margin: self.margin,
                        seed: self.seed.wrapping_add((2 * pair + colour_of_a as usize) as u64),
                    };
                    let Some(game) = play_game(&settings, &mut players, stop, &mut |_, _| {}) else { return };
                    if games.send(FinishedGame { number, game }).is_err() {
                        return;
                    }
                }
            }
        }

        /// Our engine and UAI engines run in processes of their own, so that they have the same conditions; the other
        /// players think on the worker's thread.
        fn player<'a>(
            &self,
            entrant: &Entrant,
            stop: &'a AtomicBool,
            transcript: &Transcript,
        ) -> Box<dyn Player + 'a> {
            let Entrant { name, spec, options, control } = entrant;
            let (command, own_options, strict) = match &spec.kind {
                PlayerKind::Laplace(own) => (&self.own_engine, own.as_slice(), true),
                PlayerKind::Command(command) => (command, &[][..], false),
                PlayerKind::Random => return Box::new(builtin::RandomPlayer::default()),
                PlayerKind::Greedy => return Box::new(builtin::GreedyPlayer::default()),
                PlayerKind::Student(depth) => return Box::new(builtin::Student::new(*depth)),
                PlayerKind::Level(level) => {
                    return Box::new(builtin::LevelPlayer::new(*level, control.steady_time(), self.seed));
                }
            };
            let config = EngineConfig {
                command: command.clone(),
                options: [own_options, options].concat(),
                strict,
                timeout: self.timeout,
                margin: self.margin,
            };
            Box::new(UaiPlayer::new(config, transcript.channel(name), stop))
        }
    }

    /// Counts games as they come from the workers.
    struct Runner<'a> {
        played: &'a Match,
        transcript: &'a Transcript,
        score: &'a mut Score,
        failed_starts: [u32; 2],
        on_game: &'a mut dyn FnMut(&FinishedGame, &Score) -> ControlFlow<()>,
    }

    impl Runner<'_> {
        fn receive(
            &mut self,
            games: &Receiver<FinishedGame>,
            stop: &AtomicBool,
            stop_workers: &AtomicBool,
        ) -> Result<(), MatchError> {
            loop {
                match games.recv_timeout(POLL_INTERVAL) {
                    Ok(finished) => {
                        self.count(&finished);
                        if (self.on_game)(&finished, self.score).is_break() {
                            return Ok(());
                        }
                        self.check_starts(&finished)?;
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if self.played.is_decided(self.score) {
                    return Ok(());
                }
                if stop.load(Relaxed) {
                    stop_workers.store(true, Relaxed);
                }
            }
        }

        fn count(&mut self, finished: &FinishedGame) {
            let FinishedGame { number, game } = finished;
            self.score.add(number.pair, number.colour_of_a, game);
            let result = pgn::result(game.ending.outcome());
            self.transcript.note(&format!("round {number}: {result}, {}", pgn::termination(&game.ending)));
        }

        /// Ends a match of which a player cannot be started.
        fn check_starts(&mut self, finished: &FinishedGame) -> Result<(), MatchError> {
            let FinishedGame { number, game } = finished;
            let Ending::Forfeit(side, Forfeit::Start(reason)) = &game.ending else {
                self.failed_starts = [0; 2];
                return Ok(());
            };
            let player = usize::from(*side != number.colour_of_a);
            self.failed_starts[player] += 1;
            if self.failed_starts[player] < MAX_FAILED_STARTS {
                return Ok(());
            }
            let name = self.played.entrants[player].name.clone();
            Err(MatchError::CannotStart { name, reason: reason.clone(), times: MAX_FAILED_STARTS })
        }
    }

    /// How a worker ended. If it panicked, its games are missing: that is not a success.
    fn worked(joined: std::thread::Result<()>) -> Result<(), MatchError> {
        joined.map_err(|_| MatchError::WorkerPanicked)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_worker_that_panics_is_an_error() {
            let joined = |work: fn()| worked(std::thread::spawn(work).join());
            assert_eq!(joined(|| {}), Ok(()));
            let error = joined(|| panic!("a test panics")).unwrap_err();
            assert!(error.to_string().contains("games are missing"), "{error}");
        }
    }
}
