//! A chart of the last moves, and a progress bar.

use laplace_games::demon;
use laplace_judge::recording::Recording;
use ratatui::style::Stylize;
use ratatui::text::Line;

use crate::view::viewer::Viewer;

/// Eighths of a line.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The value of a full bar where bars are shares.
const PERCENT: usize = 100;
/// The lines of the chart.
const HEIGHT: usize = 3;
/// The maximum number of columns of the chart.
const MAX_WIDTH: usize = 48;

/// The heights of the last moves, or the lead of `x`, the newest on the right.
pub(super) fn lines(viewer: &Viewer, width: usize) -> Vec<Line<'static>> {
    let recording = viewer.recording();
    let (name, most) = match recording {
        Recording::Demon(_) => ("height", demon::LINES),
        Recording::Well(game) => ("height", game.depth().rows()),
        Recording::Blobwar(_) => ("blobs of x, of all", PERCENT),
    };
    let width = width.min(MAX_WIDTH);
    let first = (viewer.at() + 1).saturating_sub(width);
    let value = |number| match recording {
        Recording::Blobwar(_) => {
            // `x` has half of the blobs and half of its lead.
            let lead = recording.score(number);
            let all = i64::from(recording.height(number)).max(1);
            (PERCENT as i64 * (all + lead) / (2 * all)) as usize
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

/// The progress bar.
pub(super) fn progress(viewer: &Viewer, width: usize) -> Line<'static> {
    let width = width.min(MAX_WIDTH);
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
