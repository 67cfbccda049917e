//! The way to a position: the boards of the game and of the path searched, to see when play runs in circles.
//!
//! The rules know no repetition, only the draw after a hundred moves without a doubling, which is far beyond
//! any horizon. A player who sees no further would go round and round, each time content with what the next
//! moves seem to bring. So a board that comes back is taken for the draw that it leads to. That is an estimate
//! and no proof: both players might still choose otherwise.

use laplace_games::blobwar::{Move, Position};

use super::node::Node;

/// The boards of a game before the one to play on, since the last doubling: none of them can come back after it.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_solvers::blobwar::{Engine, Limits, Past, Settings};
/// let mut position = Position::start(Size::Seven, StuckRule::Passes);
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// let mut past = Past::default();
/// for _ in 0..3 {
///     let answer = engine.answer(&position, &past, &Limits::depth(3)).unwrap();
///     past.add(&position);
///     position.play(answer.played).unwrap();
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past(Vec<Node>);

impl Past {
    /// No game, or nothing known of it.
    pub const NONE: &Self = &Self(Vec::new());

    /// A position of the game, after those that are known.
    pub fn add(&mut self, position: &Position) {
        self.keep_before(position);
        self.0.push(Node::of(position));
    }

    /// A position of the game and what a legal move made of it.
    pub fn add_with(&mut self, position: &Position, played: Move) {
        self.add(position);
        let mut next = *position;
        next.play_unchecked(played);
        self.add(&next);
    }

    /// Keeps what may have stood before a position, where nobody says what did: what has the same clock or a
    /// later one was another game, or was taken back.
    pub fn keep_before(&mut self, position: &Position) {
        self.0.retain(|node| node.clock < position.clock());
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.0
    }
}

impl<'a> FromIterator<&'a Position> for Past {
    fn from_iter<I: IntoIterator<Item = &'a Position>>(positions: I) -> Self {
        let mut past = Self::default();
        positions.into_iter().for_each(|position| past.add(position));
        past
    }
}

/// A board cannot come back sooner: both players go somewhere and back.
const SHORTEST_CIRCLE: u32 = 4;

/// The nodes from the game and of the path searched.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    nodes: Vec<Node>,
    /// How many of them are of the game.
    game: usize,
}

impl Trail {
    pub(super) fn new(past: &Past) -> Self {
        Self { nodes: past.nodes().to_vec(), game: past.nodes().len() }
    }

    /// Steps to a node, so many plies from the root; whether its board stood before since the last doubling.
    pub(super) fn step(&mut self, node: &Node, ply: usize) -> bool {
        self.nodes.truncate(self.game + ply);
        let back = ply > 0 && node.clock >= SHORTEST_CIRCLE && self.has_met(node);
        self.nodes.push(*node);
        back
    }

    fn has_met(&self, node: &Node) -> bool {
        let latest = node.clock - SHORTEST_CIRCLE;
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
    fn steps(past: &[&str], moves: &[&str]) -> Vec<bool> {
        let start = "x5o/7/7/7/7/7/o5x x 0 1";
        let mut node = Node::of(&Position::from_fen(start, StuckRule::Passes).unwrap());
        let after = |node: &Node, played: &str| node.after(played.parse::<Move>().unwrap().into());
        let mut game = Past::default();
        for played in past {
            game.0.push(node);
            node = after(&node, played);
        }
        let mut trail = Trail::new(&game);
        assert!(!trail.step(&node, 0), "the root is no repetition");
        let mut step = |(ply, played): (usize, &&str)| {
            node = after(&node, played);
            trail.step(&node, ply + 1)
        };
        moves.iter().enumerate().map(&mut step).collect()
    }

    #[test]
    fn a_board_that_comes_back_is_seen() {
        let circle = ["a7a5", "a1a3", "a5a7", "a3a1"];
        assert_eq!(steps(&[], &circle), [false, false, false, true]);
        assert_eq!(steps(&circle[..3], &circle[3..]), [true], "some of it was played before");
        assert_eq!(steps(&circle, &circle[..1]), [true], "all of it was played before");
    }

    #[test]
    fn a_doubling_ends_all_circles() {
        let back = ["a3a1", "a5a7"];
        assert_eq!(steps(&["a7a5", "a1a3", "a6"], &back), [false, false], "a6 is new");
        let there = ["a1a3", "a7a5"];
        assert_eq!(steps(&["a7a5", "a1a3", "a6", "a3a1", "a5a7"], &there), [false, true]);
    }

    #[test]
    fn a_path_that_is_left_is_forgotten() {
        let node = Node::of(&Position::from_fen("x5o/7/7/7/7/7/o5x x 40 1", StuckRule::Passes).unwrap());
        let other = Node { clock: 41, ..node.passed() };
        let mut trail = Trail::new(Past::NONE);
        for (ply, node) in [node, other].iter().enumerate() {
            assert!(!trail.step(node, ply));
        }
        assert!(!trail.step(&Node { clock: 45, ..node.passed() }, 1), "it stands where the other stood");
    }
}
