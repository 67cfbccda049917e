//! `laplace blobwar datagen`

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use laplace_solvers::blobwar::network::Network;
use laplace_solvers::blobwar::{Evaluation, Settings as EngineSettings};
use laplace_solvers::{Control, platform};
use laplace_training::datagen::{self, Progress, Settings};
use laplace_training::file::FileError;
use laplace_training::starts::Mix;

use crate::failure::Failure;
use crate::files::FileArg;
use crate::progress::StatusLine;
use crate::stop::Stop;

pub(super) const HELP: &str = "\
Plays the engine against itself and keeps the games in a file: start, moves, the score of each search, the result. The \
same options give the same games with any number of threads. Ctrl-C keeps what is complete; the same command goes on \
from there. `blobwar train` learns from such files.

Examples: laplace blobwar datagen games.bin --games 100000
          laplace blobwar datagen more.bin --games 100000 --network network.bin --nodes 3000 --seed 2";

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct Datagen {
    /// The file of games; if it exists, the games that are missing are added
    file: PathBuf,
    /// Number of games that the file has in the end, rounded up to whole blocks of 64
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Nodes after which a search begins no new iteration
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Random seed of the starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Shares of games on 7 x 7, on 8 x 8, on the course's maps and with random holes
    #[arg(long, value_name = "SEVEN,EIGHT,MAPS,HOLES", default_value_t = Mix::default())]
    mix: Mix,
    /// The network that evaluates, in place of the one of the program
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Evaluate by counts: the first games, when there is no network
    #[arg(long, conflicts_with = "network")]
    counts: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Datagen {
    #[allow(clippy::print_stdout, reason = "the result of the command")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let evaluation = match &self.network {
            Some(path) => Evaluation::Network(read_network(path.clone())?),
            None if self.counts => Evaluation::counts(),
            None => Evaluation::default(),
        };
        let settings =
            Settings { nodes: self.nodes, seed: self.seed, mix: self.mix, network: evaluation.checksum() };
        let engine = EngineSettings { evaluation, ..EngineSettings::default() };
        let threads = self.threads.map_or_else(platform::available_threads, usize::from);
        let stop = Stop::after(None);
        let status = StatusLine::default();
        let started = Instant::now();
        let show = |progress: &Progress| {
            status.show(|_| {
                let rate = progress.added as f64 / started.elapsed().as_secs_f64().max(1e-3);
                let left = self.games.saturating_sub(progress.games) * progress.positions;
                let seconds = left as f64 / progress.games.max(1) as f64 / rate.max(1e-3);
                format!(
                    "{}/{} games, {} positions, {rate:.0} a second, {:.0} min left",
                    progress.games,
                    self.games,
                    progress.positions,
                    seconds / 60.0
                )
            });
        };
        let control = Control { stop: &|| stop.is_due(), progress: &show };
        let made = datagen::run(&self.file, &settings, &engine, self.games, threads, &control);
        drop(status);
        let place = FileArg::Path(self.file.clone());
        let made = made.map_err(|error| file_failure(&place, error))?;
        if made.cut_off > 0 {
            println!("{place}: cut off an incomplete block of {} bytes at the end", made.cut_off);
        }
        println!("{place}: {} games, {} positions", made.games, made.positions);
        let undone = self.games.saturating_sub(made.games) as usize;
        if undone > 0 && Stop::was_pressed() {
            return Err(Failure::Stopped { undone, all: self.games as usize, what: "games were not played" });
        }
        Ok(())
    }
}

/// Reads the file of a network.
pub(super) fn read_network(path: PathBuf) -> Result<Arc<Network>, Failure> {
    let place = FileArg::Path(path);
    let network = Network::from_bytes(&place.read()?).map_err(|error| Failure::text(&place, error))?;
    Ok(Arc::new(network))
}

/// The failure of a file of games.
pub(super) fn file_failure(place: &FileArg, error: FileError) -> Failure {
    match error {
        FileError::Io(error) => Failure::system(place, "use", error),
        other => Failure::text(place, other),
    }
}
