//! Plays the engine against itself without one of its ideas, or against the student, and prints the result.
//! The tables of `docs/blobwar.md` come from here.
//!
//! ```text
//! cargo run --release -p laplace-solvers --example blobwar_match -- --without killers --nodes 20000
//! cargo run --release -p laplace-solvers --example blobwar_match -- --student 4 --ms 100 --map quantum
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for measuring: it prints")]

use std::time::Duration;

use laplace_games::blobwar::{Map, Position, Size, StuckRule};
use laplace_solvers::blobwar::arena::{Limited, Player, openings, play_match};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, Settings, Student, Weights};

/// How many positions are looked at for each fair opening, and for how long.
const CANDIDATES: usize = 20;
const JUDGED_NODES: u64 = 100_000;

struct Arguments {
    limits: Limits,
    pairs: usize,
    plies: u32,
    seed: u64,
    start: Position,
    /// Openings that the engine finds more uneven are not played.
    fair: i32,
    second: Second,
}

enum Second {
    Engine(Box<Settings>),
    Student(u32),
}

fn main() {
    let arguments = match read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => return eprintln!("{message}"),
    };
    let opened = arguments.openings();
    let limited = |settings| Limited::new(Engine::new(settings), arguments.limits);
    let mut first = limited(small());
    let mut second: Box<dyn Player> = match arguments.second {
        Second::Engine(settings) => Box::new(limited(*settings)),
        Second::Student(depth) => Box::new(Student::new(depth)),
    };
    let tally = play_match(&mut first, second.as_mut(), &opened, &mut |_, tally| {
        if tally.games().is_multiple_of(20) {
            eprintln!("{:4} {tally}", tally.games());
        }
    });
    println!("{} games: {tally}, {} faults", tally.games(), tally.faults);
}

fn small() -> Settings {
    Settings { megabytes: 16, ..Settings::default() }
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let second = Second::Engine(Box::new(small()));
    let mut read = Arguments {
        limits: Limits::nodes(20_000),
        pairs: 100,
        plies: 4,
        seed: 1,
        start,
        fair: i32::MAX,
        second,
    };
    while let Some(option) = words.next() {
        let value = words.next().ok_or(format!("{option}: expected a value"))?;
        read.set(&option, &value).ok_or(format!("{option} {value}: not understood"))?;
    }
    Ok(read)
}

impl Arguments {
    fn openings(&self) -> Vec<Position> {
        let mut engine = Engine::new(small());
        let mut is_fair = |position: &Position| {
            let answer = engine.search(position, GameHistory::EMPTY, &Limits::nodes(JUDGED_NODES));
            answer.is_some_and(|answer| answer.info.score.abs() <= self.fair)
        };
        let candidates = openings(&[self.start], self.plies, CANDIDATES * self.pairs, self.seed);
        candidates.into_iter().filter(|position| is_fair(position)).take(self.pairs).collect()
    }

    fn set(&mut self, option: &str, value: &str) -> Option<()> {
        match option {
            "--nodes" => self.limits = Limits::nodes(value.parse().ok()?),
            "--depth" => self.limits = Limits::depth(value.parse().ok()?),
            "--ms" => self.limits = Limits::move_time(Duration::from_millis(value.parse().ok()?)),
            "--pairs" => self.pairs = value.parse().ok()?,
            "--plies" => self.plies = value.parse().ok()?,
            "--seed" => self.seed = value.parse().ok()?,
            "--fair" => self.fair = value.parse().ok()?,
            "--map" => self.start = Map::by_name(value)?.start(StuckRule::Passes),
            "--student" => self.second = Second::Student(value.parse().ok()?),
            "--without" => {
                let Second::Engine(settings) = &mut self.second else { return None };
                value.split(',').all(|idea| settings.toggles.set(idea, false)).then_some(())?;
            }
            "--weights" if value == "material" => {
                self.second = Second::Engine(Box::new(Settings { weights: Weights::MATERIAL, ..small() }));
            }
            _ => return None,
        }
        Some(())
    }
}
