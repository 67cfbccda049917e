//! Files that a visitor drops on a page: replays, and what is wrong with a file that is not what the page takes.

use std::fmt;

use laplace_games::text::Found;
use laplace_i18n::{Language, Localized, texts};
use laplace_judge::GameKind;
use laplace_judge::recording::Recording;
use laplace_judge::replay::{self, Replay};
use laplace_matches::pgn::{PgnError, PgnReason};
use laplace_pictures::{Film, html};

use crate::{Answer, refused};

/// Why a file does not hold what a page takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileFault {
    /// A replay that cannot be read. What is wrong with it is an English text.
    Replay { line: usize, what: String },
    /// A PGN that cannot be read, or has a move that cannot be played.
    Pgn { line: usize, what: PgnText },
    /// A replay of another game.
    OtherGame { found: GameName, expected: GameName },
    /// A game of another seed.
    OtherSeed { found: u32, expected: u32 },
    /// A file without a game.
    NoGame,
    /// A text that is in none of the forms of a game of Blobwar.
    NotABlobwarGame { found: Found },
    /// A game of which the viewer gets no data.
    NoFilm,
    /// What no script of this version sends.
    OtherVersion,
}

texts! { FileFault, FILE_FAULTS {
    Replay { line, what }: "the replay cannot be read: line {line}: {what}",
        "le replay est illisible à la ligne {line} (détail en anglais : {what})";
    Pgn { line, what }: "the PGN cannot be read: line {line}: {what}", "le PGN est illisible : ligne {line} : {what}";
    OtherGame { found, expected }: "found a game of {found}, expected one of {expected}",
        "c’est une partie d’un autre jeu : {found} au lieu de {expected}";
    OtherSeed { found, expected }: "found a game of seed {found}, expected one of seed {expected}",
        "c’est une partie de la graine {found} au lieu de {expected}";
    NoGame: "found no game in this file", "aucune partie dans ce fichier";
    NotABlobwarGame { found }: "found {found}, expected a FEN, `position fen ... moves ...`, a PGN or a replay",
        "{found} n’est ni une FEN, ni une commande UAI « position fen … moves … », ni un PGN, ni un replay";
    NoFilm: "this game cannot be shown", "cette partie ne peut pas être affichée";
    OtherVersion: "this page and its program are of different versions; load the page again",
        "cette page et son programme sont de versions différentes ; rechargez la page";
} }

impl FileFault {
    const fn other_game(found: GameKind, expected: GameKind) -> Self {
        Self::OtherGame { found: GameName::of(found), expected: GameName::of(expected) }
    }
}

/// A game, as a page names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameName {
    Demon,
    Well,
    Blobwar,
}

texts! { GameName, GAME_NAMES {
    Demon: "the demon", "le démon";
    Well: "the well", "le puits";
    Blobwar: "Blobwar", "Blobwar";
} }

impl GameName {
    const fn of(kind: GameKind) -> Self {
        match kind {
            GameKind::Demon => Self::Demon,
            GameKind::Well => Self::Well,
            GameKind::Blobwar => Self::Blobwar,
        }
    }
}

impl From<PgnError> for FileFault {
    fn from(error: PgnError) -> Self {
        Self::Pgn { line: error.line, what: PgnText(error.reason) }
    }
}

/// What is wrong with a PGN. The English texts are those of `laplace_matches`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PgnText(PgnReason);

impl Localized for PgnText {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FRENCH: Language = Language::French;
        let Self(reason) = self;
        if language == Language::English {
            return write!(f, "{reason}");
        }
        match reason {
            PgnReason::NoGame => {
                write!(f, "aucune partie, il faut des balises comme `[Black \"A\"]` et des coups")
            }
            PgnReason::NotATag { found } => {
                write!(f, "{} au lieu d’une balise comme `[Black \"A\"]`", found.text(FRENCH))
            }
            PgnReason::BadRules { found } => {
                write!(f, "balise Rules : {} au lieu de ends ou passes", found.text(FRENCH))
            }
            PgnReason::BadFen { error } => write!(f, "balise FEN : {}", error.text(FRENCH)),
            PgnReason::NotAMove { error } => error.write(FRENCH, f),
            PgnReason::IllegalMove { number, played, error } => {
                write!(f, "coup {number}, {played} : {}", error.text(FRENCH))
            }
            PgnReason::OpenComment => write!(f, "un commentaire n’a pas de fin, il faut `}}`"),
            PgnReason::OpenVariation => write!(f, "une variante n’a pas de fin, il faut `)`"),
            PgnReason::DeepVariations => write!(f, "trop de variantes les unes dans les autres"),
            // Reading a file without a match never gives it.
            PgnReason::OtherMatch(what) => f.write_str(what),
        }
    }
}

/// Whether a text can only be a replay: no other text of any game begins with a brace.
pub(crate) fn is_replay(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Reads a replay of a game; `take` takes it out, if it is one of that game.
pub(crate) fn read_replay<T>(
    text: &[u8],
    game: GameKind,
    take: impl FnOnce(Replay) -> Option<T>,
    language: Language,
) -> Answer<T> {
    let replay = replay::read(text)
        .map_err(|error| refused(language, &FileFault::Replay { line: error.line, what: error.what }))?;
    let found = replay.kind();
    take(replay).ok_or_else(|| refused(language, &FileFault::other_game(found, game)))
}

/// A game as another file: `page`, which plays it without any other file, or `replay`.
pub(crate) fn export<T: Into<Recording>>(kind: &str, game: T, film: impl FnOnce(T) -> Film) -> String {
    match kind {
        "page" => html::page(&film(game)),
        _ => replay::write(&Replay::from(&game.into())),
    }
}

/// What the viewer's script takes.
pub(crate) fn film_data(film: &Film, language: Language) -> Answer {
    serde_json::from_str(&html::data(film)).map_err(|_| refused(language, &FileFault::NoFilm))
}

#[cfg(test)]
mod tests {
    use laplace_i18n::typography::{check_french, check_pairs};
    use laplace_matches::pgn::read_games;

    use super::*;

    #[test]
    fn what_is_wrong_with_a_pgn_is_told_in_the_language_of_the_page() {
        let deep = "(".repeat(10_000);
        for (pgn, english, french) in [
            ("", "found no game", "aucune partie"),
            ("[Black A]\n", "expected a tag", "au lieu d’une balise"),
            ("[Rules \"x\"]\n*", "tag Rules", "balise Rules"),
            ("[FEN \"x5o/7 x 0 1\"]\n*", "tag FEN", "balise FEN"),
            ("1. hello *", "expected a move", "n’a pas sa place"),
            ("1. b6 b6 *", "move 2, b6", "coup 2, b6"),
            ("1. b6 { never", "a comment", "un commentaire"),
            ("1. b6 (b5", "a variation", "une variante"),
            (&deep, "too many variations", "trop de variantes"),
        ] {
            let error = match read_games(pgn.as_bytes()) {
                Ok(games) => games[0].fault.clone().unwrap().error,
                Err(error) => error,
            };
            let fault = FileFault::from(error);
            let [found, translated] = Language::ALL.map(|language| fault.text(language).to_string());
            assert!(found.contains(english), "{found}");
            assert!(translated.contains(french), "{translated}");
            check_french(&translated);
        }
    }

    #[test]
    fn every_fault_has_a_text_in_both_languages() {
        check_pairs(FILE_FAULTS);
        check_pairs(GAME_NAMES);
    }
}
