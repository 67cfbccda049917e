//! `laplace blobwar perft`

use std::fmt::Write;
use std::time::Instant;

use clap::Args;
use laplace_games::blobwar::{Move, Position, perft};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};

use super::Start;
use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::progress::Progress;

pub(super) const HELP: &str = "\
A doubling counts once for each cell it arrives at, each jump counts, a pass is one move.
Examples: laplace blobwar perft 6
          laplace blobwar perft 5 'x5o/7/7/7/7/7/o5x x 0 1' --divide";

/// From this length on a count takes long enough for a progress bar.
const LONG: u32 = 7;

/// Shorter counts have no speed: starting and reading the clock take part of the time.
const MIN_MEASURED: f64 = 1e-3;

/// What to count.
#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// The length of the paths
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// The position to start from: startpos, a FEN, or the sheet's plateau or pions [default: the start of the variant]
    #[arg(value_name = "POSITION", conflicts_with_all = ["map", "fen"])]
    position: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print the count of each first move
    #[arg(long)]
    divide: bool,
}

impl Perft {
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(self.position.as_deref())?;
        let began = Instant::now();
        let (count, parts) = self.count(&position)?;
        let seconds = began.elapsed().as_secs_f64();
        let mut text = String::new();
        for (played, count) in parts.iter().filter(|_| self.divide) {
            _ = writeln!(text, "{played} {count}");
        }
        _ = writeln!(text, "perft {} {count}", self.depth);
        eprintln!("{}{}", Shown::seconds(seconds), rate(count, seconds));
        FileArg::Stdio.write(text.as_bytes())
    }

    fn count(&self, position: &Position) -> Result<(u64, Vec<(Move, u64)>), Failure> {
        if self.depth == 0 || (self.depth < LONG && self.threads == 1 && !self.divide) {
            return Ok((perft(position, self.depth), Vec::new()));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.into()).build();
        let pool =
            pool.map_err(|error| Failure::Usage(format!("cannot start {} threads: {error}", self.threads)))?;
        let moves = position.legal_moves();
        let steps = if self.depth < LONG {
            moves.len()
        } else {
            moves.iter().map(|&played| after(position, played).legal_moves().len()).sum()
        };
        let progress = Progress::new(steps, "parts");
        let part = |played| (played, self.count_part(&after(position, played), &progress));
        let parts: Vec<_> = pool.install(|| moves.into_par_iter().map(part).collect());
        Ok((parts.iter().map(|(_, count)| count).sum(), parts))
    }

    /// What follows a first move; a long count has a step for each second move.
    fn count_part(&self, position: &Position, progress: &Progress) -> u64 {
        let step = |count| {
            progress.step();
            count
        };
        if self.depth < LONG {
            return step(perft(position, self.depth - 1));
        }
        let seconds = position.legal_moves().into_iter();
        seconds.map(|played| step(perft(&after(position, played), self.depth - 2))).sum()
    }
}

/// The speed, if the time was long enough to measure one.
fn rate(count: u64, seconds: f64) -> String {
    if seconds < MIN_MEASURED {
        return ", too short to measure a speed".into();
    }
    format!(", {:.1} million paths a second", count as f64 / seconds / 1e6)
}

fn after(position: &Position, played: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(played);
    next
}
