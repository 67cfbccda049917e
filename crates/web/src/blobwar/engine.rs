//! The engine's part of a page: its move, a hint, the value of each position of a game, and the best lines of one position.

use std::time::Duration;

use laplace_i18n::Language;
use laplace_matches::builtin::Level;
use laplace_matches::interactive::{Analysis, Engines, InteractiveGame, Purpose, Request};
use laplace_solvers::Control;
use laplace_solvers::blobwar::{Engine, Limits, SearchInfo, Settings, score};
use serde_json::{Value, json};

use super::game::{GameFault, GameForm, read, view};
use crate::{Answer, Report, refused};

/// The time limit of a move.
const MOVE_TIME: Duration = Duration::from_millis(1_000);
/// The time limit of a hint.
const HINT_TIME: Duration = Duration::from_millis(500);
/// The time limit of one position of the analysis of a game.
const EVALUATION_TIME: Duration = Duration::from_millis(60);
/// The node limit of a search; the transposition table is full long before.
const MAX_NODES: u64 = 20_000_000;
/// The transposition table at full strength, in MiB.
const MEGABYTES: usize = 16;
/// The maximum number of positions that one request evaluates.
const MAX_EVALUATIONS: usize = 8;
/// The maximum number of moves of a principal variation that a page receives.
const MAX_PV: usize = 6;
/// The maximum number of best lines.
const MAX_LINES: usize = 5;

fn limits(time: Duration) -> Limits {
    Limits { nodes: Some(MAX_NODES), ..Limits::move_time(time) }
}

/// Requests the engine's own move.
pub fn move_request(game: &InteractiveGame, level: Level, seed: u64) -> Request {
    game.request(Purpose::Move { level, seed }, limits(MOVE_TIME))
}

/// Requests the best move.
pub fn hint_request(game: &InteractiveGame) -> Request {
    game.request(Purpose::Hint, limits(HINT_TIME))
}

/// Requests evaluations of at most `count` positions of a game, the first one that before move `from`.
pub fn evaluation_requests(game: &InteractiveGame, from: usize, count: usize) -> Vec<Request> {
    let request = |ply| game.request_at(ply, Purpose::Evaluation, limits(EVALUATION_TIME));
    (from..).take(count).map_while(request).collect()
}

/// What the engine found, as a page shows it.
pub fn thought(analysis: &Analysis) -> Value {
    let path: Vec<_> = analysis.pv.iter().take(MAX_PV).map(|played| played.to_string()).collect();
    json!({
        "move": analysis.best.map(|played| played.to_string()),
        "chance": analysis.win_chance(),
        "score": analysis.score.map(score_text),
        "depth": analysis.depth,
        "path": path,
    })
}

/// A score as text: a signed number of blobs, `#` and the number of moves to a proved win, or the result.
fn score_text(score: i32) -> String {
    use score::{WIN, is_proved};
    let sign = if score < 0 { "−" } else { "+" };
    if score.abs() == WIN {
        return if score > 0 { "1–0" } else { "0–1" }.into();
    }
    if is_proved(score) {
        return format!("{sign}#{}", WIN - score.abs());
    }
    // A score that rounds to zero has no sign.
    match format!("{:.1}", f64::from(score.abs()) / 100.0).as_str() {
        "0.0" => "0.0".into(),
        blobs => format!("{sign}{blobs}"),
    }
}

/// The engines of one page.
#[derive(Debug)]
pub struct Thinker {
    engines: Engines,
}

impl Default for Thinker {
    fn default() -> Self {
        Self { engines: Engines::new(MEGABYTES) }
    }
}

impl Thinker {
    fn answer(&mut self, request: &Request) -> Analysis {
        self.engines.answer(request, &Control::default())
    }

    /// The engine's move, and the game after it.
    pub fn play(&mut self, form: &GameForm, language: Language) -> Answer {
        let mut game = game(form, language)?;
        let level = Level::new(form.level).ok_or_else(|| refused(language, &GameFault::BadLevel))?;
        let analysis = self.answer(&move_request(&game, level, form.seed.into()));
        if let Some(played) = analysis.best {
            game.play(played).map_err(|error| refused(language, &error))?;
            game.pass_if_stuck();
        }
        Ok(json!({ "thought": thought(&analysis), "game": view(&game, form.since) }))
    }

    /// The best move.
    pub fn hint(&mut self, form: &GameForm, language: Language) -> Answer {
        Ok(thought(&self.answer(&hint_request(&game(form, language)?))))
    }

    /// The value of some positions from `since` on.
    pub fn evaluate(&mut self, form: &GameForm, language: Language) -> Answer {
        let game = game(form, language)?;
        let requests = evaluation_requests(&game, form.since, MAX_EVALUATIONS);
        let looks: Vec<Value> = requests.iter().map(|request| thought(&self.answer(request))).collect();
        Ok(json!({ "from": form.since, "count": game.len() + 1, "looks": looks }))
    }
}

fn game(form: &GameForm, language: Language) -> Answer<InteractiveGame> {
    read(form).map_err(|fault| refused(language, &fault))
}

/// Searches the position after the game's moves to ever greater depths, and reports each of the best lines: its rank, depth,
/// score, nodes and moves. Ends after `seconds`, at `depth` if it is not 0, or when the position is decided.
pub fn best_lines(
    form: &GameForm,
    lines: usize,
    depth: u32,
    seconds: f64,
    report: Report<'_>,
    language: Language,
) -> Answer {
    let game = game(form, language)?;
    let request = game.request(Purpose::Evaluation, Limits::default());
    let settings = Settings {
        megabytes: MEGABYTES,
        multipv: lines.clamp(1, MAX_LINES),
        contempt: 0,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings);
    let deadline = crate::Deadline::after(seconds);
    let on_iteration = |info: &SearchInfo| report(&line(&request, info));
    let control = Control { stop: &|| deadline.is_over(), progress: &on_iteration };
    let limits = Limits { depth: (depth > 0).then_some(depth), ..Limits::default() };
    let found = engine.search_with(&request.position, &request.history, &limits, &control);
    Ok(found.map_or(Value::Null, |found| line(&request, &found.info)))
}

fn line(request: &Request, info: &SearchInfo) -> Value {
    let sign = if request.position.turn() == laplace_games::blobwar::Side::Blue { 1 } else { -1 };
    let path: Vec<_> = info.pv.iter().map(|played| played.to_string()).collect();
    json!({
        "rank": info.multipv,
        "depth": info.depth,
        "score": score_text(sign * info.score),
        "chance": score::chance(sign * info.score),
        "nodes": info.nodes,
        "milliseconds": info.time.as_millis() as u64,
        "path": path,
    })
}
