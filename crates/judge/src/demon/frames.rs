//! The pictures of a game, one after another, for whoever shows it.

use laplace_games::demon::format::MoveFile;
use laplace_games::demon::{Board, LineSet, MoveLine, Piece, State, format};
use laplace_games::text::SyntaxError;

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Pieces placed so far, this one included.
    pub placed: u32,
    /// The piece that has just come down.
    pub piece: Piece,
    /// What is shown.
    pub stage: Stage,
    /// The board.
    pub board: Board,
    /// The score, with what this piece earned.
    pub score: u32,
}

/// A moment in the life of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The piece has come to rest; these lines are full and about to go.
    Dropped {
        /// The line of its topmost block.
        line: usize,
        /// The full lines.
        full: LineSet,
    },
    /// The full lines are gone.
    Cleared {
        /// The lines that were removed, numbered as before.
        removed: LineSet,
    },
}

/// The frames of a move file, made as they are asked for: a drop for every piece, and a clearing if it
/// removed lines.
pub fn frames(text: &[u8]) -> Result<Frames<'_>, SyntaxError> {
    let file = format::moves(text)?;
    Ok(Frames { state: State::new(file.seed()), file, cleared: None })
}

/// See [`frames`].
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    file: MoveFile<'a>,
    state: State,
    /// The picture that is to follow the last one.
    cleared: Option<Frame>,
}

impl Frames<'_> {
    fn play(&mut self, line: MoveLine) -> Option<Frame> {
        let mut board = self.state.board().clone();
        let piece = self.state.next_piece();
        let landing = self.state.play_line(line).ok()?;
        let chosen = line.chosen()?;
        board.place(piece.shape(chosen.rotation), landing.line, chosen.column);
        let frame = |stage, board| Frame {
            placed: self.state.placed(),
            piece,
            stage,
            board,
            score: self.state.score(),
        };
        if !landing.removed.is_empty() {
            let stage = Stage::Cleared { removed: landing.removed };
            self.cleared = Some(frame(stage, self.state.board().clone()));
        }
        Some(frame(Stage::Dropped { line: landing.line, full: landing.removed }, board))
    }
}

impl Iterator for Frames<'_> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        if let Some(frame) = self.cleared.take() {
            return Some(frame);
        }
        let (_, line) = self.file.next()?.ok()?;
        self.play(line)
    }
}
