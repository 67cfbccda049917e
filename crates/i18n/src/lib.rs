//! What is written for people in English and French, by the contest server and by the pages that need no server.
//!
//! Texts are data until they are shown: an error is a value with fields, what the judge found about an answer is
//! a [`Finding`](laplace_contest::judging::Finding), and each has its text in both languages beside its variant, so a
//! missing translation does not compile. Values (names, ids, names of files) are put into a text and never looked into.
//!
//! | module | texts of |
//! |---|---|
//! | `findings` | judgings and the end of a game |
//! | `positions` | refused games of Blobwar |
//! | `rules` | what the rules of contests refuse |
//! | `archives` | refused archives, with the feature `archives` |
//! | `words`, and [`phrases!`] beside single pages | pages |
//!
//! French typography is part of the texts: U+00A0 before a colon and inside quotation marks, U+202F before `;`, `!` and
//! `?`, and the apostrophe U+2019. [`typography`] checks that, for the tests of every crate that has such texts.

#[cfg(feature = "archives")]
mod archives;
mod findings;
mod phrases;
mod positions;
mod rules;
#[cfg(test)]
mod tests;
pub mod typography;
mod words;

#[doc(hidden)]
pub use serde_json as json;
pub use words::Words;

use std::fmt;

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

    /// The mark between the whole and the decimals of a number.
    pub const fn decimal_mark(self) -> char {
        match self {
            Self::English => '.',
            Self::French => ',',
        }
    }
}

/// A value that has a text in every language.
pub trait Localized {
    /// Writes the text of a language.
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The text of a language, to be displayed.
    fn text(&self, language: Language) -> Text<'_, Self> {
        Text { of: self, language }
    }
}

/// A value and the language that it is shown in.
#[derive(Debug)]
pub struct Text<'a, T: ?Sized> {
    of: &'a T,
    language: Language,
}

impl<T: Localized + ?Sized> fmt::Display for Text<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.of.write(self.language, f)
    }
}

/// A text with a capital letter and a full stop.
pub fn sentence(language: Language, of: &impl Localized) -> String {
    let text = of.text(language).to_string();
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// A name, an id or another text that is the same in every language.
impl Localized for str {
    fn write(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Localized for String {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().write(language, f)
    }
}

impl<T: Localized + ?Sized> Localized for &T {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).write(language, f)
    }
}

impl<T: Localized + ?Sized> Localized for Box<T> {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).write(language, f)
    }
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        /// In French, with narrow spaces between thousands from 10 000 on.
        impl Localized for $type {
            fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let digits = self.to_string();
                match language {
                    Language::French if digits.len() > 4 && !digits.starts_with('-') => {
                        f.write_str(&grouped_digits(&digits))
                    }
                    Language::English | Language::French => f.write_str(&digits),
                }
            }
        }
    )*};
}

numbers! { u8 u32 u64 usize i64 }

/// A number, with narrow spaces between thousands.
pub fn grouped(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", grouped_digits(&number.unsigned_abs().to_string()))
}

fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Gives the variants of an enum their texts: `Variant { field }: "English {field}", "French {field}";`. A last line
/// `_: ...` is for enums of other crates that may grow. A struct has one text.
#[macro_export]
macro_rules! texts {
    (struct $type:ty, $templates:ident { $($field:ident),+: $english:literal, $french:literal; }) => {
        impl $crate::Localized for $type {
            fn write(
                &self,
                language: $crate::Language,
                f: &mut std::fmt::Formatter<'_>,
            ) -> std::fmt::Result {
                let Self { $($field),+ } = self;
                $(let $field = $crate::Localized::text($field, language);)+
                match language {
                    $crate::Language::English => write!(f, $english),
                    $crate::Language::French => write!(f, $french),
                }
            }
        }

        /// Its text with placeholders, English and French.
        #[cfg(test)]
        pub(super) const $templates: &[(&str, &str)] = &[($english, $french)];
    };

    ($type:ty, $templates:ident {
        $($variant:ident $({ $($field:ident),+ })? $(( $($value:ident),+ ))?: $english:literal, $french:literal;)*
        $(_: $other_english:literal, $other_french:literal;)?
    }) => {
        impl $crate::Localized for $type {
            fn write(
                &self,
                language: $crate::Language,
                f: &mut std::fmt::Formatter<'_>,
            ) -> std::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field,)+ .. })? $(( $($value),+ ))? => {
                        $($(let $field = $crate::Localized::text($field, language);)+)?
                        $($(let $value = $crate::Localized::text($value, language);)+)?
                        match language {
                            $crate::Language::English => write!(f, $english),
                            $crate::Language::French => write!(f, $french),
                        }
                    })*
                    $(_ => match language {
                        $crate::Language::English => write!(f, $other_english),
                        $crate::Language::French => write!(f, $other_french),
                    })?
                }
            }
        }

        /// All texts with their placeholders, English and French.
        #[cfg(test)]
        pub(super) const $templates: &[(&str, &str)] =
            &[$(($english, $french),)* $(($other_english, $other_french))?];
    };
}

/// Replaces each `{}` of a text by the next value.
pub fn fill(text: &str, values: &[&str]) -> String {
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
