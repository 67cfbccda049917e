//! The evaluation bar: how much of it is blue is how likely blue seems to win.

use laplace_games::blobwar::Side;
use laplace_solvers::blobwar::score::{self, Score};
use ratatui::text::{Line, Span};

use super::table::Evaluation;
use crate::view::Palette;

/// The bar and what it says in words.
pub(super) fn lines(evaluation: Option<Evaluation>, width: u16, palette: Palette) -> [Line<'static>; 2] {
    let Some(Evaluation { score, depth }) = evaluation else {
        return [Line::from("no evaluation yet"), Line::default()];
    };
    let width = usize::from(width).saturating_sub(2);
    let blue = (score::chance(score) * width as f64).round() as usize;
    let bar = Line::from(vec![
        Span::styled("x".repeat(blue), palette.blob(Side::Blue)),
        Span::styled("o".repeat(width.saturating_sub(blue)), palette.blob(Side::Red)),
    ]);
    [bar, Line::from(words(score, depth))]
}

/// The score in words, seen from blue.
pub(super) fn words(score: Score, depth: u32) -> String {
    let letter = if score > 0 { Side::Blue.letter() } else { Side::Red.letter() };
    if score::is_proved(score) {
        return format!("{letter} wins in {}", score::WIN - score.abs());
    }
    match score {
        0 => format!("even, depth {depth}"),
        _ => format!("{letter} leads by {:.2}, depth {depth}", f64::from(score.abs()) / 100.0),
    }
}
