//! Times as programs and people write them: RFC 3339, and spans like `+10m`.
//!
//! The calendar is the proleptic Gregorian one, counted in days from 1 March of year 0, so that the leap day is the
//! last day of the year. All times are written in UTC.

use crate::i18n::Message;
use crate::store::Millis;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// Days of 400 years, after which the calendar repeats.
const ERA: i64 = 146_097;
/// Days from 1 March 0000 to 1 January 1970.
const EPOCH: i64 = 719_468;

/// A time in RFC 3339, with milliseconds and its zone.
///
/// ```
/// assert_eq!(laplace_arena::time::iso(951_782_400_007), "2000-02-29T00:00:00.007+00:00");
/// ```
pub fn iso(at: Millis) -> String {
    let (year, month, day) = date(at.div_euclid(DAY));
    let rest = at.rem_euclid(DAY);
    let (hour, minute, second) = (rest / HOUR, rest / MINUTE % 60, rest / SECOND % 60);
    let millis = rest % SECOND;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}+00:00")
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
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let marks = [(4, "-"), (7, "-"), (13, ":"), (16, ":")];
    let marked = marks.iter().all(|&(at, mark)| text.get(at..at + 1) == Some(mark));
    if !marked || !matches!(text.get(10..11)?, "T" | "t" | " ") {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let days = days(year, month, day);
    if date(days) != (year, month, day) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (millis, zone) = fraction(text.get(19..)?)?;
    Some(days * DAY + hour * HOUR + minute * MINUTE + second * SECOND + millis - offset(zone)?)
}

/// The milliseconds after the seconds, and the rest of the text.
fn fraction(rest: &str) -> Option<(i64, &str)> {
    let Some(rest) = rest.strip_prefix('.') else { return Some((0, rest)) };
    let end = rest.find(|byte: char| !byte.is_ascii_digit()).filter(|end| (1..=9).contains(end))?;
    let (digits, zone) = rest.split_at_checked(end)?;
    let padded = format!("{digits}00");
    Some((padded.get(..3)?.parse().ok()?, zone))
}

fn offset(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    if hours.len() != 2 || minutes.len() != 2 {
        return None;
    }
    let hours: u8 = hours.parse().ok()?;
    let minutes: u8 = minutes.parse().ok()?;
    let span = i64::from(hours) * HOUR + i64::from(minutes) * MINUTE;
    match zone.get(..1)? {
        "+" => Some(span),
        "-" => Some(-span),
        _ => None,
    }
}

/// The date of a day since 1970.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + EPOCH;
    let era = days.div_euclid(ERA);
    let day = days.rem_euclid(ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = 400 * era + year + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted + 2) / 5 + 1)
}

/// The day since 1970 of a date.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - EPOCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_times_are_read_again() {
        for day in (-200_000..200_000).step_by(13) {
            let at = day * DAY + 12_345_678;
            if (0..=9999).contains(&date(day).0) {
                assert_eq!(read(&iso(at), 0), Ok(at), "{}", iso(at));
            }
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
    }
}
