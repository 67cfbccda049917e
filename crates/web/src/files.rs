//! Files that a visitor drops on a page: replays, and what is wrong with a file that is not what the page takes.

use laplace_games::text::Found;
use laplace_i18n::texts;
use laplace_judge::GameKind;
use laplace_judge::replay::{self, Replay};
use laplace_matches::pgn::PgnError;

/// Why a file does not hold what a page takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileFault {
    /// A replay that cannot be read. What is wrong with it is an English text.
    Replay { line: usize, what: String },
    /// A PGN that cannot be read, or has a move that cannot be played. What is wrong with it is an English text.
    Pgn { line: usize, what: String },
    /// A replay of another game.
    OtherGame { found: &'static str, expected: &'static str },
    /// A game of another seed.
    OtherSeed { found: u32, expected: u32 },
    /// A file without a game.
    NoGame,
    /// A text that is in none of the forms of a game of Blobwar.
    NotABlobwarGame { found: Found },
}

texts! { FileFault, FILE_FAULTS {
    Replay { line, what }: "the replay cannot be read: line {line}: {what}",
        "le replay est illisible : ligne {line} : {what}";
    Pgn { line, what }: "the PGN cannot be read: line {line}: {what}", "le PGN est illisible : ligne {line} : {what}";
    OtherGame { found, expected }: "found a game of {found}, expected one of {expected}",
        "c’est une partie de {found} au lieu de {expected}";
    OtherSeed { found, expected }: "found a game of seed {found}, expected one of seed {expected}",
        "c’est une partie de la graine {found} au lieu de {expected}";
    NoGame: "found no game in this file", "aucune partie dans ce fichier";
    NotABlobwarGame { found }: "found {found}, expected a FEN, `position fen ... moves ...`, a PGN or a replay",
        "{found} n’est ni une FEN, ni une commande UAI « position fen … moves … », ni un PGN, ni un replay";
} }

impl FileFault {
    pub(crate) const fn other_game(found: &Replay, expected: GameKind) -> Self {
        Self::OtherGame { found: found.kind().name(), expected: expected.name() }
    }
}

impl From<PgnError> for FileFault {
    fn from(error: PgnError) -> Self {
        Self::Pgn { line: error.line, what: error.reason }
    }
}

/// Whether a text can only be a replay: no other text of any game begins with a brace.
pub(crate) fn is_replay(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Reads a replay of any game.
pub(crate) fn read_replay(text: &[u8]) -> Result<Replay, FileFault> {
    replay::read(text).map_err(|error| FileFault::Replay { line: error.line, what: error.what })
}

#[cfg(test)]
mod tests {
    use laplace_i18n::typography::check_pairs;

    use super::*;

    #[test]
    fn every_fault_has_a_text_in_both_languages() {
        check_pairs(FILE_FAULTS);
    }
}
