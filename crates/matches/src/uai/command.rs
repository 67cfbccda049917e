//! Reads a line of UAI as a command.

use std::path::PathBuf;
use std::time::Duration;

use laplace_games::blobwar::format::{TextError, uai};
use laplace_games::blobwar::{Move, Size, StuckRule, Variant};
use laplace_games::text::{Found, natural};
use laplace_solvers::blobwar::score::Score;
use laplace_solvers::blobwar::{
    Evaluation, HASH_MEGABYTES, Limits, MAX_CONTEMPT, MAX_MULTIPV, MAX_THREADS, Toggles, Weights, bench,
};

/// The largest depth of perft and bench.
const MAX_DEPTH: u32 = 64;

/// A command.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Uai,
    IsReady,
    NewGame,
    Position(Board, Vec<Move>),
    Go(Limits),
    Stop,
    Set(Setting),
    Quit,
    Perft(u32),
    Bench(u32),
    Eval,
    Display,
}

/// Where a position begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Board {
    Start,
    Fen(Vec<u8>),
}

/// An option and its value.
#[derive(Debug, PartialEq)]
pub(super) enum Setting {
    Hash(usize),
    Threads(usize),
    Contempt(Score),
    MultiPv(usize),
    /// The variant; `None` if it follows from the board.
    Variant(Option<Variant>),
    /// The rule for a player that cannot move; `None` if it follows from the variant.
    Rules(Option<StuckRule>),
    Size(Size),
    /// The parts of the search that stay on.
    Without(Toggles),
    Evaluation(Evaluation),
    /// The file of a network; `None` for the one that is part of the program.
    EvalFile(Option<PathBuf>),
}

/// A line that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// The first word means nothing.
    #[error("unknown command: found {0}")]
    Unknown(Found),
    /// A word that means nothing here.
    #[error("{command}: found {found}, expected {expected}")]
    Word {
        /// The command it stands in.
        command: &'static str,
        /// What stands there.
        found: Found,
        /// What should stand there.
        expected: &'static str,
    },
    /// A text that is not a move.
    #[error("position: {0}")]
    Move(#[from] TextError),
}

type Read<T> = Result<T, CommandError>;

impl Command {
    /// Reads a line; `None` if there is nothing on it.
    pub(super) fn read(line: &[u8]) -> Read<Option<Self>> {
        let mut words = Words { rest: line };
        let Some(word) = words.next() else { return Ok(None) };
        let command = match word {
            b"uai" => Self::Uai,
            b"isready" => Self::IsReady,
            b"uainewgame" => Self::NewGame,
            b"position" => read_position(words)?,
            b"go" => Self::Go(read_go(words)?),
            b"stop" => Self::Stop,
            b"setoption" => Self::Set(read_setting(words)?),
            b"quit" => Self::Quit,
            b"perft" => Self::Perft(words.depth("perft")?),
            b"bench" => Self::Bench(if words.is_empty() { bench::DEPTH } else { words.depth("bench")? }),
            b"eval" => Self::Eval,
            b"display" | b"print" | b"d" => Self::Display,
            _ => return Err(CommandError::Unknown(Found::text(word))),
        };
        Ok(Some(command))
    }
}

fn read_position(mut words: Words<'_>) -> Read<Command> {
    let board = match words.next() {
        Some(b"startpos") => Board::Start,
        Some(b"fen") => Board::Fen(words.until(b"moves").join(&b' ')),
        other => return Err(fault("position", other, "startpos or fen")),
    };
    match words.next() {
        None => Ok(Command::Position(board, Vec::new())),
        Some(b"moves") => Ok(Command::Position(board, words.map(uai::read).collect::<Result<_, _>>()?)),
        other => Err(fault("position", other, "moves")),
    }
}

/// Unknown words are passed over, as the protocol demands; `go` alone is an infinite search.
fn read_go(mut words: Words<'_>) -> Read<Limits> {
    let mut limits = Limits::default();
    while let Some(word) = words.next() {
        match word {
            b"depth" => limits.depth = Some(small(words.number("go depth")?)),
            b"nodes" => limits.nodes = Some(words.number("go nodes")?),
            b"movetime" => limits.move_time = Some(words.time("go movetime")?),
            b"btime" => limits.clocks[0] = Some(words.time("go btime")?),
            b"wtime" => limits.clocks[1] = Some(words.time("go wtime")?),
            b"binc" => limits.increments[0] = words.time("go binc")?,
            b"winc" => limits.increments[1] = words.time("go winc")?,
            b"movestogo" => limits.moves_to_go = Some(small(words.number("go movestogo")?)),
            b"infinite" => limits.infinite = true,
            _ => {}
        }
    }
    let Limits { depth, nodes, move_time, clocks, .. } = limits;
    let limited = depth.is_some() || nodes.is_some() || move_time.is_some() || clocks != [None; 2];
    Ok(Limits { infinite: limits.infinite || !limited, ..limits })
}

fn read_setting(mut words: Words<'_>) -> Read<Setting> {
    const COMMAND: &str = "setoption";
    match words.next() {
        Some(b"name") => {}
        other => return Err(fault(COMMAND, other, "name")),
    }
    let name = words.until(b"value").join(&b' ').to_ascii_lowercase();
    words.next();
    let value = words.next();
    let number = value.and_then(natural).map(|number| number as usize);
    let size = || number.and_then(Size::of_width);
    match name.as_slice() {
        b"hash" => number
            .filter(|number| HASH_MEGABYTES.contains(number))
            .map(Setting::Hash)
            .ok_or_else(|| fault(COMMAND, value, "a number of MiB, 1 to 65536")),
        b"threads" => number
            .filter(|number| (1..=MAX_THREADS).contains(number))
            .map(Setting::Threads)
            .ok_or_else(|| fault(COMMAND, value, "a number of threads, 1 to 256")),
        b"contempt" => number
            .map(|number| number as Score)
            .filter(|contempt| (0..=MAX_CONTEMPT).contains(contempt))
            .map(Setting::Contempt)
            .ok_or_else(|| fault(COMMAND, value, "hundredths of a blob, 0 to 1000")),
        b"multipv" => number
            .filter(|number| (1..=MAX_MULTIPV).contains(number))
            .map(Setting::MultiPv)
            .ok_or_else(|| fault(COMMAND, value, "a number of lines, 1 to 256")),
        b"variant" => auto_or_named(value)
            .map(Setting::Variant)
            .ok_or_else(|| fault(COMMAND, value, "auto, sheet, course or ataxx")),
        b"rules" => auto_or_named(value)
            .map(Setting::Rules)
            .ok_or_else(|| fault(COMMAND, value, "auto, ends or passes")),
        b"size" => size().map(Setting::Size).ok_or_else(|| fault(COMMAND, value, "7 or 8")),
        b"without" => value
            .and_then(toggles_without)
            .map(Setting::Without)
            .ok_or_else(|| fault(COMMAND, value, "parts of the search joined by +, or none")),
        b"evaluation" => match value {
            Some(b"network") => Ok(Setting::Evaluation(Evaluation::default())),
            Some(b"counts") => Ok(Setting::Evaluation(Evaluation::counts())),
            Some(b"material") => Ok(Setting::Evaluation(Evaluation::Counts(Box::new(Weights::MATERIAL)))),
            _ => Err(fault(COMMAND, value, "network, counts or material")),
        },
        b"evalfile" => eval_file(value, words).map(Setting::EvalFile).ok_or_else(|| {
            fault(COMMAND, value, "the file of a network, or <empty> for the one of the program")
        }),
        other => Err(fault(COMMAND, Some(other), "the name of an option: see the answer to uai")),
    }
}

/// A string without characters, as UCI writes it.
pub(super) const EMPTY: &str = "<empty>";

/// The rest of the line is the name of a file: it may have blanks.
fn eval_file(first: Option<&[u8]>, rest: Words<'_>) -> Option<Option<PathBuf>> {
    let mut name = first?.to_vec();
    for word in rest {
        name.push(b' ');
        name.extend(word);
    }
    let name = String::from_utf8(name).ok()?;
    Some((name != EMPTY).then(|| name.into()))
}

/// `auto`, or a value by its name.
fn auto_or_named<T: std::str::FromStr>(value: Option<&[u8]>) -> Option<Option<T>> {
    match value? {
        b"auto" => Some(None),
        name => std::str::from_utf8(name).ok()?.parse().ok().map(Some),
    }
}

/// All parts of the search but those named, such as `killers+futility`; `none` switches nothing off.
fn toggles_without(names: &[u8]) -> Option<Toggles> {
    let mut toggles = Toggles::ALL;
    if names == b"none" {
        return Some(toggles);
    }
    let names = std::str::from_utf8(names).ok()?;
    names.split('+').all(|name| toggles.set(name, false)).then_some(toggles)
}

fn fault(command: &'static str, found: Option<&[u8]>, expected: &'static str) -> CommandError {
    CommandError::Word { command, found: found.map_or(Found::End, Found::text), expected }
}

fn small(number: u64) -> u32 {
    number.min(u64::from(u32::MAX)) as u32
}

/// The words of a line.
struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.rest.trim_ascii_start();
        let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

impl<'a> Words<'a> {
    fn is_empty(&self) -> bool {
        self.rest.trim_ascii().is_empty()
    }

    /// The words up to this one, which stays.
    fn until(&mut self, stop: &[u8]) -> Vec<&'a [u8]> {
        let mut found = Vec::new();
        loop {
            let here = self.rest;
            match self.next() {
                Some(word) if word == stop => {
                    self.rest = here;
                    return found;
                }
                Some(word) => found.push(word),
                None => return found,
            }
        }
    }

    /// A number, clamped to 64 bits; a negative one (a clock that ran out) is zero.
    fn number(&mut self, command: &'static str) -> Read<u64> {
        let word = self.next();
        let read = word.and_then(|word| std::str::from_utf8(word).ok()).and_then(|word| word.parse().ok());
        let number: i128 = read.ok_or_else(|| fault(command, word, "a number"))?;
        Ok(number.clamp(0, i128::from(u64::MAX)) as u64)
    }

    /// A number of milliseconds, a year at most.
    fn time(&mut self, command: &'static str) -> Read<Duration> {
        const YEAR: u64 = 365 * 24 * 3_600 * 1_000;
        Ok(Duration::from_millis(self.number(command)?.min(YEAR)))
    }

    fn depth(&mut self, command: &'static str) -> Read<u32> {
        Ok(small(self.number(command)?).min(MAX_DEPTH))
    }
}
