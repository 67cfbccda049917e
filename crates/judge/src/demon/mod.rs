//! The demon: judges the answers to its five questions.
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

mod analysis;
mod compare;
mod play;
mod result;

pub use analysis::{Analysis, Loss, LossReason, Point, analyse};
pub use compare::Difference;
pub(crate) use play::{Played, play_moves, play_replay};
pub use play::{answer_q4, play_file};
pub use result::{Ended, GameResult};

use laplace_games::demon::Seed;
use laplace_games::demon::format::{self, BoardStyle, Question};
use laplace_games::demon::questions::{self, Refused};
use laplace_games::text::{Found, SyntaxError};

/// The judge's verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Where the answer first differs from the right one. `None`: it is right; for question 5, it is a
    /// game of this input, whatever its score.
    pub difference: Option<Difference>,
    /// The result of the game in question 4's input or question 5's output, if there is one.
    pub game: Option<GameResult>,
}

/// Judges an answer; fails only if the input is not an input of that question.
///
/// ```
/// use laplace_games::demon::format::Question;
/// let verdict = laplace_judge::demon::judge(Question::Q1, b"231", b"231\n1 2").unwrap();
/// assert_eq!(verdict.difference.unwrap().line, 2);
/// ```
pub fn judge(question: Question, input: &[u8], output: &[u8]) -> Result<Verdict, Refused> {
    let (expected, game) = match question {
        Question::Q1 => (questions::answer_q1(input)?, None),
        Question::Q2 => (questions::answer_q2(input, BoardStyle::Packed)?, None),
        Question::Q3 => (questions::answer_q3(input, BoardStyle::Packed)?, None),
        Question::Q4 => {
            let (answer, game) = answer_q4(input, BoardStyle::Packed)?;
            (answer, Some(game))
        }
        Question::Q5 => return Ok(judge_q5(format::read_seed(input)?, output)),
    };
    Ok(Verdict { difference: compare::first_difference(&expected, output), game })
}

/// A game of another seed, or a file without a seed, is not an answer and earns nothing.
fn judge_q5(seed: Seed, output: &[u8]) -> Verdict {
    let expected = seed.number().to_string();
    match play_file(output) {
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
