//! Comma-separated values, as spreadsheets write and read them (RFC 4180).
//!
//! A cell that a spreadsheet would take for a formula gets a quote in front: names of teams are chosen by anybody and
//! opened by organisers.

use csv::{ReaderBuilder, StringRecord, Terminator, WriterBuilder};

use crate::i18n::Message;

/// A row as a line, safe to open in a spreadsheet.
pub fn line<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    exact(cells.into_iter().map(|text| guarded(text.as_ref())))
}

/// A row as a line, every cell unchanged: for passwords, which are typed again letter by letter.
pub fn exact<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let row: StringRecord = cells.into_iter().collect();
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    // Writing to memory does not fail, and what was text stays text.
    _ = writer.write_record(&row);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A text that a spreadsheet does not take for a formula.
pub fn guarded(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

/// Rows of cells, each with the number of the line that it begins in.
pub type Rows = Vec<(usize, Vec<String>)>;

/// Reads rows of cells; empty lines are passed over. The cells of all rows are separated by commas, semicolons or tabs,
/// whichever the first row that has any of them has most of, outside quotes.
pub fn read(text: &str) -> Result<Rows, Message> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(text))
        .from_reader(text.as_bytes());
    let mut rows = Rows::new();
    // Text in memory with rows of any length can always be read.
    for record in reader.records().map_while(Result::ok) {
        let Some(position) = record.position() else { continue };
        // The position is that of the empty lines before the row.
        let rest =
            usize::try_from(position.byte()).ok().and_then(|byte| text.get(byte..)).unwrap_or_default();
        let empty = rest.chars().take_while(|char| matches!(char, '\r' | '\n')).filter(|char| *char == '\n');
        let line = usize::try_from(position.line()).unwrap_or(usize::MAX).saturating_add(empty.count());
        rows.push((line, record.iter().map(str::to_owned).collect()));
    }
    match rows.last() {
        // A quote that is not closed makes everything after it one cell.
        Some((line, _)) if !text.matches('"').count().is_multiple_of(2) => {
            Err(Message::QuoteNotClosed { line: *line })
        }
        _ => Ok(rows),
    }
}

/// What separates the cells of a text.
fn separator(text: &str) -> u8 {
    let mut is_quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    for byte in text.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted && counts.iter().any(|(_, count)| *count > 0) => break,
            byte if !is_quoted => {
                counts
                    .iter_mut()
                    .filter(|(separator, _)| *separator == byte)
                    .for_each(|(_, count)| *count += 1);
            }
            _ => {}
        }
    }
    // Of equal counts the last of the reversed order, which is the comma.
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(separator, _)| separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_quoted_and_numbers_are_not() {
        let cells = ["=1+1", "+a", "-2.5", "-x", "@b", "a,\"b\"", "é"];
        assert_eq!(line(cells), "'=1+1,'+a,-2.5,'-x,'@b,\"a,\"\"b\"\"\",é\r\n");
        assert_eq!(exact(["-x", "a,b"]), "-x,\"a,b\"\r\n");
        assert_eq!(line(["=\"a\",b"]), "\"'=\"\"a\"\",b\"\r\n");
    }

    #[test]
    fn written_rows_are_read_again() {
        let rows = [vec!["a", "", "b\"c"], vec!["d,e", "f\ng", "h"]];
        let text: String = rows.iter().map(line).collect();
        let read_again = read(&text).unwrap();
        assert!(read_again.iter().map(|(_, row)| row).eq(&rows), "{read_again:?}");
        let lines: Vec<usize> = read("a\n\n\"b\nc\"\nd").unwrap().into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 3, 5]);
        let lines: Vec<usize> =
            read("\r\na\r\n\r\n\r\nb\r\n").unwrap().into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [2, 5]);
        assert_eq!(read("a\nb,\"c\n\nd\n"), Err(Message::QuoteNotClosed { line: 2 }));
        assert_eq!(read(""), Ok(Vec::new()));
    }

    #[test]
    fn cells_are_separated_by_what_the_first_row_has_most_of() {
        for (text, expected) in [
            ("a,b;c,d", vec!["a", "b;c", "d"]),
            (
                "Ada;ada;;Lycée Hoche, Versailles;beginners",
                vec!["Ada", "ada", "", "Lycée Hoche, Versailles", "beginners"],
            ),
            (
                "Ada;ada;;;;\"Ada, Grace, Mary, Ann, Eve, Sue, Kay\"",
                vec!["Ada", "ada", "", "", "", "Ada, Grace, Mary, Ann, Eve, Sue, Kay"],
            ),
            ("\na\tb", vec!["a", "b"]),
            ("Ada Lovelace\nBlaise;b, c", vec!["Ada Lovelace"]),
            ("a \"b\" c", vec!["a \"b\" c"]),
        ] {
            assert_eq!(read(text).unwrap().first().unwrap().1, expected);
        }
        assert_eq!(
            read("Ada Lovelace\nBlaise Pascal;blaise").unwrap().last().unwrap().1,
            ["Blaise Pascal", "blaise"]
        );
    }
}
