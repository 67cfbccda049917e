//! The review of a whole game: what the engine thinks of each position, and which moves gave something away.
//!
//! Every position is searched with the same limits. What a move costs is the difference between two probabilities of
//! its player to win ([`score::chance`]): before the move, with the best play that the search found, and after it. So a
//! blob given away costs much in an even game and nothing in one that is decided.

use laplace_games::blobwar::{Move, Outcome, Position, Side};
use laplace_solvers::Control;
use laplace_solvers::blobwar::score::{self, Score};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits};

/// What the engine found about a position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The score for blue, in hundredths of a blob.
    pub score: Score,
    /// The depth of the search; 0 where the game is over.
    pub depth: u32,
    /// The moves that the engine expects, the best one first; empty where the game is over.
    pub pv: Vec<Move>,
}

impl Evaluated {
    /// The probability that this side wins, from 0 to 1.
    pub fn chance(&self, side: Side) -> f64 {
        score::chance(if side == Side::Blue { self.score } else { -self.score })
    }
}

/// How much a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Less than 5 % of a win.
    Good,
    /// 5 % of a win or more.
    Inaccuracy,
    /// 10 % or more.
    Mistake,
    /// 20 % or more.
    Blunder,
}

impl Mark {
    /// The marks of moves that gave something away.
    pub const WRONG: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark of a move that cost this probability of a win.
    pub fn of_loss(loss: f64) -> Self {
        Self::WRONG.into_iter().rev().find(|mark| loss >= mark.min_loss()).unwrap_or(Self::Good)
    }

    /// The smallest loss that has this mark, as a probability.
    pub const fn min_loss(self) -> f64 {
        match self {
            Self::Good => 0.0,
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.1,
            Self::Blunder => 0.2,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Its sign after a move, as in chess.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A move of a reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player.
    pub side: Side,
    /// The move.
    pub played: Move,
    /// The position before it.
    pub before: Evaluated,
    /// The position after it.
    pub after: Evaluated,
}

impl ReviewedMove {
    /// What the move cost its player: a probability of winning, from 0 to 1. The engine's own choice costs nothing.
    pub fn loss(&self) -> f64 {
        if self.before.pv.first() == Some(&self.played) {
            return 0.0;
        }
        (self.before.chance(self.side) - self.after.chance(self.side)).max(0.0)
    }

    /// How much the move gave away.
    pub fn mark(&self) -> Mark {
        Mark::of_loss(self.loss())
    }
}

/// The moves of one player, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The number of moves.
    pub moves: usize,
    /// The number of inaccuracies, mistakes and blunders.
    pub wrong: [usize; 3],
    /// The mean loss of a move, as a probability; 0 without moves.
    pub mean_loss: f64,
}

impl Summary {
    /// Counts the moves of a side.
    pub fn of(moves: &[ReviewedMove], side: Side) -> Self {
        let own = || moves.iter().filter(move |reviewed| reviewed.side == side);
        let count = own().count();
        Self {
            moves: count,
            wrong: Mark::WRONG.map(|mark| own().filter(|reviewed| reviewed.mark() == mark).count()),
            mean_loss: own().map(ReviewedMove::loss).sum::<f64>() / count.max(1) as f64,
        }
    }
}

/// Reviews a game: searches each of its positions within `limits`, and calls `on_move` with each move as soon as the
/// position after it is known. Moves from the first that cannot be played on are left out; so are those that are left
/// when `stop` returns true.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_matches::review::review;
/// use laplace_solvers::blobwar::{Engine, Limits, Settings};
/// let start = Position::start(Size::Seven, StuckRule::Passes);
/// let moves = ["g2", "a2"].map(|text| text.parse().unwrap());
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// let reviewed = review(start, &moves, &mut engine, &Limits::depth(3), &|| false, &mut |_| {});
/// assert_eq!(reviewed.len(), 2);
/// ```
pub fn review(
    start: Position,
    moves: &[Move],
    engine: &mut Engine,
    limits: &Limits,
    stop: &(dyn Fn() -> bool + Sync),
    on_move: &mut dyn FnMut(&ReviewedMove),
) -> Vec<ReviewedMove> {
    let mut history = GameHistory::default();
    let mut position = start;
    let mut reviewed: Vec<ReviewedMove> = Vec::new();
    let Some(mut before) = evaluate(&position, &history, engine, limits, stop) else { return reviewed };
    for (&played, number) in moves.iter().zip(1..) {
        let side = position.turn();
        history.push(&position);
        if position.play(played).is_err() {
            break;
        }
        history.keep_before(&position);
        let Some(after) = evaluate(&position, &history, engine, limits, stop) else { break };
        let next = ReviewedMove { number, side, played, before, after: after.clone() };
        on_move(&next);
        reviewed.push(next);
        before = after;
    }
    reviewed
}

/// What the engine finds about a position; `None` if it was stopped.
fn evaluate(
    position: &Position,
    history: &GameHistory,
    engine: &mut Engine,
    limits: &Limits,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Evaluated> {
    if let Some(end) = position.end() {
        let margin = match end.outcome {
            Outcome::Win(Side::Blue) => 1,
            Outcome::Win(Side::Red) => -1,
            Outcome::Draw => 0,
        };
        return Some(Evaluated { score: score::of_end(margin, 0), depth: 0, pv: Vec::new() });
    }
    let found = engine.search_with(position, history, limits, &Control::stopped_by(stop))?;
    // A search that was stopped is not as deep as the others.
    if stop() {
        return None;
    }
    let score = if position.turn() == Side::Blue { found.info.score } else { -found.info.score };
    Some(Evaluated { score, depth: found.info.depth, pv: found.info.pv })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use laplace_games::blobwar::StuckRule;
    use laplace_solvers::blobwar::Settings;

    use super::*;

    fn engine() -> Engine {
        Engine::new(Settings { megabytes: 1, contempt: 0, ..Settings::default() })
    }

    #[test]
    fn losses_have_marks() {
        let marks = [0.0, 0.049, 0.05, 0.1, 0.199, 0.2, 1.0].map(Mark::of_loss);
        let [good, inaccuracy, mistake, blunder] =
            [Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
        assert_eq!(marks, [good, good, inaccuracy, mistake, mistake, blunder, blunder]);
    }

    /// x can take everything, or jump away and lose.
    #[test]
    fn a_blunder_is_found_and_the_best_move_named() {
        let start = Position::from_fen("7/7/7/7/xx5/xo5/xx5 x 0 1", StuckRule::Passes).unwrap();
        let best = engine().search(&start, GameHistory::EMPTY, &Limits::depth(6)).unwrap().best_move;
        let reviewed = review(start, &[best], &mut engine(), &Limits::depth(6), &|| false, &mut |_| {});
        assert_eq!((reviewed[0].loss(), reviewed[0].mark()), (0.0, Mark::Good));
        let even =
            Position::from_fen("xx3oo/xxx1ooo/2xxoo1/2xoo2/1oxx3/ooxx2x/oo3xx x 1 20", StuckRule::Passes)
                .unwrap();
        let mut seen = 0;
        let mut worst = 0.0_f64;
        for played in even.legal_moves() {
            let reviewed =
                review(even, &[played], &mut engine(), &Limits::depth(4), &|| false, &mut |_| seen += 1);
            worst = worst.max(reviewed[0].loss());
            assert_eq!(reviewed[0].before.depth, 4);
        }
        assert_eq!(seen, even.legal_moves().len());
        assert_ne!(Mark::of_loss(worst), Mark::Good, "{worst}");
    }

    #[test]
    fn a_review_that_is_stopped_keeps_what_is_done() {
        let start = Position::from_fen("x5o/7/7/7/7/7/o5x x 0 1", StuckRule::Passes).unwrap();
        let moves: Vec<Move> = ["g2", "a2", "f1", "b1"].iter().map(|text| text.parse().unwrap()).collect();
        let done = AtomicUsize::new(0);
        let stop = || done.load(Relaxed) == 2;
        let mut count = |_: &ReviewedMove| _ = done.fetch_add(1, Relaxed);
        assert_eq!(review(start, &moves, &mut engine(), &Limits::depth(2), &stop, &mut count).len(), 2);
        let illegal: Vec<Move> = ["g2", "g2"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(
            review(start, &illegal, &mut engine(), &Limits::depth(2), &|| false, &mut |_| {}).len(),
            1
        );
    }

    #[test]
    fn a_summary_counts_one_side() {
        let evaluated = |score| Evaluated { score, depth: 1, pv: Vec::new() };
        let reviewed = |side, before, after| ReviewedMove {
            number: 1,
            side,
            played: Move::Pass,
            before: evaluated(before),
            after: evaluated(after),
        };
        // x falls from even to a proved loss, then o gives nothing away.
        let moves = [reviewed(Side::Blue, 0, -score::WIN), reviewed(Side::Red, -score::WIN, -score::WIN)];
        let blue = Summary::of(&moves, Side::Blue);
        assert_eq!((blue.moves, blue.wrong, blue.mean_loss), (1, [0, 0, 1], 0.5));
        assert_eq!(Summary::of(&moves, Side::Red), Summary { moves: 1, wrong: [0; 3], mean_loss: 0.0 });
    }
}
