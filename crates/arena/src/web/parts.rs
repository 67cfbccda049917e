//! Parts that many pages use: times, numbers, marks, fields of forms.

use maud::{Markup, html};

use crate::contest::{Game, Phase};
use crate::error::Error;
use crate::i18n::{Language, Message, Words, fill, grouped, sentence};
use crate::judging::Outcome;
use crate::store::Millis;
use crate::time;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;

/// Reads a time of a form: the typed text (`2026-05-12T14:03`), and the same time in UTC if a script filled it in.
/// Without a script the typed text is taken as UTC. An empty text is no time.
pub(super) fn read_time(typed: &str, utc: &str) -> Result<Option<Millis>, Error> {
    let typed = typed.trim();
    let utc = utc.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let seconds = if typed.len() == "2026-05-12T14:03".len() { ":00" } else { "" };
    let text = if utc.is_empty() { format!("{typed}{seconds}Z") } else { utc.to_owned() };
    let at = time::read(&text, 0)
        .map_err(|_| Error::BadRequest(Message::BadFormTime { found: typed.to_owned() }))?;
    Ok(Some(at))
}

/// A field for a time, and a hidden one that a script fills in with the same time in UTC.
pub(super) fn time_field(name: &str, label: &str, typed: &str) -> Markup {
    html! {
        (field(name, "datetime-local", label, typed, false))
        input type="hidden" name={ (name) "_utc" } autocomplete="off";
    }
}

/// A time in UTC, which a script converts to the visitor's time zone.
pub(super) fn when(at: Millis) -> Markup {
    let iso = time::iso(at);
    let shown = iso.get(..16).unwrap_or_default().replace('T', " ");
    html! { time datetime=(iso) data-local { (shown) " UTC" } }
}

/// The same with seconds, where it matters who was first.
pub(super) fn when_exactly(at: Millis) -> Markup {
    let iso = time::iso(at);
    let shown = iso.get(..19).unwrap_or_default().replace('T', " ");
    html! { time datetime=(iso) data-local="seconds" { (shown) " UTC" } }
}

/// A duration: `1:23:45`.
pub(super) fn clock(millis: i64) -> String {
    let seconds = millis.max(0) / SECOND;
    format!("{}:{:02}:{:02}", seconds / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE)
}

/// Points as text, from hundredths.
pub(crate) fn points(language: Language, hundredths: i64) -> String {
    let whole = number(hundredths / 100);
    let mark = language.decimal_mark();
    match hundredths % 100 {
        0 => whole,
        part => format!("{whole}{mark}{part:02}"),
    }
}

/// A number, with narrow spaces between thousands.
pub(crate) fn number(number: i64) -> String {
    grouped(number)
}

/// Bytes in MiB with one decimal, rounded up: 0 only for none.
pub(super) fn mebibytes(language: Language, bytes: i64) -> String {
    let tenths = bytes.max(0).cast_unsigned().saturating_mul(10).div_ceil(1 << 20).cast_signed();
    let mark = if language == Language::French { ',' } else { '.' };
    match tenths % 10 {
        0 => number(tenths / 10),
        tenth => format!("{}{mark}{tenth}", number(tenths / 10)),
    }
}

/// A percentage with one decimal, rounded down: only the whole is 100.
pub(super) fn share(language: Language, part: i64, whole: i64) -> String {
    if whole <= 0 {
        return String::new();
    }
    let thousandths = (i128::from(part) * 1_000 / i128::from(whole)) as i64;
    let mark = language.decimal_mark();
    let decimal = if thousandths == 1_000 { String::new() } else { format!("{mark}{}", thousandths % 10) };
    format!("{}{decimal}\u{202f}%", thousandths / 10)
}

/// The name of a phase.
pub(super) const fn phase_name(words: &Words, phase: Phase) -> &'static str {
    match phase {
        Phase::Before => words.phase_before,
        Phase::Running => words.phase_running,
        Phase::Ended => words.phase_ended,
        Phase::Final => words.phase_final,
    }
}

/// The name of the bound of an input, by game.
pub(super) fn bound_name(words: &Words, game: Game) -> &'static str {
    match game {
        Game::Demon => words.tight_bound,
        Game::Well => words.figures_in_all,
    }
}

/// What a share of the bound of an input is a share of.
pub(super) fn of_bound(words: &Words, game: Game) -> &'static str {
    match game {
        Game::Demon => words.of_tight_bound,
        Game::Well => words.of_figures,
    }
}

/// The phase as a mark.
pub(super) fn phase_mark(words: &Words, phase: Phase) -> Markup {
    html! { span class={ "mark phase-" (phase.name()) } { (phase_name(words, phase)) } }
}

/// The name of an outcome, as a mark.
pub(super) fn outcome_mark(words: &Words, outcome: Outcome) -> Markup {
    let name = match outcome {
        Outcome::Right => words.right,
        Outcome::Wrong => words.wrong,
        Outcome::Played => words.played,
    };
    html! { span class={ "mark outcome-" (outcome.name()) } { (name) } }
}

/// The error of a refused form, to be shown above it.
pub(super) fn refusal(language: Language, error: Option<&Error>) -> Markup {
    html! {
        @if let Some(error) = error {
            p.notice.bad role="alert" { (sentence(language, &error.message())) }
        }
    }
}

/// A labelled field. `kind` is the type of the input.
pub(super) fn field(name: &str, kind: &str, label: &str, value: &str, required: bool) -> Markup {
    let complete = match (kind, name) {
        ("password", "new_password") => Some("new-password"),
        ("password", "password") => Some("current-password"),
        ("password", "token") => Some("off"),
        (_, "login") => Some("username"),
        _ => None,
    };
    html! {
        label.field {
            span { (label) }
            input type=(kind) name=(name) value=[(!value.is_empty()).then_some(value)] required[required]
                autocomplete=[complete];
        }
    }
}

/// A checkbox to confirm what cannot be undone.
pub(super) fn confirm(words: &Words) -> Markup {
    html! { label.tick { input type="checkbox" name="confirm" value="yes" required; " " (words.confirm) } }
}

/// A button that has to be confirmed first, for a row of a table.
pub(super) fn confirmed(words: &Words, action: &str, name: &str) -> Markup {
    html! {
        details.confirmed {
            summary { (name) }
            form.stack method="post" action=(action) {
                (confirm(words))
                button.small { (name) }
            }
        }
    }
}

/// Whether the box of [`confirm`] was ticked in a form, as a browser sends it.
pub(super) fn is_confirmed(form: &str) -> bool {
    form.split('&').any(|pair| pair == "confirm=yes")
}

/// A text with values in place of its `{}`.
pub(super) fn filled(text: &str, values: &[&str]) -> Markup {
    html! { (fill(text, values)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_forms_come_from_the_script_or_are_taken_as_utc() {
        assert_eq!(read_time("2000-02-29T00:00", "").unwrap(), Some(951_782_400_000));
        assert_eq!(read_time("2000-02-29T01:00", "2000-02-29T00:00:00.000Z").unwrap(), Some(951_782_400_000));
        assert_eq!(read_time(" ", "2000-02-29T00:00:00.000Z").unwrap(), None);
        assert!(read_time("tomorrow", "").is_err());
        assert!(read_time("2000-13-01T00:00", "").is_err());
        assert!(read_time("2000-02-29T00:00", "soon").is_err());
    }

    #[test]
    fn numbers_are_written_as_the_language_writes_them() {
        assert_eq!(points(Language::English, 9_876), "98.76");
        assert_eq!(points(Language::French, 12_340_005), "123\u{202f}400,05");
        assert_eq!(points(Language::English, 10_000), "100");
        assert_eq!(share(Language::English, 999_999, 1_000_000), "99.9\u{202f}%");
        assert_eq!(share(Language::English, 5, 5), "100\u{202f}%");
        assert_eq!(clock(3_661_000), "1:01:01");
        assert_eq!(mebibytes(Language::English, 0), "0");
        assert_eq!(mebibytes(Language::English, 1), "0.1");
        assert_eq!(mebibytes(Language::French, (3 << 20) + 1), "3,1");
        assert_eq!(mebibytes(Language::English, 16 << 30), "16\u{202f}384");
    }
}
