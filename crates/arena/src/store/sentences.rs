//! Judgings of versions that stored an English sentence instead of a [`Finding`], read once when such a database is
//! opened or such a backup is restored.
//!
//! The sentences are those of version 0.1, which will not change, so this reader will not either. A sentence is only
//! replaced by a finding that has the same English text; any other is kept as it is ([`Finding::Sentence`]), so nothing
//! is lost.

use laplace_games::text::Expected;
use sqlx::Row;

use super::connections::Transaction;
use super::submissions::stored;
use crate::error::Result;
use crate::i18n::{Language, Localized};
use crate::judging::{
    AnswerLine, DemonEnd, Finding, InputFault, Misfit, MoveFault, Outcome, Quote, Syntax, WellEnd,
};

/// Rows that are read at once.
const BATCH: i64 = 500;

/// Replaces the sentences in a column of the table of judgings. A row that has a finding begins with a brace, which no
/// sentence does, so it can be repeated after an interruption.
pub(super) async fn convert(transaction: &mut Transaction, column: &str) -> Result<()> {
    let batch = format!(
        "SELECT id, outcome, {column} AS sentence FROM judgings \
         WHERE id > $1 AND {column} NOT LIKE '{{%' ORDER BY id LIMIT $2"
    );
    let update = format!("UPDATE judgings SET {column} = $2 WHERE id = $1");
    let mut after = 0_i64;
    loop {
        let rows = sqlx::query(&batch).bind(after).bind(BATCH).fetch_all(&mut *transaction).await?;
        for row in &rows {
            after = row.try_get("id")?;
            let outcome: String = row.try_get("outcome")?;
            let sentence: String = row.try_get("sentence")?;
            let finding = read(Outcome::by_name(&outcome), &sentence);
            sqlx::query(&update).bind(after).bind(stored(&finding)?).execute(&mut *transaction).await?;
        }
        if rows.is_empty() {
            return Ok(());
        }
    }
}

/// The finding of a sentence.
fn read(outcome: Option<Outcome>, sentence: &str) -> Finding {
    let found = finding(outcome, sentence);
    let same = |finding: &Finding| finding.text(Language::English).to_string() == sentence;
    found.filter(same).unwrap_or_else(|| Finding::Sentence {
        line: numbered("line ", sentence).map(|(line, _)| line),
        text: sentence.to_owned(),
    })
}

fn finding(outcome: Option<Outcome>, sentence: &str) -> Option<Finding> {
    match sentence {
        "" => return Some(Finding::Correct),
        "unknown question" => return Some(Finding::UnknownQuestion),
        _ => {}
    }
    if let Some(fault) = sentence.strip_prefix("the input cannot be read: ") {
        return Some(Finding::UnreadableInput { fault: input_fault(fault)? });
    }
    let Some((line, rest)) = numbered("line ", sentence) else {
        return Some(Finding::WellGame { end: well_end(sentence)? });
    };
    if let Some(end) = rest.strip_prefix("no legal move: ") {
        return Some(Finding::NoLegalMove { line, end: demon_end(end)? });
    }
    match outcome? {
        Outcome::Played => Some(Finding::DemonGame { line, end: demon_end(rest)? }),
        Outcome::Right | Outcome::Wrong => {
            let (found, expected) = rest.strip_prefix("found ")?.rsplit_once(", expected ")?;
            Some(Finding::Difference { line, found: quote(found)?, expected: quote(expected)? })
        }
    }
}

/// The number after a word, and what follows the colon after it.
fn numbered<'a>(word: &str, text: &'a str) -> Option<(usize, &'a str)> {
    let (number, rest) = text.strip_prefix(word)?.split_once(": ")?;
    Some((number.parse().ok()?, rest))
}

fn quote(text: &str) -> Option<Quote> {
    if text == "the end of the file" {
        return Some(Quote::End);
    }
    Some(Quote::Text(text.strip_prefix('`')?.strip_suffix('`')?.to_owned()))
}

fn found_expected(text: &str) -> Option<(Quote, Expected)> {
    let text = text.strip_prefix("found ")?;
    let is_end = |expected: &&Expected| text.ends_with(&format!(", expected {expected}"));
    let expected = Expected::ALL.iter().find(is_end)?;
    let found = text.strip_suffix(&format!(", expected {expected}"))?;
    Some((quote(found)?, *expected))
}

fn syntax(text: &str) -> Option<Syntax> {
    let (line, rest) = numbered("line ", text)?;
    let (found, expected) = found_expected(rest)?;
    Some(Syntax { line, found, expected })
}

/// The numbers of a text between fixed words; `None` if the words are others.
fn numbers<const N: usize>(words: [&str; N], text: &str) -> Option<[i64; N]> {
    let mut rest = text;
    let mut numbers = [0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        rest = rest.strip_prefix(word)?;
        let is_part =
            |(place, letter): &(usize, char)| letter.is_ascii_digit() || (*place == 0 && *letter == '-');
        let end = rest.char_indices().find(|one| !is_part(one)).map_or(rest.len(), |(place, _)| place);
        let (digits, after) = rest.split_at_checked(end)?;
        *number = digits.parse().ok()?;
        rest = after;
    }
    Some(numbers)
}

fn misfit(text: &str) -> Option<Misfit> {
    let [piece, rotation, column] = numbers(["piece ", " turned ", " times does not fit at column "], text)?;
    Some(Misfit { piece: piece.try_into().ok()?, rotation, column })
}

fn demon_end(text: &str) -> Option<DemonEnd> {
    if text == "no more moves" {
        return Some(DemonEnd::NoMoreMoves);
    }
    if text.starts_with("stopped after the 10000th line") {
        return Some(DemonEnd::LineLimit);
    }
    if let Some([row]) = numbers(["a block stands on line "], text) {
        return Some(DemonEnd::TopLines { row: row.try_into().ok()? });
    }
    if let Some([expected, found]) = numbers(["the piece is ", ", found "], text) {
        return Some(DemonEnd::WrongPiece { found, expected: expected.try_into().ok()? });
    }
    if let Some(misfit) = misfit(text) {
        return Some(DemonEnd::CannotDrop(misfit));
    }
    if let Some((found, expected)) = found_expected(text) {
        return Some(DemonEnd::Malformed { found, expected });
    }
    let [moves] = numbers([""], text)?;
    Some(DemonEnd::MoveLimit { moves: moves.try_into().ok()? })
}

fn well_end(text: &str) -> Option<WellEnd> {
    if text == "every figure was placed" {
        return Some(WellEnd::AllPlaced);
    }
    if let Some([figure]) = numbers(["the answer ends before figure "], text) {
        return Some(WellEnd::NoMoreMoves { figure: figure.try_into().ok()? });
    }
    let (figure, rest) = numbered("figure ", text)?;
    if let Some(syntax) = syntax(rest) {
        return Some(WellEnd::Malformed { figure, syntax });
    }
    if let Some([shape, rotation, column]) = numbers(["kind ", ", rotation ", ", column "], rest) {
        let fault = match rest.ends_with(": the rotation should be 0 to 3") {
            true => MoveFault::NoSuchRotation,
            false => MoveFault::OutsideRight,
        };
        let line = numbers(["kind ", ", rotation ", ", column ", ", line "], rest);
        let line = AnswerLine(line.and_then(|[.., line]| line.try_into().ok()));
        let [rotation, column] = [rotation, column].map(|number| u32::try_from(number).ok());
        let shape = shape.try_into().ok()?;
        return Some(WellEnd::InvalidMove {
            figure,
            shape,
            rotation: rotation?,
            column: column?,
            line,
            fault,
        });
    }
    if let Some([rotation]) = numbers(["rotation "], rest) {
        return Some(WellEnd::NoSuchRotation { figure, rotation: rotation.try_into().ok()? });
    }
    match rest {
        "outside the well on the right" => Some(WellEnd::OutsideRight { figure }),
        _ => Some(WellEnd::StickingOut { figure }),
    }
}

fn input_fault(text: &str) -> Option<InputFault> {
    if let Some(syntax) = syntax(text) {
        return Some(InputFault::Syntax(syntax));
    }
    let (line, rest) = numbered("line ", text)?;
    Some(InputFault::CannotDrop { line, misfit: misfit(rest)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(finding: &Finding) -> String {
        finding.text(Language::English).to_string()
    }

    /// A finding of every kind, with values that look like parts of sentences.
    fn findings() -> Vec<(Outcome, Finding)> {
        let quotes = || {
            ["x", "1 8 9 0", "`", "", ", expected `7`", "line 3: found `x`", "the end of the file"]
                .map(|text| Quote::Text(text.into()))
                .into_iter()
                .chain([Quote::End])
        };
        let misfit = Misfit { piece: 7, rotation: -1, column: i64::MAX };
        let mut ends = vec![
            DemonEnd::NoMoreMoves,
            DemonEnd::MoveLimit { moves: 9_999 },
            DemonEnd::TopLines { row: 3 },
            DemonEnd::WrongPiece { found: i64::MIN, expected: 5 },
            DemonEnd::CannotDrop(misfit),
            DemonEnd::LineLimit,
        ];
        ends.extend(quotes().map(|found| DemonEnd::Malformed { found, expected: Expected::Move }));
        let mut all = vec![(Outcome::Right, Finding::Correct), (Outcome::Wrong, Finding::UnknownQuestion)];
        for end in ends {
            all.push((Outcome::Wrong, Finding::NoLegalMove { line: 2, end: end.clone() }));
            all.push((Outcome::Played, Finding::DemonGame { line: 10_000, end }));
        }
        for found in quotes() {
            for expected in [Quote::Text("....11111111".into()), Quote::Text("231".into()), Quote::End] {
                all.push((Outcome::Wrong, Finding::Difference { line: 1, found: found.clone(), expected }));
            }
            for expected in Expected::ALL {
                let syntax = Syntax { line: 4, found: found.clone(), expected: *expected };
                let end = WellEnd::Malformed { figure: 12, syntax: syntax.clone() };
                all.push((Outcome::Played, Finding::WellGame { end }));
                all.push((Outcome::Wrong, Finding::UnreadableInput { fault: InputFault::Syntax(syntax) }));
            }
        }
        let fault = InputFault::CannotDrop { line: 6, misfit };
        all.push((Outcome::Wrong, Finding::UnreadableInput { fault }));
        let mut ends = vec![
            WellEnd::AllPlaced,
            WellEnd::StickingOut { figure: 3 },
            WellEnd::NoMoreMoves { figure: 74 },
            WellEnd::OutsideRight { figure: 1 },
            WellEnd::NoSuchRotation { figure: 1, rotation: 4 },
        ];
        for line in [None, Some(1)].map(AnswerLine) {
            for fault in [MoveFault::OutsideRight, MoveFault::NoSuchRotation] {
                ends.push(WellEnd::InvalidMove { figure: 3, shape: 4, rotation: 0, column: 9, line, fault });
            }
        }
        all.extend(ends.into_iter().map(|end| (Outcome::Played, Finding::WellGame { end })));
        all
    }

    #[test]
    fn every_sentence_becomes_the_finding_that_it_was_written_from() {
        for (outcome, finding) in findings() {
            assert_eq!(read(Some(outcome), &english(&finding)), finding, "{}", english(&finding));
        }
    }

    #[test]
    fn every_finding_is_stored_and_read_again() {
        for (_, finding) in findings() {
            let text = stored(&finding).unwrap();
            assert!(text.starts_with('{'), "{text}");
            assert_eq!(serde_json::from_str::<Finding>(&text).unwrap(), finding, "{text}");
        }
    }

    #[test]
    fn an_unknown_sentence_is_kept_with_its_line() {
        for (sentence, line) in [("line 7: something else", Some(7)), ("something", None)] {
            let kept = Finding::Sentence { line, text: sentence.into() };
            assert_eq!(read(Some(Outcome::Wrong), sentence), kept);
            assert_eq!(english(&kept), sentence);
        }
    }
}
