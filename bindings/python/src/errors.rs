//! The package's exceptions: the classes of `laplace.errors`, which carry where, what was found and what was expected.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static INPUT_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Makes an exception of a class of `laplace.errors`; if that cannot be imported, the error of the import.
fn raise(
    class: &PyOnceLock<Py<PyType>>,
    name: &str,
    message: &str,
    line: Option<usize>,
    found: Option<&str>,
    expected: Option<&str>,
) -> PyErr {
    Python::attach(|py| {
        let made = class
            .import(py, "laplace.errors", name)
            .and_then(|class| class.call1((message, line, found, expected)));
        match made {
            Ok(value) => PyErr::from_value(value),
            Err(error) => error,
        }
    })
}

/// An `InputError`: a text or a value that is not what was expected.
pub(crate) fn input_error(line: Option<usize>, found: &str, expected: &str) -> PyErr {
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    let message = format!("{place}found {found}, expected {expected}");
    raise(&INPUT_ERROR, "InputError", &message, line, Some(found), Some(expected))
}
