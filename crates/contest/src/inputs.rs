//! The inputs of a contest: made from its seed, or an organiser's own files; named as the contest names them.
//!
//! The demon has `qN-input-K` answered by `qN-output-K`; the first generated inputs of each question are plain, the others
//! come from families of edge cases. The well has `Tetris-K.in` answered by `Tetris-K.out`, with the task's own numbers of
//! figures.

use laplace_games::demon::bound::BoundKind;
use laplace_games::demon::format::{self, FileKind, FileName, Question};
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{MOVE_LIMIT, bound};
use laplace_games::random::Random;
use laplace_games::well::format::{read_problem, write_problem};
use laplace_games::well::{Depth, generate};
use serde_json::{Value, json};

use crate::Refusal;
use crate::contest::{Game, MAX_INPUTS};
use crate::judging::InputFault;

/// An input of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its number in the contest, from 1.
    pub number: i64,
    /// Its question: 1 to 5 for the demon, 1 for the well.
    pub question: i64,
    /// The name of the file.
    pub name: String,
    /// The name of the file that answers it.
    pub answer: String,
    /// Upper bound of the score: the demon's tight bound for question 5, the number of figures of the well, else 0.
    pub bound: i64,
    /// The demon's plain bound for question 5, else 0.
    pub plain_bound: i64,
    /// The file.
    pub content: Vec<u8>,
}

impl Input {
    /// The upper bounds of the score by name; none where there is no score, or where it is a number of figures.
    pub fn bounds(&self, game: Game) -> Value {
        match game {
            Game::Demon if self.bound > 0 => {
                json!({ BoundKind::Plain.name(): self.plain_bound, BoundKind::Tight.name(): self.bound })
            }
            _ => json!({}),
        }
    }
}

/// The inputs with these names; without names, all.
pub fn named(inputs: &[Input], names: &[String]) -> Result<Vec<Input>, Refusal> {
    if let Some(name) = names.iter().find(|name| !inputs.iter().any(|input| input.name == **name)) {
        return Err(Refusal::UnknownInput { name: name.clone() });
    }
    let chosen = inputs.iter().filter(|input| names.is_empty() || names.contains(&input.name));
    Ok(chosen.cloned().collect())
}

/// The number of generated inputs of a question if an organiser names none: the task of the well has ten tests.
pub const fn default_count(game: Game) -> u32 {
    match game {
        Game::Demon => 2,
        Game::Well => FIGURES.len() as u32,
    }
}

/// Maximum size of an input in bytes: the largest generated one has a fifth of it.
const MAX_INPUT_BYTES: usize = 1 << 20;

/// Whether a file name without folders is that of an input of a game.
pub fn is_input_name(game: Game, name: &str) -> bool {
    answer_name(game, name).is_some()
}

/// The question of an input and the name of its answer.
fn answer_name(game: Game, name: &str) -> Option<(Option<Question>, String)> {
    match game {
        Game::Demon => {
            let name: FileName = name.parse().ok()?;
            (name.kind == FileKind::Input).then(|| (Some(name.question), name.answer().to_string()))
        }
        Game::Well => {
            let stem = name.strip_suffix(".in")?;
            let number = stem.strip_prefix("Tetris")?;
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let is_known = number.is_empty() || number.strip_prefix('-').is_some_and(is_number);
            is_known.then(|| (None, format!("{stem}.out")))
        }
    }
}

/// An organiser's own files as the inputs of a contest, sorted by question and number. Each is checked by computing what
/// the judge needs of it; the error names the file.
pub fn own(game: Game, files: Vec<(String, Vec<u8>)>) -> Result<Vec<Input>, Refusal> {
    let mut inputs: Vec<Input> = Vec::new();
    for (name, content) in files {
        let Some((question, answer)) = answer_name(game, &name) else {
            return Err(Refusal::BadInputName { name, game });
        };
        if name.len() > MAX_NAME_LENGTH {
            return Err(Refusal::LongInputName { name, max: MAX_NAME_LENGTH });
        }
        if content.len() > MAX_INPUT_BYTES {
            return Err(Refusal::InputTooLarge { name, max_mebibytes: MAX_INPUT_BYTES >> 20 });
        }
        if inputs.iter().any(|input| input.name == name) {
            return Err(Refusal::NameTwice { name });
        }
        let (bound, plain_bound) = match own_bounds(question, &content) {
            Ok(bounds) => bounds,
            Err(Some(fault)) => return Err(Refusal::BadInput { name, fault }),
            Err(None) => return Err(Refusal::NoFigures { name }),
        };
        let question = question.map_or(1, |question| question as i64);
        inputs.push(Input { number: 0, question, name, answer, bound, plain_bound, content });
    }
    if inputs.is_empty() {
        return Err(Refusal::NoInput { game });
    }
    inputs.sort_by_cached_key(|input| (input.question, input.name.len(), input.name.clone()));
    for (number, input) in (1..).zip(&mut inputs) {
        input.number = number;
    }
    let count = |question: i64| inputs.iter().filter(|input| input.question == question).count();
    if let Some(found) = (1..=5).map(count).find(|count| *count > MAX_INPUTS as usize) {
        let found = u32::try_from(found).unwrap_or(u32::MAX);
        return Err(Refusal::InputCount { found, max: MAX_INPUTS });
    }
    Ok(inputs)
}

/// Checks an input by answering it; for question 5 and the well the upper bounds of the score, the plain one after the
/// other. The error is what is wrong, or nothing for a well without figures.
fn own_bounds(question: Option<Question>, content: &[u8]) -> Result<(i64, i64), Option<InputFault>> {
    use laplace_games::demon::questions::{answer_q1, answer_q2, answer_q3, answer_q4};
    let style = format::BoardStyle::default();
    let answered = match question {
        Some(Question::Q1) => answer_q1(content),
        Some(Question::Q2) => answer_q2(content, style),
        Some(Question::Q3) => answer_q3(content, style),
        Some(Question::Q4) => answer_q4(content, style),
        Some(Question::Q5) => {
            format::read_seed(content).map_err(|error| Some((&error).into()))?;
            return Ok(bounds(Question::Q5, content));
        }
        None => {
            let problem = read_problem(content, Depth::DEFAULT).map_err(|error| Some((&error).into()))?;
            if problem.figures.is_empty() {
                return Err(None);
            }
            return Ok((i64::try_from(problem.figures.len()).unwrap_or(i64::MAX), 0));
        }
    };
    answered.map(|_| (0, 0)).map_err(|refused| Some((&refused).into()))
}

/// Maximum length of the name of an input.
const MAX_NAME_LENGTH: usize = 40;

/// The figures of the task's own tests, in their order.
const FIGURES: [usize; 10] = [20, 50, 200, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 10_000];

/// Generates the inputs of a contest, `each` for each question.
pub fn make(game: Game, seed: u64, each: u32) -> Vec<Input> {
    let mut inputs = match game {
        Game::Demon => demon(seed, each),
        Game::Well => well(seed, each),
    };
    for (number, input) in (1..).zip(&mut inputs) {
        input.number = number;
    }
    inputs
}

fn demon(seed: u64, each: u32) -> Vec<Input> {
    let mut random = Random::new(seed);
    let mut inputs = Vec::new();
    for question in Question::ALL {
        for number in 1..=each {
            // Question 5 is won by playing well, so its seeds have no families of edge cases.
            let families = if question == Question::Q5 { &[Family::Plain] } else { Family::of(question) };
            let family = families.iter().cycle().nth(number as usize - 1).unwrap_or(&Family::Plain);
            let content = input(question, *family, random.next_u64()).unwrap_or_default();
            let name = FileName { question, kind: FileKind::Input, number: number.to_string() };
            let (bound, plain_bound) = bounds(question, content.as_bytes());
            inputs.push(Input {
                number: 0,
                question: question as i64,
                bound,
                plain_bound,
                content: content.into_bytes(),
                answer: name.answer().to_string(),
                name: name.to_string(),
            });
        }
    }
    inputs
}

/// The tight and the plain bound of an input.
fn bounds(question: Question, content: &[u8]) -> (i64, i64) {
    match question {
        Question::Q5 => (
            tight_bound(content).unwrap_or_default(),
            format::read_seed(content).map_or(0, |seed| bound::bound(seed, MOVE_LIMIT).into()),
        ),
        _ => (0, 0),
    }
}

/// The tight bound of an input of question 5; takes some milliseconds.
pub fn tight_bound(content: &[u8]) -> Option<i64> {
    let seed = format::read_seed(content).ok()?;
    Some(bound::tight_bound(seed, MOVE_LIMIT).into())
}

fn well(seed: u64, each: u32) -> Vec<Input> {
    let mut random = Random::new(seed);
    let one = |(number, &figures): (u32, &usize)| {
        let problem = generate::generate(generate::Family::Uniform, figures, random.next_u64());
        Input {
            number: 0,
            question: 1,
            name: format!("Tetris-{number}.in"),
            answer: format!("Tetris-{number}.out"),
            bound: i64::try_from(figures).unwrap_or(i64::MAX),
            plain_bound: 0,
            content: write_problem(&problem).into_bytes(),
        }
    };
    (1..=each).zip(FIGURES.iter().cycle()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_inputs_with_the_contests_names() {
        let inputs = make(Game::Demon, 7, 2);
        assert_eq!(inputs, make(Game::Demon, 7, 2));
        assert_ne!(inputs, make(Game::Demon, 8, 2));
        assert_eq!(inputs.len(), 10);
        assert_eq!((inputs[9].name.as_str(), inputs[9].answer.as_str()), ("q5-input-2", "q5-output-2"));
        assert!(inputs[9].bound > 700_000);
        let well = make(Game::Well, 7, 10);
        assert_eq!((well[9].name.as_str(), well[9].bound), ("Tetris-10.in", 10_000));
    }
    fn files(names: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
        names.iter().map(|(name, text)| ((*name).into(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn own_inputs_are_sorted_and_have_the_names_of_the_contest_with_any_number() {
        let inputs = own(
            Game::Demon,
            files(&[
                ("q5-input-3", "231\n"),
                ("q2-input-37", "1 5 5 0\n1 5 5 0\n"),
                ("q1-input-73", "231"),
                ("q1-input-007", "12"),
            ]),
        )
        .unwrap();
        let named: Vec<(i64, i64, &str)> =
            inputs.iter().map(|input| (input.number, input.question, input.answer.as_str())).collect();
        let expected =
            [(1, 1, "q1-output-73"), (2, 1, "q1-output-007"), (3, 2, "q2-output-37"), (4, 5, "q5-output-3")];
        assert_eq!(named, expected);
        assert_eq!((inputs[3].bound, inputs[3].plain_bound, inputs[0].bound), (739_200, 739_300, 0));
        let well =
            own(Game::Well, files(&[("Tetris.in", "3\n1 2 3\n"), ("Tetris-12.in", "1\n7\n")])).unwrap();
        let named: Vec<(&str, i64)> = well.iter().map(|input| (input.answer.as_str(), input.bound)).collect();
        assert_eq!(named, [("Tetris.out", 3), ("Tetris-12.out", 1)]);
    }

    #[test]
    fn own_inputs_that_are_none_are_refused_by_name_and_line() {
        let many: Vec<(String, Vec<u8>)> =
            (0..51).map(|number| (format!("q1-input-{number}"), b"1".to_vec())).collect();
        let refused = |game, names: &[(&str, &str)]| own(game, files(names)).unwrap_err().to_string();
        for (found, expected) in [
            (refused(Game::Demon, &[("q1-input-1", "x")]), "`q1-input-1`: line 1: found `x`, expected "),
            (refused(Game::Demon, &[("q1-input-1", "1000001")]), "`q1-input-1`: line 1: found `1000001`, "),
            (refused(Game::Demon, &[("q3-input-1", "1 0 0\n1 11 0")]), "`q3-input-1`: line 2: "),
            (refused(Game::Demon, &[("q5-input-1", "")]), "`q5-input-1`: "),
            (refused(Game::Demon, &[("q1-output-1", "1")]), "`q1-output-1`: expected a name like qN-input-K"),
            (
                refused(Game::Demon, &[("q1-input-1", "1"), ("q1-input-1", "1")]),
                "`q1-input-1` is there twice",
            ),
            (refused(Game::Demon, &[]), "found no input, expected names like qN-input-K"),
            (refused(Game::Well, &[("Tetris-1.in", "2\n1 8\n")]), "`Tetris-1.in`: line 2: found `8`, "),
            (
                refused(Game::Well, &[("Tetris-x.in", "1\n1\n")]),
                "`Tetris-x.in`: expected a name like Tetris-K.in",
            ),
            (refused(Game::Well, &[("Tetris-1.in", "0\n")]), "`Tetris-1.in`: found 0 figures"),
            (own(Game::Demon, many).unwrap_err().to_string(), "51 inputs: expected 1 to 50"),
        ] {
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
