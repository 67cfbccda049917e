//! The native half of the Python package `laplace`.
//!
//! Everything a user calls has its Python face in `python/laplace`, with documentation and types; this module only converts
//! values. Nothing here decides a rule: the games, the judge, the solvers and the matches are those of the workspace.
//!
//! | file | what |
//! |---|---|
//! | `errors` | the package's exceptions, with line, found and expected |
//! | `interruptible` | long calls: the GIL is released, Ctrl-C ends them, progress is reported |
//! | `td` | the exercise sheet |
//! | `demon`, `well`, `blobwar` | games under way, judge, solvers, matches; boards as numpy arrays |
//! | `envs` | environments, one or many at a time |
//! | `training` | blocks of training games |

mod blobwar;
mod demon;
mod envs;
mod errors;
mod interruptible;
mod td;
mod training;
mod well;

use pyo3::prelude::*;

/// The native half of `laplace`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    td::register(module)?;
    demon::register(module)?;
    well::register(module)?;
    blobwar::register(module)?;
    envs::register(module)?;
    training::register(module)
}
