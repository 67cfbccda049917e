//! Judges one answer and turns the verdict into an outcome, points, a score and a text.

use laplace_games::demon::format::Question;
use laplace_games::well::Depth;

use crate::contest::{Game, Input};

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
    /// Its name in the database and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Played => "played",
        }
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
    pub detail: String,
}

impl Judged {
    fn wrong(detail: String) -> Self {
        Self { outcome: Outcome::Wrong, points: 0, score: 0, detail }
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
    let Some(question) = question else { return Judged::wrong("unknown question".into()) };
    let verdict = match laplace_judge::demon::judge(question, &input.content, answer) {
        Ok(verdict) => verdict,
        Err(error) => return Judged::wrong(format!("the input cannot be read: {error}")),
    };
    if let Some(fault) = verdict.fault() {
        return Judged::wrong(fault);
    }
    let right =
        Judged { outcome: Outcome::Right, points: Game::Demon.max_points(), score: 0, detail: String::new() };
    match verdict.game {
        Some(game) if question == Question::Q5 => Judged {
            outcome: Outcome::Played,
            points: 0,
            score: game.score.into(),
            detail: format!("line {}: {}", game.line, game.ended),
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
            detail: verdict.ended.to_string(),
        },
        Err(error) => Judged::wrong(format!("the input cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::make;

    #[test]
    fn a_right_answer_earns_all_points_and_a_wrong_one_names_its_line() {
        let input = &make(Game::Demon, 1, 1)[0];
        let right = laplace_games::demon::questions::answer_q1(&input.content).unwrap();
        let judged = judge(Game::Demon, input, right.as_bytes());
        assert_eq!((judged.outcome, judged.points), (Outcome::Right, 10_000));
        let judged = judge(Game::Demon, input, b"nonsense");
        assert_eq!((judged.outcome, judged.points), (Outcome::Wrong, 0));
        assert!(judged.detail.starts_with("line 1"), "{}", judged.detail);
    }

    #[test]
    fn a_game_without_a_legal_move_is_wrong_and_one_that_leaves_the_board_later_counts_up_to_there() {
        let inputs = make(Game::Demon, 1, 1);
        let input = inputs.iter().find(|input| input.question == 5).unwrap();
        let seed = laplace_games::demon::format::read_seed(&input.content).unwrap();
        let [first, second] = [0, 1].map(|place| seed.pieces().nth(place).unwrap().number());
        let judged = judge(Game::Demon, input, format!("{}\n{first} -1 0\n", seed.number()).as_bytes());
        assert_eq!((judged.outcome, judged.score), (Outcome::Wrong, 0));
        assert!(judged.detail.starts_with("line 2: no legal move: "), "{}", judged.detail);
        let answer = format!("{}\n{first} 0 0\n{second} 0 -1\nwhatever\n", seed.number());
        let judged = judge(Game::Demon, input, answer.as_bytes());
        assert_eq!((judged.outcome, judged.score), (Outcome::Played, 0));
        assert!(judged.detail.ends_with("turned -1 times does not fit at column 0"), "{}", judged.detail);
    }
}
