//! The evaluation bar: its blue part is blue's chance to win.

use laplace_games::blobwar::Side;
use laplace_solvers::blobwar::score;
use ratatui::text::{Line, Span};

use super::session::Evaluation;
use crate::view::Palette;

/// The bar, and below it the evaluation in words.
pub(super) fn lines(evaluation: Option<Evaluation>, width: u16, palette: Palette) -> [Line<'static>; 2] {
    let Some(evaluation) = evaluation else {
        return [Line::from("no evaluation yet"), Line::default()];
    };
    let width = usize::from(width).saturating_sub(2);
    let blue = (score::chance(evaluation.score) * width as f64).round() as usize;
    let bar = Line::from(vec![
        Span::styled("x".repeat(blue), palette.blob(Side::Blue)),
        Span::styled("o".repeat(width.saturating_sub(blue)), palette.blob(Side::Red)),
    ]);
    [bar, Line::from(words(evaluation))]
}

/// The evaluation in words.
pub(super) fn words(Evaluation { score, depth }: Evaluation) -> String {
    let leader = if score > 0 { Side::Blue.label() } else { Side::Red.label() };
    if score::is_proved(score) {
        return format!("{leader} wins in {}", score::WIN - score.abs());
    }
    match score {
        0 => format!("even, depth {depth}"),
        _ => format!("{leader} leads by {:.2}, depth {depth}", f64::from(score.abs()) / 100.0),
    }
}
