//! The demon: the five questions.

use laplace_contest::judging::{DemonEnd, Finding, InputFault, Syntax};
use laplace_games::demon::bound::{BoundKind, Bounds, bounds, tight_reach};
use laplace_games::demon::format::{self, BoardStyle, Question, write_board, write_moves};
use laplace_games::demon::questions::{Refused, answer_q1, answer_q2, answer_q3};
use laplace_games::demon::{MOVE_LIMIT, Move, Seed, UncheckedMove};
use laplace_i18n::{Language, Localized};
use laplace_judge::GameKind;
use laplace_judge::demon::{GameResult, analyse_against, answer_q4};
use laplace_judge::recording::{DemonRecording, Recording};
use laplace_judge::replay::Replay;
use laplace_pictures::Film;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, Progress, solve_reporting_games};
use serde_json::{Value, json};

use crate::files::{self, FileFault};
use crate::{Answer, Deadline, Report, refused};

/// The rounds of a search to which neither rounds nor seconds are given, as on the command line.
pub const DEFAULT_ROUNDS: u32 = 8;

fn question(number: u32, language: Language) -> Answer<Question> {
    Question::from_number(number).ok_or_else(|| refused(language, &Finding::UnknownQuestion))
}

fn unreadable(language: Language) -> impl Fn(Refused) -> String {
    move |error| refused(language, &InputFault::from(&error))
}

/// The answer to an input of questions 1 to 4.
pub fn answer(number: u32, input: &[u8], language: Language) -> Answer<String> {
    let answer = match question(number, language)? {
        Question::Q1 => answer_q1(input),
        Question::Q2 => answer_q2(input, BoardStyle::Packed),
        Question::Q3 => answer_q3(input, BoardStyle::Packed),
        Question::Q4 => answer_q4(input, BoardStyle::Packed).map(|(answer, _)| answer),
        Question::Q5 => return Err(refused(language, &Finding::UnknownQuestion)),
    };
    answer.map_err(unreadable(language))
}

/// The verdict on an answer: `right`, a `finding`, and the game of questions 4 and 5.
pub fn judge(number: u32, input: &[u8], output: &[u8], language: Language) -> Answer {
    let question = question(number, language)?;
    let verdict = laplace_judge::demon::judge(question, input, output).map_err(unreadable(language))?;
    let finding = match (&verdict.difference, &verdict.game) {
        (Some(difference), _) => Some(Finding::from(difference)),
        (None, Some(game)) if verdict.no_legal_move => {
            Some(Finding::NoLegalMove { line: game.line, end: (&game.ended).into() })
        }
        _ => None,
    };
    Ok(json!({
        "right": verdict.is_right(),
        "finding": finding.map(|finding| refused(language, &finding)),
        "game": verdict.game.as_ref().map(|game| result(game, language)),
    }))
}

fn bounds_json(bounds: &Bounds) -> Value {
    bounds.iter().map(|(kind, value)| (kind.name().to_owned(), Value::from(value))).collect()
}

fn result(game: &GameResult, language: Language) -> Value {
    json!({
        "seed": game.seed.number(),
        "score": game.score,
        "placed": game.placed,
        "lines": game.lines,
        "tetrises": game.tetrises,
        "back_to_backs": game.back_to_backs,
        "line": game.line,
        "ended": DemonEnd::from(&game.ended).text(language).to_string(),
        "bounds": bounds_json(&bounds(game.seed, game.bound_moves())),
    })
}

/// Reads a game: a move file (question 4's input, question 5's output) or a replay.
fn recording(file: &[u8], language: Language) -> Answer<DemonRecording> {
    if files::is_replay(file) {
        let take = |replay| match replay {
            Replay::Demon(replay) => Some(DemonRecording::of_replay(&replay)),
            Replay::Well(_) | Replay::Blobwar(_) => None,
        };
        return files::read_replay(file, GameKind::Demon, take, language);
    }
    DemonRecording::of_file(file).map_err(|error| refused(language, &Syntax::from(&error)))
}

/// A game to watch: the `film` for the viewer's script, the `game`, and the `losses`, each with the board after it.
pub fn watch(file: &[u8], language: Language) -> Answer {
    let game = recording(file, language)?;
    let moves: Vec<Move> = game.steps().iter().map(|step| step.chosen).collect();
    let reach = tight_reach(game.result().seed, &moves);
    let analysis = analyse_against(&game, Some((BoundKind::Tight, &reach)));
    let losses: Vec<Value> = analysis
        .losses
        .iter()
        .map(|loss| {
            let state = game.state(loss.placed);
            let board = write_board(state.board(), BoardStyle::Packed);
            let lines: Vec<&str> = board.lines().skip(state.board().top()).collect();
            json!({
                "placed": loss.placed,
                "piece": loss.piece.number(),
                "points": loss.points,
                "unavoidable": loss.unavoidable,
                "reason": loss.reason.text(language).to_string(),
                "board": lines,
            })
        })
        .collect();
    let result = result(game.result(), language);
    let bounds = bounds_json(&analysis.bounds);
    Ok(json!({
        "film": files::film_data(&film(game, language), language)?,
        "game": result,
        "bounds": bounds,
        "losses": losses,
    }))
}

/// The film with its ending in the language of the page.
fn film(game: DemonRecording, language: Language) -> Film {
    let number = game.result().seed.number();
    let title = match language {
        Language::English => format!("The demon, s = {number}"),
        Language::French => format!("Le démon, s = {number}"),
    };
    let end = DemonEnd::from(&game.result().ended).text(language).to_string();
    Film { title, end, ..Film::of(&Recording::from(game)) }
}

/// A game as another file: `page`, which plays it without any other file, or `replay`.
pub fn export(kind: &str, file: &[u8], language: Language) -> Answer<String> {
    Ok(files::export(kind, recording(file, language)?, |game| film(game, language)))
}

fn lines(seed: Seed, moves: impl Iterator<Item = Move>) -> impl Iterator<Item = UncheckedMove> {
    seed.pieces().zip(moves).map(|(piece, chosen)| UncheckedMove::new(piece, chosen))
}

/// Reads a seed: an input of question 5.
pub fn read_seed(input: &[u8], language: Language) -> Answer<u32> {
    let seed = format::read_seed(input).map_err(|error| refused(language, &Syntax::from(&error)))?;
    Ok(seed.number())
}

/// The limits of a search, and the game to begin with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort<'a> {
    /// The most rounds; 0 for [`DEFAULT_ROUNDS`], or without end if there are seconds.
    pub rounds: u32,
    /// The time limit; 0 for none.
    pub seconds: f64,
    /// A move file or a replay of the same seed to begin with; may be empty.
    pub from: &'a [u8],
}

/// Plays a seed. Reports objects with `progress`, or with `game`: a complete game that is better than the one before it, as a
/// move file with its score. Returns the best one.
pub fn solve(input: &[u8], effort: Effort<'_>, report: Report<'_>, language: Language) -> Answer {
    let seed = format::read_seed(input).map_err(|error| refused(language, &Syntax::from(&error)))?;
    let incumbent = match effort.from {
        [] => Vec::new(),
        file => {
            let game = recording(file, language)?;
            let found = game.result().seed;
            if found != seed {
                let fault = FileFault::OtherSeed { found: found.number(), expected: seed.number() };
                return Err(refused(language, &fault));
            }
            game.steps().iter().map(|step| step.chosen).collect()
        }
    };
    let deadline = Deadline::after(effort.seconds);
    let rounds = match (effort.rounds, deadline.0) {
        (0, None) => Some(DEFAULT_ROUNDS),
        (0, Some(_)) => None,
        (rounds, _) => Some(rounds),
    };
    let limits = Limits { rounds, ..Limits::default() };
    let progress = |progress: &Progress| {
        let Progress { round, placed, moves, score, best, bound } = *progress;
        report(&json!({ "progress": {
            "round": round, "placed": placed, "moves": moves, "score": score, "best": best, "bound": bound,
        } }));
    };
    let file = |moves: &[Move]| write_moves(seed, lines(seed, moves.iter().copied()));
    let improved =
        |moves: &[Move], score| report(&json!({ "game": { "file": file(moves), "score": score } }));
    let control = Control { stop: &|| deadline.is_over(), progress: &progress };
    let solution = solve_reporting_games(seed, MOVE_LIMIT, &incumbent, &limits, &control, &improved);
    Ok(json!({
        "seed": seed.number(),
        "score": solution.score,
        "bound": solution.bound,
        "optimal": solution.is_optimal(),
        "file": file(&solution.moves),
    }))
}
