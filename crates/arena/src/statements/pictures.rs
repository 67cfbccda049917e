//! Pictures and samples of the statements, made from the rules.

use std::fmt::Write;

use laplace_games::demon::format::BoardStyle;
use laplace_games::demon::{Piece, Rotation, questions};
use laplace_games::well::Figure;
use maud::{Markup, html};

use crate::contest::Game;

/// The moves of the samples.
const PLACINGS: &str = "1 20 0 0\n2 22 0 0\n7 21 3 0\n6 22 4 2\n";
const DROPPINGS: &str = "1 0 0\n2 0 1\n7 5 0\n4 4 0\n";
const GAME: &str = "31\n1 0 0\n3 4 0\n5 7 0\n3 0 2\n";
/// Stands for the empty lines at the top of a sample board.
const LEFT_OUT: &str = "⋮\n";

/// Replaces the placeholders `<!--name-->` of a text by pictures and samples.
pub(super) fn fill(game: Game, text: &str) -> String {
    let parts: &[(&str, String)] = &match game {
        Game::Demon => demon(),
        Game::Well => well(),
    };
    parts.iter().fold(text.to_owned(), |text, (name, part)| text.replace(&format!("<!--{name}-->"), part))
}

fn demon() -> Vec<(&'static str, String)> {
    let shapes = Piece::ALL.map(|piece| piece.shape(Rotation::R0).rows().to_vec());
    let style = BoardStyle::default();
    let sample = |input: &str, answer: Option<String>| {
        pair(input, &shortened(&answer.unwrap_or_default())).into_string()
    };
    let turned = Rotation::ALL.map(|rotation| Piece::J.shape(rotation).rows().to_vec());
    vec![
        ("pieces", row(&shapes, |place| place + 1).into_string()),
        ("turned", row(&turned, |_| 2).into_string()),
        ("q1", sample("231\n", questions::answer_q1(b"231\n").ok())),
        ("q2", sample(PLACINGS, questions::answer_q2(PLACINGS.as_bytes(), style).ok())),
        ("q3", sample(DROPPINGS, questions::answer_q3(DROPPINGS.as_bytes(), style).ok())),
        ("q4", sample(GAME, questions::answer_q4(GAME.as_bytes(), style).ok())),
    ]
}

fn well() -> Vec<(&'static str, String)> {
    let shape = |figure: Figure| {
        let mut rows = figure.shape(laplace_games::well::Rotation::ALL[0]).rows().to_vec();
        rows.reverse();
        while rows.first() == Some(&0) {
            rows.remove(0);
        }
        rows
    };
    let shapes = Figure::ALL.map(shape);
    vec![
        ("figures", row(&shapes, |place| place + 1).into_string()),
        ("sample", pair("5\n4 4 1 6 4\n", "0 0\n0 2\n0 9\n0 4\n0 6\n").into_string()),
    ]
}

/// Shapes beside each other, numbered.
fn row(shapes: &[Vec<u16>], number: impl Fn(usize) -> usize) -> Markup {
    html! {
        ol.shapes {
            @for (place, rows) in shapes.iter().enumerate() {
                li { (picture(rows, number(place))) span { (place_name(shapes.len(), place)) } }
            }
        }
    }
}

/// Seven shapes are pieces, from 1; four are rotations, from 0.
fn place_name(shapes: usize, place: usize) -> usize {
    if shapes == 7 { place + 1 } else { place }
}

/// A shape: rows from the top, the lowest bit of each leftmost.
fn picture(rows: &[u16], code: usize) -> Markup {
    let height = rows.iter().rposition(|row| *row != 0).map_or(1, |last| last + 1);
    let width =
        (0..16).rposition(|column| rows.iter().any(|row| row >> column & 1 == 1)).map_or(1, |last| last + 1);
    let blocks = rows
        .iter()
        .enumerate()
        .flat_map(|(y, row)| (0..16).filter(move |column| row >> column & 1 == 1).map(move |x| (x, y)));
    let drawn = drawing(rows, width, height);
    html! {
        svg.shape viewBox={ "0 0 " (width) " " (height) } width=(18 * width) height=(18 * height) role="img"
            aria-label=(drawn) {
            @for (x, y) in blocks {
                rect class={ "code-" (code) } x=(x) y=(y) width="1" height="1" {}
            }
        }
    }
}

fn drawing(rows: &[u16], width: usize, height: usize) -> String {
    let line = |row: &u16| (0..width).map(|column| if row >> column & 1 == 1 { '#' } else { '.' }).collect();
    let lines: Vec<String> = rows.iter().take(height).map(line).collect();
    lines.join(" / ")
}

/// An input and its answer beside each other.
fn pair(input: &str, answer: &str) -> Markup {
    html! { div.sample { pre tabindex="0" { (input) } pre tabindex="0" { (answer) } } }
}

/// A board with one mark in place of the empty lines at its top.
fn shortened(text: &str) -> String {
    let empty = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte == b'.');
    let mut short = String::new();
    let mut left_out = false;
    for line in text.lines() {
        if empty(line) && !left_out {
            short.push_str(LEFT_OUT);
            left_out = true;
        }
        if !empty(line) {
            // Writing to a string does not fail.
            let _ = writeln!(short, "{line}");
        }
    }
    short
}
