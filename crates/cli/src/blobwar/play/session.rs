//! A game, its players and what the engine should analyse. No keys, no screen, no thread.
//!
//! The session offers a request ([`Session::pending_request`]) and receives the reply ([`Session::on_reply`]). The
//! request follows from the state alone, so an undo or a new game does not have to cancel anything.

use std::time::Duration;

use laplace_games::blobwar::format::sheet;
use laplace_games::blobwar::{Move, Outcome, Position, Side};
use laplace_judge::replay::{BlobwarReplay, BlobwarResult, Replay};
use laplace_matches::builtin::Level;
use laplace_matches::interactive::{Analysis, InteractiveGame, Progress, Purpose, Request};
use laplace_solvers::blobwar::Limits;
use laplace_solvers::blobwar::score::Score;

/// What plays a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum HumanOrEngine {
    Human,
    Engine,
}

/// How the engine plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    pub(super) level: Level,
    /// The time limit of a move, a hint or an evaluation.
    pub(super) time: Duration,
    /// The seed of the random moves of low levels.
    pub(super) seed: u64,
}

/// The suggestion for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    None,
    Wanted,
    Given(Move),
}

/// The value of a position for blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Evaluation {
    pub(super) score: Score,
    pub(super) depth: u32,
}

impl Evaluation {
    /// The value that an analysis found; `None` for a random move.
    pub(super) fn of(analysis: &Analysis) -> Option<Self> {
        analysis.score.map(|score| Self { score, depth: analysis.depth })
    }
}

/// A game, its players, and what is known about it.
pub(super) struct Session {
    game: InteractiveGame,
    /// The game before this one, until this one has a move that can be taken back.
    previous_game: Option<InteractiveGame>,
    players: [HumanOrEngine; 2],
    pub(super) strength: Strength,
    hint: Hint,
    shows_bar: bool,
    evaluation: Option<Evaluation>,
    /// Whether the evaluation is final and of the current position.
    is_evaluated: bool,
    message: Option<String>,
}

impl Session {
    pub(super) fn new(start: Position, players: [HumanOrEngine; 2], strength: Strength) -> Self {
        let mut session = Self {
            game: new_game(start),
            previous_game: None,
            players,
            strength,
            hint: Hint::None,
            shows_bar: false,
            evaluation: None,
            is_evaluated: false,
            message: None,
        };
        session.report_pass();
        session
    }

    /// A game that is continued after some moves; an error names the move that cannot be played.
    pub(super) fn after(
        start: Position,
        moves: &[Move],
        players: [HumanOrEngine; 2],
        strength: Strength,
    ) -> Result<Self, String> {
        let mut session = Self::new(start, players, strength);
        session.clear_message();
        session.game = InteractiveGame::new(start);
        for (&played, number) in moves.iter().zip(1..) {
            session.game.play(played).map_err(|reason| format!("move {number}, {played}: {reason}"))?;
        }
        session.game.pass_if_stuck();
        session.report_pass();
        Ok(session)
    }

    pub(super) fn game(&self) -> &InteractiveGame {
        &self.game
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(super) fn player(&self, side: Side) -> HumanOrEngine {
        self.players[side as usize]
    }

    /// The name of a side's player, for the screen and the replay.
    pub(super) fn player_name(&self, side: Side) -> String {
        match self.player(side) {
            HumanOrEngine::Human => "human".into(),
            HumanOrEngine::Engine => format!("engine, level {}", self.strength.level.number()),
        }
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

    pub(super) fn set_message(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    pub(super) fn clear_message(&mut self) {
        self.message = None;
    }

    /// Whether the person at the keyboard is to move.
    pub(super) fn is_human_to_move(&self) -> bool {
        self.position().end().is_none() && self.player(self.position().turn()) == HumanOrEngine::Human
    }

    /// What the engine should analyse now.
    pub(super) fn pending_request(&self) -> Option<Request> {
        if self.position().end().is_some() {
            None
        } else if !self.is_human_to_move() {
            let Strength { level, seed, .. } = self.strength;
            Some(self.request(Purpose::Move { level, seed }))
        } else if self.hint == Hint::Wanted {
            Some(self.request(Purpose::Hint))
        } else if self.shows_bar && !self.is_evaluated {
            Some(self.request(Purpose::Evaluation))
        } else {
            None
        }
    }

    /// A request about the current position.
    pub(super) fn request(&self, purpose: Purpose) -> Request {
        self.game.request(purpose, Limits::move_time(self.strength.time))
    }

    /// Uses what the engine found; the reply to a request that is no longer pending changes nothing.
    pub(super) fn on_reply(&mut self, request: &Request, progress: &Progress) {
        if self.pending_request().as_ref() != Some(request) {
            return;
        }
        if let Progress::Searching(Some(analysis)) | Progress::Finished(analysis) = progress {
            self.update_evaluation(request.purpose, analysis);
        }
        let Progress::Finished(analysis) = progress else { return };
        let is_move = matches!(request.purpose, Purpose::Move { .. });
        match (request.purpose, analysis.best) {
            (Purpose::Move { .. }, Some(played)) => self.play(played),
            (Purpose::Hint, Some(played)) => self.hint = Hint::Given(played),
            (Purpose::Evaluation, _) | (_, None) => {}
        }
        self.is_evaluated = !is_move;
    }

    fn update_evaluation(&mut self, purpose: Purpose, analysis: &Analysis) {
        // The score of a weak level is shown only in a game without a person, where there is no other.
        if matches!(purpose, Purpose::Move { .. }) && self.players.contains(&HumanOrEngine::Human) {
            return;
        }
        self.evaluation = Evaluation::of(analysis).or(self.evaluation);
    }

    /// Plays the move that a person chose, or sets a message that explains why not.
    pub(super) fn choose(&mut self, played: Move) {
        if self.is_human_to_move() || self.position().end().is_some() {
            self.play(played);
        } else {
            self.set_message("it is the engine's turn");
        }
    }

    /// Plays the move that a person typed, or sets a message that explains why not.
    pub(super) fn choose_typed(&mut self, text: &str) {
        if sheet::is_move(text) {
            match sheet::read_move(text, self.position()) {
                Ok(played) => self.choose(played),
                Err(error) => self.set_message(format!("{text}: {error}")),
            }
            return;
        }
        match text.parse::<Move>() {
            Ok(Move::Pass) if self.game.last_pass().is_some() => {
                self.set_message("0000: the pass was made already");
            }
            Ok(played) => self.choose(played),
            Err(_) => self.set_message(format!("{text}: expected a move such as b6, g1g3, 49 42 or 0000")),
        }
    }

    fn play(&mut self, played: Move) {
        match self.game.play(played) {
            Ok(()) => {
                self.game.pass_if_stuck();
                self.reset_hints();
                self.report_pass();
            }
            Err(refusal) => self.set_message(format!("{played}: {refusal}")),
        }
    }

    /// Forgets what belongs to one position: the hint, the final evaluation, the message.
    fn reset_hints(&mut self) {
        self.hint = Hint::None;
        self.is_evaluated = false;
        self.clear_message();
    }

    fn report_pass(&mut self) {
        if let Some(side) = self.game.last_pass() {
            self.set_message(format!("{} cannot move and passes", side.label()));
        }
    }

    /// Takes back the last move that a person chose, and all moves after it.
    pub(super) fn undo(&mut self) {
        let players = self.players;
        if self.game.undo(|side| players[side as usize] == HumanOrEngine::Human) {
            self.reset_hints();
        } else if let Some(game) = self.previous_game.take() {
            self.game = game;
            self.reset_hints();
            self.set_message("the game before is back");
        } else {
            self.set_message("there is no move of yours to take back");
        }
    }

    /// Requests a hint from the engine.
    pub(super) fn request_hint(&mut self) {
        if self.position().end().is_some() {
            self.set_message("the game is over");
        } else if !self.is_human_to_move() {
            self.set_message("it is the engine's turn");
        } else if self.hint == Hint::None {
            self.hint = Hint::Wanted;
        }
    }

    /// Starts a new game from the same position.
    pub(super) fn restart(&mut self) {
        let new = new_game(*self.game.start());
        let old = std::mem::replace(&mut self.game, new);
        self.reset_hints();
        self.evaluation = None;
        self.set_message("a new game");
        if old.len() > self.game.len() {
            self.previous_game = Some(old);
            self.set_message("a new game; u brings the old one back");
        }
    }

    /// The result, the number of blobs and the reason, once the game is over.
    pub(super) fn result(&self) -> Option<String> {
        let position = self.position();
        let end = position.end()?;
        let [blue, red] = Side::BOTH.map(|side| position.board().blobs(side).len());
        let count = match end.outcome {
            Outcome::Win(Side::Red) => format!("{red} to {blue}"),
            _ => format!("{blue} to {red}"),
        };
        Some(format!("{}, {count}: {}", end.outcome, end.reason))
    }

    /// The game as a document.
    pub(super) fn replay(&self) -> Replay {
        Replay::Blobwar(BlobwarReplay {
            start: *self.game.start(),
            moves: self.game.facts().map(|facts| facts.played).collect(),
            result: Some(BlobwarResult::of(self.position())),
            players: Some(Side::BOTH.map(|side| self.player_name(side))),
        })
    }
}

/// A game whose first player passes at once if it can do nothing else.
fn new_game(start: Position) -> InteractiveGame {
    let mut game = InteractiveGame::new(start);
    game.pass_if_stuck();
    game
}
