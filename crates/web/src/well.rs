//! The well: inputs, verdicts, games to watch, and the machine's own play.

use laplace_contest::judging::{InputFault, WellEnd};
use laplace_games::text::SyntaxError;
use laplace_games::well::format::{read_problem, write_moves, write_problem};
use laplace_games::well::generate::{Family, generate, task_tests};
use laplace_games::well::{Depth, Problem};
use laplace_i18n::{Language, Localized, fill};
use laplace_judge::GameKind;
use laplace_judge::recording::{Recording, WellRecording};
use laplace_judge::replay::{Replay, WellReplay};
use laplace_judge::well::Verdict;
use laplace_pictures::Film;
use laplace_solvers::Control;
use laplace_solvers::well::{Limits, Progress, Solution, solve as solve_within};
use serde_json::{Value, json};

use crate::{Answer, Deadline, Report, files, refused};

/// The largest number of figures that [`generated`] makes.
const MAX_FIGURES: usize = 1_000_000;

fn unreadable(language: Language) -> impl Fn(SyntaxError) -> String {
    move |error| refused(language, &InputFault::from(&error))
}

/// A depth from 1 to 20; what is out of range is the task's own.
fn depth(rows: u32) -> Depth {
    Depth::new(rows).unwrap_or(Depth::DEFAULT)
}

/// An input of a family; an unknown name is the task's own family.
pub fn generated(family: &str, count: u32, seed: u32) -> String {
    let family: Family = family.parse().unwrap_or(Family::Uniform);
    write_problem(&generate(family, (count as usize).min(MAX_FIGURES), seed.into()))
}

/// One of the task's ten tests, from 1; `None` beyond the last.
pub fn task_test(number: u32, seed: u32) -> Option<String> {
    let place = usize::try_from(number).ok()?.checked_sub(1)?;
    task_tests(seed.into()).get(place).map(write_problem)
}

fn verdict_json(verdict: &Verdict, language: Language) -> Value {
    json!({
        "placed": verdict.placed,
        "figures": verdict.figures,
        "points": verdict.points,
        "fault": verdict.ended.is_fault(),
        "ended": WellEnd::from(&verdict.ended).text(language).to_string(),
    })
}

/// The verdict on an answer.
pub fn judge(input: &[u8], output: &[u8], rows: u32, language: Language) -> Answer {
    let verdict = laplace_judge::well::judge(input, output, depth(rows)).map_err(unreadable(language))?;
    Ok(verdict_json(&verdict, language))
}

fn read_replay(file: &[u8], language: Language) -> Answer<WellReplay> {
    let take = |replay| match replay {
        Replay::Well(replay) => Some(replay),
        Replay::Demon(_) | Replay::Blobwar(_) => None,
    };
    files::read_replay(file, GameKind::Well, take, language)
}

/// A replay as the task's two files, `input` and `output`, and the `rows` of the well.
pub fn files_of_replay(file: &[u8], language: Language) -> Answer {
    let WellReplay { depth, figures, moves, .. } = read_replay(file, language)?;
    let lines: Vec<String> =
        moves.iter().map(|placed| format!("{} {}\n", placed.rotation, placed.column)).collect();
    Ok(json!({
        "input": write_problem(&Problem { figures, depth }),
        "output": lines.concat(),
        "rows": depth.rows(),
    }))
}

fn recording(input: &[u8], output: &[u8], rows: u32, language: Language) -> Answer<WellRecording> {
    if files::is_replay(input) {
        return Ok(WellRecording::of_replay(&read_replay(input, language)?));
    }
    WellRecording::of_answer(input, output, depth(rows)).map_err(unreadable(language))
}

/// A game to watch: the `film` for the viewer's script, and the `verdict`. The input may be a replay.
pub fn watch(input: &[u8], output: &[u8], rows: u32, language: Language) -> Answer {
    let game = recording(input, output, rows, language)?;
    let verdict = verdict_json(game.verdict(), language);
    Ok(json!({ "film": files::film_data(&film(game, language), language)?, "verdict": verdict }))
}

fn film(game: WellRecording, language: Language) -> Film {
    let verdict = game.verdict();
    let numbers = [verdict.placed, verdict.figures].map(|number| number.text(language).to_string());
    let end = WellEnd::from(&verdict.ended).text(language).to_string();
    let title = match language {
        Language::English => "The well, {} of {} figures",
        Language::French => "Le puits, {} figures sur {}",
    };
    let title = fill(title, &numbers.each_ref().map(String::as_str));
    Film { title, end, ..Film::of(&Recording::from(game)) }
}

/// A game as another file: `page`, which plays it without any other file, or `replay`.
pub fn export(kind: &str, input: &[u8], output: &[u8], rows: u32, language: Language) -> Answer<String> {
    Ok(files::export(kind, recording(input, output, rows, language)?, |game| film(game, language)))
}

/// Plays an input. With seconds, goes on with ever wider beams after the usual search, whose game is reported first.
pub fn solve(input: &[u8], rows: u32, seconds: f64, report: Report<'_>, language: Language) -> Answer {
    let problem = read_problem(input, depth(rows)).map_err(unreadable(language))?;
    let progress = |progress: &Progress| {
        let Progress { placed, figures, beam_width } = *progress;
        report(&json!({ "progress": { "placed": placed, "figures": figures, "width": beam_width } }));
    };
    let usual = solve_within(&problem, &Limits::default(), &Control::reporting_to(&progress));
    let deadline = Deadline::after(seconds);
    // Without a deadline, also for seconds that are not a number, the wider search would have no end.
    if usual.proved_longest || deadline.0.is_none() {
        return Ok(solved(&problem, &usual));
    }
    report(&json!({ "game": solved(&problem, &usual) }));
    let control = Control { stop: &|| deadline.is_over(), progress: &progress };
    let wider = solve_within(&problem, &Limits::WIDEST, &control);
    let best = if wider.placed() > usual.placed() || wider.proved_longest { &wider } else { &usual };
    Ok(solved(&problem, best))
}

fn solved(problem: &Problem, solution: &Solution) -> Value {
    json!({
        "placed": solution.placed(),
        "figures": problem.figures.len(),
        "proved": solution.proved_longest,
        "file": write_moves(solution.answer(problem)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_becomes_the_files_of_its_game() {
        let input = "3\n4 4 1\n";
        let output = "0 0\n0 9\n0 4\n";
        let replay = export("replay", input.as_bytes(), output.as_bytes(), 12, Language::English).unwrap();
        let files = files_of_replay(replay.as_bytes(), Language::English).unwrap();
        assert_eq!(files["rows"], 12);
        let [input, output] = ["input", "output"].map(|name| files[name].as_str().unwrap());
        let again = export("replay", input.as_bytes(), output.as_bytes(), 12, Language::English).unwrap();
        assert_eq!(again, replay);
        let other = br#"{"laplace-replay": 1, "game": "demon", "seed": 31, "moves": [[2, 8]]}"#;
        let refused = files_of_replay(other, Language::French).unwrap_err();
        assert_eq!(refused, "C’est une partie d’un autre jeu : le démon au lieu de le puits.");
    }

    #[test]
    fn a_search_for_seconds_that_are_not_a_number_ends() {
        let input = generated("only-s-and-z", 1_000, 1);
        for seconds in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            let found = solve(input.as_bytes(), 4, seconds, &|_| {}, Language::English).unwrap();
            assert_eq!(found["proved"], false, "a wider search would go on");
        }
    }
}
