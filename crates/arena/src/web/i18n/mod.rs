//! The texts of the pages in English and French.
//!
//! Texts of pages are fields of a struct per language ([`Words`], and `phrases!` for single pages), so a missing
//! translation does not compile. Error messages and judgings are rendered in English elsewhere and translated by
//! matching them against the patterns in `messages`: rewording an English message needs a change of its pattern too.

mod errors;
mod messages;
mod phrases;
mod words;

pub(super) use errors::{judged, message, title};
pub(crate) use phrases::phrases;
pub use words::Words;

/// A language of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// Its code in HTML and in addresses.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// Its own name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "Français",
        }
    }

    /// The language of a code.
    pub fn by_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The first supported language of an `Accept-Language` header; else English.
    pub fn preferred(header: &str) -> Self {
        let codes = header.split(',').filter_map(|part| part.trim().get(..2));
        codes.filter_map(Self::by_code).next().unwrap_or(Self::English)
    }

    /// Its texts.
    pub const fn words(self) -> &'static Words {
        match self {
            Self::English => &words::ENGLISH,
            Self::French => &words::FRENCH,
        }
    }
}

/// Replaces each `{}` of a text by the next value.
pub(super) fn fill(text: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let mut filled = String::new();
    for (place, part) in text.split("{}").enumerate() {
        if place > 0 {
            filled.push_str(values.next().copied().unwrap_or_default());
        }
        filled.push_str(part);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_in_their_order_and_never_looked_into() {
        assert_eq!(fill("{} of {}", &["{}", "b"]), "{} of b");
        assert_eq!(fill("nothing", &["a"]), "nothing");
    }

    #[test]
    fn the_browsers_first_known_language_is_taken() {
        assert_eq!(Language::preferred("de, fr-CH;q=0.9, en"), Language::French);
        assert_eq!(Language::preferred(""), Language::English);
    }
}
