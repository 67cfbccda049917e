//! Contests: the game, the seed, the inputs, the phases, the feedback.

mod feedback;
mod inputs;

pub use feedback::{Feedback, ShownFinding};
pub use inputs::{Input, default_count, is_input_name, make, named, own};

use std::str::FromStr;

use crate::i18n::Message;
use crate::store::Millis;

/// The games that contests are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// The demon's five questions.
    Demon,
    /// The well.
    Well,
}

impl Game {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Demon, Self::Well];

    /// Its name in the API and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Demon => "demon",
            Self::Well => "well",
        }
    }

    /// Maximum points of one input, in hundredths.
    pub const fn max_points(self) -> i64 {
        match self {
            Self::Demon => 10_000,
            Self::Well => 1_000,
        }
    }

    /// Whether the points for a question depend on the best entry of all.
    pub const fn is_relative(self, question: i64) -> bool {
        matches!((self, question), (Self::Demon, 5))
    }

    /// Maximum size in bytes of an answer to a question: at least four times that of the longest right one. The right
    /// answers to the demon's questions 1 to 4 have less than 1 KiB; a game has 130 kB, a well's answer 60 kB.
    pub const fn max_answer_bytes(self, question: i64) -> usize {
        match (self, question) {
            (Self::Demon, 1..=4) => 64 << 10,
            (Self::Demon | Self::Well, _) => 512 << 10,
        }
    }

    /// Whether an input describes a whole game whose last board and score are the right answer: they stay secret
    /// while answers are accepted.
    pub const fn game_is_answer(self, question: i64) -> bool {
        matches!((self, question), (Self::Demon, 4))
    }

    /// The points of a judged answer, in hundredths: its own, or for a relative question its share of `best`, the best
    /// visible score.
    pub fn worth(self, question: i64, points: i64, score: i64, best: i64) -> i64 {
        match best.max(score) {
            _ if !self.is_relative(question) => points,
            0 => 0,
            best => self.max_points() * score / best,
        }
    }
}

impl FromStr for Game {
    type Err = Message;

    fn from_str(name: &str) -> Result<Self, Message> {
        let found = Self::ALL.into_iter().find(|game| game.name() == name);
        found.ok_or_else(|| Message::UnknownGame { found: name.to_owned() })
    }
}

/// The phase of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Not started: the inputs are secret.
    Before,
    /// Inputs are shown and answers accepted.
    Running,
    /// No more answers are accepted; every answer is public.
    Ended,
    /// The results are final.
    Final,
}

impl Phase {
    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Running => "running",
            Self::Ended => "ended",
            Self::Final => "final",
        }
    }

    /// Whether the contest is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Ended | Self::Final)
    }
}

/// A contest to be created.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its name in addresses: see [`is_name`].
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its game.
    pub game: Game,
    /// The seed of its inputs.
    pub seed: u64,
    /// Inputs per question; the well has one question.
    pub inputs: u32,
    /// Whether registration is open to everybody.
    pub open: bool,
    /// When it starts; `None`: at once.
    pub starts_at: Option<Millis>,
    /// When it ends; `None`: never.
    pub ends_at: Option<Millis>,
    /// When the board freezes; `None`: only when an organiser freezes it.
    pub frozen_at: Option<Millis>,
    /// How much teams learn about a wrong answer.
    pub feedback: Feedback,
}

impl Draft {
    /// Checks the draft; the error is for the organiser.
    pub fn check(&self, now: Millis) -> Result<(), Message> {
        let starts = self.starts_at.unwrap_or(now);
        if RESERVED.contains(&self.id.as_str()) {
            return Err(Message::ReservedId { id: self.id.clone() });
        }
        if !is_name(&self.id) {
            return Err(Message::BadId { id: self.id.clone() });
        }
        if self.title.trim().is_empty() || self.title.chars().count() > 100 {
            return Err(Message::TitleLength);
        }
        if !(1..=MAX_INPUTS).contains(&self.inputs) {
            return Err(Message::InputCount { found: self.inputs, max: MAX_INPUTS });
        }
        if self.ends_at.is_some_and(|end| end <= starts) {
            return Err(Message::EndBeforeStart);
        }
        if self.ends_at.is_some_and(|end| end <= now) {
            return Err(Message::EndInPast);
        }
        if self.frozen_at.is_some_and(|freeze| freeze < starts || self.ends_at.is_none_or(|end| freeze > end))
        {
            return Err(Message::FreezeOutside);
        }
        Ok(())
    }
}

/// Addresses under `/organise/` that are not contests.
const RESERVED: [&str; 2] = ["new", "organisers"];

/// Maximum number of inputs of a question.
pub const MAX_INPUTS: u32 = 50;

/// Whether a text can be the id of a contest or the login of an account.
pub fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !text.starts_with('-')
}
