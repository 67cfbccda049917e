//! What a contest is made of: a game, a seed, its inputs, and what may be done when.

mod feedback;
mod inputs;

pub use feedback::Feedback;
pub use inputs::{Input, make, named};

use std::str::FromStr;

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

    /// Its name in addresses and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Demon => "demon",
            Self::Well => "well",
        }
    }

    /// How many points one input is worth at most, in hundredths.
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

    /// What a judged answer is worth, in hundredths, beside the best score that somebody may know of: its own
    /// points, or where they depend on others its share.
    pub fn worth(self, question: i64, points: i64, score: i64, best: i64) -> i64 {
        match best.max(score) {
            _ if !self.is_relative(question) => points,
            0 => 0,
            best => self.max_points() * score / best,
        }
    }
}

impl FromStr for Game {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|game| game.name() == name);
        found.ok_or_else(|| format!("found `{name}`, expected demon or well"))
    }
}

/// What may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing yet: the inputs are secret.
    Before,
    /// Inputs are shown, answers are taken.
    Running,
    /// No more answers; every game can be watched by everybody.
    Ended,
    /// The results stand.
    Final,
}

impl Phase {
    /// A word for programs.
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

/// A contest to be made.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its name in addresses: see [`is_name`].
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its game.
    pub game: Game,
    /// What its inputs are made from.
    pub seed: u64,
    /// How many inputs each question has; of the well, how many inputs there are.
    pub inputs: u32,
    /// Whether anybody may register a team.
    pub open: bool,
    /// When it starts; `None`: at once.
    pub starts_at: Option<Millis>,
    /// When it ends; `None`: never.
    pub ends_at: Option<Millis>,
    /// When the board freezes; `None`: not by itself.
    pub frozen_at: Option<Millis>,
    /// How much teams are told of a wrong answer.
    pub feedback: Feedback,
}

impl Draft {
    /// What is wrong with it, for the person who wrote it.
    pub fn check(&self, now: Millis) -> Result<(), String> {
        let starts = self.starts_at.unwrap_or(now);
        if RESERVED.contains(&self.id.as_str()) {
            return Err(format!("`{}` is an address of the organisers' pages", self.id));
        }
        if !is_name(&self.id) {
            return Err(format!("`{}`: expected 1 to 40 letters a-z, digits and hyphens", self.id));
        }
        if self.title.trim().is_empty() || self.title.chars().count() > 100 {
            return Err("the title should have 1 to 100 characters".into());
        }
        if !(1..=MAX_INPUTS).contains(&self.inputs) {
            return Err(format!("{} inputs: expected 1 to {MAX_INPUTS}", self.inputs));
        }
        if self.ends_at.is_some_and(|end| end <= starts) {
            return Err("the end should come after the start".into());
        }
        if self.ends_at.is_some_and(|end| end <= now) {
            return Err("the end should not lie in the past".into());
        }
        if self.frozen_at.is_some_and(|freeze| freeze < starts || self.ends_at.is_none_or(|end| freeze > end))
        {
            return Err("the freeze should lie between start and end".into());
        }
        Ok(())
    }
}

/// What `/organise/` has beside contests.
const RESERVED: [&str; 2] = ["new", "organisers"];

/// The most inputs of a question.
pub const MAX_INPUTS: u32 = 50;

/// Whether a text can stand in an address as the name of a contest or a team.
pub fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !text.starts_with('-')
}
