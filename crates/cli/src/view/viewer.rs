//! What is shown, and how keys and time change it. It has neither terminal nor clock, so tests can press keys.

use std::time::Duration;

use laplace_judge::recording::{Frame, Recording};

use super::key::Key;
use super::pace::Pace;

/// Whether the viewer stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Stay,
    Quit,
}

/// The maximum number of digits that can be typed after `g`.
const MAX_DIGITS: usize = 9;

/// A viewer of a game.
pub(crate) struct Viewer {
    recording: Recording,
    title: String,
    bound: Option<u32>,
    at: usize,
    frames: Vec<Frame>,
    shown: usize,
    playing: bool,
    pace: Pace,
    /// Frames or moves that are due, with the fraction of the next.
    due: f64,
    prompt: Option<String>,
    help: bool,
    message: Option<String>,
}

impl Viewer {
    /// Begins to play from the start.
    pub(crate) fn new(recording: Recording, title: String, pace: Pace) -> Self {
        let bound = match &recording {
            Recording::Demon(game) => Some(game.result().bound()),
            _ => None,
        };
        Self {
            frames: recording.frames(0),
            recording,
            title,
            bound,
            at: 0,
            shown: 0,
            playing: true,
            pace,
            due: 0.0,
            prompt: None,
            help: false,
            message: None,
        }
    }

    pub(crate) fn recording(&self) -> &Recording {
        &self.recording
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// The upper bound on the score, if the game has one.
    pub(crate) fn bound(&self) -> Option<u32> {
        self.bound
    }

    /// The number of the move that is shown.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.frames.get(self.shown)
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
            Key::Up => self.pace = self.pace.faster(),
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
        let due = self.due.floor();
        self.due -= due;
        if due < 1.0 {
            return;
        }
        if self.pace.is_slow() {
            (0..due as usize).for_each(|_| self.next_frame());
        } else {
            self.go_to(self.at.saturating_add(due as usize));
        }
        self.playing = !self.is_at_the_end();
    }

    fn next_frame(&mut self) {
        if self.shown + 1 < self.frames.len() {
            self.shown += 1;
        } else if self.at < self.recording.len() {
            self.go_to(self.at + 1);
            self.shown = 0;
        }
    }

    fn is_at_the_end(&self) -> bool {
        self.at == self.recording.len() && self.shown + 1 >= self.frames.len()
    }

    /// Shows the board after a move.
    fn go_to(&mut self, number: usize) {
        self.at = number.min(self.recording.len());
        self.frames = self.recording.frames(self.at);
        self.shown = self.frames.len().saturating_sub(1);
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
                // The first frame shows the full lines before they are removed.
                self.shown = 0;
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
