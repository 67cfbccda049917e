//! Refused games of Blobwar. The English texts are those of `laplace_games`.

use std::fmt;

use laplace_games::blobwar::format::{FenError, PositionError, SheetError, TextError};
use laplace_games::blobwar::sheet::QuestionError;
use laplace_games::blobwar::{Cell, IllegalMove, Move, SetupError, SetupFault, WrongSize};

use crate::{Language, Localized};

/// Implements the French text by a function, and the English one by `Display`.
macro_rules! french {
    ($type:ty, $write:expr) => {
        impl Localized for $type {
            fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match language {
                    Language::English => fmt::Display::fmt(self, f),
                    Language::French => $write(self, f),
                }
            }
        }
    };
}

french!(PositionError, position);
french!(FenError, fen);
french!(SheetError, sheet);
french!(TextError, text);
french!(SetupError, setup);
french!(WrongSize, size);
french!(IllegalMove, illegal);
french!(QuestionError, question);

/// A cell or a move, as every language writes it.
impl Localized for Cell {
    fn write(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Localized for Move {
    fn write(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const FRENCH: Language = Language::French;

fn position(error: &PositionError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        PositionError::Fen(error) => fen(error, f),
        PositionError::Sheet(error) => sheet(error, f),
        PositionError::Course(error) => text(error, f),
        PositionError::Setup(error) => setup(error, f),
        PositionError::Size(error) => size(error, f),
        PositionError::Form(found) => {
            write!(f, "{} n’est pas une position : il faut startpos ou une FEN", found.text(FRENCH))
        }
        // The enum may grow; its English text would be of no use here.
        _ => write!(f, "cette position est refusée"),
    }
}

fn fen(error: &FenError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        FenError::Words(found) => write!(
            f,
            "{found} mots au lieu de 4 : les rangées, le trait, les demi-coups sans duplication, le numéro du coup"
        ),
        FenError::Rows(found) => write!(f, "{found} rangées au lieu de 7 ou 8"),
        FenError::Mark { row, found } => write!(
            f,
            "rangée {row} depuis le haut : {} au lieu de x, o, - ou d’un chiffre de 1 à 8",
            found.text(FRENCH)
        ),
        FenError::Width { row, found, expected } => {
            write!(f, "rangée {row} depuis le haut : {found} cases au lieu de {expected}")
        }
        FenError::Turn(found) => write!(f, "trait : {} au lieu de x ou o", found.text(FRENCH)),
        FenError::Clock(found) => {
            write!(f, "demi-coups sans duplication : {} n’est pas un nombre", found.text(FRENCH))
        }
        FenError::Number(found) => write!(f, "numéro du coup : {} n’est pas un nombre", found.text(FRENCH)),
        _ => write!(f, "cette FEN est refusée"),
    }
}

fn sheet(error: &SheetError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        SheetError::Count(found) => write!(f, "{found} nombres au lieu de 64 (plateau) ou 2 (pions)"),
        SheetError::Value { cell, found } => {
            write!(f, "case {cell} du plateau : {} au lieu de 0, 1 ou -1", found.text(FRENCH))
        }
        SheetError::Integer(found) => {
            write!(f, "pions : {} n’est pas un entier de 0 à {}", found.text(FRENCH), u64::MAX)
        }
        SheetError::Turn(found) => {
            write!(f, "après les nombres : {} au lieu de x ou o, le joueur au trait", found.text(FRENCH))
        }
        SheetError::Counters(found) => write!(
            f,
            "après le joueur au trait : {} au lieu de rien, ou des demi-coups et du numéro du coup",
            found.text(FRENCH)
        ),
        SheetError::Cells(found) => {
            write!(f, "{} au lieu de deux cases de 0 à 63, comme 49 42", found.text(FRENCH))
        }
        SheetError::NoNumbers => {
            write!(f, "les cases de 7 × 7 n’ont pas de numéro : il faut un coup comme b6 ou g1g3")
        }
        SheetError::Illegal(error) => illegal(error, f),
        _ => write!(f, "ce plateau est refusé"),
    }
}

/// A move, or a state of the course's project: what was expected is known to the reader of either.
fn text(error: &TextError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let TextError { at, found, .. } = error;
    write!(f, "caractère {at} : {} n’a pas sa place ici", found.text(FRENCH))
}

fn setup(error: &SetupError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (place, fault) in error.faults().iter().enumerate() {
        if place > 0 {
            f.write_str(" ; ")?;
        }
        match fault {
            SetupFault::OffBoard { cell, width } => {
                write!(f, "{cell} est hors du plateau de {width} × {width}")
            }
            SetupFault::TwoBlobs(cell) => write!(f, "{cell} a un blob des deux joueurs"),
            SetupFault::BlobInHole(cell) => write!(f, "{cell} a un blob dans un trou"),
            SetupFault::Clock(found) => {
                write!(f, "{found} demi-coups sans duplication : il en faut au plus 100")
            }
            SetupFault::Number(found) => write!(f, "le numéro du coup ne peut pas être {found}"),
            _ => write!(f, "cette position est contradictoire"),
        }?;
    }
    Ok(())
}

fn size(error: &WrongSize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let found = error.found.width();
    let expected = error.variant.size().width();
    let variant = error.variant.name();
    write!(
        f,
        "un plateau de {found} × {found} au lieu de {expected} × {expected}, celui de la variante {variant}"
    )
}

fn illegal(error: &IllegalMove, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        IllegalMove::GameOver => write!(f, "la partie est finie"),
        IllegalMove::NeedlessPass => write!(f, "on ne passe pas tant qu’un coup est possible"),
        IllegalMove::MustPass(played) => {
            write!(f, "{played} est impossible : le joueur est bloqué et doit passer")
        }
        IllegalMove::NotACell(cell) => write!(f, "{cell} est un trou, ou hors du plateau"),
        IllegalMove::Occupied(cell) => write!(f, "{cell} n’est pas vide"),
        IllegalMove::NothingToDouble(cell) => {
            write!(f, "aucun blob du joueur au trait n’est voisin de {cell}")
        }
        IllegalMove::NotYourBlob(cell) => write!(f, "aucun blob du joueur au trait n’est en {cell}"),
        IllegalMove::Distance { from, to } => {
            write!(f, "de {from} à {to} il y a {} cases, un saut en fait exactement 2", from.distance(*to))
        }
        _ => write!(f, "ce coup est refusé"),
    }
}

/// A question of the exercise sheet. The names of arguments are those of the command line.
fn question(error: &QuestionError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        QuestionError::Missing { name, expected } => write!(f, "il manque {name} : il faut {expected}"),
        QuestionError::TooMany { found, expected } => {
            write!(f, "{} est de trop : il faut {expected}", found.text(FRENCH))
        }
        QuestionError::Number { name, found, min, max } => {
            write!(f, "{name} : {} au lieu d’un nombre de {min} à {max}", found.text(FRENCH))
        }
        QuestionError::Colour(found) => {
            write!(f, "couleur : {} au lieu de 1 (bleu) ou -1 (rouge)", found.text(FRENCH))
        }
        QuestionError::Board(error) => write!(f, "le plateau : {}", error.text(FRENCH)),
        QuestionError::Holes => write!(f, "le plateau a des trous : la feuille n’en a pas"),
        QuestionError::Occupied(cell) => write!(f, "la case {cell} a un blob de l’autre joueur"),
        QuestionError::NoBlob(cell) => write!(f, "la case {cell} est vide : il faut un blob à jouer"),
        QuestionError::NotEmpty(cell) => write!(f, "la case {cell} n’est pas vide : il faut une case libre"),
        QuestionError::NotYours { cell, player } => {
            write!(f, "la case {cell} n’a pas de blob du joueur {player}")
        }
        QuestionError::Distance { from, to, distance, expected } => {
            let expected =
                if expected.starts_with('2') { "2, un saut" } else { "1, une duplication, ou 2, un saut" };
            write!(f, "de {from} à {to} la distance est {distance} au lieu de {expected}")
        }
        _ => write!(f, "cette question n’a pas de réponse pour ces valeurs"),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use laplace_games::blobwar::sheet::Question;
    use laplace_games::blobwar::{Position, RuleChoice, StuckRule, Variant};

    use super::*;

    fn both(error: &impl Localized) -> (String, String) {
        (error.text(Language::English).to_string(), error.text(FRENCH).to_string())
    }

    /// Refused games of every kind that a request can have, in English and French.
    pub(crate) fn examples() -> Vec<(String, String)> {
        let choice = RuleChoice { variant: None, stuck: Some(StuckRule::Passes) };
        let mut examples = Vec::new();
        for text in [
            "",
            "x",
            "x5o/7 x 0 1",
            "x5o/7/7/7/7/7/o5z x 0 1",
            "x5o/6/7/7/7/7/o5x x 0 1",
            "x5o/7/7/7/7/7/o5x y 0 1",
            "x5o/7/7/7/7/7/o5x x a 1",
            "x5o/7/7/7/7/7/o5x x 0 b",
            "x5o/7/7/7/7/7/o5x x 101 0",
            "1 2 3",
            "1 2 z",
            "-1 2",
            "0r",
            "hello world",
        ] {
            if let Err(error) = Position::read(text, choice) {
                examples.push(both(&error));
            }
        }
        let sheet = RuleChoice { variant: Some(Variant::Sheet), stuck: None };
        examples.push(both(&Position::read("x5o/7/7/7/7/7/o5x x 0 1", sheet).unwrap_err()));
        examples.push(both(&"hello".parse::<Move>().unwrap_err()));
        for (number, arguments) in [
            ("3.5", vec![]),
            ("3.5", vec!["64"]),
            ("3.5", vec!["1", "2"]),
            ("2.3", vec!["startpos", "2"]),
            ("2.2", vec!["1 2 3"]),
            ("2.2", vec!["x6o/8/8/3--3/8/8/8/o6x x 0 1"]),
            ("3.1", vec!["[512, 4096]", "12"]),
            ("2.6", vec!["startpos", "9", "10"]),
            ("2.6", vec!["[3, 0]", "0", "1"]),
            ("3.6", vec!["[512, 0]", "9", "11", "1"]),
            ("3.6", vec!["[512, 0]", "9", "10", "0"]),
        ] {
            let question: Question = number.parse().unwrap();
            examples.push(both(&question.answer(arguments).unwrap_err()));
        }
        let start = Position::read("x5o/7/3-3/7/7/7/o5x x 0 1", choice).unwrap();
        for text in ["0000", "a7", "d5", "a1", "d4", "d4d6", "a7d7"] {
            let mut position = start;
            if let Err(error) = position.play(text.parse().unwrap()) {
                examples.push(both(&error));
            }
        }
        examples
    }

    #[test]
    fn a_refused_game_has_a_french_reason_of_its_own() {
        let examples = examples();
        assert!(examples.len() > 18, "{}", examples.len());
        for (english, french) in examples {
            assert_ne!(english, french);
            for word in [" the ", "expected", " found", " is "] {
                assert!(!french.contains(word), "{french}");
            }
            assert!(!french.ends_with("refusée") && !french.ends_with("refusé"), "{english}: {french}");
        }
    }
}
