//! The demon: judges the answers to its five questions.
//!
//! ```
//! use laplace_games::demon::format::Question;
//! use laplace_judge::demon::judge;
//!
//! let verdict = judge(Question::Q5, b"31", b"31\n1 8 2\n3 7 0\n").unwrap();
//! let game = verdict.game.unwrap();
//! assert_eq!((game.placed, game.score, game.line), (2, 0, 3));
//! assert_eq!(game.bound(), 738_100);
//! ```

mod analysis;
mod compare;
mod play;
mod result;
mod side_by_side;

pub use analysis::{Analysis, Loss, LossReason, Point, analyse, analyse_against};
pub use compare::Difference;
pub(crate) use play::{Played, play_moves, play_replay};
pub use play::{answer_q4, play_file};
pub use result::{Ended, GameResult};
pub use side_by_side::{Gain, SideBySide};

use laplace_games::demon::Seed;
use laplace_games::demon::format::{self, BoardStyle, Question};
use laplace_games::demon::questions::{self, Refused};
use laplace_games::text::{Found, SyntaxError};

/// The judge's verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Where the answer first differs from the right one; for question 5, the line that should be the input's seed.
    pub difference: Option<Difference>,
    /// The result of the game in question 4's input or question 5's output, if there is one.
    pub game: Option<GameResult>,
    /// Question 5: the game has the right seed, but none of its moves could be played.
    pub no_legal_move: bool,
}

impl Verdict {
    /// Whether the answer is right; for question 5, whether it is a game of this input with at least one legal move.
    pub fn is_right(&self) -> bool {
        self.difference.is_none() && !self.no_legal_move
    }

    /// Where the answer is wrong and why, for people; `None` if it is right.
    ///
    /// ```
    /// use laplace_games::demon::format::Question;
    /// let verdict = laplace_judge::demon::judge(Question::Q5, b"31", b"31\n1 -1 0\n").unwrap();
    /// let fault = verdict.fault().unwrap();
    /// assert_eq!(fault, "line 2: no legal move: piece 1 turned 0 times does not fit at column -1");
    /// ```
    pub fn fault(&self) -> Option<String> {
        match (&self.difference, &self.game) {
            (Some(difference), _) => Some(difference.to_string()),
            (None, Some(game)) if self.no_legal_move => {
                Some(format!("line {}: no legal move: {}", game.line, game.ended))
            }
            _ => None,
        }
    }
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
    Ok(Verdict { difference: compare::first_difference(&expected, output), game, no_legal_move: false })
}

/// A game of another seed, or a file without a seed, is not an answer and earns nothing.
fn judge_q5(seed: Seed, output: &[u8]) -> Verdict {
    let wrong = |line, found| {
        let expected = seed.number().to_string();
        Verdict { difference: Some(Difference { line, found, expected }), game: None, no_legal_move: false }
    };
    match play_file(output) {
        Ok(game) if game.seed == seed => {
            Verdict { difference: None, no_legal_move: game.placed == 0, game: Some(game) }
        }
        Ok(game) => wrong(game.seed_line, Found::text(game.seed.number().to_string().as_bytes())),
        Err(SyntaxError { line, found, .. }) => wrong(line, found),
    }
}
