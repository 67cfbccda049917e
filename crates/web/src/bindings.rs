//! The functions of the WebAssembly module. Each is a function of this crate with texts for JSON; what it refuses is thrown as
//! a sentence.
//!
//! A search reports through the one function that [`set_report`] takes: what a search calls must not depend on the thread that
//! calls it, so it cannot hold a value of the script.

#![allow(unreachable_pub, reason = "scripts reach them")]

use std::cell::{Cell, RefCell};
use std::time::{Duration, SystemTime};

use js_sys::Function;
use laplace_bench::WORK;
use laplace_games::blobwar::{Position, RuleChoice};
use laplace_i18n::Language;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::blobwar::{self, FileForm, GameFile, GameForm, Thinker};
use crate::{demon, refused, sheet, well};

thread_local! {
    static REPORT: RefCell<Option<Function>> = const { RefCell::new(None) };
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
    static THINKER: RefCell<Thinker> = RefCell::new(Thinker::default());
}

type Thrown<T = String> = Result<T, JsValue>;

/// Sets the function that receives the reports of searches, as JSON.
#[wasm_bindgen]
pub fn set_report(report: Function) {
    REPORT.set(Some(report));
}

/// Sets the language of what is refused: `en` or `fr`.
#[wasm_bindgen]
pub fn set_language(code: &str) {
    LANGUAGE.set(Language::by_code(code).unwrap_or(Language::English));
}

fn language() -> Language {
    LANGUAGE.get()
}

fn report(value: &Value) {
    let function = REPORT.with_borrow(Clone::clone);
    if let Some(function) = function {
        // A page that throws while it shows a report does not end the search.
        _ = function.call1(&JsValue::NULL, &value.to_string().into());
    }
}

fn text(answer: crate::Answer) -> Thrown {
    answer.map(|value| value.to_string()).map_err(JsValue::from)
}

fn parse<T: DeserializeOwned>(json: &str) -> Thrown<T> {
    crate::of_script(json, language()).map_err(JsValue::from)
}

/// The answer to an input of questions 1 to 4.
#[wasm_bindgen]
pub fn demon_answer(question: u32, input: &[u8]) -> Thrown {
    demon::answer(question, input, language()).map_err(JsValue::from)
}

/// The verdict on an answer.
#[wasm_bindgen]
pub fn demon_judge(question: u32, input: &[u8], output: &[u8]) -> Thrown {
    text(demon::judge(question, input, output, language()))
}

/// The seed of an input.
#[wasm_bindgen]
pub fn demon_seed(input: &[u8]) -> Thrown<u32> {
    demon::read_seed(input, language()).map_err(JsValue::from)
}

/// A game to watch.
#[wasm_bindgen]
pub fn demon_watch(file: &[u8]) -> Thrown {
    text(demon::watch(file, language()))
}

/// A game as another file.
#[wasm_bindgen]
pub fn demon_export(kind: &str, file: &[u8]) -> Thrown {
    demon::export(kind, file, language()).map_err(JsValue::from)
}

/// Plays a seed; reports progress and games.
#[wasm_bindgen]
pub fn demon_solve(input: &[u8], rounds: u32, seconds: f64, from: &[u8]) -> Thrown {
    text(demon::solve(input, demon::Effort { rounds, seconds, from }, &report, language()))
}

/// An input of a family.
#[wasm_bindgen]
pub fn well_generated(family: &str, count: u32, seed: u32) -> String {
    well::generated(family, count, seed)
}

/// One of the task's ten tests.
#[wasm_bindgen]
pub fn well_task_test(number: u32, seed: u32) -> Option<String> {
    well::task_test(number, seed)
}

/// The verdict on an answer.
#[wasm_bindgen]
pub fn well_judge(input: &[u8], output: &[u8], rows: u32) -> Thrown {
    text(well::judge(input, output, rows, language()))
}

/// A game to watch.
#[wasm_bindgen]
pub fn well_watch(input: &[u8], output: &[u8], rows: u32) -> Thrown {
    text(well::watch(input, output, rows, language()))
}

/// A replay as the task's two files.
#[wasm_bindgen]
pub fn well_files_of_replay(file: &[u8]) -> Thrown {
    text(well::files_of_replay(file, language()))
}

/// A game as another file.
#[wasm_bindgen]
pub fn well_export(kind: &str, input: &[u8], output: &[u8], rows: u32) -> Thrown {
    well::export(kind, input, output, rows, language()).map_err(JsValue::from)
}

/// Plays an input; reports progress, and a game before it searches on.
#[wasm_bindgen]
pub fn well_solve(input: &[u8], rows: u32, seconds: f64) -> Thrown {
    text(well::solve(input, rows, seconds, &report, language()))
}

fn form(json: &str) -> Thrown<GameForm> {
    parse(json)
}

/// The position after some moves, what can be played and what it does.
#[wasm_bindgen]
pub fn blobwar_moves(game: &str) -> Thrown {
    let form = form(game)?;
    let game = blobwar::read(&form).map_err(|fault| JsValue::from(refused(language(), &fault)))?;
    Ok(blobwar::view(&game, form.since).to_string())
}

/// The engine's move, and the game after it.
#[wasm_bindgen]
pub fn blobwar_think(game: &str) -> Thrown {
    let form = form(game)?;
    THINKER.with_borrow_mut(|thinker| text(thinker.play(&form, language())))
}

/// The best move.
#[wasm_bindgen]
pub fn blobwar_hint(game: &str) -> Thrown {
    let form = form(game)?;
    THINKER.with_borrow_mut(|thinker| text(thinker.hint(&form, language())))
}

/// The value of some positions of a game.
#[wasm_bindgen]
pub fn blobwar_analyse(game: &str) -> Thrown {
    let form = form(game)?;
    THINKER.with_borrow_mut(|thinker| text(thinker.evaluate(&form, language())))
}

/// Reports the best lines of a position.
#[wasm_bindgen]
pub fn blobwar_lines(game: &str, lines: u32, depth: u32, seconds: f64) -> Thrown {
    text(blobwar::best_lines(&form(game)?, lines as usize, depth, seconds, &report, language()))
}

/// A game as a file, `pgn` or `replay`; `milliseconds` is the date.
#[wasm_bindgen]
pub fn blobwar_file(kind: &str, file: &str, milliseconds: f64) -> Thrown {
    let form: FileForm = parse(file)?;
    let file = GameFile::read(form).map_err(|fault| JsValue::from(refused(language(), &fault)))?;
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds as u64);
    Ok(if kind == "pgn" { file.pgn(now) } else { file.replay() })
}

/// A game or a position of another program.
#[wasm_bindgen]
pub fn blobwar_import(file: &[u8]) -> Thrown {
    text(blobwar::import(file, language()))
}

/// A position in all its forms.
#[wasm_bindgen]
pub fn blobwar_forms(game: &str) -> Thrown {
    text(blobwar::forms(&form(game)?, language()))
}

/// The number of paths of a length from a position.
#[wasm_bindgen]
pub fn blobwar_perft(position: &str, depth: u32) -> Thrown<f64> {
    let position = Position::read(position, RuleChoice::default())
        .map_err(|error| JsValue::from(refused(language(), &error)))?;
    Ok(laplace_games::blobwar::perft(&position, depth) as f64)
}

/// The answer to a question of the exercise sheet; the arguments are a JSON array of texts.
#[wasm_bindgen]
pub fn sheet_answer(question: &str, arguments: &str) -> Thrown {
    sheet::answer(question, &parse::<Vec<String>>(arguments)?, language()).map_err(JsValue::from)
}

/// The result of a part of the bench, from 0; an empty text beyond the last.
#[wasm_bindgen]
pub fn bench(part: usize) -> String {
    WORK.get(part).map(|work| (work.run)().to_string()).unwrap_or_default()
}
