//! The levels of the engine, from a beginner's to full strength, and a player of one level.
//!
//! Below full strength the engine searches to a small fixed depth, and levels 1 to 5 replace a percentage of their
//! moves by a random legal one. The random numbers come from the seed and the ply alone: a game can be repeated, and
//! the same move is answered in the same way after an undo.

use std::str::FromStr;
use std::time::Duration;

use laplace_games::blobwar::{Move, Position};
use laplace_games::random::Random;
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, Settings, Toggles};
use laplace_solvers::platform::Instant;

use super::no_move;
use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player};

/// More than the plies of any game, as a power of two: random moves differ from game to game.
const PLIES_OF_A_GAME: u32 = 14;

/// A level from 1, a beginner, to 10, full strength.
///
/// ```
/// use laplace_matches::builtin::Level;
/// assert_eq!(Level::new(11), None);
/// assert!("10".parse::<Level>().unwrap().is_full());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// A text that is not the number of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 to 10")]
pub struct InvalidLevel;

/// What limits a level below full strength.
struct Handicap {
    /// The percentage of moves that are random.
    random_percent: u32,
    /// The search depth of the other moves, in plies.
    depth: u32,
}

const fn handicap(random_percent: u32, depth: u32) -> Handicap {
    Handicap { random_percent, depth }
}

/// The handicaps of levels 1 to 9.
const HANDICAPS: [Handicap; 9] = [
    handicap(60, 1),
    handicap(40, 1),
    handicap(20, 2),
    handicap(10, 2),
    handicap(5, 3),
    handicap(0, 4),
    handicap(0, 5),
    handicap(0, 6),
    handicap(0, 8),
];

/// The transposition table below full strength, in MiB: a search of at most 8 plies does not fill more.
const WEAK_MEGABYTES: usize = 4;

impl Level {
    /// Full strength.
    pub const FULL: Self = Self(10);

    /// The level of that number; `None` unless it is from 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it is full strength.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    fn handicap(self) -> Option<&'static Handicap> {
        HANDICAPS.get(usize::from(self.0).saturating_sub(1))
    }

    /// The settings of an engine that plays below full strength: it has no exact endgame solver.
    pub fn weak_settings() -> Settings {
        let toggles = Toggles { endgame: false, ..Toggles::ALL };
        Settings { megabytes: WEAK_MEGABYTES, toggles, ..Settings::default() }
    }

    /// The limits of a search with the depth of this level.
    pub fn limit(self, limits: &Limits) -> Limits {
        Limits { depth: self.handicap().map(|handicap| handicap.depth), ..*limits }
    }

    /// The random move that this level plays in place of a search at this ply, if it plays one.
    pub fn random_move(self, position: &Position, seed: u64, ply: usize) -> Option<Move> {
        let percent = self.handicap()?.random_percent;
        let mut random = Random::new(Random::new(seed).next_u64().wrapping_add(ply as u64));
        if random.chance(percent) { random.pick(&position.legal_moves()).copied() } else { None }
    }
}

impl FromStr for Level {
    type Err = InvalidLevel;

    fn from_str(text: &str) -> Result<Self, InvalidLevel> {
        text.parse().ok().and_then(Self::new).ok_or(InvalidLevel)
    }
}

/// The engine at one level, as a player of whole games.
#[derive(Debug)]
pub struct LevelPlayer {
    level: Level,
    engine: Engine,
    /// The time limit of a move; a low level needs less.
    move_time: Duration,
    seed: u64,
    /// The ply of the next move, counted through all games.
    ply: usize,
    /// The positions of the game that this player has seen.
    history: GameHistory,
}

impl LevelPlayer {
    /// A player of a level; the seed is that of its random moves.
    pub fn new(level: Level, move_time: Duration, seed: u64) -> Self {
        let settings = if level.is_full() { Settings::default() } else { Level::weak_settings() };
        Self {
            level,
            engine: Engine::new(settings),
            move_time,
            seed,
            ply: 0,
            history: GameHistory::default(),
        }
    }

    /// The move to play at this ply; `None` if the game is over.
    pub fn choose_at(&mut self, position: &Position, ply: usize) -> Option<Move> {
        self.history.keep_before(position);
        let played = match self.level.random_move(position, self.seed, ply) {
            Some(played) => played,
            None => self.search(position)?,
        };
        self.history.push_move(position, played);
        Some(played)
    }

    fn search(&mut self, position: &Position) -> Option<Move> {
        if !self.level.is_full() {
            // With an empty transposition table the same position gets the same answer.
            self.engine.clear_hash();
        }
        let limits = self.level.limit(&Limits::move_time(self.move_time));
        Some(self.engine.search(position, &self.history, &limits)?.best_move)
    }
}

impl Player for LevelPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Forfeit> {
        self.ply = (game.seed as usize) << PLIES_OF_A_GAME;
        Ok(())
    }

    fn choose(&mut self, position: &Position, _: &Go) -> Result<Choice, Forfeit> {
        let started = Instant::now();
        let played = self.choose_at(position, self.ply).ok_or_else(no_move)?;
        self.ply += 2;
        Ok(Choice::new(played, started.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::{Size, StuckRule};

    use super::*;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn levels_are_from_1_to_10_and_search_ever_deeper() {
        assert_eq!((Level::new(0), Level::new(11)), (None, None));
        assert_eq!(("0".parse::<Level>(), "x".parse::<Level>()), (Err(InvalidLevel), Err(InvalidLevel)));
        let any = Limits::default();
        let depths: Vec<_> = (1..=9).map(|number| level(number).limit(&any).depth).collect();
        assert!(depths.is_sorted() && depths.iter().all(Option::is_some), "{depths:?}");
        assert_eq!(Level::FULL.limit(&any).depth, None);
    }

    #[test]
    fn low_levels_play_random_moves_and_high_levels_do_not() {
        let start = Position::start(Size::Eight, StuckRule::Passes);
        let random_moves =
            |number| (0..1_000).filter(|&ply| level(number).random_move(&start, 7, ply).is_some()).count();
        assert!((500..700).contains(&random_moves(1)), "{}", random_moves(1));
        assert_eq!((random_moves(6), random_moves(10)), (0, 0));
    }

    #[test]
    fn a_level_player_answers_the_same_position_in_the_same_way() {
        let start = Position::start(Size::Seven, StuckRule::Passes);
        let time = Duration::from_secs(60);
        for number in [1, 3, 6] {
            let mut player = LevelPlayer::new(level(number), time, 7);
            let first = player.choose_at(&start, 0).unwrap();
            assert!(start.is_legal(first), "level {number}");
            player.choose_at(&start, 2);
            assert_eq!(player.choose_at(&start, 0), Some(first), "level {number}");
        }
    }
}
