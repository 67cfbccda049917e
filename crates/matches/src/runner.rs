//! Runs a match: pairs of games on several worker threads, reported one by one as they end.
//!
//! A match has two players or more; which of them meet is the list of its *pairings*. Every pairing plays every opening,
//! and the openings are played one after the other, so that a match that is stopped has played all pairings equally.
//!
//! A worker takes the next pair, plays its opening with both colours and sends each game as it ends. A match ends when
//! all pairs are played, when its SPRT is decided, when a player fails to start several times in a row, or when it is
//! stopped; a game under way is then dropped, so that only complete games count.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::time::{Duration, SystemTime};

use laplace_games::blobwar::{Position, Side};

use crate::clock::TimeControl;
use crate::game::PlayedGame;
use crate::pgn::Heading;
use crate::score::Score;
use crate::spec::{EngineOption, PlayerKind, PlayerSpec};
use crate::stats::Sprt;

/// One of the players of a match.
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

/// Which players of a match meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every player meets every other one.
    RoundRobin,
    /// The first player meets every other one.
    Gauntlet,
}

impl Schedule {
    /// The pairings of this number of players, as indices.
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Self::RoundRobin => players,
            Self::Gauntlet => players.min(1),
        };
        (0..firsts).flat_map(|first| (first + 1..players).map(move |second| [first, second])).collect()
    }
}

/// A match between two players or more.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Those that meet, as indices of [`entrants`](Self::entrants). The first of a pairing is its player A.
    pub pairings: Vec<[usize; 2]>,
    /// The openings; they are played again from the first when there are fewer than pairs.
    pub openings: Vec<Position>,
    /// The number of pairs of each pairing: each is an opening played twice, with colours changed.
    pub pairs: usize,
    /// The seed of players that play by chance.
    pub seed: u64,
    /// How long to wait for an answer of an engine that no clock limits.
    pub timeout: Duration,
    /// How far beyond its clock a move still counts.
    pub margin: Duration,
    /// The test that ends the match of two players as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The number of games at the same time.
    pub workers: u16,
    /// The command of our own engine, for `laplace` players; if it is empty, they think in this process.
    pub own_engine: Vec<OsString>,
    /// The games that were played before and are not played again.
    pub played: HashSet<GameNumber>,
}

/// Which game of a match: every pair has two, one with A as blue and one with A as red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameNumber {
    /// The index of the pairing.
    pub pairing: usize,
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
    #[error("{name}: cannot start: {reason}")]
    CannotStart {
        /// The player's name.
        name: String,
        /// Why it could not be started.
        reason: String,
    },
    /// A worker thread panicked.
    #[error("a worker broke down, and its games are missing")]
    WorkerPanicked,
}

impl Match {
    /// A match in which every player meets every other one, and each opening is played once with each colour, on one
    /// worker.
    pub fn new(entrants: impl Into<Vec<Entrant>>, openings: Vec<Position>) -> Self {
        let entrants = entrants.into();
        Self {
            pairings: Schedule::RoundRobin.pairings(entrants.len()),
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

    /// A score for each pairing, without games.
    pub fn scores(&self) -> Vec<Score> {
        vec![Score::default(); self.pairings.len()]
    }

    /// The number of different openings that are played. If it is below the number of pairs, openings are repeated.
    pub fn distinct_openings(&self) -> usize {
        self.openings.iter().take(self.pairs).collect::<HashSet<_>>().len()
    }

    /// Whether a game is the same whenever it is played again: all players search a fixed number of nodes or a fixed
    /// depth, on one thread and without chance. It is not known of other programs.
    pub fn is_deterministic(&self) -> bool {
        self.entrants.iter().all(|Entrant { spec, options, control, .. }| match &spec.kind {
            PlayerKind::Student(_) => true,
            PlayerKind::Laplace(own) => {
                let is_threads = |option: &EngineOption| option.name.eq_ignore_ascii_case("threads");
                let has_one_thread =
                    own.iter().chain(options).all(|option| !is_threads(option) || option.value == "1");
                has_one_thread && matches!(control, TimeControl::Nodes(_) | TimeControl::Depth(_))
            }
            _ => false,
        })
    }

    /// Adds to names that are the same a letter each, so that they differ.
    pub fn make_names_unique(&mut self) {
        let names: Vec<String> = self.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        for (index, entrant) in self.entrants.iter_mut().enumerate() {
            if names.iter().filter(|name| **name == entrant.name).count() > 1 {
                entrant.name = format!("{} ({})", entrant.name, label(index));
            }
        }
    }

    /// The opening of a pair; `None` if there are no openings.
    pub fn opening(&self, pair: usize) -> Option<Position> {
        self.openings.get(pair % self.openings.len().max(1)).copied()
    }

    /// The players of a game, blue's first.
    pub fn players_of(&self, number: GameNumber) -> [&Entrant; 2] {
        self.indices_of(number).map(|index| &self.entrants[index])
    }

    /// The indices of the players of a game, blue's first.
    pub fn indices_of(&self, number: GameNumber) -> [usize; 2] {
        let [a, b] = self.pairings[number.pairing];
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

/// The letter of a player in tables: A, B, C and so on.
pub fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => char::from(b'A' + index).to_string(),
        _ => format!("P{}", index + 1),
    }
}

#[cfg(feature = "native")]
mod workers {
    //! The threads of a match.

    use std::ffi::OsString;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::time::Duration;

    use laplace_games::blobwar::{Position, Side, StuckRule};

    use super::{Entrant, FinishedGame, GameNumber, Match, MatchError};
    use crate::builtin;
    use crate::forfeit::Forfeit;
    use crate::game::{Ending, GameSettings, play_game};
    use crate::pgn;
    use crate::player::Player;
    use crate::score::Score;
    use crate::spec::{EngineOption, PlayerKind};
    use crate::stats::Verdict;
    use crate::transcript::Transcript;
    use crate::uai::{EngineConfig, UaiPlayer};

    /// The number of failed starts of a player in a row that end a match.
    const MAX_FAILED_STARTS: u32 = 3;
    /// How often the runner looks whether it was stopped.
    const POLL_INTERVAL: Duration = Duration::from_millis(50);

    impl Match {
        /// Starts each engine once, and returns for each player the name that its engine sent, if it is one and did. A
        /// player that cannot be started is an error: no game has to be lost to find it.
        pub fn identify(
            &self,
            transcript: &Transcript,
            stop: &AtomicBool,
        ) -> Result<Vec<Option<String>>, MatchError> {
            let rule = self.openings.first().map_or(StuckRule::Passes, Position::stuck_rule);
            let identify = |entrant: &Entrant| {
                let Some(config) = self.engine_config(entrant) else { return Ok(None) };
                let name = entrant.name.clone();
                match UaiPlayer::new(config, transcript.channel(&name), stop).identify(rule) {
                    Ok(name) => Ok(name),
                    Err(Forfeit::Stopped) => Ok(None),
                    Err(Forfeit::Start(reason)) => Err(MatchError::CannotStart { name, reason }),
                    Err(other) => Err(MatchError::CannotStart { name, reason: other.to_string() }),
                }
            };
            self.entrants.iter().map(identify).collect()
        }

        /// Plays the match and calls `on_game` after each game, with the scores so far.
        ///
        /// `scores` has a score for each pairing, with the games that were played before. The match ends early when
        /// `stop` is set or `on_game` returns `Break`; neither is an error.
        pub fn run(
            &self,
            scores: &mut [Score],
            transcript: &Transcript,
            stop: &AtomicBool,
            on_game: &mut dyn FnMut(&FinishedGame, &[Score]) -> ControlFlow<()>,
        ) -> Result<(), MatchError> {
            let next_pair = AtomicUsize::new(0);
            let stop_workers = AtomicBool::new(self.is_decided(scores));
            let all_pairs = self.pairs.saturating_mul(self.pairings.len());
            let workers = self.workers.min(all_pairs.try_into().unwrap_or(u16::MAX));
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
                let failed_starts = vec![0; self.entrants.len()];
                let mut runner = Runner { played: self, transcript, scores, failed_starts, on_game };
                let ran = runner.receive(&games, stop, &stop_workers);
                stop_workers.store(true, Relaxed);
                // Games that ended after the last one that counts are not read.
                drop(games);
                let joined = workers.into_iter().map(|worker| worked(worker.join()));
                joined.fold(ran, Result::and)
            })
        }

        fn is_decided(&self, scores: &[Score]) -> bool {
            match (self.sprt, scores) {
                (Some(sprt), [score]) => sprt.verdict(&score.pairs) != Verdict::Open,
                _ => false,
            }
        }

        /// One worker's games, until no pair is left or the match is stopped.
        fn work(
            &self,
            next_pair: &AtomicUsize,
            stop: &AtomicBool,
            transcript: &Transcript,
            games: &Sender<FinishedGame>,
        ) {
            let mut players: Vec<Box<dyn Player + '_>> =
                self.entrants.iter().map(|entrant| self.player(entrant, stop, transcript)).collect();
            loop {
                let next = next_pair.fetch_add(1, Relaxed);
                let pair = next / self.pairings.len().max(1);
                let Some(start) = self.opening(pair).filter(|_| pair < self.pairs) else { return };
                for colour_of_a in Side::BOTH {
                    let number = GameNumber { pairing: next % self.pairings.len(), pair, colour_of_a };
                    if self.played.contains(&number) {
                        continue;
                    }
                    // The two players of a pairing differ.
                    let Ok([blue, red]) = players.get_disjoint_mut(self.indices_of(number)) else { return };
                    let settings = GameSettings {
                        start,
                        controls: self.players_of(number).map(|entrant| entrant.control),
                        margin: self.margin,
                        seed: self.seed.wrapping_add((2 * pair + colour_of_a as usize) as u64),
                    };
                    let mut players: [&mut dyn Player; 2] = [&mut **blue, &mut **red];
                    let Some(game) = play_game(&settings, &mut players, stop, &mut |_, _| {}) else { return };
                    if games.send(FinishedGame { number, game }).is_err() {
                        return;
                    }
                }
            }
        }

        /// Our engine, if its command is known, and UAI engines run in processes of their own, so that they have the same
        /// conditions; the other players think on the worker's thread.
        fn player<'a>(
            &self,
            entrant: &Entrant,
            stop: &'a AtomicBool,
            transcript: &Transcript,
        ) -> Box<dyn Player + 'a> {
            if let Some(config) = self.engine_config(entrant) {
                return Box::new(UaiPlayer::new(config, transcript.channel(&entrant.name), stop));
            }
            // A command has a configuration, so that every other kind is a player of this process.
            builtin::new_player(&entrant.spec.kind, entrant.control, self.seed)
                .unwrap_or_else(|| Box::new(builtin::RandomPlayer::default()))
        }

        /// How a player's engine is started; `None` for a player without a process.
        fn engine_config(&self, entrant: &Entrant) -> Option<EngineConfig> {
            let config = |command: Vec<OsString>, own_options: &[EngineOption], strict| EngineConfig {
                command,
                options: [own_options, entrant.options.as_slice()].concat(),
                strict,
                timeout: self.timeout,
                margin: self.margin,
            };
            match &entrant.spec.kind {
                PlayerKind::Laplace(own) if !self.own_engine.is_empty() => {
                    Some(config(self.own_engine.clone(), own, true))
                }
                PlayerKind::Command(words) => {
                    Some(config(words.iter().map(OsString::from).collect(), &[], false))
                }
                _ => None,
            }
        }
    }

    /// Counts games as they come from the workers.
    struct Runner<'a> {
        played: &'a Match,
        transcript: &'a Transcript,
        scores: &'a mut [Score],
        /// The number of failed starts in a row of each player.
        failed_starts: Vec<u32>,
        on_game: &'a mut dyn FnMut(&FinishedGame, &[Score]) -> ControlFlow<()>,
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
                        if (self.on_game)(&finished, self.scores).is_break() {
                            return Ok(());
                        }
                        self.check_starts(&finished)?;
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if self.played.is_decided(self.scores) {
                    return Ok(());
                }
                if stop.load(Relaxed) {
                    stop_workers.store(true, Relaxed);
                }
            }
        }

        fn count(&mut self, finished: &FinishedGame) {
            let FinishedGame { number, game } = finished;
            self.scores[number.pairing].add(number.pair, number.colour_of_a, game);
            let result = pgn::result(game.ending.outcome());
            self.transcript.note(&format!("round {number}: {result}, {}", pgn::termination(&game.ending)));
        }

        /// Ends a match of which a player cannot be started.
        fn check_starts(&mut self, finished: &FinishedGame) -> Result<(), MatchError> {
            let FinishedGame { number, game } = finished;
            let players = self.played.indices_of(*number);
            let Ending::Forfeit(side, Forfeit::Start(reason)) = &game.ending else {
                players.into_iter().for_each(|player| self.failed_starts[player] = 0);
                return Ok(());
            };
            let player = players[*side as usize];
            self.failed_starts[player] += 1;
            if self.failed_starts[player] < MAX_FAILED_STARTS {
                return Ok(());
            }
            let name = self.played.entrants[player].name.clone();
            let reason = format!("{reason} ({MAX_FAILED_STARTS} times in a row)");
            Err(MatchError::CannotStart { name, reason })
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
