//! `laplace blobwar uai`

use std::io;

use clap::Args;
use laplace_matches::uai;
use laplace_solvers::blobwar::{Engine, Settings};

use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Serves UAI, the protocol of Ataxx engines, on standard input and output: match runners start it like any \
other engine. Options: Hash, Threads, Contempt, MultiPV; Variant: sheet (8 x 8, the game ends when the player to move \
cannot), course (8 x 8, the player passes), ataxx (7 x 7, the player passes), or auto, by the board; Rules: ends or passes, \
whatever the variant; Size: of the board that `startpos` means, 7 unless set; EvalFile: a network of `blobwar train`. btime and binc are the clock of blue (x), the \
first player, wtime and winc that of red (o). Beyond the protocol: perft, eval, display, bench.";

/// The size of the transposition table, and the threads.
#[derive(Debug, Args)]
pub(super) struct EngineSize {
    /// The transposition table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl EngineSize {
    /// An engine of this size with other settings as given; an error if there is not enough memory for it.
    pub(super) fn engine(&self, settings: Settings) -> Result<Engine, Failure> {
        let megabytes = self.hash as usize;
        let engine = Engine::new(Settings { megabytes, threads: self.threads.into(), ..settings });
        if engine.settings().megabytes < megabytes {
            let place = FileArg::Path(format!("--hash {megabytes}").into());
            return Err(Failure::system(&place, "get memory", io::ErrorKind::OutOfMemory.into()));
        }
        Ok(engine)
    }
}

/// The protocol loop.
#[derive(Debug, Args)]
pub(crate) struct Uai {
    #[command(flatten)]
    size: EngineSize,
}

impl Uai {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut engine = self.size.engine(Settings::default())?;
        uai::serve(io::stdin().lock(), io::stdout(), &mut engine)
            .map_err(|error| Failure::system(&FileArg::Stdio, "serve UAI", error))
    }
}
