//! Who sits at the table, the game, and what the engine is to think about. No keys, no screen, no thread.
//!
//! The table says what it wants to know ([`Table::wanted`]) and is told ([`Table::hear`]). What is wanted
//! follows from the state alone, so taking a move back or beginning anew needs to stop nothing by hand.

use laplace_games::blobwar::{Move, Outcome, Position, Side};
use laplace_solvers::blobwar::score::Score;

use super::super::show;
use super::game::Game;
use super::mind::{Purpose, Thought, Wanted};
use super::thinker::News;

/// Who plays a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Seat {
    Human,
    Engine,
}

/// Advice, asked for or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    None,
    Wanted,
    Given(Move),
}

/// How a position stands, seen from blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Evaluation {
    pub(super) score: Score,
    pub(super) depth: u32,
}

/// A game, its players, and what is known about it.
pub(super) struct Table {
    game: Game,
    /// The game before this one, until this one has a move that can be taken back.
    last_game: Option<Game>,
    seats: [Seat; 2],
    hint: Hint,
    shows_bar: bool,
    evaluation: Option<Evaluation>,
    /// Whether the evaluation is that of this position, and final.
    is_evaluated: bool,
    message: Option<String>,
}

impl Table {
    pub(super) fn new(start: Position, seats: [Seat; 2]) -> Self {
        let mut table = Self {
            game: Game::new(start),
            last_game: None,
            seats,
            hint: Hint::None,
            shows_bar: false,
            evaluation: None,
            is_evaluated: false,
            message: None,
        };
        table.note_pass();
        table
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn position(&self) -> &Position {
        self.game.now()
    }

    pub(super) fn seat(&self, side: Side) -> Seat {
        self.seats[side as usize]
    }

    pub(super) fn hint(&self) -> Hint {
        self.hint
    }

    pub(super) fn set_hint(&mut self, hint: Hint) {
        self.hint = hint;
    }

    pub(super) fn shows_bar(&self) -> bool {
        self.shows_bar
    }

    pub(super) fn toggle_bar(&mut self) {
        self.shows_bar = !self.shows_bar;
    }

    pub(super) fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    pub(super) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    pub(super) fn hush(&mut self) {
        self.message = None;
    }

    /// Whether somebody at the keyboard is to move.
    pub(super) fn is_human_to_move(&self) -> bool {
        self.position().end().is_none() && self.seat(self.position().turn()) == Seat::Human
    }

    /// What the engine should think about now.
    pub(super) fn wanted(&self) -> Option<Wanted> {
        let purpose = if self.position().end().is_some() {
            return None;
        } else if !self.is_human_to_move() {
            Purpose::Move
        } else if self.hint == Hint::Wanted {
            Purpose::Hint
        } else if self.shows_bar && !self.is_evaluated {
            Purpose::Evaluation
        } else {
            return None;
        };
        Some(Wanted { question: self.game.question(), purpose })
    }

    /// Takes in what the engine says; what was not asked, or no longer matters, changes nothing.
    pub(super) fn hear(&mut self, wanted: &Wanted, news: News) {
        if self.wanted().as_ref() != Some(wanted) {
            return;
        }
        let (News::Report(thought) | News::Answer(thought)) = news;
        self.evaluate(wanted.purpose, thought);
        if let News::Answer(thought) = news {
            match wanted.purpose {
                Purpose::Move => self.play(thought.played),
                Purpose::Hint => self.hint = Hint::Given(thought.played),
                Purpose::Evaluation => {}
            }
            self.is_evaluated = wanted.purpose != Purpose::Move;
        }
    }

    fn evaluate(&mut self, purpose: Purpose, thought: Thought) {
        // A weak player's opinion is shown only where there is no other.
        if purpose == Purpose::Move && self.seats.contains(&Seat::Human) {
            return;
        }
        let sign = if self.position().turn() == Side::Blue { 1 } else { -1 };
        if let Some((score, depth)) = thought.score {
            self.evaluation = Some(Evaluation { score: sign * score, depth });
        }
    }

    /// Plays what a human chose, or says why not.
    pub(super) fn choose(&mut self, played: Move) {
        if self.is_human_to_move() || self.position().end().is_some() {
            self.play(played);
        } else {
            self.say("it is the engine's turn");
        }
    }

    /// Plays what a human typed, or says why not.
    pub(super) fn choose_typed(&mut self, text: &str) {
        match text.parse::<Move>() {
            Ok(Move::Pass) if self.game.passed().is_some() => self.say("0000: the pass was made already"),
            Ok(played) => self.choose(played),
            Err(_) => self.say(format!("{text}: expected a move such as b6, g1g3 or 0000")),
        }
    }

    fn play(&mut self, played: Move) {
        match self.game.play(played) {
            Ok(()) => {
                self.turn_page();
                self.note_pass();
            }
            Err(refusal) => self.say(format!("{played}: {refusal}")),
        }
    }

    /// Advice belongs to one position, and so does the final evaluation.
    fn turn_page(&mut self) {
        self.hint = Hint::None;
        self.is_evaluated = false;
        self.hush();
    }

    fn note_pass(&mut self) {
        if let Some(side) = self.game.passed() {
            self.say(format!("{} cannot move and passes", side.letter()));
        }
    }

    /// Takes back the last move that a human chose, and what came after it.
    pub(super) fn undo(&mut self) {
        let seats = self.seats;
        if self.game.undo(|side| seats[side as usize] == Seat::Human) {
            self.turn_page();
        } else if let Some(game) = self.last_game.take() {
            self.game = game;
            self.turn_page();
            self.say("the game before is back");
        } else {
            self.say("there is no move of yours to take back");
        }
    }

    /// Asks for advice.
    pub(super) fn ask_hint(&mut self) {
        if self.position().end().is_some() {
            self.say("the game is over");
        } else if !self.is_human_to_move() {
            self.say("it is the engine's turn");
        } else if self.hint == Hint::None {
            self.hint = Hint::Wanted;
        }
    }

    /// Begins again from the same start.
    pub(super) fn begin_anew(&mut self) {
        let new = Game::new(*self.game.start());
        let old = std::mem::replace(&mut self.game, new);
        self.turn_page();
        self.evaluation = None;
        self.say("a new game");
        if old.len() > self.game.len() {
            self.last_game = Some(old);
            self.say("a new game; u brings the old one back");
        }
    }

    /// Who won and why, once the game is over.
    pub(super) fn result(&self) -> Option<String> {
        let position = self.position();
        let end = position.end()?;
        let [blue, red] = Side::BOTH.map(|side| position.board().blobs(side).len());
        let count = match end.outcome {
            Outcome::Win(Side::Red) => format!("{red} to {blue}"),
            _ => format!("{blue} to {red}"),
        };
        Some(format!("{}, {count}: {}", show::outcome(end.outcome), show::reason(end.reason)))
    }
}
