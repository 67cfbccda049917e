//! Repetitions: the boards of the game and of the path searched, to see when a board comes back.
//!
//! The rules know no repetition, only the draw after a hundred moves without a doubling, which is far beyond any horizon.
//! An engine that does not see that far would repeat its moves. So a board that comes back is scored as the draw that it
//! leads to. That is an estimate, not a proof: both players could
//! still choose other moves.

use laplace_games::blobwar::{Move, Position};

use super::node::Node;

/// The positions of a game before the one to search, since the last doubling: after a doubling none of the boards before
/// it can come back.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_solvers::blobwar::{Engine, Limits, GameHistory, Settings};
/// let mut position = Position::start(Size::Seven, StuckRule::Passes);
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// let mut history = GameHistory::default();
/// for _ in 0..3 {
///     let result = engine.search(&position, &history, &Limits::depth(3)).unwrap();
///     history.push(&position);
///     position.play(result.best_move).unwrap();
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHistory(Vec<Node>);

impl GameHistory {
    /// The history of a position whose game is not known.
    pub const EMPTY: &Self = &Self(Vec::new());

    /// Adds the next position of the game.
    pub fn push(&mut self, position: &Position) {
        self.keep_before(position);
        self.0.push(Node::of(position));
    }

    /// Adds the next position of the game and the one after a legal move.
    pub fn push_move(&mut self, position: &Position, played: Move) {
        self.push(position);
        let mut next = *position;
        next.play_unchecked(played);
        self.push(&next);
    }

    /// Keeps the positions that can have come before this one. A position with the same clock or a later one belongs to
    /// another game, or its move was taken back.
    pub fn keep_before(&mut self, position: &Position) {
        self.0.retain(|node| node.clock < position.clock());
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.0
    }
}

impl<'a> FromIterator<&'a Position> for GameHistory {
    fn from_iter<I: IntoIterator<Item = &'a Position>>(positions: I) -> Self {
        let mut history = Self::default();
        positions.into_iter().for_each(|position| history.push(position));
        history
    }
}

/// The smallest number of plies after which a board can come back: both players jump somewhere and back.
const MIN_CYCLE_PLIES: u32 = 4;

/// The nodes of the game and of the path searched.
#[derive(Clone, Debug)]
pub(super) struct RepetitionStack {
    nodes: Vec<Node>,
    /// The number of nodes of the game.
    game: usize,
}

impl RepetitionStack {
    pub(super) fn new(history: &GameHistory) -> Self {
        Self { nodes: history.nodes().to_vec(), game: history.nodes().len() }
    }

    /// Adds the node at this ply, in place of what was there and after it. Returns whether its board stood before since
    /// the last doubling.
    pub(super) fn push(&mut self, node: &Node, ply: usize) -> bool {
        self.nodes.truncate(self.game + ply);
        let repeated = ply > 0 && node.clock >= MIN_CYCLE_PLIES && self.is_repetition(node);
        self.nodes.push(*node);
        repeated
    }

    fn is_repetition(&self, node: &Node) -> bool {
        let latest = node.clock - MIN_CYCLE_PLIES;
        let earliest = self.nodes.len().saturating_sub(node.clock as usize);
        let before = self.nodes.get(earliest..).unwrap_or_default();
        let is_it = |met: &Node| {
            let same_mover = (node.clock - met.clock).is_multiple_of(2);
            same_mover && (met.us, met.them) == (node.us, node.them)
        };
        before.iter().any(|met| met.clock <= latest && is_it(met))
    }
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::StuckRule;

    use super::*;

    /// Whether each of the moves leads back to a board that stood before.
    fn steps(history: &[&str], moves: &[&str]) -> Vec<bool> {
        let start = "x5o/7/7/7/7/7/o5x x 0 1";
        let mut node = Node::of(&Position::from_fen(start, StuckRule::Passes).unwrap());
        let after = |node: &Node, played: &str| node.after(played.parse::<Move>().unwrap().into());
        let mut game = GameHistory::default();
        for played in history {
            game.0.push(node);
            node = after(&node, played);
        }
        let mut repetitions = RepetitionStack::new(&game);
        assert!(!repetitions.push(&node, 0), "the root is not a repetition");
        let mut step = |(ply, played): (usize, &&str)| {
            node = after(&node, played);
            repetitions.push(&node, ply + 1)
        };
        moves.iter().enumerate().map(&mut step).collect()
    }

    #[test]
    fn a_board_that_comes_back_is_a_repetition() {
        let circle = ["a7a5", "a1a3", "a5a7", "a3a1"];
        assert_eq!(steps(&[], &circle), [false, false, false, true]);
        assert_eq!(steps(&circle[..3], &circle[3..]), [true], "some of it was played before");
        assert_eq!(steps(&circle, &circle[..1]), [true], "all of it was played before");
    }

    #[test]
    fn no_board_comes_back_after_a_doubling() {
        let back = ["a3a1", "a5a7"];
        assert_eq!(steps(&["a7a5", "a1a3", "a6"], &back), [false, false], "a6 is new");
        let there = ["a1a3", "a7a5"];
        assert_eq!(steps(&["a7a5", "a1a3", "a6", "a3a1", "a5a7"], &there), [false, true]);
    }

    #[test]
    fn a_path_that_is_left_does_not_count() {
        let node = Node::of(&Position::from_fen("x5o/7/7/7/7/7/o5x x 40 1", StuckRule::Passes).unwrap());
        let other = Node { clock: 41, ..node.passed() };
        let mut repetitions = RepetitionStack::new(GameHistory::EMPTY);
        for (ply, node) in [node, other].iter().enumerate() {
            assert!(!repetitions.push(node, ply));
        }
        assert!(
            !repetitions.push(&Node { clock: 45, ..node.passed() }, 1),
            "it stands where the other stood"
        );
    }
}
