//! Seeded inputs for each question: plain ones, and ones that are hard on an implementation.
//!
//! The same question, family and seed give the same text on every machine.
//!
//! ```
//! use laplace_games::demon::format::{self, Question};
//! use laplace_games::demon::generate::{Family, input};
//! let text = input(Question::Q4, Family::WrongPiece, 7).unwrap();
//! assert!(format::read_moves(text.as_bytes()).is_ok());
//! ```

mod games;
mod lists;
mod tidy;

use super::Seed;
use super::format::{self, Question};
use crate::number::named;
use crate::random::Random;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Nothing special: what the contest's own samples look like.
    Plain,
    /// Seeds at the ends of their range; pieces along the walls, and one step through them.
    Edges,
    /// Question 2: 400 pieces, far more than the board can hold, so that most lines are incorrect.
    Crowded,
    /// Question 3: columns piled up to the last line on which a piece still fits.
    Towers,
    /// Question 4: the wrong piece half-way, and moves after it.
    WrongPiece,
    /// Question 4: a piece half-way that does not fit between the walls, and moves after it.
    Outside,
    /// Question 4: a Tetris straight after a Tetris.
    Tetrises,
    /// Question 4: the top lines end the game, and moves follow.
    TopOut,
    /// Question 4: the last piece stands in the top lines, which are checked only before a piece.
    LastOnTop,
    /// Question 4: a file longer than the 10 000 lines that count.
    TooLong,
}

impl Family {
    /// Every family, in the order in which the help lists them.
    pub const ALL: [Self; 10] = [
        Self::Plain,
        Self::Edges,
        Self::Crowded,
        Self::Towers,
        Self::WrongPiece,
        Self::Outside,
        Self::Tetrises,
        Self::TopOut,
        Self::LastOnTop,
        Self::TooLong,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Edges => "edges",
            Self::Crowded => "crowded",
            Self::Towers => "towers",
            Self::WrongPiece => "wrong-piece",
            Self::Outside => "outside",
            Self::Tetrises => "tetrises",
            Self::TopOut => "top-out",
            Self::LastOnTop => "last-on-top",
            Self::TooLong => "too-long",
        }
    }

    /// The families of inputs of a question.
    pub const fn of(question: Question) -> &'static [Self] {
        match question {
            Question::Q1 | Question::Q5 => &[Self::Plain, Self::Edges],
            Question::Q2 => &[Self::Plain, Self::Edges, Self::Crowded],
            Question::Q3 => &[Self::Plain, Self::Edges, Self::Towers],
            Question::Q4 => &[
                Self::Plain,
                Self::Edges,
                Self::WrongPiece,
                Self::Outside,
                Self::Tetrises,
                Self::TopOut,
                Self::LastOnTop,
                Self::TooLong,
            ],
        }
    }
}

named!(
    names Family,
    Family::ALL,
    "a family: plain, edges, crowded, towers, wrong-piece, outside, tetrises, top-out, last-on-top or too-long"
);

/// The input that belongs to a question, a family and a seed; `None` if the question has no such family.
pub fn input(question: Question, family: Family, seed: u64) -> Option<String> {
    if !Family::of(question).contains(&family) {
        return None;
    }
    let random = &mut Random::new(seed);
    Some(match question {
        Question::Q1 | Question::Q5 => format::write_seed(draw_seed(family, random)),
        Question::Q2 => format::write_placings(&lists::placings(family, random)),
        Question::Q3 => format::write_droppings(&lists::droppings(family, random)),
        Question::Q4 => {
            let (seed, moves) = games::game(family, random);
            format::write_moves(seed, moves)
        }
    })
}

fn draw_seed(family: Family, random: &mut Random) -> Seed {
    let s = match family {
        Family::Edges => [0, 1, Seed::MAX - 1, Seed::MAX][random.below(4) as usize],
        _ => random.below(Seed::MAX + 1),
    };
    Seed::new(s).unwrap_or_else(|| unreachable!("drawn from the range"))
}
