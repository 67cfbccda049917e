//! Where an answer first differs from the right one.
//!
//! As generous as the readers: blank lines, line ends and blanks around or between numbers do not matter,
//! and the cells of a board may have blanks between them or not.

use std::fmt;

use laplace_games::demon::COLUMNS;
use laplace_games::text::{Found, lines};

/// The first line of an answer that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the line, from 1.
    pub line: usize,
    /// What stands there.
    pub found: Found,
    /// What should stand there.
    pub expected: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expected.as_str() {
            "" => write!(f, "line {}: found {}, expected the end of the file", self.line, self.found),
            expected => write!(f, "line {}: found {}, expected `{expected}`", self.line, self.found),
        }
    }
}

/// Compares line by line; an empty `expected` in the difference stands for the end of the file.
pub(super) fn first_difference(expected: &str, answer: &[u8]) -> Option<Difference> {
    let mut found = lines(answer);
    for expected in expected.lines() {
        match found.next() {
            Some((_, line)) if same(expected, line) => {}
            Some((line, text)) => return Some(difference(line, Found::text(text), expected)),
            None => return Some(difference(found.line() + 1, Found::End, expected)),
        }
    }
    found.next().map(|(line, text)| difference(line, Found::text(text), ""))
}

fn difference(line: usize, found: Found, expected: &str) -> Difference {
    Difference { line, found, expected: expected.to_owned() }
}

fn same(expected: &str, found: &[u8]) -> bool {
    if is_board_line(expected) {
        return found.iter().filter(|mark| !mark.is_ascii_whitespace()).eq(expected.as_bytes());
    }
    let words = found.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.eq(expected.split_ascii_whitespace().map(str::as_bytes))
}

fn is_board_line(line: &str) -> bool {
    line.len() == COLUMNS && line.bytes().all(|mark| mark == b'.' || mark.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(expected: &str, answer: &str) -> Option<String> {
        first_difference(expected, answer.as_bytes()).map(|difference| difference.to_string())
    }

    #[test]
    fn blanks_do_not_matter_but_content_does() {
        let right = "1 5 5 0\n....11111111\n231\n";
        assert_eq!(differs(right, right), None);
        assert_eq!(differs(right, " 1  5 5 0\r\n\r\n. . . . 1 1 1 1 1 1 1 1\r\n231"), None);
        assert_eq!(differs(right, "1 5 50\n").unwrap(), "line 1: found `1 5 50`, expected `1 5 5 0`");
        assert_eq!(
            differs(right, "1 5 5 0\n....11111111\n2 3 1\n").unwrap(),
            "line 3: found `2 3 1`, expected `231`"
        );
    }

    #[test]
    fn an_answer_ends_where_it_should() {
        assert_eq!(differs("1\n2\n", "1\n").unwrap(), "line 2: found the end of the file, expected `2`");
        assert_eq!(differs("1\n", "1\n\n2\n").unwrap(), "line 3: found `2`, expected the end of the file");
    }
}
