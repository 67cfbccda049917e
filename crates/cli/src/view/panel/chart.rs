//! How the game went up to now: bars for the last moves, and how far it is.

use laplace_judge::recording::Recording;
use ratatui::style::Stylize;
use ratatui::text::Line;

use super::super::viewer::Viewer;

/// Eighths of a line.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The lines of the chart.
const HEIGHT: usize = 3;
/// The most columns of the chart.
const WIDEST: usize = 48;

/// The heights of the last moves, or the lead of `x`, the newest on the right.
pub(super) fn lines(viewer: &Viewer, width: usize) -> Vec<Line<'static>> {
    let recording = viewer.recording();
    let (name, most) = match recording {
        Recording::Demon(_) => ("height", 24),
        Recording::Well(game) => ("height", game.depth().rows()),
        Recording::Blobwar(_) => ("blobs of x, of all", 100),
    };
    let width = width.min(WIDEST);
    let first = (viewer.at() + 1).saturating_sub(width);
    let value = |number| match recording {
        Recording::Blobwar(_) => {
            let (lead, all) = (recording.score(number), i64::from(recording.height(number)).max(1));
            (50 * (all + lead) / all) as usize
        }
        _ => recording.height(number) as usize,
    };
    let values: Vec<usize> = (first..=viewer.at()).map(value).collect();
    let mut lines = vec![Line::from(format!("{name}, last {width} {}s", viewer.move_name())).dim()];
    lines.extend((0..HEIGHT).map(|line| Line::from(bars(&values, most, HEIGHT - 1 - line))));
    lines
}

/// One line of bars, counted from the bottom.
fn bars(values: &[usize], most: usize, line: usize) -> String {
    let full = BARS.len() - 1;
    let bar = |value: &usize| {
        let eighths = (value * HEIGHT * full).div_ceil(most.max(1));
        BARS.get(eighths.saturating_sub(line * full).min(full)).copied().unwrap_or(' ')
    };
    values.iter().map(bar).collect()
}

/// How far the game is.
pub(super) fn progress(viewer: &Viewer, width: usize) -> Line<'static> {
    let width = width.min(WIDEST);
    let done = (viewer.at() * width).checked_div(viewer.recording().len()).unwrap_or(width);
    Line::from(format!("{}{}", "━".repeat(done), "┄".repeat(width - done)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_by_eighths_of_a_line() {
        assert_eq!(bars(&[0, 1, 8, 16, 24], 24, 0), " ▁███");
        assert_eq!(bars(&[0, 1, 8, 16, 24], 24, 1), "   ██");
        assert_eq!(bars(&[0, 1, 8, 16, 24], 24, 2), "    █");
    }
}
