//! Judges one answer and turns the verdict into an outcome, points, a score and a finding.

mod finding;

pub use finding::{AnswerLine, DemonEnd, Finding, InputFault, Misfit, MoveFault, Quote, Syntax, WellEnd};

use laplace_games::demon::format::Question;
use laplace_games::well::Depth;

use crate::contest::Game;
use crate::inputs::Input;

/// The version of the judge, stored with every judging.
pub const JUDGE: &str = concat!("laplace-judge ", env!("CARGO_PKG_VERSION"));

/// The outcome of a judging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong,
    /// A game, which counts up to its end.
    Played,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Right, Self::Wrong, Self::Played];

    /// Its name in the database and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Played => "played",
        }
    }

    /// The outcome of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// A judged answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The outcome of a judging.
    pub outcome: Outcome,
    /// Points in hundredths; 0 where they depend on others: see [`Game::is_relative`].
    pub points: i64,
    /// The demon's score, or the figures placed.
    pub score: i64,
    /// The first difference, or why the game ended.
    pub finding: Finding,
}

impl Judged {
    const fn wrong(finding: Finding) -> Self {
        Self { outcome: Outcome::Wrong, points: 0, score: 0, finding }
    }
}

/// Judges an answer to an input.
pub fn judge(game: Game, input: &Input, answer: &[u8]) -> Judged {
    match game {
        Game::Demon => demon(input, answer),
        Game::Well => well(input, answer),
    }
}

fn demon(input: &Input, answer: &[u8]) -> Judged {
    let question = u32::try_from(input.question).ok().and_then(Question::from_number);
    let Some(question) = question else { return Judged::wrong(Finding::UnknownQuestion) };
    let verdict = match laplace_judge::demon::judge(question, &input.content, answer) {
        Ok(verdict) => verdict,
        Err(refused) => return Judged::wrong(Finding::UnreadableInput { fault: (&refused).into() }),
    };
    if let Some(difference) = &verdict.difference {
        return Judged::wrong(difference.into());
    }
    let right = Judged {
        outcome: Outcome::Right,
        points: Game::Demon.max_points(),
        score: 0,
        finding: Finding::Correct,
    };
    match verdict.game {
        Some(game) if verdict.no_legal_move => {
            Judged::wrong(Finding::NoLegalMove { line: game.line, end: (&game.ended).into() })
        }
        Some(game) if question == Question::Q5 => Judged {
            outcome: Outcome::Played,
            points: 0,
            score: game.score.into(),
            finding: Finding::DemonGame { line: game.line, end: (&game.ended).into() },
        },
        Some(game) => Judged { score: game.score.into(), ..right },
        None => right,
    }
}

fn well(input: &Input, answer: &[u8]) -> Judged {
    match laplace_judge::well::judge(&input.content, answer, Depth::DEFAULT) {
        Ok(verdict) => Judged {
            outcome: Outcome::Played,
            points: 100 * i64::from(verdict.points),
            score: i64::try_from(verdict.placed).unwrap_or(i64::MAX),
            finding: Finding::WellGame { end: (&verdict.ended).into() },
        },
        Err(error) => Judged::wrong(Finding::UnreadableInput { fault: (&error).into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make;

    #[test]
    fn a_right_answer_earns_all_points_and_a_wrong_one_names_its_line() {
        let input = &make(Game::Demon, 1, 1)[0];
        let right = laplace_games::demon::questions::answer_q1(&input.content).unwrap();
        let judged = judge(Game::Demon, input, right.as_bytes());
        assert_eq!((judged.outcome, judged.points), (Outcome::Right, 10_000));
        let judged = judge(Game::Demon, input, b"nonsense");
        assert_eq!((judged.outcome, judged.points), (Outcome::Wrong, 0));
        assert_eq!(judged.finding.line(), Some(1), "{:?}", judged.finding);
    }

    #[test]
    fn a_game_without_a_legal_move_is_wrong_and_one_that_leaves_the_board_later_counts_up_to_there() {
        let inputs = make(Game::Demon, 1, 1);
        let input = inputs.iter().find(|input| input.question == 5).unwrap();
        let seed = laplace_games::demon::format::read_seed(&input.content).unwrap();
        let [first, second] = [0, 1].map(|place| seed.pieces().nth(place).unwrap().number());
        let judged = judge(Game::Demon, input, format!("{}\n{first} -1 0\n", seed.number()).as_bytes());
        assert_eq!((judged.outcome, judged.score), (Outcome::Wrong, 0));
        assert!(matches!(judged.finding, Finding::NoLegalMove { line: 2, .. }), "{:?}", judged.finding);
        let answer = format!("{}\n{first} 0 0\n{second} 0 -1\nwhatever\n", seed.number());
        let judged = judge(Game::Demon, input, answer.as_bytes());
        assert_eq!((judged.outcome, judged.score), (Outcome::Played, 0));
        let end = DemonEnd::CannotDrop(Misfit { piece: second, rotation: -1, column: 0 });
        assert_eq!(judged.finding, Finding::DemonGame { line: 3, end });
    }
}
