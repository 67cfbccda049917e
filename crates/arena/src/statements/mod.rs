//! What each game asks, in the languages of the places where it is played.
//!
//! The texts are written by hand, one file a language; pictures of pieces and samples come from the rules
//! themselves, so that they cannot differ from what the judge does.

mod pictures;

use std::sync::OnceLock;

use crate::contest::Game;
use crate::web::frame::Language;

/// A language that a task is told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// English.
    English,
    /// French.
    French,
    /// Bulgarian.
    Bulgarian,
}

impl Tongue {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::English, Self::French, Self::Bulgarian];

    /// Its code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Bulgarian => "bg",
        }
    }

    /// Its own name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "Français",
            Self::Bulgarian => "Български",
        }
    }

    /// The language of a code.
    pub fn by_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tongue| tongue.code() == code)
    }

    /// The one that goes with the language of a page.
    pub const fn of(language: Language) -> Self {
        match language {
            Language::English => Self::English,
            Language::French => Self::French,
        }
    }
}

const fn text(game: Game, tongue: Tongue) -> &'static str {
    match (game, tongue) {
        (Game::Demon, Tongue::English) => include_str!("demon.en.html"),
        (Game::Demon, Tongue::French) => include_str!("demon.fr.html"),
        (Game::Demon, Tongue::Bulgarian) => include_str!("demon.bg.html"),
        (Game::Well, Tongue::English) => include_str!("well.en.html"),
        (Game::Well, Tongue::French) => include_str!("well.fr.html"),
        (Game::Well, Tongue::Bulgarian) => include_str!("well.bg.html"),
    }
}

/// The statement of a game as HTML, with its pictures. Made once.
pub fn statement(game: Game, tongue: Tongue) -> &'static str {
    static MADE: [OnceLock<String>; 6] = [const { OnceLock::new() }; 6];
    let made = MADE.get(3 * (game as usize) + tongue as usize);
    made.map_or("", |made| made.get_or_init(|| pictures::fill(game, text(game, tongue))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_has_its_pictures_and_samples() {
        for game in Game::ALL {
            for tongue in Tongue::ALL {
                let text = statement(game, tongue);
                assert!(text.contains("<svg") && text.contains("<pre"), "{game:?} {tongue:?}");
                assert!(!text.contains("<!--"), "{game:?} {tongue:?}: a picture is missing");
            }
        }
    }
}
