//! Names and logins of new accounts: the same rules for lists, forms, invitations and the command line.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::{MixedScript, RestrictionLevel, RestrictionLevelDetection, skeleton};

use crate::Refusal;
use crate::contest::is_name;

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
    /// Checks a name and a login. An empty login is derived from the name, or is `fallback` if the name has no letter
    /// that a login can have.
    pub fn new(name: &str, login: &str, fallback: impl FnOnce() -> String) -> Result<Self, Refusal> {
        let name = visible(name)?;
        let login = match login.trim() {
            "" => login_of(&name).unwrap_or_else(fallback),
            login => login.to_lowercase(),
        };
        if !is_name(&login) {
            return Err(Refusal::BadLogin);
        }
        Ok(Self { name, login })
    }
}

/// A name in normal form (NFC, single spaces), or why it cannot be on a board: it has the wrong length or characters
/// that cannot be seen, its accents would cover the rows around it, or a word mixes alphabets whose letters look alike.
pub fn visible(name: &str) -> Result<String, Refusal> {
    let composed: String = name.nfc().collect();
    let name = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH || has_invisible(&name) {
        return Err(Refusal::NameLength { max: MAX_NAME_LENGTH });
    }
    if has_tower(&name) {
        return Err(Refusal::TooManyMarks { max: MAX_MARKS });
    }
    let mut words = name.split(|letter: char| !letter.is_alphabetic() && !is_mark(letter));
    if let Some(word) = words.find(|word| mixes_alphabets(word)) {
        return Err(Refusal::MixedAlphabets { word: word.to_owned() });
    }
    Ok(name)
}

/// A line of at most `max` visible characters in normal form; it may be empty.
pub fn line(text: &str, max: usize) -> Result<String, Refusal> {
    let composed: String = text.nfc().collect();
    let line = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > max || has_invisible(&line) || (!line.is_empty() && has_tower(&line)) {
        return Err(Refusal::LineLength { max });
    }
    Ok(line)
}

/// What a reader sees of a name: equal for names that cannot be told apart on a board, in capitals or not, with other
/// spaces, or with letters of another alphabet that look the same.
pub fn appearance(name: &str) -> String {
    let plain: String =
        name.nfkc().flat_map(char::to_lowercase).filter(|letter| !letter.is_whitespace()).collect();
    skeleton(&plain).flat_map(char::to_lowercase).collect()
}

/// Maximum number of combining marks on one letter: Hebrew with all its points has three.
const MAX_MARKS: usize = 3;

fn is_mark(letter: char) -> bool {
    letter.general_category_group() == GeneralCategoryGroup::Mark
}

/// Whether more than [`MAX_MARKS`] marks are on one letter, or a mark on none.
fn has_tower(name: &str) -> bool {
    let mut marks = MAX_MARKS;
    for letter in name.chars() {
        match is_mark(letter) {
            true if marks == MAX_MARKS => return true,
            true => marks += 1,
            false if letter == ' ' => marks = MAX_MARKS,
            false => marks = 0,
        }
    }
    false
}

/// Whether a character cannot be seen. The selector of a coloured emoji is allowed where it selects one.
fn has_invisible(name: &str) -> bool {
    let before = std::iter::once(' ').chain(name.chars());
    before.zip(name.chars()).any(|(before, letter)| match letter {
        '\u{fe0f}' => before.general_category() != GeneralCategory::OtherSymbol,
        letter => is_invisible(letter),
    })
}

/// Controls, formats, private characters, those that are not assigned, and letters and marks that are drawn as nothing.
fn is_invisible(letter: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    matches!(
        letter.general_category(),
        Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Surrogate | Unassigned
    ) || matches!(letter, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fffc}' | '\u{1d159}'
        | '\u{e0100}'..='\u{e01ef}')
}

/// Whether the letters of a word come from alphabets that are not written together, as Latin and Cyrillic or Greek.
/// Words of most other alphabets may have Latin letters.
fn mixes_alphabets(word: &str) -> bool {
    let letters: String = word.nfkc().filter(|letter| letter.is_alphabetic()).collect();
    !letters.as_str().is_single_script()
        && !letters.as_str().check_restriction_level(RestrictionLevel::ModeratelyRestrictive)
}

/// The login derived from a name: its letters and digits, with hyphens between words. None if it has neither.
pub fn login_of(name: &str) -> Option<String> {
    let plain: String = name.to_lowercase().chars().flat_map(plain).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let login: String = words.join("-").chars().take(MAX_LOGIN_LENGTH).collect();
    let login = login.trim_end_matches('-');
    (!login.is_empty()).then(|| login.to_owned())
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

    fn names(name: &str, login: &str) -> Result<NewNames, Refusal> {
        NewNames::new(name, login, || "team-1".to_owned())
    }

    #[test]
    fn a_login_is_made_from_a_name() {
        let les = names("  Les  Élèves d'Œuvre!", "").unwrap();
        assert_eq!((les.name.as_str(), les.login.as_str()), ("Les Élèves d'Œuvre!", "les-eleves-d-oeuvre"));
        assert!(names("Отбор", "").unwrap().login == "team-1");
        assert_eq!(names("x", "ADA").unwrap().login, "ada");
    }

    #[test]
    fn names_with_invisible_characters_are_refused() {
        for name in ["", "   ", "a\u{202e}b", "a\u{0}b", "a\u{200b}", &"x".repeat(MAX_NAME_LENGTH + 1)] {
            assert!(names(name, "").is_err(), "{name:?}");
        }
        assert!(names("x", "a b").is_err());
    }

    #[test]
    fn every_character_of_a_name_can_be_seen() {
        let invisible = [
            "\u{3164}",
            "\u{2800}",
            "\u{115f}",
            "\u{34f}",
            "\u{180e}",
            "\u{fe0f}",
            "\u{e0041}",
            "\u{fff9}",
            "\u{fffb}",
            "\u{ffa0}",
            "\u{e000}",
            "\u{200d}",
            "\u{17b4}",
        ];
        for letter in invisible {
            for name in [letter.to_owned(), format!("Ada{letter}"), format!("{letter} Ada")] {
                assert!(visible(&name).is_err(), "{name:?}");
            }
        }
        assert_eq!(visible("Ada \u{2764}\u{fe0f}").unwrap(), "Ada \u{2764}\u{fe0f}");
    }

    #[test]
    fn marks_do_not_make_towers() {
        assert!(visible(&format!("A{}", "\u{301}".repeat(59))).is_err());
        assert!(visible("\u{301}A").is_err() && visible("A \u{301}").is_err());
        assert_eq!(visible("E\u{301}le\u{300}ves").unwrap(), "\u{c9}l\u{e8}ves");
        assert!(visible("ש\u{5bc}\u{5c1}\u{5b8}לום").is_ok(), "Hebrew with points");
    }

    #[test]
    fn names_of_every_alphabet_are_accepted_and_mixtures_that_look_alike_are_not() {
        for name in [
            "Ada",
            "Les Élèves d'Œuvre!",
            "Отбор",
            "Team Отбор",
            "東京タワーA",
            "한국 team",
            "Ομάδα 1",
            "x²+1",
            "C++ & co",
            "Ω-team",
        ] {
            assert!(visible(name).is_ok(), "{name}: {:?}", visible(name));
        }
        for name in ["\u{410}da", "Team \u{410}da", "p\u{430}ssword"] {
            let error = visible(name).unwrap_err().to_string();
            assert!(error.ends_with("mixes alphabets whose letters look alike"), "{error}");
        }
    }

    #[test]
    fn names_that_look_the_same_have_the_same_appearance() {
        for (one, other) in [
            ("Ada", "ADA"),
            ("Ada", "\u{410}d\u{430}"),
            ("Ada L", "AdaL"),
            ("paypal", "paypa1"),
            ("\u{440}\u{430}\u{440}", "pap"),
            ("Ａｄａ", "Ada"),
        ] {
            assert_eq!(appearance(one), appearance(other), "{one} {other}");
        }
        for (one, other) in [("Team 1", "Team 2"), ("Ada", "Adele"), ("Team 11", "Team 1"), ("Élan", "Elan")]
        {
            assert_ne!(appearance(one), appearance(other), "{one} {other}");
        }
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
