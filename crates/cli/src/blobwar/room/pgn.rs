//! Games as PGN, in the shape of the public runner cuteataxx: `Black` is x, who moves first, and `1-0` says
//! that x won. Beside its tags there are `Termination`, in words, `TimeControl`, and `Rules` where it matters.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use laplace_games::blobwar::{Outcome, Side, StuckRule};

use super::control::Control;
use super::game::{Ending, Played};
use super::seat::Chosen;
use super::tags::FIRST_LINE;

/// What a game's tags say beside the game.
#[derive(Clone, Debug)]
pub(crate) struct Heading<'a> {
    /// The number of the pair and of the game in it, from 1.
    pub(crate) round: (usize, usize),
    /// The names of blue and red.
    pub(crate) names: [&'a str; 2],
    pub(crate) controls: [Control; 2],
}

/// The game and an empty line after it.
pub(crate) fn write(game: &Played, heading: &Heading<'_>) -> String {
    let mut text = tags(game, heading);
    text.push('\n');
    let first = usize::from(game.start.turn() == Side::Red);
    if first == 1 {
        text.push_str("1... ");
    }
    for (ply, chosen) in (first..).zip(&game.moves) {
        if ply.is_multiple_of(2) {
            _ = write!(text, "{}. ", ply / 2 + 1);
        }
        _ = write!(text, "{} {} ", chosen.played, comment(chosen));
    }
    _ = write!(text, "{}\n\n", result(game.ending.outcome()));
    text
}

fn tags(game: &Played, heading: &Heading<'_>) -> String {
    let Heading { round: (pair, number), names: [blue, red], controls } = heading;
    let outcome = game.ending.outcome();
    let mut text = format!("{FIRST_LINE}\n");
    let mut tag = |name: &str, value: &str| _ = writeln!(text, "[{name} \"{}\"]", plain(value));
    tag("Site", "Laplace");
    tag("Date", &date(SystemTime::now()));
    tag("Round", &format!("{pair}.{number}"));
    tag("Black", blue);
    tag("White", red);
    tag("Result", result(outcome));
    tag("FEN", &game.start.to_string());
    tag("FinalFEN", &game.last.to_string());
    if let Ending::Fault(_, fault) = &game.ending
        && let Some(kind) = fault.kind()
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
    if game.start.stuck_rule() == StuckRule::Ends {
        tag("Rules", "ends");
    }
    tag("Termination", &termination(&game.ending));
    text
}

/// How it ended, in words.
pub(crate) fn termination(ending: &Ending) -> String {
    match ending {
        Ending::Rules(end) => end.reason.to_string(),
        Ending::Fault(side, fault) => format!("{}: {fault}", side.letter()),
    }
}

/// `1-0` if x won.
pub(crate) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::Blue) => "1-0",
        Outcome::Win(Side::Red) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// The limits of both, once if they are the same.
pub(crate) fn time_control([blue, red]: &[Control; 2]) -> String {
    if blue == red { blue.to_string() } else { format!("{blue}; {red}") }
}

fn comment(chosen: &Chosen) -> String {
    let mut text = format!("{{ movetime {}", chosen.used.as_millis());
    if let Some(depth) = chosen.info.depth {
        _ = write!(text, " depth {depth}");
    }
    if let Some(score) = chosen.info.score {
        _ = write!(text, " score {score}");
    }
    text.push_str(" }");
    text
}

/// A value that cannot break its line or its quotes.
pub(crate) fn plain(value: &str) -> String {
    let plain = |letter: char| match letter {
        '"' | '\\' => '\'',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    value.chars().map(plain).collect()
}

/// The day and time of UTC.
fn date(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    let time = seconds % 86_400;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", time / 3_600, time / 60 % 60, time % 60)
}

/// The date of a day counted from 1970-01-01, by years that begin in March, so that leap days come last.
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
    fn values_cannot_break_out() {
        assert_eq!(plain("a \"b\"\\ \n]"), "a 'b'' \u{20}]");
    }
}
