//! What the contests' number files have in common: lines of natural numbers between blanks.
//!
//! Readers are lenient about layout and strict about content. Accepted: LF or CR LF, blank lines, blanks
//! around and between the numbers, a missing last newline, a UTF-8 byte order mark at the start. Everything
//! else that is not a natural number is refused with the line, what was found, and what was expected. Bytes
//! need not be UTF-8, nothing is copied, and a line is never read further than its first fault, so that an
//! endless line costs no more than a short one.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fmt;

/// A text that does not follow its format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: found {found}, expected {expected}")]
pub struct SyntaxError {
    /// The number of the line, counted from 1 as editors do.
    pub line: usize,
    /// What stands there.
    pub found: Found,
    /// What should stand there.
    pub expected: Expected,
}

impl SyntaxError {
    /// The error for a piece of the text itself.
    pub fn new(line: usize, found: &[u8], expected: Expected) -> Self {
        Self { line, found: Found::text(found), expected }
    }

    /// The error for a text that stops too early.
    pub fn end(line: usize, expected: Expected) -> Self {
        Self { line, found: Found::End, expected }
    }
}

/// Defines [`Expected`]: for each value its name, its identifier for programs and its text for people.
macro_rules! expected {
    ($($(#[$attribute:meta])* $name:ident: $word:literal, $text:literal;)*) => {
        /// What a reader expected; `Display` writes it for people.
        ///
        /// Not `non_exhaustive`: a program that has the texts in another language learns of a new value when it is
        /// compiled.
        ///
        /// ```
        /// use laplace_games::text::Expected;
        /// assert_eq!(Expected::Figure.to_string(), "a figure from 1 to 7");
        /// assert_eq!(Expected::by_word("figure"), Some(Expected::Figure));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Expected {
            $($(#[$attribute])* $name,)*
        }

        impl Expected {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// A fixed identifier for programs.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// The value with this identifier.
            pub fn by_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|expected| expected.word() == word)
            }
        }

        impl fmt::Display for Expected {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $text,)*
                })
            }
        }
    };
}

expected! {
    /// The end of the file.
    End: "end", "the end of the file";
    /// The demon: the number s.
    Seed: "seed", "a number from 0 to 1000000";
    /// The demon: nothing after s in a file that holds only s.
    NothingAfterSeed: "nothing-after-seed", "nothing after s";
    /// The demon: a piece.
    Piece: "piece", "a piece from 1 to 7";
    /// The demon: a line of question 2.
    Placing: "placing", "four numbers `P L C R`: a piece from 1 to 7, a line, a column, 0 to 3 turns";
    /// The demon: a line of question 3.
    Dropping: "dropping", "three numbers `P C R`: a piece from 1 to 7, a column from 0 to 11, 0 to 3 turns";
    /// The demon: a line of a move file.
    Move: "move", "three integers `P C R`: piece, column, turns";
    /// The demon: a line of a board.
    Row: "row", "a line of 12 cells, each `.` or a piece from 1 to 7";
    /// The demon: the score under a board.
    Score: "score", "the score";
    /// The well: N, the first number of an input.
    FigureCount: "figure-count", "the number of figures, at most 999999999";
    /// The well: a figure.
    Figure: "figure", "a figure from 1 to 7";
    /// The well: another one of the N figures.
    MoreFigures: "more-figures", "as many figures as the first number says";
    /// The well: the end after N figures.
    NoMoreFigures: "no-more-figures", "no more figures than the first number says";
    /// The well: the first number of a move.
    Rotation: "rotation", "a rotation, or the end of the file";
    /// The well: the second number of a move.
    Column: "column", "a column after the rotation";
}

/// What an error message quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Some bytes, made printable and cut to a length that fits a message.
    Text(String),
    /// The end of the text.
    End,
}

impl Found {
    /// The maximum length of a quotation, in characters.
    const MAX_CHARACTERS: usize = 40;

    /// Quotes bytes, whatever they are.
    pub fn text(bytes: &[u8]) -> Self {
        // A character takes at most four bytes: no need to decode a hundred megabytes to show forty.
        let head = bytes.get(..Self::MAX_CHARACTERS * 4).unwrap_or(bytes);
        let decoded = String::from_utf8_lossy(head);
        let mut shown: String =
            decoded.chars().take(Self::MAX_CHARACTERS).flat_map(char::escape_debug).collect();
        if decoded.chars().count() > Self::MAX_CHARACTERS || head.len() < bytes.len() {
            shown.push('…');
        }
        Self::Text(shown)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "`{text}`"),
            Self::End => f.write_str("the end of the file"),
        }
    }
}

/// The lines that hold something: their numbers, and their bytes without the blanks around them.
///
/// ```
/// use laplace_games::text::lines;
/// let found: Vec<_> = lines(b"\xef\xbb\xbf31\r\n\n  1 8 2").collect();
/// assert_eq!(found, [(1, &b"31"[..]), (3, &b"1 8 2"[..])]);
/// ```
pub fn lines(text: &[u8]) -> Lines<'_> {
    Lines { rest: without_mark(text), line: 0 }
}

/// See [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    rest: &'a [u8],
    line: usize,
}

impl Lines<'_> {
    /// The number of the last line returned or, at the end, of the last blank line skipped.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.rest.is_empty() {
            self.line += 1;
            let end = self.rest.iter().position(|&b| b == b'\n').unwrap_or(self.rest.len());
            let (line, rest) = self.rest.split_at(end);
            self.rest = rest.get(1..).unwrap_or_default();
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Some((self.line, line));
            }
        }
        None
    }
}

/// The words of a text between white space, each with the number of its line.
pub fn words(text: &[u8]) -> Words<'_> {
    Words { rest: without_mark(text), line: 1 }
}

/// See [`words`].
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rest: &'a [u8],
    line: usize,
}

impl Words<'_> {
    /// The number of the line that the reader has reached.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((first, rest)) = self.rest.split_first() {
            if !first.is_ascii_whitespace() {
                let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                return Some((self.line, word));
            }
            self.line += usize::from(*first == b'\n');
            self.rest = rest;
        }
        None
    }
}

/// The maximum number that is read: enough for every format, and small sums of it fit a `u32`.
pub const MAX_NATURAL: u32 = 999_999_999;
/// The number of digits of [`MAX_NATURAL`].
const MAX_DIGITS: usize = 9;

/// Reads one natural number of at most nine digits; `None` for anything else.
///
/// ```
/// use laplace_games::text::natural;
/// assert_eq!(natural(b"042"), Some(42));
/// assert_eq!(natural(b"-1"), None);
/// ```
pub fn natural(word: &[u8]) -> Option<u32> {
    if word.is_empty() || word.len() > MAX_DIGITS {
        return None;
    }
    word.iter().try_fold(0, |n, b| b.is_ascii_digit().then(|| n * 10 + u32::from(b - b'0')))
}

/// Reads a line of exactly `N` natural numbers; `None` for anything else.
pub fn naturals<const N: usize>(line: &[u8]) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    let mut rest = line;
    for number in &mut numbers {
        (*number, rest) = first_natural(rest.trim_ascii_start())?;
    }
    rest.trim_ascii_start().is_empty().then_some(numbers)
}

/// Reads a line of exactly `N` integers, negative ones too; `None` for anything else.
///
/// An integer may have any number of digits. One that does not fit an `i64` becomes the nearest that does: the
/// callers only compare integers with small ranges.
///
/// ```
/// use laplace_games::text::integers;
/// assert_eq!(integers::<3>(b"1 -8 99999999999999999999"), Some([1, -8, i64::MAX]));
/// assert_eq!(integers::<2>(b"1 +8"), None);
/// ```
pub fn integers<const N: usize>(line: &[u8]) -> Option<[i64; N]> {
    let mut numbers = [0; N];
    let mut rest = line;
    for number in &mut numbers {
        (*number, rest) = first_integer(rest.trim_ascii_start())?;
    }
    rest.trim_ascii_start().is_empty().then_some(numbers)
}

/// Reads the integer at the start in one pass; returns it and the rest.
fn first_integer(text: &[u8]) -> Option<(i64, &[u8])> {
    let (sign, digits) = text.strip_prefix(b"-").map_or((1, text), |digits| (-1, digits));
    let mut number: i64 = 0;
    for (place, byte) in digits.iter().enumerate() {
        if byte.is_ascii_whitespace() {
            return (place > 0).then(|| (number, digits.get(place..).unwrap_or_default()));
        }
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number.saturating_mul(10).saturating_add(sign * i64::from(byte - b'0'));
    }
    (!digits.is_empty()).then_some((number, &[]))
}

/// Reads the number at the start in one pass, since files have ten thousand lines; returns it and the rest.
fn first_natural(text: &[u8]) -> Option<(u32, &[u8])> {
    let mut number = 0;
    for (place, byte) in text.iter().enumerate() {
        if byte.is_ascii_whitespace() {
            return (place > 0).then(|| (number, text.get(place..).unwrap_or_default()));
        }
        if !byte.is_ascii_digit() || place == MAX_DIGITS {
            return None;
        }
        number = number * 10 + u32::from(byte - b'0');
    }
    (!text.is_empty()).then_some((number, &[]))
}

fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_the_number_of_its_line() {
        let found: Vec<_> = words(b" 3\n\n1 2\r\n7").collect();
        assert_eq!(found, [(1, &b"3"[..]), (3, b"1"), (3, b"2"), (4, b"7")]);
    }

    #[test]
    fn a_number_is_digits_and_nothing_else() {
        for refused in ["", "-1", "+1", "1.0", "0x1", "1e3", "1000000000", "1\0", "１"] {
            assert_eq!(natural(refused.as_bytes()), None, "{refused:?}");
        }
        assert_eq!(natural(b"999999999"), Some(MAX_NATURAL));
    }

    #[test]
    fn a_line_has_exactly_n_numbers() {
        assert_eq!(naturals::<3>(b"1 8\t 2"), Some([1, 8, 2]));
        assert_eq!(naturals::<3>(b"1 8"), None);
        assert_eq!(naturals::<3>(b"1 8 2 0"), None);
        assert_eq!(naturals::<2>(b" 000000001 999999999 "), Some([1, MAX_NATURAL]));
        for refused in ["", "1", "1 ", "1 -2", "1 2x", "1, 2", "0000000001 2", "1 1000000000"] {
            assert_eq!(naturals::<2>(refused.as_bytes()), None, "{refused:?}");
        }
    }

    #[test]
    fn an_integer_may_be_negative_and_of_any_size() {
        assert_eq!(integers::<3>(b" -1\t000000000012 -0 "), Some([-1, 12, 0]));
        assert_eq!(integers::<1>(&[b'9'; 1000]), Some([i64::MAX]));
        assert_eq!(integers::<1>(&[b"-", &[b'9'; 1000][..]].concat()), Some([i64::MIN]));
        for refused in ["", "1", "1 -", "1 --2", "1 2-", "1 +2", "1 2.0", "1 2 3", "- 1 2"] {
            assert_eq!(integers::<2>(refused.as_bytes()), None, "{refused:?}");
        }
    }

    #[test]
    fn quotations_are_short_and_printable() {
        let error = SyntaxError::new(3, &[b'\0'; 1_000_000], Expected::Score);
        assert!(error.to_string().len() < 200, "{error}");
        let error = SyntaxError::end(1, Expected::Score);
        assert_eq!(error.to_string(), "line 1: found the end of the file, expected the score");
    }
}
