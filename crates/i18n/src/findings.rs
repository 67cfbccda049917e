//! What the judge found about an answer, and how a game ended.

use std::fmt;

use laplace_games::text::{Expected, Found};
use laplace_judge::demon::LossReason;

use crate::{Language, Localized, texts};
use laplace_contest::ShownFinding;
use laplace_contest::judging::{
    AnswerLine, DemonEnd, Finding, InputFault, Misfit, MoveFault, Quote, Syntax, WellEnd,
};

texts! { Finding, FINDINGS {
    Correct: "", "";
    Difference { line, found, expected }: "line {line}: found {found}, expected {expected}",
        "ligne {line} : {found} au lieu de {expected}";
    NoLegalMove { line, end }: "line {line}: no legal move: {end}", "ligne {line} : aucun coup jouable : {end}";
    DemonGame { line, end }: "line {line}: {end}", "ligne {line} : {end}";
    WellGame { end }: "{end}", "{end}";
    UnreadableInput { fault }: "the input cannot be read: {fault}", "l’entrée est illisible : {fault}";
    UnknownQuestion: "unknown question", "question inconnue";
    Sentence { text }: "{text}", "{text}";
} }

/// A value, as it stands in the file, in quotation marks.
impl Localized for Quote {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, language) {
            (Self::Text(text), Language::English) => write!(f, "`{text}`"),
            (Self::Text(text), Language::French) => write!(f, "« {text} »"),
            (Self::End, language) => Expected::End.write(language, f),
        }
    }
}

impl Localized for Found {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quote::from(self).write(language, f)
    }
}

texts! { ShownFinding<'_>, SHOWN_FINDINGS {
    All(finding): "{finding}", "{finding}";
    Line(line): "the first difference is in line {line}", "la première différence est à la ligne {line}";
    Nothing: "", "";
} }

texts! { DemonEnd, DEMON_ENDS {
    NoMoreMoves: "no more moves", "plus de coups";
    MoveLimit { moves }: "{moves} moves played, which is all that count",
        "{moves} coups joués, les seuls qui comptent";
    TopLines { row }: "a block stands on line {row}; lines 0 to 3 must be empty before each piece",
        "un bloc se trouve à la ligne {row} du plateau ; les lignes 0 à 3 doivent être vides avant chaque pièce";
    WrongPiece { found, expected }: "the piece is {expected}, found {found}",
        "la pièce est {expected}, et non {found}";
    CannotDrop(why): "{why}", "{why}";
    LineLimit: "stopped after the 10000th line; what follows does not count",
        "arrêt après la ligne 10 000 ; la suite ne compte pas";
    Malformed { found, expected }: "found {found}, expected {expected}", "{found}, attendu : {expected}";
} }

texts! { struct Misfit, MISFIT {
    piece, rotation, column: "piece {piece} turned {rotation} times does not fit at column {column}",
        "la pièce {piece} tournée {rotation} fois ne tient pas en colonne {column}";
} }

texts! { struct Syntax, SYNTAX {
    line, found, expected: "line {line}: found {found}, expected {expected}",
        "ligne {line} : {found}, attendu : {expected}";
} }

texts! { WellEnd, WELL_ENDS {
    AllPlaced: "every figure was placed", "toutes les figures sont posées";
    StickingOut { figure }: "figure {figure}: sticking out above the well",
        "figure {figure} : elle dépasse du haut du puits";
    NoMoreMoves { figure }: "the answer ends before figure {figure}",
        "la réponse s’arrête avant la figure {figure}";
    OutsideRight { figure }: "figure {figure}: outside the well on the right",
        "figure {figure} : hors du puits, à droite";
    NoSuchRotation { figure, rotation }: "figure {figure}: rotation {rotation}, expected 0 to 3",
        "figure {figure} : rotation {rotation}, au lieu de 0 à 3";
    InvalidMove { figure, shape, rotation, column, line, fault }:
        "figure {figure}: kind {shape}, rotation {rotation}, column {column}{line}: {fault}",
        "figure {figure} : type {shape}, rotation {rotation}, colonne {column}{line} : {fault}";
    Malformed { figure, syntax }: "figure {figure}: {syntax}", "figure {figure} : {syntax}";
} }

/// Follows the numbers of a move.
impl Localized for AnswerLine {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, language) {
            (Some(line), Language::English) => write!(f, ", line {line}"),
            (Some(line), Language::French) => write!(f, ", ligne {}", line.text(language)),
            (None, _) => Ok(()),
        }
    }
}

texts! { MoveFault, MOVE_FAULTS {
    OutsideRight: "outside the well on the right", "hors du puits, à droite";
    NoSuchRotation: "the rotation should be 0 to 3", "la rotation va de 0 à 3";
} }

texts! { InputFault, INPUT_FAULTS {
    Syntax(syntax): "{syntax}", "{syntax}";
    CannotDrop { line, misfit }: "line {line}: {misfit}, which question 3 rules out",
        "ligne {line} : {misfit}, ce que la question 3 exclut";
    Other { text }: "{text}", "{text}";
} }

texts! { Expected, EXPECTED {
    End: "the end of the file", "la fin du fichier";
    Seed: "a number from 0 to 1000000", "un nombre de 0 à 1 000 000";
    NothingAfterSeed: "nothing after s", "rien après s";
    Piece: "a piece from 1 to 7", "une pièce de 1 à 7";
    Placing: "four numbers `P L C R`: a piece from 1 to 7, a line, a column, 0 to 3 turns",
        "quatre nombres « P L C R » : une pièce de 1 à 7, une ligne, une colonne, 0 à 3 rotations";
    Dropping: "three numbers `P C R`: a piece from 1 to 7, a column from 0 to 11, 0 to 3 turns",
        "trois nombres « P C R » : une pièce de 1 à 7, une colonne de 0 à 11, 0 à 3 rotations";
    Move: "three integers `P C R`: piece, column, turns", "trois entiers « P C R » : pièce, colonne, rotations";
    Row: "a line of 12 cells, each `.` or a piece from 1 to 7",
        "une ligne de 12 cases, chacune « . » ou une pièce de 1 à 7";
    Score: "the score", "le score";
    FigureCount: "the number of figures, at most 999999999", "le nombre de figures, au plus 999 999 999";
    Figure: "a figure from 1 to 7", "une figure de 1 à 7";
    MoreFigures: "as many figures as the first number says", "autant de figures que le premier nombre l’annonce";
    NoMoreFigures: "no more figures than the first number says",
        "pas plus de figures que le premier nombre ne l’annonce";
    Rotation: "a rotation, or the end of the file", "une rotation, ou la fin du fichier";
    Column: "a column after the rotation", "une colonne après la rotation";
} }

/// Why a game of the demon lost points. The English texts are those of `laplace_judge`.
impl Localized for LossReason {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, language) {
            (_, Language::English) => fmt::Display::fmt(self, f),
            (Self::BurnedLines(1), _) => f.write_str("une ligne brûlée : elle est partie sans Tetris"),
            (Self::BurnedLines(lines), _) => {
                write!(f, "{lines} lignes brûlées : elles sont parties sans Tetris")
            }
            (Self::NoTetris, _) => {
                f.write_str("un Tetris manqué : la pièce 1 est venue sans supprimer quatre lignes")
            }
            (Self::EarlyTetris, _) => f.write_str("un Tetris qui coûte plus tard deux Tetris de suite"),
            (Self::StackGrew, _) => f.write_str("la pile a monté là où il fallait supprimer des lignes"),
            (Self::TheEnd, _) => f.write_str("la fin : ce qui reste ne rapporte rien"),
        }
    }
}
