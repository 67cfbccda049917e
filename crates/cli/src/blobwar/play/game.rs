//! A game that can be taken back: every move is kept with the position before it.
//!
//! A player who can do nothing but pass does so by itself: there is nothing to decide.

use laplace_games::blobwar::{Facts, IllegalMove, Move, Position, Side};
use laplace_judge::replay::{BlobwarReplay, GameResult, Replay};
use laplace_solvers::blobwar::Question;

/// A move and where it was played.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: Position,
    facts: Facts,
}

/// A game under way.
#[derive(Clone, Debug)]
pub(super) struct Game {
    start: Position,
    now: Position,
    steps: Vec<Step>,
}

impl Game {
    /// A game from a position on.
    pub(super) fn new(start: Position) -> Self {
        let mut game = Self { start, now: start, steps: Vec::new() };
        game.pass_if_stuck();
        game
    }

    pub(super) fn start(&self) -> &Position {
        &self.start
    }

    pub(super) fn now(&self) -> &Position {
        &self.now
    }

    /// How many moves were played, passes among them.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// What the engine is asked about: where it stands, and how it came to that.
    pub(super) fn question(&self) -> Question {
        let past = self.steps.iter().map(|step| &step.before).collect();
        Question { position: self.now, past, ply: self.len() }
    }

    /// What the moves did, the last one first.
    pub(super) fn latest(&self) -> impl Iterator<Item = &Facts> {
        self.steps.iter().rev().map(|step| &step.facts)
    }

    /// Plays a move, and the pass that follows if there is nothing else; or changes nothing.
    pub(super) fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        let before = self.now;
        let facts = self.now.play(played)?;
        self.steps.push(Step { before, facts });
        self.pass_if_stuck();
        Ok(())
    }

    /// Who has just passed, if the last move was a pass.
    pub(super) fn passed(&self) -> Option<Side> {
        self.latest().next().filter(|facts| facts.played == Move::Pass).map(|facts| facts.side)
    }

    fn pass_if_stuck(&mut self) {
        if self.now.must_pass() {
            let before = self.now;
            let facts = self.now.play_unchecked(Move::Pass);
            self.steps.push(Step { before, facts });
        }
    }

    /// Takes back everything since the last move that one of these players chose, and that move.
    ///
    /// False if there is none: then nothing changes.
    pub(super) fn undo(&mut self, is_chooser: impl Fn(Side) -> bool) -> bool {
        let chosen = |step: &Step| is_chooser(step.facts.side) && step.facts.played != Move::Pass;
        let Some(index) = self.steps.iter().rposition(chosen) else { return false };
        if let Some(step) = self.steps.drain(index..).next() {
            self.now = step.before;
        }
        true
    }

    /// The game as a document.
    pub(super) fn replay(&self, players: [String; 2]) -> Replay {
        Replay::Blobwar(BlobwarReplay {
            start: self.start,
            moves: self.steps.iter().map(|step| step.facts.played).collect(),
            result: Some(GameResult::of(&self.now)),
            players: Some(players),
        })
    }
}
