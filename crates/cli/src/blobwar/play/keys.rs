//! What a key does: the cursor, the blob that was picked, the move that is being typed. No terminal.
//!
//! `e` and `h` are keys, and columns too. They act at once; if a digit follows, it was a move after all, and
//! what they did is undone.

use laplace_games::blobwar::{Bitboard, Cell, Move, Side};

use super::table::{Hint, Seat, Table};
use crate::view::{Flow, Key};

/// The longest move that can be typed, and some more for what is none.
const LONGEST: usize = 8;

/// What a letter that may begin a move has changed.
#[derive(Clone, Copy)]
struct Undoable {
    letter: char,
    hint: Hint,
}

/// A table with somebody at its keyboard.
pub(super) struct Player {
    table: Table,
    cursor: Cell,
    picked: Option<Cell>,
    typed: String,
    undoable: Option<Undoable>,
    help: bool,
}

impl Player {
    pub(super) fn new(table: Table) -> Self {
        let side = Side::BOTH.into_iter().find(|&side| table.seat(side) == Seat::Human);
        let blobs = table.position().board().blobs(side.unwrap_or(Side::Blue));
        let cursor = blobs.first().unwrap_or(Cell::wrapping(0));
        Self { table, cursor, picked: None, typed: String::new(), undoable: None, help: false }
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn table_mut(&mut self) -> &mut Table {
        &mut self.table
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

    pub(super) fn into_table(self) -> Table {
        self.table
    }

    /// Where the picked blob can double to, and where it can jump to.
    pub(super) fn targets(&self) -> [Bitboard; 2] {
        let empty = self.table.position().board().empty();
        self.picked.map_or([Bitboard::EMPTY; 2], |from| [from.neighbours() & empty, from.ring() & empty])
    }

    /// Does what a key says.
    pub(super) fn press(&mut self, key: Key) -> Flow {
        self.table.hush();
        let undoable = self.undoable.take();
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
            Key::Enter | Key::Character(' ') => self.confirm(),
            Key::Character(digit) if digit.is_ascii_digit() => self.type_digit(digit, undoable),
            Key::Character(letter) if self.typed.is_empty() => self.command(letter),
            Key::Character(letter) => self.type_character(letter),
            Key::Home | Key::End => {}
        }
        self.forget_lost_blob();
        Flow::Stay
    }

    fn command(&mut self, letter: char) {
        match letter {
            'u' => self.table.undo(),
            'n' => self.table.begin_anew(),
            '?' => self.help = true,
            'e' | 'h' => {
                self.undoable = Some(Undoable { letter, hint: self.table.hint() });
                if letter == 'e' { self.table.toggle_bar() } else { self.table.ask_hint() }
            }
            _ => self.type_character(letter),
        }
    }

    fn type_digit(&mut self, digit: char, undoable: Option<Undoable>) {
        if let Some(Undoable { letter, hint }) = undoable {
            if letter == 'e' {
                self.table.toggle_bar();
            }
            self.table.set_hint(hint);
            self.type_character(letter);
        }
        self.type_character(digit);
    }

    fn type_character(&mut self, character: char) {
        if self.typed.chars().count() < LONGEST && !character.is_control() {
            self.typed.extend(character.to_lowercase());
        }
    }

    fn drop_choice(&mut self) {
        if self.typed.is_empty() {
            self.picked = None;
        }
        self.typed.clear();
    }

    fn go(&mut self, up: i8, right: i8) {
        let width = self.table.position().size().width();
        let step = |place: u8, by: i8| place.saturating_add_signed(by).min(width - 1);
        let there = Cell::at(step(self.cursor.row(), up), step(self.cursor.column(), right));
        self.cursor = there.unwrap_or(self.cursor);
    }

    fn confirm(&mut self) {
        if !self.typed.is_empty() {
            let typed = std::mem::take(&mut self.typed);
            self.picked = None;
            return self.table.choose_typed(&typed);
        }
        if !self.table.is_human_to_move() {
            let is_over = self.table.position().end().is_some();
            return self.table.say(if is_over { "the game is over" } else { "it is the engine's turn" });
        }
        let position = self.table.position();
        let is_own = position.board().blobs(position.turn()).contains(self.cursor);
        match self.picked {
            Some(from) if from == self.cursor => self.picked = None,
            _ if is_own => self.pick(),
            Some(from) => self.go_from(from),
            None => {
                let letter = position.turn().letter();
                self.table.say(format!("{}: pick a blob of {letter} first", self.cursor));
            }
        }
    }

    fn pick(&mut self) {
        self.picked = Some(self.cursor);
        if self.targets().iter().all(|cells| cells.is_empty()) {
            self.picked = None;
            self.table.say(format!("the blob on {} has nowhere to go", self.cursor));
        }
    }

    fn go_from(&mut self, from: Cell) {
        let to = self.cursor;
        let before = self.table.game().len();
        self.table.choose(if from.distance(to) == 1 { Move::Double(to) } else { Move::Jump { from, to } });
        if self.table.game().len() != before {
            self.picked = None;
        }
    }

    /// What was picked may be gone: taken back, or turned.
    fn forget_lost_blob(&mut self) {
        let position = self.table.position();
        let own = position.board().blobs(position.turn());
        self.picked = self.picked.filter(|&cell| own.contains(cell) && self.table.is_human_to_move());
    }
}
