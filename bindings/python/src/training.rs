//! Training games of Blobwar, block by block, for a driver that has them made on many machines.

use std::sync::{Arc, Mutex, PoisonError};

use laplace_solvers::blobwar::network::Network;
use laplace_solvers::blobwar::{Engine, Evaluation, Settings as EngineSettings};
use laplace_training::datagen::{self, BLOCK_GAMES, Settings};
use laplace_training::file;
use laplace_training::starts::{Mix, MixError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{input_error, refused};

/// What makes blocks of training games: the settings and a block's number determine its games.
#[pyclass(module = "laplace._native", frozen)]
struct TrainingGames {
    settings: Settings,
    engine: Mutex<Engine>,
}

#[pymethods]
impl TrainingGames {
    #[new]
    #[pyo3(signature = (nodes, seed, mix, network, counts))]
    fn new(nodes: u64, seed: u64, mix: &str, network: Option<&[u8]>, counts: bool) -> PyResult<Self> {
        let shares: Mix = mix.parse().map_err(|error: MixError| {
            let expected = error.to_string();
            input_error(None, mix, expected.strip_prefix("expected ").unwrap_or(&expected))
        })?;
        let evaluation = match network {
            Some(bytes) => {
                let read = Network::from_bytes(bytes);
                Evaluation::Network(Arc::new(
                    read.map_err(|error| refused(error, "another file", "a network of `blobwar train`"))?,
                ))
            }
            None if counts => Evaluation::counts(),
            None => Evaluation::default(),
        };
        let settings = Settings { nodes, seed, mix: shares, network: evaluation.checksum() };
        let engine = datagen::engine(EngineSettings { evaluation, ..EngineSettings::default() });
        Ok(Self { settings, engine: Mutex::new(engine) })
    }

    /// The games of a block, unless an opening could not be drawn.
    #[classattr]
    const BLOCK_GAMES: u64 = BLOCK_GAMES;

    /// The checksum of the network; 0 for counts.
    #[getter]
    fn network(&self) -> u32 {
        self.settings.network
    }

    /// The bytes of a file before its first block.
    fn head<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &file::head(&self.settings))
    }

    /// The bytes of a block, the number of its games and of its positions.
    fn block<'py>(&self, py: Python<'py>, number: u64) -> (Bound<'py, PyBytes>, usize, u64) {
        let made = py.detach(|| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            datagen::block(&self.settings, &mut engine, number)
        });
        (PyBytes::new(py, &made.to_bytes()), made.games.len(), made.positions())
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<TrainingGames>()
}
