//! The statements of the games, in English, French and Bulgarian.
//!
//! The texts are written by hand, one file per language; pictures of pieces and samples are made with the rules
//! themselves, so that they agree with the judge.

mod pictures;

use std::sync::OnceLock;

use crate::contest::Game;
use crate::web::frame::Language;

/// A language of the statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementLanguage {
    /// English.
    English,
    /// French.
    French,
    /// Bulgarian.
    Bulgarian,
}

impl StatementLanguage {
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
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The statement language for a page in `language`.
    pub const fn of(language: Language) -> Self {
        match language {
            Language::English => Self::English,
            Language::French => Self::French,
        }
    }
}

const fn text(game: Game, language: StatementLanguage) -> &'static str {
    match (game, language) {
        (Game::Demon, StatementLanguage::English) => include_str!("demon.en.html"),
        (Game::Demon, StatementLanguage::French) => include_str!("demon.fr.html"),
        (Game::Demon, StatementLanguage::Bulgarian) => include_str!("demon.bg.html"),
        (Game::Well, StatementLanguage::English) => include_str!("well.en.html"),
        (Game::Well, StatementLanguage::French) => include_str!("well.fr.html"),
        (Game::Well, StatementLanguage::Bulgarian) => include_str!("well.bg.html"),
    }
}

/// What every statement says about the archive of a team and about the jury.
const fn archive(language: StatementLanguage) -> &'static str {
    match language {
        StatementLanguage::English => include_str!("archive.en.html"),
        StatementLanguage::French => include_str!("archive.fr.html"),
        StatementLanguage::Bulgarian => include_str!("archive.bg.html"),
    }
}

/// The statement of a game as HTML, with its pictures. Rendered once.
pub fn statement(game: Game, language: StatementLanguage) -> &'static str {
    static RENDERED: [OnceLock<String>; 6] = [const { OnceLock::new() }; 6];
    let rendered = RENDERED.get(3 * (game as usize) + language as usize);
    let render = || format!("{}{}", pictures::fill(game, text(game, language)), archive(language));
    rendered.map_or("", |rendered| rendered.get_or_init(render))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_has_its_pictures_and_samples() {
        for game in Game::ALL {
            for language in StatementLanguage::ALL {
                let text = statement(game, language);
                assert!(text.contains("<svg") && text.contains("<pre"), "{game:?} {language:?}");
                assert!(!text.contains("<!--"), "{game:?} {language:?}: a picture is missing");
                assert!(
                    text.contains("<code>bash ./play.sh</code>"),
                    "{game:?} {language:?}: no word of the jury"
                );
            }
        }
    }
}
