//! A range of steps as a moving GIF.
//!
//! Each frame after the first holds only the rectangle that changed, and in it what did not change is
//! transparent, which packs to next to nothing: a hundred pieces take some 70 kB. Delays are in hundredths of a
//! second and at least two: browsers slow down anything faster.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame as GifFrame, Repeat};

use laplace_judge::GameKind;

use crate::film::Film;
use crate::font;
use crate::frames::{Frame, frames};
use crate::palette::{Colour, INK, PAPER, colour, ink_on};

/// The side of a cell in dots.
const CELL: usize = 16;
/// The margin around the board, in dots.
const MARGIN: usize = 8;
/// Dots of the picture for each dot of a letter.
const SCALE: usize = 2;
/// The height of a line of text, in dots.
const LINE: usize = (font::HEIGHT + 2) * SCALE;
/// The minimum delay, in hundredths of a second.
const MIN_DELAY: u16 = 2;
/// The delay of the last frame before the picture starts again, in hundredths of a second.
const LAST_DELAY: u16 = 200;

/// Places in the palette that come before the codes of the game.
const GROUND: u8 = 0;
const BOARD: u8 = 1;
const TOP: u8 = 2;
const DARK: u8 = 3;
const BRIGHT: u8 = 4;
const FIRST_CODE: u8 = 4;
const COLOURS: usize = 16;
const UNCHANGED: u8 = 15;

/// The largest scale: a board of the demon then is 2080 dots wide and 4480 high.
pub const MAX_SCALE: u16 = 10;

/// The steps after `from` up to `to`, each shown for `ms` milliseconds, with every dot `scale` dots wide and high;
/// `None` if the film does not have them.
pub fn range(film: &Film, from: usize, to: usize, ms: u32, scale: u16) -> Option<Vec<u8>> {
    let frames = frames(film, from, to)?;
    encode(film, &frames, ms, scale.clamp(1, MAX_SCALE)).ok()
}

fn encode(film: &Film, frames: &[Frame], ms: u32, scale: u16) -> Result<Vec<u8>, EncodingError> {
    let size = Size::of(film);
    let mut bytes = Vec::new();
    let [width, height] = [size.width, size.height].map(|dots| dots as u16 * scale);
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette(film.game))?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown: Option<Canvas> = None;
    for (place, frame) in frames.iter().enumerate() {
        let next = draw(film, frame, size);
        let part = shown.as_ref().map_or(Rectangle::all(size), |shown| shown.difference(&next));
        let delay = if place + 1 == frames.len() { LAST_DELAY } else { delay(frame.share, ms) };
        encoder.write_frame(&enlarged(cut(&next, shown.as_ref(), part, delay), scale))?;
        shown = Some(next);
    }
    drop(encoder);
    Ok(bytes)
}

fn delay(share: f64, ms: u32) -> u16 {
    let hundredths = (f64::from(ms) * share / 10.0).round();
    (hundredths as u16).max(MIN_DELAY)
}

fn palette(game: GameKind) -> Vec<u8> {
    let fixed = [PAPER, [0xe9, 0xec, 0xf1], [0xd9, 0xde, 0xe6], INK];
    let mut colours: Vec<Colour> = fixed.to_vec();
    colours.push(PAPER);
    colours.extend((1..=7).map(|code| colour(game, code)));
    colours.resize(COLOURS, PAPER);
    colours.concat()
}

#[derive(Clone, Copy)]
struct Size {
    width: usize,
    height: usize,
}

impl Size {
    fn of(film: &Film) -> Self {
        let board = &film.start;
        Self {
            width: board.width() * CELL + 2 * MARGIN,
            height: board.height() * CELL + 3 * MARGIN + 3 * LINE,
        }
    }
}

/// Dots from `left`, `top` on.
#[derive(Clone, Copy)]
struct Rectangle {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Rectangle {
    const fn all(size: Size) -> Self {
        Self { left: 0, top: 0, width: size.width, height: size.height }
    }
}

/// A picture of dots, each a place in the palette.
struct Canvas {
    dots: Vec<u8>,
    width: usize,
}

impl Canvas {
    fn fill(&mut self, left: usize, top: usize, width: usize, height: usize, colour: u8) {
        for row in self.dots.chunks_mut(self.width).skip(top).take(height) {
            row.iter_mut().skip(left).take(width).for_each(|dot| *dot = colour);
        }
    }

    fn frame(&mut self, left: usize, top: usize, side: usize, colour: u8) {
        self.fill(left, top, side, 1, colour);
        self.fill(left, top + side - 1, side, 1, colour);
        self.fill(left, top, 1, side, colour);
        self.fill(left + side - 1, top, 1, side, colour);
    }

    fn letter(&mut self, left: usize, top: usize, letter: char, colour: u8) {
        for (column, row) in font::dots(letter) {
            self.fill(left + column * SCALE, top + row * SCALE, SCALE, SCALE, colour);
        }
    }

    /// The dots of a rectangle, row by row.
    fn part(&self, part: Rectangle) -> impl Iterator<Item = u8> {
        let rows = self.dots.chunks(self.width).skip(part.top).take(part.height);
        rows.flat_map(move |row| row.iter().skip(part.left).take(part.width)).copied()
    }

    /// The smallest rectangle outside of which both pictures are the same; one dot if they are the same.
    fn difference(&self, other: &Self) -> Rectangle {
        let pairs = self.dots.iter().zip(&other.dots).enumerate();
        let places = pairs.filter(|(_, (mine, theirs))| mine != theirs);
        let (mut left, mut right) = (usize::MAX, 0);
        let (mut top, mut bottom) = (usize::MAX, 0);
        for (place, _) in places {
            let (x, y) = (place % self.width, place / self.width);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        if top == usize::MAX {
            return Rectangle { left: 0, top: 0, width: 1, height: 1 };
        }
        Rectangle { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}

fn cut(canvas: &Canvas, shown: Option<&Canvas>, part: Rectangle, delay: u16) -> GifFrame<'static> {
    let before = shown.into_iter().flat_map(|shown| shown.part(part)).map(Some);
    let before = before.chain(std::iter::repeat(None));
    let dots = canvas.part(part).zip(before);
    let dots = dots.map(|(dot, before)| if before == Some(dot) { UNCHANGED } else { dot });
    GifFrame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: Some(UNCHANGED),
        left: part.left as u16,
        top: part.top as u16,
        width: part.width as u16,
        height: part.height as u16,
        buffer: Cow::Owned(dots.collect()),
        ..GifFrame::default()
    }
}

/// The frame with every dot `scale` dots wide and high.
fn enlarged(frame: GifFrame<'static>, scale: u16) -> GifFrame<'static> {
    if scale == 1 {
        return frame;
    }
    let times = usize::from(scale);
    let mut dots = Vec::with_capacity(frame.buffer.len() * times * times);
    for row in frame.buffer.chunks(usize::from(frame.width).max(1)) {
        let wide: Vec<u8> = row.iter().flat_map(|&dot| std::iter::repeat_n(dot, times)).collect();
        (0..times).for_each(|_| dots.extend_from_slice(&wide));
    }
    GifFrame {
        left: frame.left * scale,
        top: frame.top * scale,
        width: frame.width * scale,
        height: frame.height * scale,
        buffer: Cow::Owned(dots),
        ..frame
    }
}

fn draw(film: &Film, frame: &Frame, size: Size) -> Canvas {
    let mut canvas = Canvas { dots: vec![GROUND; size.width * size.height], width: size.width };
    let board = &frame.board;
    let (wide, high) = (board.width() * CELL, board.height() * CELL);
    canvas.fill(MARGIN, MARGIN, wide, high, BOARD);
    canvas.fill(MARGIN, MARGIN, wide, film.top * CELL, TOP);
    for (line, column, code) in board.blocks() {
        let (left, top) = (MARGIN + column * CELL, MARGIN + line * CELL);
        let going = frame.going >> line & 1 == 1;
        let ink = if going || ink_on(colour(film.game, code)) == INK { DARK } else { BRIGHT };
        canvas.fill(left, top, CELL - 1, CELL - 1, if going { BRIGHT } else { FIRST_CODE + code });
        canvas.letter(left + 5, top + 3, board.mark(code), ink);
    }
    for &(line, column) in &frame.new {
        canvas.frame(MARGIN + column * CELL, MARGIN + line * CELL, CELL - 1, DARK);
    }
    for (place, text) in frame.caption.iter().enumerate() {
        for (number, letter) in text.chars().enumerate() {
            let left = MARGIN + number * (font::WIDTH + 1) * SCALE;
            canvas.letter(left, 2 * MARGIN + high + place * LINE, letter, DARK);
        }
    }
    canvas
}
