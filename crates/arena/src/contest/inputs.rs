//! The inputs of a contest: made from its seed, named as the contest names them.
//!
//! The demon has `qN-input-K` answered by `qN-output-K`; the first inputs of each question are plain, the others come
//! from families of edge cases. The well has `Tetris-K.in` answered by
//! `Tetris-K.out`, with the task's own numbers of figures.

use laplace_games::demon::bound::BoundKind;
use laplace_games::demon::format::{self, FileKind, FileName, Question};
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{MOVE_LIMIT, bound};
use laplace_games::random::Random;
use laplace_games::well::{format::write_problem, generate};
use serde_json::{Value, json};

use super::Game;

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
    /// Upper bound of the score: the demon's plain bound for question 5, the number of figures of the well, else 0.
    pub bound: i64,
    /// The file.
    pub content: Vec<u8>,
}

impl Input {
    /// The upper bounds of the score by name; none where there is no score, or where it is a number of figures.
    pub fn bounds(&self, game: Game) -> Value {
        match game {
            Game::Demon if self.bound > 0 => json!({ BoundKind::Plain.name(): self.bound }),
            _ => json!({}),
        }
    }
}

/// The inputs with these names; without names, all.
pub fn named(inputs: &[Input], names: &[String]) -> Result<Vec<Input>, String> {
    if let Some(name) = names.iter().find(|name| !inputs.iter().any(|input| input.name == **name)) {
        return Err(format!("there is no input `{name}`"));
    }
    let chosen = inputs.iter().filter(|input| names.is_empty() || names.contains(&input.name));
    Ok(chosen.cloned().collect())
}

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
            inputs.push(Input {
                number: 0,
                question: question as i64,
                bound: bound(question, content.as_bytes()),
                content: content.into_bytes(),
                answer: name.answer().to_string(),
                name: name.to_string(),
            });
        }
    }
    inputs
}

fn bound(question: Question, content: &[u8]) -> i64 {
    match format::read_seed(content) {
        Ok(seed) if question == Question::Q5 => bound::bound(seed, MOVE_LIMIT).into(),
        _ => 0,
    }
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
}
