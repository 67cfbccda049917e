//! Names and passwords of accounts to be made.

use crate::auth::Secret;
use crate::contest::is_name;
use crate::error::{Answer, Error};

/// The longest name of a team.
const LONGEST: usize = 50;
/// Letters and digits that are not taken for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A name that can be shown, and a login that can be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::web) struct NewNames {
    pub(in crate::web) name: String,
    pub(in crate::web) login: String,
}

impl NewNames {
    /// Checks a name and a login; without a login one is made from the name.
    pub(in crate::web) fn new(name: &str, login: &str) -> Answer<Self> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(is_invisible) {
            return Err(Error::Bad("a name should have 1 to 50 visible characters".into()));
        }
        let login = match login.trim() {
            "" => login_of(&name),
            login => login.to_lowercase(),
        };
        if !is_name(&login) {
            return Err(Error::Bad("a login should have 1 to 40 letters a-z, digits and hyphens".into()));
        }
        Ok(Self { name, login })
    }
}

/// Characters that would let one name look like another, or turn the text around it.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The login that a name suggests: its letters and digits, hyphens between.
pub(in crate::web) fn login_of(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().flat_map(plain).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let login: String = words.join("-").chars().take(40).collect();
    match login.trim_end_matches('-') {
        "" => format!("team-{}", Secret::short()),
        login => login.to_owned(),
    }
}

/// A letter without its accent; a hyphen for what is no letter.
fn plain(letter: char) -> impl Iterator<Item = char> {
    let text = match letter {
        'a'..='z' | '0'..='9' => return vec![letter].into_iter(),
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => "a",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => "o",
        'ù' | 'ú' | 'û' | 'ü' => "u",
        'œ' => "oe",
        'æ' => "ae",
        'ß' => "ss",
        _ => "-",
    };
    text.chars().collect::<Vec<_>>().into_iter()
}

/// A password of 60 random bits that can be read out.
pub(in crate::web) fn generated_password() -> String {
    let secret = Secret::new();
    let mut password = String::new();
    for (place, pair) in secret.as_str().as_bytes().chunks(2).take(12).enumerate() {
        if place > 0 && place % 4 == 0 {
            password.push('-');
        }
        let pair = std::str::from_utf8(pair).ok().and_then(|pair| usize::from_str_radix(pair, 16).ok());
        let letter = LETTERS.get(pair.unwrap_or_default() % LETTERS.len()).copied().unwrap_or(b'a');
        password.push(char::from(letter));
    }
    password
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_made_from_a_name() {
        let names = NewNames::new("  Les  Élèves d'Œuvre!", "").unwrap();
        assert_eq!(
            (names.name.as_str(), names.login.as_str()),
            ("Les Élèves d'Œuvre!", "les-eleves-d-oeuvre")
        );
        assert!(NewNames::new("Отбор", "").unwrap().login.starts_with("team-"));
        assert_eq!(NewNames::new("x", "ADA").unwrap().login, "ada");
    }

    #[test]
    fn names_that_hide_something_are_refused() {
        for name in ["", "   ", "a\u{202e}b", "a\u{0}b", "a\u{200b}", &"x".repeat(51)] {
            assert!(NewNames::new(name, "").is_err(), "{name:?}");
        }
        assert!(NewNames::new("x", "a b").is_err());
    }

    #[test]
    fn generated_passwords_differ_and_are_long_enough() {
        let password = generated_password();
        assert_eq!(password.len(), 14);
        assert_ne!(password, generated_password());
    }
}
