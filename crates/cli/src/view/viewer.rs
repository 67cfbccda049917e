//! What is shown, and how keys and time change it. It has neither terminal nor clock, so tests can press keys.

use std::time::Duration;

use laplace_games::demon::bound::{Bounds, bounds};
use laplace_judge::recording::{Frame, Recording, Stage};

use super::Key;
use super::pace::Pace;

/// Whether the viewer stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Stay,
    Quit,
}

/// The part of the time between two stages in which nothing moves, so that the eye can rest on the first.
const STILL: f64 = 0.3;
/// The maximum number of digits that can be typed after `g`.
const MAX_DIGITS: usize = 9;

/// A viewer of a game.
pub(crate) struct Viewer {
    recording: Recording,
    title: String,
    bounds: Option<Bounds>,
    at: usize,
    /// The stages of that move, see [`Recording::stages`].
    stages: Vec<Vec<Frame>>,
    /// The last stage that was reached.
    stage: usize,
    playing: bool,
    pace: Pace,
    /// Stages or moves that are due, with the fraction of the next.
    due: f64,
    prompt: Option<String>,
    help: bool,
    message: Option<String>,
}

impl Viewer {
    /// Begins to play from the start.
    pub(crate) fn new(recording: Recording, title: String, pace: Pace) -> Self {
        let bounds = match &recording {
            Recording::Demon(game) => Some(bounds(game.result().seed, game.result().bound_moves())),
            _ => None,
        };
        Self {
            stages: recording.stages(0),
            recording,
            title,
            bounds,
            at: 0,
            stage: 0,
            playing: true,
            pace,
            due: 0.0,
            prompt: None,
            help: false,
            message: None,
        }
    }

    /// The same viewer, paused after a move.
    pub(crate) fn paused_at(mut self, number: usize) -> Self {
        self.step_to(number);
        self
    }

    pub(crate) fn recording(&self) -> &Recording {
        &self.recording
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// The upper bounds on the score, if the game has any.
    pub(crate) fn bounds(&self) -> Option<&Bounds> {
        self.bounds.as_ref()
    }

    /// The number of the move that is shown.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// What is seen: the last stage, or a fall on the way to the next.
    pub(crate) fn frame(&self) -> Option<&Frame> {
        let reached = self.stages.get(self.stage)?;
        let coming = self.stages.get(self.stage + 1).filter(|_| self.playing && self.shows_all_stages());
        let Some((_, falling)) = coming.and_then(|frames| frames.split_last()) else { return reached.last() };
        let moved = ((self.due - STILL) / (1.0 - STILL)).clamp(0.0, 1.0);
        let rows = (moved * (falling.len() + 1) as f64) as usize;
        match rows.min(falling.len()).checked_sub(1) {
            Some(row) => falling.get(row),
            None => reached.last(),
        }
    }

    /// Whether the last stage of the move was reached.
    pub(crate) fn is_settled(&self) -> bool {
        self.stage + 1 >= self.stages.len()
    }

    /// Whether every stage is shown, at any speed: in the well, whose task promises it.
    pub(crate) fn shows_all_stages(&self) -> bool {
        matches!(self.recording, Recording::Well(_))
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.playing
    }

    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    /// What has been typed after `g`, while it is being typed.
    pub(crate) fn prompt(&self) -> Option<&str> {
        self.prompt.as_deref()
    }

    pub(crate) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    pub(crate) fn shows_help(&self) -> bool {
        self.help
    }

    /// What a move is called in this game.
    pub(crate) fn move_name(&self) -> &'static str {
        self.recording.kind().step_name()
    }

    /// What `t` goes to in this game.
    pub(crate) fn event_name(&self) -> &'static str {
        self.recording.kind().event_name()
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, key: Key) -> Flow {
        self.message = None;
        match key {
            Key::Interrupt => return Flow::Quit,
            _ if self.help => self.help = false,
            _ if self.prompt.is_some() => self.type_number(key),
            Key::Character('q') | Key::Escape => return Flow::Quit,
            Key::Character(' ') => self.play_or_pause(),
            Key::Right => self.step_to(self.at + 1),
            Key::Left => self.step_to(self.at.saturating_sub(1)),
            Key::Home => self.step_to(0),
            Key::End => self.step_to(usize::MAX),
            Key::Character('.') => self.step_by_stage(true),
            Key::Character(',') => self.step_by_stage(false),
            Key::Up => self.pace = self.pace.faster(self.fastest()),
            Key::Down => self.pace = self.pace.slower(),
            Key::Character('g') => self.prompt = Some(String::new()),
            Key::Character('t') => self.go_to_event(),
            Key::Character('?' | 'h') => self.help = true,
            _ => {}
        }
        Flow::Stay
    }

    /// Advances the game by the time that has passed.
    pub(crate) fn pass(&mut self, time: Duration) {
        if !self.playing || self.help || self.prompt.is_some() {
            self.due = 0.0;
            return;
        }
        self.due += self.pace.due(time);
        if self.due < 1.0 {
            return;
        }
        if self.shows_all_stages() {
            // One stage a call, and then it stands still, since each is drawn: a terminal that is too slow delays the
            // game and skips nothing.
            self.next_stage();
            self.due = (self.due - 1.0).min(STILL);
        } else {
            let due = self.due.floor();
            self.due -= due;
            if self.pace.is_slow() {
                (0..due as usize).for_each(|_| self.next_stage());
            } else {
                self.go_to(self.at.saturating_add(due as usize));
            }
        }
        self.playing = !self.is_at_the_end();
    }

    /// The maximum time until the next frame has to be drawn.
    pub(crate) fn until_next_frame(&self) -> Duration {
        if !self.shows_all_stages() {
            return Duration::MAX;
        }
        self.pace.gap().mul_f64((1.0 - self.due).clamp(0.0, 1.0))
    }

    fn fastest(&self) -> Pace {
        if self.shows_all_stages() { Pace::FASTEST_STAGES } else { Pace::FASTEST_MOVES }
    }

    fn next_stage(&mut self) {
        if !self.is_settled() {
            self.stage += 1;
        } else if self.at < self.recording.len() {
            self.go_to(self.at + 1);
            self.stage = 0;
        }
    }

    /// Goes one stage on or back, and pauses.
    fn step_by_stage(&mut self, forward: bool) {
        self.playing = false;
        if forward {
            self.next_stage();
        } else if self.stage > 0 {
            self.stage -= 1;
        } else {
            self.go_to(self.at.saturating_sub(1));
        }
    }

    /// Whether the last stage of the last move was reached.
    pub(crate) fn is_at_the_end(&self) -> bool {
        self.at == self.recording.len() && self.is_settled()
    }

    /// Shows the board after a move.
    fn go_to(&mut self, number: usize) {
        self.at = number.min(self.recording.len());
        self.stages = self.recording.stages(self.at);
        self.stage = self.stages.len().saturating_sub(1);
    }

    fn step_to(&mut self, number: usize) {
        self.playing = false;
        self.go_to(number);
    }

    fn play_or_pause(&mut self) {
        if !self.playing && self.is_at_the_end() {
            self.go_to(0);
        }
        self.playing = !self.playing;
    }

    fn go_to_event(&mut self) {
        match self.recording.next_event(self.at) {
            Some(number) => {
                self.step_to(number);
                // The full lines, before they are removed.
                let is_placed =
                    |frames: &Vec<Frame>| frames.last().is_some_and(|frame| frame.stage == Stage::Placed);
                self.stage = self.stages.iter().position(is_placed).unwrap_or(0);
            }
            None => self.message = Some(format!("no further {}", self.event_name())),
        }
    }

    fn type_number(&mut self, key: Key) {
        let Some(typed) = &mut self.prompt else { return };
        match key {
            Key::Character(digit) if digit.is_ascii_digit() && typed.len() < MAX_DIGITS => {
                typed.push(digit);
            }
            Key::Backspace => _ = typed.pop(),
            Key::Enter => {
                let number = typed.parse().ok();
                self.prompt = None;
                if let Some(number) = number {
                    self.go_to_number(number);
                }
            }
            Key::Escape => self.prompt = None,
            _ => {}
        }
    }

    fn go_to_number(&mut self, number: usize) {
        if number > self.recording.len() {
            let last = self.recording.len();
            self.message = Some(format!("there is no {} {number}: the last is {last}", self.move_name()));
        }
        self.step_to(number);
    }
}
