//! The single frames of a range of steps, for moving pictures.

use crate::film::{Effect, Film, Step};
use crate::grid::Grid;

/// One frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) board: Grid,
    /// Cells to point out: the shape that has just arrived.
    pub(crate) new: Vec<(usize, usize)>,
    /// Lines that are removed next.
    pub(crate) going: u32,
    /// The lines of text below the board.
    pub(crate) caption: [String; 3],
    /// How long it is shown, as a fraction of the time of a step.
    pub(crate) share: f64,
}

/// The fraction of a step's time that its effects take, if it has any.
const EFFECTS_SHARE: f64 = 0.5;

/// The board after `from` steps, then the pictures of each further step up to the `to`th; `None` if the
/// film is shorter or the range is empty the wrong way round.
pub(crate) fn frames(film: &Film, from: usize, to: usize) -> Option<Vec<Frame>> {
    let mut board = film.board(from)?;
    let steps = film.steps.get(from..to)?;
    let [first, second] = film.series();
    let caption = |step: usize| {
        let [a, b] = [&first, &second].map(|series| series.get(step).copied().unwrap_or(0));
        let [name_a, name_b] = film.series_names();
        [format!("{} {step}", film.game.step_name()), format!("{name_a} {a}"), format!("{name_b} {b}")]
    };
    let mut frames = vec![still(&board, caption(from), 1.0)];
    for (step, number) in steps.iter().zip(from + 1..) {
        play(film, step, &mut board, &caption(number), &mut frames);
    }
    Some(frames)
}

fn still(board: &Grid, caption: [String; 3], share: f64) -> Frame {
    Frame { board: board.clone(), new: Vec::new(), going: 0, caption, share }
}

/// A frame of the arrival, then one after each visible effect.
fn play(film: &Film, step: &Step, board: &mut Grid, caption: &[String; 3], frames: &mut Vec<Frame>) {
    board.arrive(step, &film.shapes);
    let visible = |effect: &&Effect| !matches!(effect, Effect::Points(_));
    let effects: Vec<_> = step.effects.iter().filter(visible).collect();
    let new = step.cells(&film.shapes).map(|(line, column, _)| (line, column)).collect();
    let share = if effects.is_empty() { 1.0 } else { 1.0 - EFFECTS_SHARE };
    let going = effects.first().map_or(0, |effect| lines_of(effect));
    frames.push(Frame { new, going, ..still(board, caption.clone(), share) });
    for (place, effect) in effects.iter().enumerate() {
        board.apply(effect);
        let going = effects.get(place + 1).map_or(0, |next| lines_of(next));
        let share = EFFECTS_SHARE / effects.len() as f64;
        frames.push(Frame { going, ..still(board, caption.clone(), share) });
    }
}

fn lines_of(effect: &Effect) -> u32 {
    match effect {
        Effect::Collapse(lines) | Effect::Empty(lines) => *lines,
        _ => 0,
    }
}
