//! One position as an SVG picture: crisp at any size, light or dark as the reader likes it.

use crate::film::{Film, Game};
use crate::grid::Grid;
use crate::markup::Markup;
use crate::palette::{Colour, colour, hex, ink_on};

/// The side of a cell.
const CELL: usize = 20;
/// The room around the board.
const MARGIN: usize = 12;
/// The room for a line of text.
const LINE: usize = 22;
/// The width of the outline of what has just come.
const OUTLINE: usize = 2;

pub(crate) const STYLE: &str = "\
svg{background:#fff;font-family:system-ui,sans-serif}.ink{fill:#10141a}.soft{fill:#5a6472}\
.board{fill:#f1f3f6}.top{fill:#e2e6ec}.grid{stroke:#d5dae1;stroke-width:1}.new{fill:none;stroke:#10141a}\
.axis{stroke:#5a6472;stroke-width:1;fill:none}\
@media(prefers-color-scheme:dark){svg{background:#12161c}.ink{fill:#f2f4f7}.soft{fill:#a9b3c0}\
.board{fill:#1c222b}.top{fill:#262e39}.grid{stroke:#303a47}.new{stroke:#fff}.axis{stroke:#a9b3c0}}";

/// The board after so many steps; `None` past the end.
pub fn position(film: &Film, steps: usize) -> Option<String> {
    let board = film.board(steps)?;
    let (wide, high) = (board.width() * CELL, board.height() * CELL);
    let (width, height) = (wide + 2 * MARGIN, high + 2 * MARGIN + 2 * LINE);
    let mut svg = open(width, height, &format!("{}, {} {steps}", film.title, film.game.step_name()));
    svg.text(
        "text",
        &[("class", &"ink"), ("x", &MARGIN), ("y", &(MARGIN + 12)), ("font-size", &14)],
        title(film),
    );
    svg.open("g", &[("transform", &format!("translate({MARGIN} {})", MARGIN + LINE))]);
    ground(&mut svg, film, wide, high);
    cells(&mut svg, film, &board);
    arrived(&mut svg, film, steps);
    svg.close();
    let caption = caption(film, &board, steps);
    let below = height - MARGIN;
    svg.text("text", &[("class", &"soft"), ("x", &MARGIN), ("y", &below), ("font-size", &13)], caption);
    Some(svg.finish())
}

/// The root element of a picture of that size, with its title and the common style.
pub(crate) fn open(width: usize, height: usize, title: &str) -> Markup {
    let mut svg = Markup::default();
    let size = format!("0 0 {width} {height}");
    let space = "http://www.w3.org/2000/svg";
    let root: [(&str, &dyn std::fmt::Display); 5] =
        [("xmlns", &space), ("viewBox", &size), ("width", &width), ("height", &height), ("role", &"img")];
    svg.open("svg", &root);
    svg.text("title", &[], title);
    svg.style(STYLE);
    svg
}

fn title(film: &Film) -> String {
    // A board is narrow; a title that is not is for the tooltip.
    const LONGEST: usize = 34;
    let mut short: String = film.title.chars().take(LONGEST).collect();
    if short.len() < film.title.len() {
        short.push('…');
    }
    short
}

fn caption(film: &Film, board: &Grid, steps: usize) -> String {
    let step = film.game.step_name();
    let played = film.steps.iter().take(steps);
    match film.game {
        Game::Demon => {
            let score: u32 = played.map(crate::film::Step::points).sum();
            format!("{step} {steps} · score {score} · height {}", board.stack_height())
        }
        Game::Well => {
            let rows: usize = played.map(crate::film::Step::weight).sum();
            format!("{step} {steps} · {rows} rows · height {}", board.stack_height())
        }
        Game::Blobwar => format!("{step} {steps} · x {} · o {}", board.count(1), board.count(2)),
    }
}

fn ground(svg: &mut Markup, film: &Film, wide: usize, high: usize) {
    svg.leaf("rect", &[("class", &"board"), ("width", &wide), ("height", &high)]);
    if film.top > 0 {
        svg.leaf("rect", &[("class", &"top"), ("width", &wide), ("height", &(film.top * CELL))]);
    }
    for x in (0..=wide).step_by(CELL) {
        svg.leaf("path", &[("class", &"grid"), ("d", &format!("M{x} 0V{high}"))]);
    }
    for y in (0..=high).step_by(CELL) {
        svg.leaf("path", &[("class", &"grid"), ("d", &format!("M0 {y}H{wide}"))]);
    }
}

fn cells(svg: &mut Markup, film: &Film, board: &Grid) {
    for (line, column, code) in board.blocks() {
        let (x, y) = (column * CELL, line * CELL);
        let fill = colour(film.game, code);
        match (film.game, board.mark(code)) {
            (Game::Blobwar, mark @ ('x' | 'o')) => blob(svg, x + CELL / 2, y + CELL / 2, fill, mark),
            (Game::Blobwar, _) => {
                svg.leaf(
                    "rect",
                    &[("x", &x), ("y", &y), ("width", &CELL), ("height", &CELL), ("fill", &hex(fill))],
                );
            }
            (_, mark) => block(svg, x, y, fill, mark),
        }
    }
}

fn block(svg: &mut Markup, x: usize, y: usize, fill: Colour, mark: char) {
    let (side, ink) = (CELL - 1, hex(ink_on(fill)));
    svg.leaf(
        "rect",
        &[("x", &x), ("y", &y), ("width", &side), ("height", &side), ("rx", &3), ("fill", &hex(fill))],
    );
    let (x, y) = (x + CELL / 2, y + 14);
    let at: [(&str, &dyn std::fmt::Display); 5] =
        [("x", &x), ("y", &y), ("font-size", &12), ("text-anchor", &"middle"), ("fill", &ink)];
    svg.text("text", &at, mark);
}

fn blob(svg: &mut Markup, x: usize, y: usize, fill: Colour, mark: char) {
    let ink = hex(ink_on(fill));
    svg.leaf("circle", &[("cx", &x), ("cy", &y), ("r", &8), ("fill", &hex(fill))]);
    let sign = if mark == 'x' { "m-3-3 6 6m0-6-6 6" } else { "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0" };
    let path = format!("M{x} {y}{sign}");
    svg.leaf("path", &[("d", &path), ("fill", &"none"), ("stroke", &ink), ("stroke-width", &2)]);
}

/// Outlines what the last step brought, where it still is as it came.
fn arrived(svg: &mut Markup, film: &Film, steps: usize) {
    let Some(step) = steps.checked_sub(1).and_then(|last| film.steps.get(last)) else { return };
    if step.weight() > 0 && film.game != Game::Blobwar {
        return;
    }
    for (line, column, _) in step.cells(&film.shapes) {
        let (x, y) = (column * CELL, line * CELL);
        let (side, stroke) = (CELL - 1, OUTLINE);
        let place: [(&str, &dyn std::fmt::Display); 7] = [
            ("class", &"new"),
            ("x", &x),
            ("y", &y),
            ("width", &side),
            ("height", &side),
            ("rx", &3),
            ("stroke-width", &stroke),
        ];
        svg.leaf("rect", &place);
    }
}
