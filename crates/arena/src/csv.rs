//! Comma-separated values, as spreadsheets write and read them (RFC 4180).
//!
//! A cell that a spreadsheet would take for a formula gets a quote in front: names of teams are chosen by anybody and
//! opened by organisers.

use crate::i18n::Message;

/// A row as a line, safe to open in a spreadsheet.
pub fn line<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    exact(cells.into_iter().map(|text| guarded(text.as_ref())))
}

/// A row as a line, every cell unchanged: for passwords, which are typed again letter by letter.
pub fn exact<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|text| cell(text.as_ref())).collect();
    cells.join(",") + "\r\n"
}

/// A text that a spreadsheet does not take for a formula.
pub fn guarded(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

fn cell(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Rows of cells, each with the number of the line that it begins in.
pub type Rows = Vec<(usize, Vec<String>)>;

/// Reads rows of cells.
pub fn read(text: &str) -> Result<Rows, Message> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut line = 1;
    let mut row_line = 1;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        line += usize::from(letter == '\n');
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted || cell.is_empty() => quoted = !quoted,
            '"' => return Err(Message::QuoteInCell { line }),
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted && letters.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push((row_line, std::mem::take(&mut row)));
                row_line = line;
            }
            letter => cell.push(letter),
        }
    }
    if quoted {
        return Err(Message::QuoteNotClosed { line });
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push((row_line, row));
    }
    Ok(rows)
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
        assert_eq!(lines, [1, 2, 3, 5]);
        assert!(read("a\"b").is_err());
        assert!(read("\"a").is_err());
    }
}
