//! One position as an SVG picture: crisp at any size, light or dark as the reader likes it.

use std::fmt::Display;

use laplace_judge::GameKind;

use crate::film::{Film, Step};
use crate::grid::Grid;
use crate::markup::Markup;
use crate::palette::{Colour, colour, hex, ink_on};

/// The side of a cell.
const CELL: usize = 20;
/// The margin around the board.
const MARGIN: usize = 12;
/// The height of a line of text.
const LINE: usize = 22;
/// The width of a letter of the title, about.
const LETTER: usize = 8;
/// The side of a cell for blobs, of which there are fewer.
const BLOB_CELL: usize = 40;
/// The width of the outline of what has just come.
const OUTLINE: usize = 2;

pub(crate) const STYLE: &str = "\
svg{background:#fff;font-family:system-ui,sans-serif}.ink{fill:#10141a}.soft{fill:#5a6472}\
.board{fill:#f1f3f6}.top{fill:#e2e6ec}.grid{stroke:#d5dae1;stroke-width:1}.new{fill:none;stroke:#10141a}\
.axis{stroke:#5a6472;stroke-width:1;fill:none}\
@media(prefers-color-scheme:dark){svg{background:#12161c}.ink{fill:#f2f4f7}.soft{fill:#a9b3c0}\
.board{fill:#1c222b}.top{fill:#262e39}.grid{stroke:#303a47}.new{stroke:#fff}.axis{stroke:#a9b3c0}}";

/// A picture of the board after `steps` steps; `None` past the end.
pub fn position(film: &Film, steps: usize) -> Option<String> {
    let board = film.board(steps)?;
    let cell = if film.game == GameKind::Blobwar { BLOB_CELL } else { CELL };
    let (wide, high) = (board.width() * cell, board.height() * cell);
    let (width, height) = (wide + 2 * MARGIN, high + 2 * MARGIN + 2 * LINE);
    let mut svg = open(width, height, &format!("{}, {} {steps}", film.title, film.game.step_name()));
    svg.text(
        "text",
        &[("class", &"ink"), ("x", &MARGIN), ("y", &(MARGIN + 12)), ("font-size", &14)],
        title(film, wide),
    );
    svg.open("g", &[("transform", &format!("translate({MARGIN} {})", MARGIN + LINE))]);
    let mut painter = Painter { svg: &mut svg, film, cell };
    painter.ground(wide, high);
    painter.cells(&board);
    painter.arrived(steps);
    svg.close();
    let caption = caption(film, &board, steps);
    let below = height - MARGIN;
    svg.text("text", &[("class", &"soft"), ("x", &MARGIN), ("y", &below), ("font-size", &13)], caption);
    Some(svg.finish())
}

/// The root element of a picture of `width` x `height`, with its title and the common style.
pub(crate) fn open(width: usize, height: usize, title: &str) -> Markup {
    let mut svg = Markup::default();
    let size = format!("0 0 {width} {height}");
    let space = "http://www.w3.org/2000/svg";
    let root: [(&str, &dyn Display); 5] =
        [("xmlns", &space), ("viewBox", &size), ("width", &width), ("height", &height), ("role", &"img")];
    svg.open("svg", &root);
    svg.text("title", &[], title);
    svg.style(STYLE);
    svg
}

/// The title, cut to the width of the board; the tooltip has all of it.
fn title(film: &Film, wide: usize) -> String {
    let mut short: String = film.title.chars().take(wide / LETTER).collect();
    if short.len() < film.title.len() {
        short.push('…');
    }
    short
}

fn caption(film: &Film, board: &Grid, steps: usize) -> String {
    let step = film.game.step_name();
    let played = film.steps.iter().take(steps);
    match film.game {
        GameKind::Demon => {
            let score: u32 = played.map(Step::points).sum();
            format!("{step} {steps} · score {score} · height {}", board.stack_height())
        }
        GameKind::Well => {
            let rows: usize = played.map(Step::weight).sum();
            format!("{step} {steps} · {rows} rows · height {}", board.stack_height())
        }
        GameKind::Blobwar => format!("{step} {steps} · blue {} · red {}", board.count(1), board.count(2)),
    }
}

/// Draws a board whose cells have the side `cell`.
struct Painter<'a> {
    svg: &'a mut Markup,
    film: &'a Film,
    cell: usize,
}

impl Painter<'_> {
    fn ground(&mut self, wide: usize, high: usize) {
        self.svg.leaf("rect", &[("class", &"board"), ("width", &wide), ("height", &high)]);
        let top = self.film.top * self.cell;
        if top > 0 {
            self.svg.leaf("rect", &[("class", &"top"), ("width", &wide), ("height", &top)]);
        }
        for x in (0..=wide).step_by(self.cell) {
            self.svg.leaf("path", &[("class", &"grid"), ("d", &format!("M{x} 0V{high}"))]);
        }
        for y in (0..=high).step_by(self.cell) {
            self.svg.leaf("path", &[("class", &"grid"), ("d", &format!("M0 {y}H{wide}"))]);
        }
    }

    fn cells(&mut self, board: &Grid) {
        for (line, column, code) in board.blocks() {
            let (x, y) = (column * self.cell, line * self.cell);
            let fill = colour(self.film.game, code);
            match (self.film.game, board.mark(code)) {
                (GameKind::Blobwar, mark @ ('x' | 'o')) => self.blob(x, y, fill, mark),
                (GameKind::Blobwar, _) => self.square(x, y, self.cell, &[("fill", &hex(fill))]),
                (_, mark) => self.block(x, y, fill, mark),
            }
        }
    }

    fn square(&mut self, x: usize, y: usize, side: usize, look: &[(&str, &dyn Display)]) {
        let mut attributes: Vec<(&str, &dyn Display)> =
            vec![("x", &x), ("y", &y), ("width", &side), ("height", &side)];
        attributes.extend(look);
        self.svg.leaf("rect", &attributes);
    }

    fn block(&mut self, x: usize, y: usize, fill: Colour, mark: char) {
        self.square(x, y, self.cell - 1, &[("rx", &3), ("fill", &hex(fill))]);
        let middle = x + self.cell / 2;
        let baseline = y + 14;
        let ink = hex(ink_on(fill));
        let place: [(&str, &dyn Display); 5] = [
            ("x", &middle),
            ("y", &baseline),
            ("font-size", &12),
            ("text-anchor", &"middle"),
            ("fill", &ink),
        ];
        self.svg.text("text", &place, mark);
    }

    fn blob(&mut self, x: usize, y: usize, fill: Colour, mark: char) {
        let (x, y) = (x + self.cell / 2, y + self.cell / 2);
        let radius = self.cell * 2 / 5;
        self.svg.leaf("circle", &[("cx", &x), ("cy", &y), ("r", &radius), ("fill", &hex(fill))]);
        let sign = if mark == 'x' { "m-6-6 12 12m0-12-12 12" } else { "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0" };
        let path = format!("M{x} {y}{sign}");
        let ink = hex(ink_on(fill));
        self.svg.leaf("path", &[("d", &path), ("fill", &"none"), ("stroke", &ink), ("stroke-width", &3)]);
    }

    /// Outlines what the last step brought, where it still is as it came.
    fn arrived(&mut self, steps: usize) {
        let film = self.film;
        let Some(step) = steps.checked_sub(1).and_then(|last| film.steps.get(last)) else { return };
        if step.weight() > 0 && film.game != GameKind::Blobwar {
            return;
        }
        for (line, column, _) in step.cells(&film.shapes) {
            let look: [(&str, &dyn Display); 3] = [("class", &"new"), ("rx", &3), ("stroke-width", &OUTLINE)];
            self.square(column * self.cell, line * self.cell, self.cell - 1, &look);
        }
    }
}
