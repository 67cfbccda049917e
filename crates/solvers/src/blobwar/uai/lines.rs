//! Lines of any bytes, each at most so long: the end of an endless line is thrown away, not kept.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is kept, in bytes: a FEN and more moves than any game has.
const LONGEST: usize = 1 << 16;

/// The lines of an input.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new() }
    }

    /// The next line without its end; `None` after the last.
    pub fn read(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let mut begun = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(begun.then_some(&self.line));
            }
            begun = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            let room = LONGEST - self.line.len();
            self.line.extend(chunk.iter().take(taken.min(room)));
            self.input.consume(taken + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(Some(&self.line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_read() {
        let mut text = vec![b'x'; 3 * LONGEST];
        text.extend(b"\nuai\r\nlast");
        let mut lines = Lines::new(&text[..]);
        assert_eq!(lines.read().ok().flatten().map(<[u8]>::len), Some(LONGEST));
        assert_eq!(lines.read().ok().flatten(), Some(&b"uai\r"[..]));
        assert_eq!(lines.read().ok().flatten(), Some(&b"last"[..]));
        assert_eq!(lines.read().ok().flatten(), None);
    }
}
