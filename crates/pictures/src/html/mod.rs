//! A game as one web page: no network, no build step, everything inside.
//!
//! The page holds the film as JSON ([`data`]), a style sheet and a script. The script follows facts and knows
//! no rule; it takes an object of data and an element to fill, so a server can send [`SCRIPT`], [`STYLE`]
//! and [`data`] apart and call `laplace.view(element, data)` itself.
//!
//! Facts are packed three characters a step and a few more where lines go (see `pack.rs`): 9 999 pieces of the
//! demon take some 60 kB.

mod pack;

use serde_json::json;

use crate::film::{Film, Review};
use crate::markup::escape;

/// The viewer's style sheet; every rule is for what is inside `.laplace`.
pub const STYLE: &str = include_str!("viewer.css");

/// The viewer's script: defines `window.laplace`.
pub const SCRIPT: &str = concat!(
    include_str!("film.js"),
    include_str!("words.js"),
    include_str!("draw.js"),
    include_str!("strip.js"),
    include_str!("panel.js"),
    include_str!("viewer.js"),
);

const PAGE: &str = include_str!("page.html");

/// The version of [`data`]'s form.
pub const VERSION: u32 = 1;

/// The film as the script takes it: JSON that can stand inside a `script` element.
pub fn data(film: &Film) -> String {
    let shapes = film.shapes.iter();
    let shapes: Vec<_> = shapes.map(|shape| json!([shape.name, shape.code, shape.blocks])).collect();
    let board = &film.start;
    let letters: String = (0..=7).map(|code| board.mark(code)).filter(|mark| *mark != '?').collect();
    let mut value = json!({
        "version": VERSION,
        "game": film.game.name(),
        "title": film.title,
        "width": board.width(),
        "height": board.height(),
        "top": film.top,
        "letters": letters,
        "start": board.to_string().replace('\n', ""),
        "step": film.game.step_name(),
        "event": if film.review.is_some() { "mistake" } else { film.game.event_name() },
        "eventWeight": film.event_weight(),
        "series": film.series_names(),
        "shapes": shapes,
        "count": film.steps.len(),
        "counted": film.counted,
        "end": film.end,
        "steps": pack::steps(&film.steps),
    });
    if let (Some(Review { chances, marks }), Some(fields)) = (&film.review, value.as_object_mut()) {
        let marks: Vec<_> = marks.iter().map(|mark| json!([mark.step, mark.sign, mark.note])).collect();
        fields.insert("review".into(), json!({ "chances": chances, "marks": marks }));
    }
    // `<` begins every way out of a script element; two more characters end lines in old scripts.
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The whole page.
pub fn page(film: &Film) -> String {
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + 4 * film.steps.len());
    // Each part is put in once and never looked at again, so no part can pose as a place for another.
    for (place, part) in PAGE.split("{{").enumerate() {
        let (name, rest) = if place == 0 { ("", part) } else { part.split_once("}}").unwrap_or(("", part)) };
        match name {
            "title" => page.push_str(&escape(&film.title)),
            "style" => page.push_str(STYLE),
            "data" => page.push_str(&data(film)),
            "script" => page.push_str(SCRIPT),
            _ => {}
        }
        page.push_str(rest);
    }
    page
}
