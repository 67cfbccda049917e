//! Writes games as PGN, in the shape of the public runner cuteataxx.
//!
//! `Black` is x, the first player, and `1-0` means that x won. Beside cuteataxx's tags there are `Termination` (how the
//! game ended, in words), `TimeControl`, and `Rules` where a stuck player ends the game.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use laplace_games::blobwar::{Outcome, Side, StuckRule, Variant};

use super::FIRST_LINE;
use crate::clock::TimeControl;
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

/// The game, and an empty line after it.
pub fn write(game: &PlayedGame, heading: &Heading<'_>) -> String {
    let mut text = tags(game, heading);
    text.push('\n');
    let first = usize::from(game.start.turn() == Side::Red);
    if first == 1 {
        text.push_str("1... ");
    }
    for (ply, choice) in (first..).zip(&game.moves) {
        if ply.is_multiple_of(2) {
            _ = write!(text, "{}. ", ply / 2 + 1);
        }
        _ = write!(text, "{} {} ", choice.played, comment(choice));
    }
    _ = write!(text, "{}\n\n", result(game.ending.outcome()));
    text
}

fn tags(game: &PlayedGame, heading: &Heading<'_>) -> String {
    let Heading { pair, number, names: [blue, red], controls, date } = heading;
    let outcome = game.ending.outcome();
    let mut text = format!("{FIRST_LINE}\n");
    let mut tag = |name: &str, value: &str| _ = writeln!(text, "[{name} \"{}\"]", plain(value));
    tag("Site", "Laplace");
    let (day, time) = write_date(*date);
    tag("Date", &day);
    tag("Time", &time);
    tag("Round", &format!("{pair}.{number}"));
    tag("Black", blue);
    tag("White", red);
    tag("Result", result(outcome));
    tag("FEN", &game.start.to_string());
    tag("FinalFEN", &game.last.to_string());
    if let Ending::Forfeit(_, forfeit) = &game.ending
        && let Some(kind) = forfeit.kind()
    {
        tag("Adjudicated", kind.adjudication());
    }
    if let Outcome::Win(side) = outcome {
        let (winner, loser) = if side == Side::Blue { (blue, red) } else { (red, blue) };
        tag("Winner", winner);
        tag("Loser", loser);
    }
    tag("PlyCount", &game.moves.len().to_string());
    tag("Material", &format!("{:+}", game.last.value()));
    tag("TimeControl", &time_control(controls));
    // A game without these tags is Ataxx, as other programs write it.
    if let Some(variant) = Variant::of(&game.start).filter(|variant| *variant != Variant::Ataxx) {
        tag("Variant", variant.name());
    }
    if game.start.stuck_rule() == StuckRule::Ends {
        tag("Rules", "ends");
    }
    tag("Termination", &termination(&game.ending));
    text
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
    fn quotes_and_newlines_in_a_value_are_replaced() {
        assert_eq!(plain("a \"b\"\\ \n]"), "a 'b'' \u{20}]");
    }
}
