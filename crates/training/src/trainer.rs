//! Gradient descent on the samples of training games.
//!
//! Every sample is seen once an epoch, in a random order. A batch is cut into a fixed number of parts
//! whose gradients are summed in order, so that the result does not depend on the number of threads. After each epoch
//! everything is written to a checkpoint, from which an interrupted run goes on.

use std::io;
use std::path::Path;

use laplace_games::random::Random;
use laplace_solvers::blobwar::internals::vectorised;
use laplace_solvers::blobwar::network::FILTERS;
use laplace_solvers::platform;

use crate::model::{AdamPart, AdamStep, Averages, CHUNKS, Gradient, Input, Model, NUMBERS};
use crate::samples::{Sample, Samples};

/// The share of the learning rate that is left in the last epoch.
const LAST_RATE: f32 = 0.01;
const MAGIC: &[u8; 8] = b"LAPLCKP1";

/// What determines a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often every sample is seen.
    pub epochs: u32,
    /// The samples of a step.
    pub batch: usize,
    /// The learning rate of the first epoch; it falls to a hundredth of it.
    pub rate: f32,
    /// The seed of the first numbers and of the order.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 12, batch: 8_192, rate: 0.001, seed: 1 }
    }
}

/// The losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss of the samples that were learned from, at the time they were.
    pub training: f64,
    /// The mean loss of the others after the epoch.
    pub validation: f64,
}

/// A training under way.
pub struct Trainer {
    settings: Settings,
    model: Model,
    averages: Averages,
    epochs: Vec<Epoch>,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system refused to read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a checkpoint, or a damaged one.
    #[error("expected a checkpoint of a training, whole and unchanged")]
    Damaged,
    /// A training with other settings made it.
    #[error("the checkpoint belongs to a training with other settings or other files")]
    OtherSettings,
}

impl Trainer {
    /// A training before its first epoch, of random numbers.
    pub fn new(settings: Settings) -> Self {
        Self::of(settings, Model::random(settings.seed))
    }

    /// A training before its first epoch, of a model that knows something already.
    pub fn of(settings: Settings, model: Model) -> Self {
        Self { settings, model, averages: Averages::new(), epochs: Vec::new() }
    }

    /// The model as it is now.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The epochs so far.
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// Whether all epochs are done.
    pub fn is_finished(&self) -> bool {
        self.epochs.len() >= self.settings.epochs as usize
    }

    /// One epoch. `go_on` gets the number of samples seen after each batch; if it returns false, the epoch is given up and
    /// the training has to go on from its last checkpoint.
    pub fn epoch(
        &mut self,
        samples: &Samples,
        threads: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Option<Epoch> {
        let number = self.epochs.len() as u32 + 1;
        let mut random =
            Random::new(self.settings.seed ^ u64::from(number).wrapping_mul(0xd1b5_4a32_d192_ed03));
        let mut order: Vec<u32> = (0..samples.training.len() as u32).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, random.below(place as u32 + 1) as usize);
        }
        let mut gradients: [Gradient; CHUNKS] = std::array::from_fn(|_| Gradient::new());
        let mut loss = 0.0;
        let mut seen = 0;
        let batches = order.len().div_ceil(self.settings.batch.max(1)).max(1);
        for (batch, places) in order.chunks(self.settings.batch.max(1)).enumerate() {
            self.gradients(samples, places, threads, &mut gradients);
            loss += gradients.iter().map(|gradient| gradient.loss).sum::<f64>();
            let done = f64::from(number - 1) + batch as f64 / batches as f64;
            let rate = self.rate(done / f64::from(self.settings.epochs.max(1)));
            self.step(&gradients, places.len(), rate, threads);
            seen += places.len();
            if !go_on(seen) {
                return None;
            }
        }
        let epoch = Epoch {
            number,
            training: loss / seen.max(1) as f64,
            validation: self.validate(samples, threads),
        };
        self.epochs.push(epoch);
        Some(epoch)
    }

    /// The learning rate after this share of the training: half a cosine.
    fn rate(&self, done: f64) -> f32 {
        let falling = (0.5 + 0.5 * (std::f64::consts::PI * done.min(1.0)).cos()) as f32;
        self.settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * falling)
    }

    fn gradients(&self, samples: &Samples, places: &[u32], threads: usize, gradients: &mut [Gradient]) {
        let size = places.len().div_ceil(CHUNKS).max(1);
        let mut work: Vec<(usize, &mut Gradient)> = gradients.iter_mut().enumerate().collect();
        in_parallel(&mut work, threads, |(chunk, gradient)| {
            gradient.clear();
            let places = places.chunks(size).nth(*chunk).unwrap_or(&[]);
            vectorised(|| {
                for &place in places {
                    let sample = &samples.training[place as usize];
                    self.model.add_gradient(&input(samples, sample), gradient);
                }
            });
        });
    }

    fn step(&mut self, gradients: &[Gradient; CHUNKS], samples: usize, rate: f32, threads: usize) {
        self.averages.steps += 1;
        let step = AdamStep { gradients: gradients.each_ref(), samples, rate, steps: self.averages.steps };
        let numbers = self.model.0.chunks_mut(FILTERS);
        let first = self.averages.first.chunks_mut(FILTERS);
        let second = self.averages.second.chunks_mut(FILTERS);
        let mut parts: Vec<AdamPart<'_>> = numbers
            .zip(first.zip(second))
            .enumerate()
            .map(|(part, (numbers, (first, second)))| AdamPart {
                start: part * FILTERS,
                numbers,
                first,
                second,
            })
            .collect();
        in_parallel(&mut parts, threads, |part| vectorised(|| part.step(&step)));
    }

    /// The mean loss of the samples that are not learned from.
    pub fn validate(&self, samples: &Samples, threads: usize) -> f64 {
        let size = samples.validation.len().div_ceil(CHUNKS).max(1);
        let mut sums: Vec<(&[Sample], f64)> =
            samples.validation.chunks(size).map(|part| (part, 0.0)).collect();
        in_parallel(&mut sums, threads, |(part, sum)| {
            *sum = vectorised(|| part.iter().map(|sample| self.model.loss(&input(samples, sample))).sum());
        });
        sums.iter().map(|(_, sum)| sum).sum::<f64>() / samples.validation.len().max(1) as f64
    }

    /// Everything that is needed to go on. `files` identifies the files of games.
    pub fn checkpoint(&self, files: u64) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.identity(files));
        bytes.extend(self.averages.steps.to_le_bytes());
        bytes.extend((self.epochs.len() as u32).to_le_bytes());
        for epoch in &self.epochs {
            bytes.extend(epoch.training.to_le_bytes());
            bytes.extend(epoch.validation.to_le_bytes());
        }
        for numbers in [&self.model.0, &self.averages.first, &self.averages.second] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn identity(&self, files: u64) -> Vec<u8> {
        let Settings { epochs, batch, rate, seed } = self.settings;
        let mut bytes = Vec::new();
        bytes.extend(epochs.to_le_bytes());
        bytes.extend((batch as u64).to_le_bytes());
        bytes.extend(rate.to_le_bytes());
        bytes.extend(seed.to_le_bytes());
        bytes.extend(files.to_le_bytes());
        bytes
    }

    /// A training that goes on from a checkpoint of the same settings and files.
    pub fn resume(settings: Settings, files: u64, path: &Path) -> Result<Self, CheckpointError> {
        let bytes = std::fs::read(path)?;
        let (before, sum) = bytes.split_last_chunk::<4>().ok_or(CheckpointError::Damaged)?;
        if *sum != crc32fast::hash(before).to_le_bytes() {
            return Err(CheckpointError::Damaged);
        }
        let mut trainer = Self::new(settings);
        let rest = before.strip_prefix(MAGIC).ok_or(CheckpointError::Damaged)?;
        let rest = rest.strip_prefix(&trainer.identity(files)[..]).ok_or(CheckpointError::OtherSettings)?;
        trainer.read(rest).ok_or(CheckpointError::Damaged)?;
        Ok(trainer)
    }

    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        let (steps, bytes) = bytes.split_first_chunk::<4>()?;
        self.averages.steps = u32::from_le_bytes(*steps);
        let (epochs, mut bytes) = bytes.split_first_chunk::<4>()?;
        for number in 1..=u32::from_le_bytes(*epochs) {
            let (training, rest) = bytes.split_first_chunk::<8>()?;
            let (validation, rest) = rest.split_first_chunk::<8>()?;
            bytes = rest;
            let training = f64::from_le_bytes(*training);
            self.epochs.push(Epoch { number, training, validation: f64::from_le_bytes(*validation) });
        }
        if bytes.len() != 3 * 4 * NUMBERS {
            return None;
        }
        let mut numbers =
            bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        for place in [&mut self.model.0, &mut self.averages.first, &mut self.averages.second] {
            for (number, read) in place.iter_mut().zip(&mut numbers) {
                *number = read;
            }
        }
        Some(())
    }
}

fn input(samples: &Samples, sample: &Sample) -> Input {
    (samples.inputs(sample), sample.target)
}

/// Works on every item, on this number of threads.
fn in_parallel<T: Send>(items: &mut [T], threads: usize, work: impl Fn(&mut T) + Sync) {
    let size = items.len().div_ceil(threads.max(1)).max(1);
    let work = &work;
    platform::scope(|scope| {
        let mut parts = items.chunks_mut(size);
        let first = parts.next();
        for part in parts {
            scope.spawn(move || part.iter_mut().for_each(work));
        }
        if let Some(part) = first {
            part.iter_mut().for_each(work);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen;
    use crate::starts::Mix;
    use laplace_solvers::Control;
    use laplace_solvers::blobwar::{Evaluation, Settings as EngineSettings};
    use std::path::PathBuf;

    fn file(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("laplace-trainer-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }

    fn samples() -> Samples {
        let path = file("games");
        let settings = datagen::Settings { nodes: 60, seed: 1, mix: Mix::default(), network: 0 };
        let engine = EngineSettings { evaluation: Evaluation::counts(), ..EngineSettings::default() };
        datagen::run(&path, &settings, &engine, 20 * 64, 2, &Control::default()).unwrap();
        let mut samples = Samples::default();
        samples.add_file(&path, 0.5).unwrap();
        samples
    }

    #[test]
    fn training_lowers_the_loss_the_same_with_any_number_of_threads_and_after_an_interruption() {
        let samples = samples();
        assert!(samples.validation.len() * 10 < samples.training.len());
        let settings = Settings { epochs: 3, batch: 1_024, ..Settings::default() };
        let mut whole = Trainer::new(settings);
        let untrained = whole.validate(&samples, 1);
        while !whole.is_finished() {
            whole.epoch(&samples, 1, &mut |_| true).unwrap();
        }
        assert!(whole.epochs()[2].validation < 0.97 * untrained, "{untrained} {:?}", whole.epochs());
        assert!(whole.epochs()[2].training < whole.epochs()[0].training);

        let path = file("checkpoint");
        let mut resumed = Trainer::new(settings);
        resumed.epoch(&samples, 2, &mut |_| true).unwrap();
        std::fs::write(&path, resumed.checkpoint(7)).unwrap();
        assert_eq!(resumed.epoch(&samples, 2, &mut |seen| seen < 3_000), None);
        let mut resumed = Trainer::resume(settings, 7, &path).unwrap();
        while !resumed.is_finished() {
            resumed.epoch(&samples, 3, &mut |_| true).unwrap();
        }
        assert_eq!(resumed.model(), whole.model());

        let other = Settings { seed: 2, ..settings };
        assert!(matches!(Trainer::resume(other, 7, &path), Err(CheckpointError::OtherSettings)));
        assert!(matches!(Trainer::resume(settings, 8, &path), Err(CheckpointError::OtherSettings)));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[1_000] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(matches!(Trainer::resume(settings, 7, &path), Err(CheckpointError::Damaged)));
    }
}
