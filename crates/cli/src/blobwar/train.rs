//! `laplace blobwar train`

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use laplace_pictures::chart::{Chart, Line};
use laplace_solvers::blobwar::network::Network;
use laplace_solvers::platform;
use laplace_training::model::Model;
use laplace_training::samples::Samples;
use laplace_training::trainer::{CheckpointError, Epoch, Settings, Trainer};

use super::datagen::{file_failure, read_network};
use crate::failure::Failure;
use crate::files::FileArg;
use crate::progress::StatusLine;
use crate::stop::Stop;

pub(super) const HELP: &str = "\
Trains the engine's network on files of `blobwar datagen` and writes it. One block of games in 20 is kept for validation. \
After each epoch a checkpoint is written beside the network; after an interruption the same command goes on from it. The \
same options give the same network with any number of threads. The engine takes a network by the UAI option EvalFile, a \
match by laplace:evalfile=FILE.

Examples: laplace blobwar train games.bin -o network.bin --curve loss.svg
          laplace blobwar match laplace:evalfile=network.bin laplace --clock 1+0.01 --games 100";

/// What to learn from.
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file of the network
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// A network to go on from, in place of random numbers
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// A picture of the losses of all epochs
    #[arg(long, value_name = "SVG")]
    curve: Option<PathBuf>,
    /// How often each position is seen
    #[arg(long, default_value_t = Settings::default().epochs, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions of a step
    #[arg(long, default_value_t = Settings::default().batch as u32, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// Learning rate of the first step; it falls to a hundredth of it
    #[arg(long, default_value_t = Settings::default().rate, value_parser = share)]
    rate: f32,
    /// Share of the search's score in what the network should answer; the rest is the result of the game
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    score_share: f32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Train {
    #[allow(clippy::print_stdout, reason = "the losses are the output of the command")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let output = FileArg::Path(self.output.clone());
        output.check_writable()?;
        let from = self.from.clone().map(read_network).transpose()?;
        let samples = self.samples()?;
        println!("{} positions, {} for validation", samples.training.len(), samples.validation.len());
        let mut checkpoint = self.output.clone().into_os_string();
        checkpoint.push(".checkpoint");
        let checkpoint = FileArg::Path(checkpoint.into());
        let identity = self.identity(from.as_deref())?;
        let mut trainer = self.trainer(&checkpoint, identity, from.as_deref())?;
        let threads = self.threads.map_or_else(platform::available_threads, usize::from);
        let stop = Stop::after(None);
        println!("epoch  training  validation");
        trainer.epochs().iter().for_each(print_epoch);
        while !trainer.is_finished() {
            let status = StatusLine::default();
            let started = Instant::now();
            let all = samples.training.len();
            let number = trainer.epochs().len() + 1;
            let epoch = trainer.epoch(&samples, threads, &mut |seen| {
                let rate = seen as f64 / started.elapsed().as_secs_f64().max(1e-3);
                status.show(|_| format!("epoch {number}: {seen}/{all} positions, {rate:.0} a second"));
                !stop.is_due()
            });
            drop(status);
            let Some(epoch) = epoch else {
                let all = self.epochs as usize;
                let undone = all - trainer.epochs().len();
                return Err(Failure::Stopped { undone, all, what: "epochs were not trained" });
            };
            print_epoch(&epoch);
            checkpoint.write(&trainer.checkpoint(identity))?;
        }
        let network = trainer.model().quantised();
        output.write(&network.to_bytes())?;
        if let Some(curve) = &self.curve {
            FileArg::Path(curve.clone()).write(curve_of(trainer.epochs()).as_bytes())?;
        }
        if let FileArg::Path(path) = &checkpoint {
            fs::remove_file(path).map_err(|error| Failure::system(&checkpoint, "remove", error))?;
        }
        println!("{output}: network {:08x}", network.checksum());
        Ok(())
    }

    fn samples(&self) -> Result<Samples, Failure> {
        let mut samples = Samples::default();
        for file in &self.files {
            let place = FileArg::Path(file.clone());
            samples.add_file(file, self.score_share).map_err(|error| file_failure(&place, error))?;
        }
        if samples.training.is_empty() {
            return Err(Failure::Usage("the files have no position to learn from".into()));
        }
        Ok(samples)
    }

    /// A new training, or one that goes on from its checkpoint.
    fn trainer(
        &self,
        checkpoint: &FileArg,
        identity: u64,
        from: Option<&Network>,
    ) -> Result<Trainer, Failure> {
        let settings =
            Settings { epochs: self.epochs, batch: self.batch as usize, rate: self.rate, seed: self.seed };
        let begin = || {
            from.map_or_else(|| Trainer::new(settings), |network| Trainer::of(settings, Model::of(network)))
        };
        let FileArg::Path(path) = checkpoint else { return Ok(begin()) };
        match Trainer::resume(settings, identity, path) {
            Err(CheckpointError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(begin()),
            Err(CheckpointError::Io(error)) => Err(Failure::system(checkpoint, "read", error)),
            Err(error) => Err(Failure::text(checkpoint, format_args!("{error}; remove it to begin anew"))),
            Ok(trainer) => Ok(trainer),
        }
    }

    /// A number that changes with the files of games, with what is made of them, and with the network to go on from.
    fn identity(&self, from: Option<&Network>) -> Result<u64, Failure> {
        let from = from.map_or(0, Network::checksum);
        let mut identity = u64::from(self.score_share.to_bits()) | u64::from(from) << 32;
        for file in &self.files {
            let place = FileArg::Path(file.clone());
            let found = fs::metadata(file).map_err(|error| Failure::system(&place, "read", error))?;
            identity = identity.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ found.len();
        }
        Ok(identity)
    }
}

#[allow(clippy::print_stdout, reason = "the losses are the output of the command")]
fn print_epoch(epoch: &Epoch) {
    println!("{:>5}  {:>8.5}  {:>10.5}", epoch.number, epoch.training, epoch.validation);
}

fn curve_of(epochs: &[Epoch]) -> String {
    let line = |name: &str, loss: fn(&Epoch) -> f64| Line {
        name: name.into(),
        points: epochs.iter().map(|epoch| (f64::from(epoch.number), loss(epoch))).collect(),
    };
    let lines = vec![line("training", |epoch| epoch.training), line("validation", |epoch| epoch.validation)];
    let chart =
        Chart { title: "Loss".into(), x_label: "epoch".into(), y_label: "cross entropy".into(), lines };
    chart.to_svg()
}

fn share(text: &str) -> Result<f32, String> {
    let share: Option<f32> = text.parse().ok();
    share.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "expected a number from 0 to 1".into())
}
