//! Reads lines of any bytes and of bounded length: what is beyond the bound is thrown away, not kept.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is kept, in bytes: a FEN and more moves than any game has.
const MAX_LINE: usize = 1 << 16;

/// Reads the lines of an input.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    line: Vec<u8>,
}

impl<R: BufRead> LineReader<R> {
    /// A reader of this input.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new() }
    }

    /// The next line without its newline; `None` after the last.
    pub fn read(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let mut has_begun = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(has_begun.then_some(&self.line));
            }
            has_begun = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            let left = MAX_LINE - self.line.len();
            self.line.extend(chunk.iter().take(taken.min(left)));
            self.input.consume(taken + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(Some(&self.line));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test that panics fails")]
mod tests {
    use super::*;

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_read() {
        let mut text = vec![b'x'; 3 * MAX_LINE];
        text.extend(b"\nuai\r\nlast");
        let mut lines = LineReader::new(&text[..]);
        assert_eq!(lines.read().ok().flatten().map(<[u8]>::len), Some(MAX_LINE));
        assert_eq!(lines.read().ok().flatten(), Some(&b"uai\r"[..]));
        assert_eq!(lines.read().ok().flatten(), Some(&b"last"[..]));
        assert_eq!(lines.read().ok().flatten(), None);
    }
}
