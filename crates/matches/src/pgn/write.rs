//! Writes games as PGN, in the shape of the public runner cuteataxx.
//!
//! `Black` is x, the first player, and `1-0` means that x won. Beside cuteataxx's tags there are `Termination` (how the
//! game ended, in words), `TimeControl`, and `Rules` where a stuck player ends the game.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use laplace_games::blobwar::{End, Outcome, Position, Side, StuckRule, Variant};

use super::FIRST_LINE;
use crate::clock::TimeControl;
use crate::forfeit::ForfeitKind;
use crate::game::{Ending, PlayedGame};
use crate::player::Choice;

/// The tags of a game that do not follow from the game itself.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The number of the pair, from 1.
    pub pair: usize,
    /// The number of the game in its pair, 1 or 2.
    pub number: usize,
    /// The names of blue and red.
    pub names: [&'a str; 2],
    /// The time controls of blue and red.
    pub controls: [TimeControl; 2],
    /// When the game ended.
    pub date: SystemTime,
}

/// A game that is not of a match: between people, or against an engine. It may be unfinished.
#[derive(Clone, Debug)]
pub struct SingleGame<'a> {
    /// The name of the occasion.
    pub event: &'a str,
    /// The first position.
    pub start: Position,
    /// The last position.
    pub last: Position,
    /// The moves between them.
    pub moves: &'a [Choice],
    /// How it ended.
    pub conclusion: Conclusion,
    /// The names of blue and red.
    pub names: [&'a str; 2],
    /// The time control of both, if there is one.
    pub control: Option<TimeControl>,
    /// When it is written.
    pub date: SystemTime,
}

/// How a game between people ended, or that it did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// By the rules.
    Rules(End),
    /// This side resigned.
    Resigned(Side),
    /// The clock of this side ran out.
    OutOfTime(Side),
    /// The players agreed on a draw.
    Agreed,
    /// It could go on.
    Unfinished,
}

impl Conclusion {
    /// The result; `None` for a game that could go on.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Rules(end) => Some(end.outcome),
            Self::Resigned(side) | Self::OutOfTime(side) => Some(Outcome::Win(side.other())),
            Self::Agreed => Some(Outcome::Draw),
            Self::Unfinished => None,
        }
    }
}

/// The game of a match, and an empty line after it.
pub fn write(game: &PlayedGame, heading: &Heading<'_>) -> String {
    let adjudication = match &game.ending {
        Ending::Forfeit(_, forfeit) => forfeit.kind().map(ForfeitKind::adjudication),
        Ending::Rules(_) => None,
    };
    let record = Record {
        first_line: FIRST_LINE.into(),
        round: format!("{}.{}", heading.pair, heading.number),
        start: game.start,
        last: game.last,
        moves: &game.moves,
        outcome: Some(game.ending.outcome()),
        adjudication,
        termination: termination(&game.ending),
        names: heading.names,
        control: time_control(&heading.controls),
        date: heading.date,
    };
    record.write()
}

/// A game that is not of a match, and an empty line after it.
pub fn write_single(game: &SingleGame<'_>) -> String {
    let (adjudication, termination) = match game.conclusion {
        Conclusion::Rules(end) => (None, end.reason.to_string()),
        Conclusion::Resigned(side) => (None, format!("{}: resigned", side.letter())),
        Conclusion::OutOfTime(side) => {
            (Some(ForfeitKind::Time.adjudication()), format!("{}: out of time", side.letter()))
        }
        Conclusion::Agreed => (None, "draw by agreement".into()),
        Conclusion::Unfinished => (None, "unfinished".into()),
    };
    let record = Record {
        first_line: format!("[Event \"{}\"]", plain(game.event)),
        round: "-".into(),
        start: game.start,
        last: game.last,
        moves: game.moves,
        outcome: game.conclusion.outcome(),
        adjudication,
        termination,
        names: game.names,
        control: game.control.map_or_else(|| "-".into(), |control| control.to_string()),
        date: game.date,
    };
    record.write()
}

/// What is written of any game.
struct Record<'a> {
    first_line: String,
    round: String,
    start: Position,
    last: Position,
    moves: &'a [Choice],
    outcome: Option<Outcome>,
    adjudication: Option<&'static str>,
    termination: String,
    names: [&'a str; 2],
    control: String,
    date: SystemTime,
}

impl Record<'_> {
    fn write(&self) -> String {
        let mut text = self.tags();
        text.push('\n');
        let first = usize::from(self.start.turn() == Side::Red);
        if first == 1 {
            text.push_str("1... ");
        }
        for (ply, choice) in (first..).zip(self.moves) {
            if ply.is_multiple_of(2) {
                _ = write!(text, "{}. ", ply / 2 + 1);
            }
            _ = write!(text, "{} {} ", choice.played, comment(choice));
        }
        _ = write!(text, "{}\n\n", self.result());
        text
    }

    /// The result; `*` for a game that could go on.
    fn result(&self) -> &'static str {
        self.outcome.map_or("*", result)
    }

    fn tags(&self) -> String {
        let [blue, red] = self.names;
        let mut text = format!("{}\n", self.first_line);
        let mut tag = |name: &str, value: &str| _ = writeln!(text, "[{name} \"{}\"]", plain(value));
        tag("Site", "Laplace");
        let (day, time) = write_date(self.date);
        tag("Date", &day);
        tag("Time", &time);
        tag("Round", &self.round);
        tag("Black", blue);
        tag("White", red);
        tag("Result", self.result());
        tag("FEN", &self.start.to_string());
        tag("FinalFEN", &self.last.to_string());
        if let Some(adjudication) = self.adjudication {
            tag("Adjudicated", adjudication);
        }
        if let Some(Outcome::Win(side)) = self.outcome {
            let (winner, loser) = if side == Side::Blue { (blue, red) } else { (red, blue) };
            tag("Winner", winner);
            tag("Loser", loser);
        }
        tag("PlyCount", &self.moves.len().to_string());
        tag("Material", &format!("{:+}", self.last.value()));
        tag("TimeControl", &self.control);
        // A game without these tags is Ataxx, as other programs write it.
        if let Some(variant) = Variant::of(&self.start).filter(|variant| *variant != Variant::Ataxx) {
            tag("Variant", variant.name());
        }
        if self.start.stuck_rule() == StuckRule::Ends {
            tag("Rules", "ends");
        }
        tag("Termination", &self.termination);
        text
    }
}

/// How a game ended, in words.
pub fn termination(ending: &Ending) -> String {
    match ending {
        Ending::Rules(end) => end.reason.to_string(),
        Ending::Forfeit(side, forfeit) => format!("{}: {forfeit}", side.letter()),
    }
}

/// The result as PGN writes it: `1-0` if x won.
pub fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::Blue) => "1-0",
        Outcome::Win(Side::Red) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// The time controls of blue and red, written once if they are the same.
pub fn time_control([blue, red]: &[TimeControl; 2]) -> String {
    if blue == red { blue.to_string() } else { format!("{blue}; {red}") }
}

fn comment(choice: &Choice) -> String {
    let mut text = format!("{{ movetime {}", choice.used.as_millis());
    if let Some(depth) = choice.info.depth {
        _ = write!(text, " depth {depth}");
    }
    if let Some(score) = choice.info.score {
        _ = write!(text, " score {score}");
    }
    text.push_str(" }");
    text
}

/// A tag's value without the characters that would end its quotes or its line.
pub(crate) fn plain(value: &str) -> String {
    let plain = |letter: char| match letter {
        '"' | '\\' => '\'',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    value.chars().map(plain).collect()
}

/// The date and the time in UTC, as PGN writes them.
fn write_date(moment: SystemTime) -> (String, String) {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    let time = seconds % 86_400;
    (
        format!("{year:04}.{month:02}.{day:02}"),
        format!("{:02}:{:02}:{:02}", time / 3_600, time / 60 % 60, time % 60),
    )
}

/// The date of a day counted from 1970-01-01, by years that begin in March, so that the leap day is the last day of its
/// year.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_453), (2025, 12, 31));
    }

    #[test]
    fn a_game_that_nobody_finished_is_read_back() {
        let start = Position::start(laplace_games::blobwar::Size::Seven, StuckRule::Passes);
        let mut last = start;
        let moves = ["b6", "f6"].map(|text| Choice::new(text.parse().unwrap(), std::time::Duration::ZERO));
        for choice in &moves {
            last.play(choice.played).unwrap();
        }
        let game = |conclusion| SingleGame {
            event: "a \"friend\"",
            start,
            last,
            moves: &moves,
            conclusion,
            names: ["Blue", "Red"],
            control: None,
            date: UNIX_EPOCH,
        };
        for (conclusion, result, termination) in [
            (Conclusion::Unfinished, None, "unfinished"),
            (Conclusion::Agreed, Some(Outcome::Draw), "draw by agreement"),
            (Conclusion::Resigned(Side::Blue), Some(Outcome::Win(Side::Red)), "x: resigned"),
            (Conclusion::OutOfTime(Side::Red), Some(Outcome::Win(Side::Blue)), "o: out of time"),
        ] {
            let text = write_single(&game(conclusion));
            let read = &crate::pgn::read_games(text.as_bytes()).unwrap()[0];
            assert_eq!((read.result, read.tag("Termination")), (result, Some(termination)), "{text}");
            assert_eq!((read.last(), read.tag("Event")), (last, Some("a 'friend'")), "{text}");
        }
    }

    #[test]
    fn quotes_and_newlines_in_a_value_are_replaced() {
        assert_eq!(plain("a \"b\"\\ \n]"), "a 'b'' \u{20}]");
    }
}
