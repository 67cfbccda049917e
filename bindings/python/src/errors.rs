//! The package's exceptions: the classes of `laplace.errors`, which carry where, what was found and what was expected.

use laplace_games::ValueError;
use laplace_games::blobwar::format::{PositionError, TextError};
use laplace_games::demon::questions::Refused;
use laplace_games::text::{Found, SyntaxError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static INPUT_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static ILLEGAL_MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

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

/// An `InputError` that has a message of its own: what it says of the found and the expected, or otherwise these.
pub(crate) fn refused(error: impl ToString, found: &str, expected: &str) -> PyErr {
    let message = error.to_string();
    let parts = message.split_once("found ").and_then(|(_, parts)| parts.rsplit_once(", expected "));
    let (found, expected) = parts.unwrap_or((found, expected));
    // Messages quote texts.
    let found = found.strip_prefix('`').and_then(|found| found.strip_suffix('`')).unwrap_or(found);
    raise(&INPUT_ERROR, "InputError", &message, None, Some(found), Some(expected))
}

/// An `IllegalMove`.
pub(crate) fn illegal_move(found: impl ToString, reason: impl ToString) -> PyErr {
    let expected = Some("a move of legal_moves()");
    raise(&ILLEGAL_MOVE, "IllegalMove", &reason.to_string(), None, Some(&found.to_string()), expected)
}

/// What an error quotes, without the quotation marks of its message.
pub(crate) fn quoted(found: &Found) -> String {
    match found {
        Found::Text(text) => text.clone(),
        Found::End => found.to_string(),
    }
}

/// A fault in the syntax of a text.
pub(crate) fn syntax_error(error: &SyntaxError) -> PyErr {
    parts(error, Some(error.line), &error.found, &error.expected.to_string())
}

/// An input of the demon that has no answer.
pub(crate) fn refused_input(error: &Refused) -> PyErr {
    match error {
        Refused::Syntax(error) => syntax_error(error),
        Refused::CannotDrop { line, why } => {
            let expected = Some("a piece that fits on line 0");
            raise(
                &INPUT_ERROR,
                "InputError",
                &error.to_string(),
                Some(*line),
                Some(&why.to_string()),
                expected,
            )
        }
        _ => refused(error, "an input without an answer", "an input of the question"),
    }
}

/// An `InputError` whose message is that of an error with these parts.
fn parts(error: impl ToString, line: Option<usize>, found: &Found, expected: &str) -> PyErr {
    let found = quoted(found);
    raise(&INPUT_ERROR, "InputError", &error.to_string(), line, Some(&found), Some(expected))
}

/// A text that names no value.
pub(crate) fn value_error(error: &ValueError) -> PyErr {
    parts(error, None, &error.found, error.expected)
}

/// A short text, such as a move, that does not follow its format.
pub(crate) fn text_error(error: &TextError) -> PyErr {
    parts(error, None, &error.found, error.expected)
}

/// A text that is not a position. An error that does not say what was expected leaves any position.
pub(crate) fn position_error(text: &[u8], error: &PositionError) -> PyErr {
    const EXPECTED: &str =
        "startpos, a FEN, plateau (64 values), pions (two integers) or a state of the course's project";
    refused(error, &quoted(&Found::text(text)), EXPECTED)
}
