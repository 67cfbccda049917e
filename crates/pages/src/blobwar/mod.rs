//! The page of Blobwar: empty parts, which the scripts fill.
//!
//! The scripts get rules and the engine's thoughts from `blobwar.ask`, which the site defines by the WebAssembly module, and the
//! server's page by the module or, where there is none, by requests.

mod words;

use std::collections::BTreeMap;

use laplace_games::blobwar::{Map, Position, Variant};
use laplace_i18n::Language;
use laplace_matches::builtin::Level;
use laplace_matches::review::Mark;
use laplace_web::blobwar::cells;
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use crate::with_code;
use words::{Phrases, map_name, script_words};

/// The style sheet.
pub const STYLE: &str = include_str!("../../assets/blobwar.css");

/// The script `blobwar-module.js`, which defines `blobwar.ask` by the WebAssembly module.
pub const BY_MODULE: &str = include_str!("../../assets/blobwar-module.js");

/// The scripts that need `blobwar.ask`, by name, in the order in which they run: the first ones define what an `ask` may
/// use.
pub const SCRIPTS: [(&str, &str); 5] = [
    ("blobwar-common.js", include_str!("../../assets/blobwar-common.js")),
    ("blobwar-board.js", include_str!("../../assets/blobwar-board.js")),
    ("blobwar-graph.js", include_str!("../../assets/blobwar-graph.js")),
    ("blobwar-shown.js", include_str!("../../assets/blobwar-shown.js")),
    ("blobwar.js", include_str!("../../assets/blobwar.js")),
];

/// The level that the form of a new game proposes.
const DEFAULT_LEVEL: u8 = 3;

/// The clocks of a game between two browsers, in seconds: the time at the beginning, and what each move adds.
const CLOCKS: [(u32, u32); 5] = [(60, 2), (180, 2), (300, 5), (600, 0), (1_800, 20)];
/// A no-break space, between a number and its unit.
const NBSP: char = '\u{a0}';

/// The page's own part. `by_link` offers games between two browsers, which need a server; `tools` comes after the board.
pub fn page(language: Language, by_link: bool, tools: &Markup) -> Markup {
    let words = Phrases::of(language);
    html! {
        div #blobwar.blobwar {
            h1 { "Blobwar" }
            noscript { p.note { (with_code(words.no_script)) } }
            div.table {
                div #bar.bar hidden aria-hidden="true" { div.blue {} span.score {} }
                (player("them"))
                div #grid.board role="grid" aria-label=(words.board) { (start()) }
                (player("you"))
                (panel(words))
            }
            (tools)
            (rules(words))
            (setup(words, language, by_link))
        }
        script #words type="application/json" { (data(&script_words(language))) }
        script #maps type="application/json" { (data(&maps())) }
        script #marks type="application/json" { (data(&marks())) }
    }
}

/// JSON inside a script element: `<` is escaped, so that no text ends the element.
pub fn data(value: &Value) -> PreEscaped<String> {
    PreEscaped(value.to_string().replace('<', "\\u003c"))
}

fn player(which: &str) -> Markup {
    html! {
        div.player id=(which) {
            span.blob aria-hidden="true" {}
            span.name {}
            span.clock hidden {}
            span.count {}
        }
    }
}

/// The start of the sheet, for browsers without scripts and until the script runs.
fn start() -> Markup {
    let cells = cells(&Variant::Sheet.start());
    html! {
        @for row in cells.as_bytes().chunks(Variant::Sheet.size().width().into()) {
            div.cells role="row" {
                @for cell in row {
                    div.cell role="gridcell" {
                        @match cell {
                            b'x' => span.blob.x {},
                            b'o' => span.blob.o {},
                            _ => {}
                        }
                    }
                }
            }
        }
    }
}

fn panel(words: &Phrases) -> Markup {
    html! {
        section.panel {
            div.state { p #status role="status" aria-live="polite" {} p #why {} }
            p #connection.connection role="status" hidden { (words.connection) }
            p #watching.watching hidden { (words.watching) }
            div #friend.friend hidden {
                p #friend-text {}
                div #invite.invite {
                    input #friend-link readonly aria-label=(words.game_link);
                    button type="button" data-act="invite" { (words.share) }
                }
                button #join.primary type="button" data-act="join" hidden { (words.join) }
            }
            p #line.line hidden {}
            div #graph.graph hidden {}
            p #verdict.verdict hidden {}
            h2 #moves-title { (words.moves) }
            ol #moves aria-labelledby="moves-title" tabindex="0" {}
            div.walk {
                button type="button" data-act="first" aria-label=(words.first) title=(words.first) { "«" }
                button type="button" data-act="previous" aria-label=(words.previous) title=(words.previous) { "‹" }
                button type="button" data-act="next" aria-label=(words.next) title=(words.next) { "›" }
                button type="button" data-act="last" aria-label=(words.last) title=(words.last) { "»" }
            }
            div.actions {
                button type="button" data-act="undo" { (words.undo) }
                button type="button" data-act="hint" { (words.hint) }
                button type="button" data-act="evaluation" aria-pressed="false" { (words.evaluation) }
                button type="button" data-act="analyse" hidden { (words.analyse) }
                button type="button" data-act="draw" hidden { (words.offer_draw) }
                button type="button" data-act="resign" hidden { (words.resign) }
                button.primary type="button" data-act="rematch" hidden { (words.rematch) }
                button.primary type="button" data-act="new" { (words.new_game) }
            }
            div.share {
                button.link type="button" data-act="share" { (words.share) }
                button.link type="button" data-act="fen" { (words.fen) }
                button.link type="button" data-act="pgn" { (words.save_pgn) }
                button.link type="button" data-act="replay" { (words.save_replay) }
            }
        }
    }
}

fn rules(words: &Phrases) -> Markup {
    html! {
        section.how {
            h2 { (words.how) }
            ul {
                @for rule in [words.rule_1, words.rule_2, words.rule_3] { li { (rule) } }
                // The script puts the rule of the game that is played here.
                li #end-rule { (words.end_ends) }
                @for rule in [words.rule_4, words.rule_5] { li { (rule) } }
            }
        }
    }
}

/// The form of a new game.
fn setup(words: &Phrases, language: Language, by_link: bool) -> Markup {
    let option = |value: &str, name: &str| html! { option value=(value) { (name) } };
    html! {
        dialog #setup aria-labelledby="setup-title" {
            form method="dialog" {
                h2 #setup-title { (words.new_game) }
                label for="opponent" { (words.opponent) }
                select #opponent name="opponent" {
                    (option("engine", words.against_engine))
                    (option("board", words.against_here))
                    @if by_link { (option("link", words.against_link)) }
                }
                div #level-field.field {
                    label for="level" { (words.level) " " output #level-name for="level" {} }
                    input #level type="range" name="level" min="1" max=(Level::FULL.number()) value=(DEFAULT_LEVEL);
                }
                label for="map" { (words.map) }
                div.choose {
                    select #map name="map" {
                        (option(Variant::Sheet.name(), words.sheet))
                        (option(Variant::Ataxx.name(), words.ataxx))
                        optgroup label=(words.course) {
                            @for map in Map::all() { (option(map.name(), &map_name(language, map))) }
                        }
                        option #own value="own" hidden {}
                    }
                    div #preview.preview aria-hidden="true" {}
                }
                div #you-field.field {
                    label for="you-play" { (words.colour) }
                    select #you-play name="you" { (option("x", words.blue_first)) (option("o", words.red_second)) }
                }
                div #clock-field.field {
                    label for="clock" { (words.clock) }
                    select #clock name="clock" {
                        (option("", words.no_clock))
                        @for (base, increment) in CLOCKS {
                            option value={ (base) "+" (increment) } {
                                (base / 60) (NBSP) "min"
                                @if increment > 0 { " + " (increment) (NBSP) "s " (words.each_move) }
                            }
                        }
                    }
                }
                label for="rules" { (words.stuck) }
                select #rules name="rules" {
                    (option("ends", words.stuck_ends))
                    (option("passes", words.stuck_passes))
                }
                div.buttons {
                    button.link value="cancel" formnovalidate { (words.cancel) }
                    button.primary value="begin" { (words.begin) }
                }
            }
        }
    }
}

/// The boards that a game can begin on, by name: start, cells, and the rule for a player that cannot move.
fn maps() -> Value {
    let without_map = [Variant::Sheet, Variant::Ataxx].map(|variant| (variant.name(), variant.start()));
    let on_map = |map: &Map| (map.name(), map.start(Variant::Course.stuck_rule()));
    let board = |(name, start): (&'static str, Position)| {
        let rules = start.stuck_rule().name();
        (name, json!({ "start": start.to_string(), "cells": cells(&start), "rules": rules }))
    };
    let boards = without_map.into_iter().chain(Map::all().iter().map(on_map)).map(board);
    json!(boards.collect::<BTreeMap<_, _>>())
}

/// The marks of moves that gave something away, the worst first: name, sign, and the smallest loss that has it.
fn marks() -> Value {
    let mark = |mark: Mark| json!({ "name": mark.name(), "sign": mark.sign(), "min_loss": mark.min_loss() });
    Mark::WRONG.into_iter().rev().map(mark).collect()
}
