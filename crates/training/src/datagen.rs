//! Self-play: games of the engine against itself, block by block, on several threads.
//!
//! A block has [`BLOCK_GAMES`] games. Its number and the settings determine them, so threads take the next number that is
//! missing and nothing else is shared but the file. Every game has an empty transposition table.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::{io, path::Path};

use laplace_games::blobwar::{Outcome, Position};
use laplace_games::random::Random;
use laplace_solvers::Control;
use laplace_solvers::blobwar::score::{self, PROVED};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, Settings as EngineSettings};
use laplace_solvers::platform;

use crate::file::{Block, FileError, Found, GameFile};
use crate::game::{Ply, TrainingGame, clamped};
use crate::starts::Mix;

/// The number of games in a block.
pub const BLOCK_GAMES: u64 = 64;
/// The transposition table of a game: some thousand nodes fill no more.
const HASH_MEGABYTES: usize = 1;

/// The largest score of a balanced start, in hundredths of a blob: the better player wins two games in three.
const MAX_START_SCORE: i32 = 600;
/// Of the other starts one in this many is kept.
const UNBALANCED_ONE_IN: u32 = 10;
/// The number of starts to try until one is balanced.
const MAX_STARTS: usize = 1_000;

/// What determines the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The nodes after which a search begins no new iteration: one that is cut off would cost as much and say nothing.
    pub nodes: u64,
    /// The seed of the starts.
    pub seed: u64,
    /// The boards that games start from.
    pub mix: Mix,
    /// The checksum of the network that evaluates; 0 for the counts.
    pub network: u32,
}

/// Writes the settings as options.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--nodes {} --seed {} --mix {}", self.nodes, self.seed, self.mix)?;
        match self.network {
            0 => f.write_str(" (evaluation by counts)"),
            sum => write!(f, " (network {sum:08x})"),
        }
    }
}

impl Settings {
    /// The bytes of settings in a file.
    pub(crate) const BYTES: usize = 36;

    pub(crate) fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.seed.to_le_bytes());
        let Mix { seven, eight, maps, holes } = self.mix;
        let words = [seven, eight, maps, holes, self.network];
        for (place, word) in bytes[16..].chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        Self {
            nodes: long(0),
            seed: long(8),
            mix: Mix { seven: word(16), eight: word(20), maps: word(24), holes: word(28) },
            network: word(32),
        }
    }
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The games in the file.
    pub games: u64,
    /// The positions in the file.
    pub positions: u64,
    /// The positions that this run has added.
    pub added: u64,
}

/// Makes one block of games.
pub fn block(settings: &Settings, engine: &mut Engine, number: u64) -> Block {
    let games = (0..BLOCK_GAMES)
        .filter_map(|game| {
            let mut random = Random::new(settings.seed);
            let seed = random.next_u64() ^ (number * BLOCK_GAMES + game).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let start = start(settings, engine, &mut Random::new(seed))?;
            Some(play(engine, start, settings.nodes))
        })
        .collect();
    Block { number, games }
}

/// A position to start a game from. After random moves most positions are decided, and a game from there teaches
/// little: those are kept only now and then.
fn start(settings: &Settings, engine: &mut Engine, random: &mut Random) -> Option<Position> {
    for _ in 0..MAX_STARTS {
        let start = settings.mix.start(random)?;
        engine.clear_hash();
        let found = engine.search(&start, &GameHistory::default(), &Limits::soft_nodes(settings.nodes))?;
        let keeps_any = random.below(UNBALANCED_ONE_IN) == 0;
        if found.info.score.abs() <= MAX_START_SCORE || (keeps_any && !score::is_proved(found.info.score)) {
            return Some(start);
        }
    }
    None
}

/// An engine that plays training games.
pub fn engine(settings: EngineSettings) -> Engine {
    // A draw is worth what it is worth: contempt would be learned.
    Engine::new(EngineSettings { megabytes: HASH_MEGABYTES, threads: 1, contempt: 0, ..settings })
}

/// Plays a game until it is over or its result is proved.
fn play(engine: &mut Engine, start: Position, nodes: u64) -> TrainingGame {
    engine.clear_hash();
    let mut game = TrainingGame { start, plies: Vec::new(), outcome: Outcome::Draw };
    let mut history = GameHistory::default();
    let mut position = start;
    loop {
        if let Some(end) = position.end() {
            game.outcome = end.outcome;
            return game;
        }
        let Some(found) = engine.search(&position, &history, &Limits::soft_nodes(nodes)) else { return game };
        let score = found.info.score;
        game.plies.push(Ply { played: found.best_move, score: clamped(score) });
        if score::is_proved(score) {
            let winner = if score >= PROVED { position.turn() } else { position.turn().other() };
            game.outcome = Outcome::Win(winner);
            return game;
        }
        history.push(&position);
        position.play_unchecked(found.best_move);
    }
}

/// The file of a run and what is in it, which threads share.
struct Output {
    file: GameFile,
    progress: Progress,
}

impl Output {
    fn add(&mut self, block: &Block) -> io::Result<()> {
        self.file.append(block)?;
        self.progress.games += block.games.len() as u64;
        self.progress.positions += block.positions();
        self.progress.added += block.positions();
        Ok(())
    }
}

/// Plays until the file has this number of games, on this number of threads, or until `control` stops it.
///
/// Games that are in the file already count. Blocks under way are lost when it is stopped.
pub fn run(
    path: &Path,
    settings: &Settings,
    engine_settings: &EngineSettings,
    games: u64,
    threads: usize,
    control: &Control<'_, Progress>,
) -> Result<Found, FileError> {
    let (file, found) = GameFile::resume(path, settings)?;
    let wanted = games.div_ceil(BLOCK_GAMES);
    let missing: Vec<u64> =
        (0..wanted).filter(|number| found.blocks.binary_search(number).is_err()).collect();
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let progress = Progress { games: found.games, positions: found.positions, added: 0 };
    let output = Mutex::new(Output { file, progress });
    let work = |_: &()| -> io::Result<()> {
        let mut engine = engine(engine_settings.clone());
        while !control.is_stopped() && !failed.load(Relaxed) {
            let place = next.fetch_add(1, Relaxed) as usize;
            let Some(&number) = missing.get(place) else { break };
            let made = block(settings, &mut engine, number);
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            output.add(&made).inspect_err(|_| failed.store(true, Relaxed))?;
            control.report(&output.progress);
        }
        Ok(())
    };
    for result in platform::map_in_parallel(&vec![(); threads.max(1)], work) {
        result?;
    }
    let mut output = output.into_inner().unwrap_or_else(PoisonError::into_inner);
    output.file.sync()?;
    let Progress { games, positions, .. } = output.progress;
    Ok(Found { games, positions, ..found })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Blocks;
    use laplace_solvers::blobwar::Evaluation;
    use std::fs;
    use std::path::PathBuf;

    fn settings() -> Settings {
        Settings { nodes: 200, seed: 5, mix: Mix::default(), network: 0 }
    }

    fn by_counts() -> EngineSettings {
        EngineSettings { evaluation: Evaluation::counts(), ..EngineSettings::default() }
    }

    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("laplace-training-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        _ = fs::remove_file(&path);
        path
    }

    fn make(path: &Path, games: u64, threads: usize) -> Result<Found, FileError> {
        run(path, &settings(), &by_counts(), games, threads, &Control::default())
    }

    fn read(path: &Path) -> Result<Vec<Block>, FileError> {
        let mut blocks = Blocks::open(path)?.collect::<Result<Vec<Block>, FileError>>()?;
        blocks.sort_by_key(|block| block.number);
        Ok(blocks)
    }

    #[test]
    fn any_number_of_threads_makes_the_same_games() {
        let one = path("one");
        let three = path("three");
        make(&one, 200, 1).unwrap();
        make(&three, 200, 3).unwrap();
        let games = read(&one).unwrap();
        assert_eq!(games, read(&three).unwrap());
        assert_eq!(games.len(), 4);
        let first: Vec<_> = games[0].games.iter().map(|game| game.start).collect();
        assert!(games[1..].iter().all(|block| block.games.iter().all(|game| !first.contains(&game.start))));
    }

    #[test]
    fn a_killed_run_goes_on_and_nothing_is_there_twice() {
        let whole = path("whole");
        let killed = path("killed");
        make(&whole, 192, 1).unwrap();
        let bytes = fs::read(&whole).unwrap();
        for length in [bytes.len() - 1, bytes.len() * 2 / 3, bytes.len() / 2] {
            fs::write(&killed, &bytes[..length]).unwrap();
            assert!(matches!(read(&killed), Err(FileError::CutOff { .. })), "{length}");
            let found = make(&killed, 192, 2).unwrap();
            assert!(found.cut_off > 0);
            assert_eq!(read(&killed).unwrap(), read(&whole).unwrap());
        }
        let again = make(&killed, 192, 2).unwrap();
        assert_eq!((again.cut_off, again.blocks.len()), (0, 3));
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_offset_and_left_alone() {
        let path = path("damaged");
        make(&path, 64, 1).unwrap();
        let bytes = fs::read(&path).unwrap();
        let error = |at: usize, byte: u8| {
            let mut changed = bytes.clone();
            changed[at] ^= byte;
            fs::write(&path, &changed).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert!(make(&path, 64, 1).is_err());
            assert_eq!(fs::read(&path).unwrap(), changed);
            error
        };
        assert_eq!(error(0, 1), "offset 0: expected a file of training games");
        assert_eq!(error(12, 1), "offset 48: the checksum of the head is wrong");
        assert_eq!(error(52, 1), "offset 52: expected the beginning of a block");
        assert_eq!(error(100, 1), "offset 52: the checksum of the block is wrong");
        assert_eq!(error(bytes.len() - 1, 1), "offset 52: the checksum of the block is wrong");
        assert!(error(71, 0x80).starts_with("offset 68: found a block of "));
        fs::write(&path, b"").unwrap();
        assert_eq!(read(&path).unwrap_err().to_string(), "offset 0: expected a file of training games");
    }

    #[test]
    fn a_file_of_other_settings_is_refused() {
        let path = path("other");
        make(&path, 64, 1).unwrap();
        let other = Settings { nodes: 201, ..settings() };
        let error = run(&path, &other, &by_counts(), 64, 1, &Control::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the file has games of other settings: found --nodes 200 --seed 5 --mix 45,25,20,10 (evaluation by \
             counts), expected --nodes 201 --seed 5 --mix 45,25,20,10 (evaluation by counts)"
        );
    }

    #[test]
    fn a_stopped_run_keeps_its_blocks() {
        let path = path("stopped");
        let made = AtomicU64::new(0);
        let control = Control {
            stop: &|| made.load(Relaxed) >= 2,
            progress: &|_: &Progress| _ = made.fetch_add(1, Relaxed),
        };
        run(&path, &settings(), &by_counts(), 100_000, 1, &control).unwrap();
        assert_eq!(read(&path).unwrap().len(), 2);
    }
}
