//! A game that is under way: forced passes are played for the player, and moves can be taken back.

use laplace_games::blobwar::{Facts, IllegalMove, Move, Position, Side};
use laplace_solvers::blobwar::Limits;

use super::analysis::{Purpose, Request};

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
struct Step {
    facts: Facts,
    after: Position,
}

/// The start of a game and its moves.
#[derive(Clone, Debug)]
pub struct InteractiveGame {
    start: Position,
    steps: Vec<Step>,
}

impl InteractiveGame {
    /// A game without moves.
    pub fn new(start: Position) -> Self {
        Self { start, steps: Vec::new() }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        self.steps.last().map_or(&self.start, |step| &step.after)
    }

    /// The position before the first move, and the one after each.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.steps.iter().map(|step| &step.after))
    }

    /// What the moves did, the first one first.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = &Facts> {
        self.steps.iter().map(|step| &step.facts)
    }

    /// The number of moves, passes included.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no move yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Plays a move; an illegal one changes nothing.
    ///
    /// No pass follows by itself: the moves of a recorded game contain its passes. See
    /// [`InteractiveGame::pass_if_stuck`].
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        let mut after = *self.position();
        let facts = after.play(played)?;
        self.steps.push(Step { facts, after });
        Ok(())
    }

    /// Passes for a player that can do nothing else: there is nothing to decide.
    pub fn pass_if_stuck(&mut self) {
        if self.position().must_pass() {
            let mut after = *self.position();
            let facts = after.play_unchecked(Move::Pass);
            self.steps.push(Step { facts, after });
        }
    }

    /// The player that has just passed, if the last move was a pass.
    pub fn last_pass(&self) -> Option<Side> {
        self.facts().next_back().filter(|facts| facts.played == Move::Pass).map(|facts| facts.side)
    }

    /// Takes back the last move that is not a pass of a side for which `takes_back` is true, and all moves after it.
    ///
    /// Returns false and changes nothing if there is no such move.
    pub fn undo(&mut self, takes_back: impl Fn(Side) -> bool) -> bool {
        let chosen = |step: &Step| takes_back(step.facts.side) && step.facts.played != Move::Pass;
        let Some(index) = self.steps.iter().rposition(chosen) else { return false };
        self.steps.truncate(index);
        true
    }

    /// A request about the position after the last move.
    pub fn request(&self, purpose: Purpose, limits: Limits) -> Request {
        let history = self.positions().take(self.len()).collect();
        Request { position: *self.position(), history, ply: self.len(), purpose, limits }
    }

    /// A request about the position before the move of this number, counted from 0; `None` beyond the last position.
    pub fn request_at(&self, ply: usize, purpose: Purpose, limits: Limits) -> Option<Request> {
        let position = *self.positions().nth(ply)?;
        let history = self.positions().take(ply).collect();
        Some(Request { position, history, ply, purpose, limits })
    }
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::StuckRule;
    use laplace_solvers::blobwar::GameHistory;

    use super::*;

    /// x is shut in and can only pass.
    const SHUT_IN: &str = "7/7/7/7/ooo4/ooo4/xoo4 o 0 1";

    fn shut_in() -> InteractiveGame {
        InteractiveGame::new(Position::from_fen(SHUT_IN, StuckRule::Passes).unwrap())
    }

    fn play(game: &mut InteractiveGame, played: &str) {
        game.play(played.parse().unwrap()).unwrap();
        game.pass_if_stuck();
    }

    #[test]
    fn undo_takes_back_the_passes_after_a_move() {
        let mut game = shut_in();
        game.pass_if_stuck();
        assert_eq!((game.len(), game.last_pass()), (0, None), "o can move");
        play(&mut game, "d4");
        assert_eq!((game.len(), game.last_pass()), (2, Some(Side::Blue)));
        play(&mut game, "d5");
        assert!(!game.undo(|side| side == Side::Blue), "a forced pass was not chosen");
        assert_eq!(game.len(), 4);
        assert!(game.undo(|side| side == Side::Red));
        assert_eq!((game.len(), game.last_pass()), (2, Some(Side::Blue)));
        assert!(game.undo(|_| true));
        assert_eq!((game.position().to_string().as_str(), game.is_empty()), (SHUT_IN, true));
        assert!(!game.undo(|_| true));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = shut_in();
        assert!(game.play(Move::Pass).is_err());
        assert!(game.is_empty() && game.position() == game.start());
    }

    #[test]
    fn a_request_holds_the_positions_before_its_own() {
        let mut game = shut_in();
        play(&mut game, "d4");
        let limits = Limits::depth(1);
        let last = game.request(Purpose::Hint, limits);
        assert_eq!(game.request_at(2, Purpose::Hint, limits), Some(last.clone()));
        assert_eq!((last.ply, &last.position), (2, game.position()));
        assert_eq!(game.request_at(3, Purpose::Hint, limits), None);
        let first = game.request_at(0, Purpose::Hint, limits).unwrap();
        assert_eq!((first.position, first.history), (*game.start(), GameHistory::default()));
    }
}
