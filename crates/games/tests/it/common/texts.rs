//! The driver of `accepted.txt` and `refused.txt`, which every game has.
//!
//! After a head and a blank line come pairs of lines: the kind of text and the text between backquotes, then
//! the result: the same text as this project writes it, again between backquotes, or the error. In a
//! text, `\n`, `\r` and `\t` are the usual escapes, and `\x` with two hexadecimal digits is any byte.

/// Reads a text of a kind and writes it again, or returns the error.
pub(crate) type Rewrite = fn(kind: &str, text: &[u8]) -> Result<String, String>;

/// Checks a game's reader against a file of at least `min_cases` texts that must be accepted.
pub(crate) fn check_accepted(file: &str, min_cases: usize, rewrite: Rewrite) {
    check(file, min_cases, rewrite, |outcome| {
        Ok(String::from_utf8(unquoted(outcome)).expect("what is written is text"))
    });
}

/// Checks a game's reader against a file of at least `min_cases` texts that must be refused, and their
/// errors.
pub(crate) fn check_refused(file: &str, min_cases: usize, rewrite: Rewrite) {
    check(file, min_cases, rewrite, |outcome| Err(outcome.to_owned()));
}

/// Reports all cases that fail, not only the first.
fn check(file: &str, min_cases: usize, rewrite: Rewrite, expected: fn(&str) -> Result<String, String>) {
    let mut wrong = String::new();
    for Case { kind, quoted, outcome } in cases(file, min_cases) {
        let found = rewrite(kind, &unquoted(quoted));
        let expected = expected(outcome);
        if found != expected {
            wrong += &format!("{kind}: {quoted}\n    found {found:?}\n expected {expected:?}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

struct Case<'a> {
    kind: &'a str,
    quoted: &'a str,
    outcome: &'a str,
}

impl<'a> Case<'a> {
    fn new(line: &'a str, outcome: &'a str) -> Self {
        let (kind, quoted) = line.split_once(": ").unwrap_or_else(|| panic!("no kind in {line:?}"));
        Self { kind, quoted, outcome }
    }
}

fn cases(file: &str, min_cases: usize) -> Vec<Case<'_>> {
    let (_, body) = file.split_once("\n\n").expect("a head");
    let lines: Vec<&str> = body.lines().collect();
    let (pairs, rest) = lines.as_chunks::<2>();
    assert!(rest.is_empty(), "an odd number of lines");
    assert!(pairs.len() >= min_cases, "only {} cases", pairs.len());
    pairs.iter().map(|&[line, outcome]| Case::new(line, outcome)).collect()
}

fn unquoted(quoted: &str) -> Vec<u8> {
    let text = quoted.strip_prefix('`').and_then(|text| text.strip_suffix('`')).expect("backquotes");
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'\\' { escaped(&mut rest) } else { byte });
    }
    bytes
}

/// The byte after a backslash.
fn escaped(rest: &mut impl Iterator<Item = u8>) -> u8 {
    let digit = |byte: Option<u8>| char::from(byte.unwrap()).to_digit(16).expect("a hexadecimal digit") as u8;
    match rest.next() {
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(b'x') => digit(rest.next()) * 16 + digit(rest.next()),
        other => panic!("no escape: {other:?}"),
    }
}
