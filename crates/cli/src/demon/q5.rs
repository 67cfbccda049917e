//! `laplace demon q5`, and question 5 for `laplace demon answer`.

use std::fmt::Write;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use laplace_games::demon::{MOVE_LIMIT, Seed, UncheckedMove, format};
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, Parts, Progress, Solution, solve};
use serde_json::json;

use super::bound::seed;
use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
The search ends when the bound is met, which proves the game optimal, or when the time is up. Ctrl-C ends \
it early with the best complete game so far. The result line goes to standard error.

Examples: echo 231 | laplace demon q5 -o q5-output-1
          laplace demon q5 inputs/q5-input-1 --time 5 --threads 1 | head
          laplace demon q5 --seed-range 100..109 --time 2 --json";

/// The time and the threads for one game.
#[derive(Clone, Debug, Args)]
pub(super) struct Effort {
    /// Time limit for each game
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    time: f64,
    /// Number of threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Effort {
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct Q5 {
    /// The input, `-` for standard input
    #[arg(default_value = "-")]
    input: FileArg,
    /// Where the moves go, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
    #[command(flatten)]
    effort: Effort,
    /// Beam width, for one search of that width instead of ever wider ones
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    width: Option<u32>,
    /// Number of moves to play
    #[arg(long, default_value_t = MOVE_LIMIT, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOVE_LIMIT)))]
    moves: u32,
    /// Play the seeds from A to B, both included, and print a table instead of moves
    #[arg(long, value_name = "A..B", value_parser = seed_range, conflicts_with_all = ["input", "output"])]
    seed_range: Option<RangeInclusive<u32>>,
    /// With --seed-range: one JSON object a line
    #[arg(long, requires = "seed_range")]
    json: bool,
}

impl Q5 {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.seed_range {
            Some(range) => self.play_many(range.clone()),
            None => {
                let text = self.input.read()?;
                let seed = format::read_seed(&text).map_err(|error| Failure::text(&self.input, error))?;
                let solved = self.play(seed);
                solved.report(seed);
                self.output.write(solved.move_file(seed).as_bytes())
            }
        }
    }

    fn play(&self, seed: Seed) -> Solved {
        solve_seed(seed, self.moves, &self.effort, self.width.map(|width| width as usize))
    }

    /// Prints a row for each seed as soon as it is played, so that a long run can be watched and stopped.
    fn play_many(&self, range: RangeInclusive<u32>) -> Result<(), Failure> {
        if !self.json {
            FileArg::Stdio.write(b"   seed   score   bound  gap  seconds\n")?;
        }
        for seed in range.filter_map(Seed::new) {
            let solved = self.play(seed);
            let row = if self.json { solved.json(seed) } else { solved.row(seed) };
            FileArg::Stdio.write(row.as_bytes())?;
            if Stop::was_pressed() {
                break;
            }
        }
        Ok(())
    }
}

/// The game that the search found, and the time it took.
struct Solved {
    solution: Solution,
    seconds: f64,
}

/// Searches for the best game of a seed, with a progress bar on a terminal.
fn solve_seed(seed: Seed, moves: u32, effort: &Effort, width: Option<usize>) -> Solved {
    let began = Instant::now();
    let stop = Stop::after(Some(effort.time));
    let bar = ProgressBar::new(moves.into());
    if let Ok(style) = ProgressStyle::with_template("{bar:20} piece {pos}/{len}  {msg}") {
        bar.set_style(style);
    }
    let watch = |progress: &Progress| {
        let left = (effort.time - began.elapsed().as_secs_f64()).max(0.0);
        bar.set_position(progress.placed.into());
        bar.set_message(message(progress, left));
    };
    let limits = Limits { threads: effort.threads(), beam_width: width, parts: Parts::ALL };
    let solution = solve(seed, moves, &limits, &Control { stop: &|| stop.is_due(), progress: &watch });
    bar.finish_and_clear();
    Solved { solution, seconds: began.elapsed().as_secs_f64() }
}

fn message(progress: &Progress, left: f64) -> String {
    let mut message = format!("score {}", progress.score);
    if let Some(best) = progress.best {
        _ = write!(message, "  best {best}, {} below the bound", progress.bound - best.min(progress.bound));
    }
    _ = write!(message, "  {left:.0} s left");
    message
}

/// The answer to an input of question 5; reports the score on standard error.
pub(super) fn answer(input: &FileArg, text: &[u8], effort: &Effort) -> Result<String, Failure> {
    let seed = format::read_seed(text).map_err(|error| Failure::text(input, error))?;
    let solved = solve_seed(seed, MOVE_LIMIT, effort, None);
    solved.report(seed);
    Ok(solved.move_file(seed))
}

impl Solved {
    fn gap(&self) -> u32 {
        self.solution.bound - self.solution.score.min(self.solution.bound)
    }

    fn move_file(&self, seed: Seed) -> String {
        let lines =
            seed.pieces().zip(&self.solution.moves).map(|(piece, &chosen)| UncheckedMove::new(piece, chosen));
        format::write_moves(seed, lines)
    }

    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    fn report(&self, seed: Seed) {
        let Solution { score, bound, .. } = self.solution;
        let proved = if self.solution.is_optimal() { ", proved optimal" } else { "" };
        eprintln!(
            "s = {}: score {score}, bound {bound}, gap {}{proved} ({})",
            seed.number(),
            self.gap(),
            Shown::seconds(self.seconds)
        );
    }

    fn row(&self, seed: Seed) -> String {
        let Solution { score, bound, .. } = self.solution;
        let proved = if self.solution.is_optimal() { "  proved optimal" } else { "" };
        format!(
            "{:>7} {score:>7} {bound:>7} {:>4} {:>8.2}{proved}\n",
            seed.number(),
            self.gap(),
            self.seconds
        )
    }

    fn json(&self, seed: Seed) -> String {
        let row = json!({
            "seed": seed.number(),
            "score": self.solution.score,
            "bound": self.solution.bound,
            "gap": self.gap(),
            "optimal": self.solution.is_optimal(),
            "placed": self.solution.moves.len(),
            "seconds": self.seconds,
        });
        format!("{row}\n")
    }
}

fn seed_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = || format!("expected A..B with 0 <= A <= B <= {}", Seed::MAX);
    let (first, last) = text.split_once("..").ok_or_else(expected)?;
    let range = seed(first)?.number()..=seed(last)?.number();
    if range.is_empty() { Err(expected()) } else { Ok(range) }
}
