//! What a key does: the cursor, the picked blob, the move that is being typed. No terminal.
//!
//! `e` and `h` are commands and columns of the board. They act at once; if a digit follows, they begin a move, and
//! the command is reverted.

use laplace_games::blobwar::{Bitboard, Cell, Move, Side};

use super::session::{Hint, HumanOrEngine, Session};
use crate::view::{Flow, Key};

/// The maximum number of typed characters: a move has at most five, and a mistake should stay visible.
const MAX_TYPED: usize = 8;

/// A command whose letter may turn out to begin a move.
#[derive(Clone, Copy)]
struct Revertible {
    letter: char,
    /// The hint before the command.
    hint: Hint,
}

/// A session and the state of its keyboard input.
pub(super) struct Keyboard {
    session: Session,
    cursor: Cell,
    picked: Option<Cell>,
    typed: String,
    revertible: Option<Revertible>,
    help: bool,
}

impl Keyboard {
    pub(super) fn new(session: Session) -> Self {
        let human = Side::BOTH.into_iter().find(|&side| session.player(side) == HumanOrEngine::Human);
        let blobs = session.position().board().blobs(human.unwrap_or(Side::Blue));
        let cursor = blobs.first().unwrap_or(Cell::wrapping(0));
        Self { session, cursor, picked: None, typed: String::new(), revertible: None, help: false }
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    pub(super) fn cursor(&self) -> Cell {
        self.cursor
    }

    pub(super) fn picked(&self) -> Option<Cell> {
        self.picked
    }

    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    pub(super) fn shows_help(&self) -> bool {
        self.help
    }

    pub(super) fn into_session(self) -> Session {
        self.session
    }

    /// The cells that the picked blob can double to, and those that it can jump to.
    pub(super) fn targets(&self) -> [Bitboard; 2] {
        let empty = self.session.position().board().empty();
        self.picked.map_or([Bitboard::EMPTY; 2], |from| [from.neighbours() & empty, from.ring() & empty])
    }

    /// Handles a key.
    pub(super) fn press(&mut self, key: Key) -> Flow {
        self.session.clear_message();
        let revertible = self.revertible.take();
        match key {
            Key::Interrupt => return Flow::Quit,
            _ if self.help => self.help = false,
            Key::Character('q') => return Flow::Quit,
            Key::Left => self.go(0, -1),
            Key::Right => self.go(0, 1),
            Key::Up => self.go(1, 0),
            Key::Down => self.go(-1, 0),
            Key::Escape => self.drop_choice(),
            Key::Backspace => _ = self.typed.pop(),
            Key::Character(' ') if self.is_first_cell_typed() => self.type_character(' '),
            Key::Enter | Key::Character(' ') => self.confirm(),
            Key::Character(digit) if digit.is_ascii_digit() => self.type_digit(digit, revertible),
            Key::Character(letter) if self.typed.is_empty() => self.command(letter),
            Key::Character(letter) => self.type_character(letter),
            Key::Home | Key::End => {}
        }
        self.forget_lost_blob();
        Flow::Stay
    }

    fn command(&mut self, letter: char) {
        match letter {
            'u' => self.session.undo(),
            'n' => self.session.restart(),
            '?' => self.help = true,
            'e' | 'h' => {
                self.revertible = Some(Revertible { letter, hint: self.session.hint() });
                if letter == 'e' { self.session.toggle_bar() } else { self.session.request_hint() }
            }
            _ => self.type_character(letter),
        }
    }

    fn type_digit(&mut self, digit: char, revertible: Option<Revertible>) {
        if let Some(Revertible { letter, hint }) = revertible {
            if letter == 'e' {
                self.session.toggle_bar();
            }
            self.session.set_hint(hint);
            self.type_character(letter);
        }
        self.type_character(digit);
    }

    fn type_character(&mut self, character: char) {
        if self.typed.chars().count() < MAX_TYPED && !character.is_control() {
            self.typed.extend(character.to_lowercase());
        }
    }

    /// Whether the number of a cell was typed, and that of another should follow: `49 42`.
    fn is_first_cell_typed(&self) -> bool {
        matches!(self.typed.len(), 1..=2) && self.typed.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn drop_choice(&mut self) {
        if self.typed.is_empty() {
            self.picked = None;
        }
        self.typed.clear();
    }

    fn go(&mut self, up: i8, right: i8) {
        let width = self.session.position().size().width();
        let step = |place: u8, by: i8| place.saturating_add_signed(by).min(width - 1);
        let there = Cell::at(step(self.cursor.row(), up), step(self.cursor.column(), right));
        self.cursor = there.unwrap_or(self.cursor);
    }

    fn confirm(&mut self) {
        if !self.typed.is_empty() {
            let typed = std::mem::take(&mut self.typed);
            self.picked = None;
            return self.session.choose_typed(&typed);
        }
        if !self.session.is_human_to_move() {
            let is_over = self.session.position().end().is_some();
            return self.session.set_message(if is_over {
                "the game is over"
            } else {
                "it is the engine's turn"
            });
        }
        let position = self.session.position();
        let is_own = position.board().blobs(position.turn()).contains(self.cursor);
        match self.picked {
            Some(from) if from == self.cursor => self.picked = None,
            _ if is_own => self.pick(),
            Some(from) => self.go_from(from),
            None => {
                let player = position.turn().label();
                self.session.set_message(format!("{}: pick a blob of {player} first", self.cursor));
            }
        }
    }

    fn pick(&mut self) {
        self.picked = Some(self.cursor);
        if self.targets().iter().all(|cells| cells.is_empty()) {
            self.picked = None;
            self.session.set_message(format!("the blob on {} has nowhere to go", self.cursor));
        }
    }

    fn go_from(&mut self, from: Cell) {
        let to = self.cursor;
        let before = self.session.game().len();
        self.session.choose(if from.distance(to) == 1 { Move::Double(to) } else { Move::Jump { from, to } });
        if self.session.game().len() != before {
            self.picked = None;
        }
    }

    /// The picked blob may be gone: taken back, or turned.
    fn forget_lost_blob(&mut self) {
        let position = self.session.position();
        let own = position.board().blobs(position.turn());
        self.picked = self.picked.filter(|&cell| own.contains(cell) && self.session.is_human_to_move());
    }
}
