//! The demon's five questions.
//!
//! ```
//! use laplace_games::demon::format::Question;
//! use laplace_judge::demon::judge;
//!
//! let verdict = judge(Question::Q5, b"31", b"31\n1 8 2\n3 7 0\n").unwrap();
//! let game = verdict.game.unwrap();
//! assert_eq!((game.placed, game.score, game.line), (2, 0, 3));
//! assert_eq!(game.bound(), 738_500);
//! ```

mod compare;
mod frames;
mod game;
mod losses;

pub use compare::Difference;
pub use frames::{Frame, Frames, Stage, frames};
pub use game::{Ended, Game, replay};
pub use losses::{Course, Loss, Mark, Why, course};

use laplace_games::demon::format::{self, BoardStyle, Question};
use laplace_games::demon::questions::{self, Refused};
use laplace_games::text::{Found, SyntaxError};

/// What the judge says of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Where the answer first differs from the right one. `None`: it is right; for question 5, it is a
    /// game of this input, whatever its score.
    pub difference: Option<Difference>,
    /// The game that question 4's input or question 5's output plays, as far as there is one.
    pub game: Option<Game>,
}

/// Judges an answer; fails only if the input is not one of that question.
pub fn judge(question: Question, input: &[u8], output: &[u8]) -> Result<Verdict, Refused> {
    let expected = match question {
        Question::Q1 => questions::answer_q1(input)?,
        Question::Q2 => questions::answer_q2(input, BoardStyle::Packed)?,
        Question::Q3 => questions::answer_q3(input, BoardStyle::Packed)?,
        Question::Q4 => questions::answer_q4(input, BoardStyle::Packed)?,
        Question::Q5 => return Ok(judge_q5(format::seed(input)?, output)),
    };
    let game = if question == Question::Q4 { Some(replay(input)?.with_bound_of_its_moves()) } else { None };
    Ok(Verdict { difference: compare::first_difference(&expected, output), game })
}

/// A game of another seed, or a file that has none, is no answer: it earns nothing.
fn judge_q5(seed: laplace_games::demon::Seed, output: &[u8]) -> Verdict {
    let expected = seed.number().to_string();
    match replay(output) {
        Ok(game) if game.seed == seed => Verdict { difference: None, game: Some(game) },
        Ok(game) => {
            let found = Found::text(game.seed.number().to_string().as_bytes());
            Verdict { difference: Some(Difference { line: game.seed_line, found, expected }), game: None }
        }
        Err(SyntaxError { line, found, .. }) => {
            Verdict { difference: Some(Difference { line, found, expected }), game: None }
        }
    }
}
