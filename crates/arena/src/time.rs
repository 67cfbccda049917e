//! Times as programs and people write them: RFC 3339, and spans like `+10m`. All times are written in UTC.

use jiff::Timestamp;
use jiff::fmt::temporal::DateTimePrinter;
use jiff::tz::Offset;

use crate::i18n::Message;
use crate::store::Millis;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(3));

/// A time in RFC 3339, with milliseconds and its zone. One beyond the years that have four digits is written as the last or
/// the first of them.
///
/// ```
/// assert_eq!(laplace_arena::time::iso(951_782_400_007), "2000-02-29T00:00:00.007+00:00");
/// ```
pub fn iso(at: Millis) -> String {
    let nearest = if at < 0 { Timestamp::MIN } else { Timestamp::MAX };
    let at = Timestamp::from_millisecond(at).unwrap_or(nearest);
    PRINTER.timestamp_with_offset_to_string(&at, Offset::UTC)
}

/// A time in UTC to the minute, for people who read a command line or a list.
///
/// ```
/// assert_eq!(laplace_arena::time::minute(951_782_400_007), "2000-02-29 00:00 UTC");
/// ```
pub fn minute(at: Millis) -> String {
    let iso = iso(at);
    format!("{} UTC", iso.get(..16).unwrap_or_default().replace('T', " "))
}

/// A span as hours, minutes and seconds.
///
/// ```
/// assert_eq!(laplace_arena::time::span(3_600_005), "1:00:00.005");
/// assert_eq!(laplace_arena::time::span(-1_000), "-0:00:01.000");
/// ```
pub fn span(millis: i64) -> String {
    let sign = if millis < 0 { "-" } else { "" };
    let all = millis.saturating_abs();
    let (hour, minute, second) = (all / HOUR, all / MINUTE % 60, all / SECOND % 60);
    format!("{sign}{hour}:{minute:02}:{second:02}.{:03}", all % SECOND)
}

/// Reads a time: RFC 3339, or `+` and a number of `s`, `m`, `h` or `d` from now on.
///
/// ```
/// use laplace_arena::time::read;
/// assert_eq!(read("2000-02-29T01:00:00+01:00", 0), Ok(951_782_400_000));
/// assert_eq!(read("+90m", 1_000), Ok(5_401_000));
/// ```
pub fn read(text: &str, now: Millis) -> Result<Millis, Message> {
    let read = if text.starts_with('+') { from_now(text, now) } else { absolute(text) };
    read.ok_or_else(|| Message::BadTime { found: text.to_owned() })
}

fn from_now(text: &str, now: Millis) -> Option<Millis> {
    let span = text.strip_prefix('+')?;
    let number = span.strip_suffix(|unit: char| unit.is_ascii_alphabetic())?;
    let unit = match span.strip_prefix(number)? {
        "s" => SECOND,
        "m" => MINUTE,
        "h" => HOUR,
        "d" => DAY,
        _ => return None,
    };
    now.checked_add(i64::from(number.parse::<u32>().ok()?).checked_mul(unit)?)
}

fn absolute(text: &str) -> Option<Millis> {
    Some(text.parse::<Timestamp>().ok()?.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_times_are_read_again() {
        for day in (-200_000..200_000).step_by(13) {
            let at = day * DAY + 12_345_678;
            assert_eq!(read(&iso(at), 0), Ok(at), "{}", iso(at));
        }
    }

    #[test]
    fn texts_that_are_not_times_are_refused() {
        for text in [
            "",
            "+",
            "+m",
            "+1y",
            "+-1m",
            "now",
            "2026-02-29T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01",
        ] {
            assert!(read(text, 0).is_err(), "{text}");
        }
        for text in ["2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+1:00", "é"] {
            assert!(read(text, 0).is_err(), "{text}");
        }
        assert_eq!(read("2026-01-01 00:00:00.5Z", 0), Ok(1_767_225_600_500));
        assert_eq!((iso(i64::MAX).len(), &iso(i64::MAX)[..4]), (29, "9999"));
    }
}
