//! Names and logins of new accounts: the same rules for lists, forms, invitations and the command line.

use std::collections::BTreeSet;

use crate::auth::Secret;
use crate::contest::is_name;
use crate::error::{Error, Result};

/// Maximum length of a name in characters.
pub const MAX_NAME_LENGTH: usize = 60;
/// Maximum length of a login: see [`is_name`].
const MAX_LOGIN_LENGTH: usize = 40;

/// A checked name and login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNames {
    /// The name on the board.
    pub name: String,
    /// The name to sign in with.
    pub login: String,
}

impl NewNames {
    /// Checks a name and a login; an empty login is derived from the name.
    pub fn new(name: &str, login: &str) -> Result<Self> {
        let name = visible(name)?;
        let login = match login.trim() {
            "" => login_of(&name),
            login => login.to_lowercase(),
        };
        if !is_name(&login) {
            return Err(Error::BadRequest(
                "a login should have 1 to 40 letters a-z, digits and hyphens".into(),
            ));
        }
        Ok(Self { name, login })
    }
}

/// A name with its whitespace normalised, or an error if it has invisible characters or the wrong length.
pub fn visible(name: &str) -> Result<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH || name.chars().any(is_invisible) {
        return Err(Error::BadRequest(format!(
            "a name should have 1 to {MAX_NAME_LENGTH} visible characters"
        )));
    }
    Ok(name)
}

/// Characters that make one name look like another, or change the direction of the text.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The login derived from a name: its letters and digits, with hyphens between words.
pub fn login_of(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().flat_map(plain).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let login: String = words.join("-").chars().take(MAX_LOGIN_LENGTH).collect();
    match login.trim_end_matches('-') {
        "" => format!("team-{}", Secret::short()),
        login => login.to_owned(),
    }
}

/// This login, with a number if it is taken.
pub fn free_login(login: String, taken: &BTreeSet<String>) -> String {
    let numbered = |number: u32| {
        let end = format!("-{number}");
        let begin: String = login.chars().take(MAX_LOGIN_LENGTH - end.len()).collect();
        format!("{}{end}", begin.trim_end_matches('-'))
    };
    let mut free = login.clone();
    let mut numbers = 2..;
    while taken.contains(&free) {
        free = numbered(numbers.next().unwrap_or(u32::MAX));
    }
    free
}

/// A letter without its accent; a hyphen for other characters.
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
    fn names_with_invisible_characters_are_refused() {
        for name in ["", "   ", "a\u{202e}b", "a\u{0}b", "a\u{200b}", &"x".repeat(MAX_NAME_LENGTH + 1)] {
            assert!(NewNames::new(name, "").is_err(), "{name:?}");
        }
        assert!(NewNames::new("x", "a b").is_err());
    }

    #[test]
    fn a_login_that_is_taken_gets_a_number() {
        let long = "x".repeat(40);
        let taken = BTreeSet::from(["ada".to_owned(), "ada-2".to_owned(), long.clone()]);
        assert_eq!(free_login("bob".into(), &taken), "bob");
        assert_eq!(free_login("ada".into(), &taken), "ada-3");
        assert_eq!(free_login(long, &taken), format!("{}-2", "x".repeat(38)));
    }
}
