//! A contest: its game, its clock, its phases; and the draft of a new one.

use std::str::FromStr;

use crate::feedback::Feedback;
use crate::ids::ContestId;
use crate::limits::ContestLimits;
use crate::{Millis, Refusal};

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

    /// The names of its inputs, in English.
    pub const fn input_names(self) -> &'static str {
        match self {
            Self::Demon => "qN-input-K with N from 1 to 5 and K a number",
            Self::Well => "Tetris-K.in with K a number, or Tetris.in",
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
    type Err = Refusal;

    fn from_str(name: &str) -> Result<Self, Refusal> {
        let found = Self::ALL.into_iter().find(|game| game.name() == name);
        found.ok_or_else(|| Refusal::UnknownGame { found: name.to_owned() })
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

/// A contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Its name in addresses.
    pub id: ContestId,
    /// Its game.
    pub game: Game,
    /// Its name for people.
    pub title: String,
    /// What its inputs were made from.
    pub seed: i64,
    /// Whether registration is open to everybody.
    pub open: bool,
    /// Whether only organisers and its own teams see that it exists.
    pub hidden: bool,
    /// The longest extra time that a team has.
    pub max_extra: Millis,
    /// How much teams learn about a wrong answer.
    pub feedback: Feedback,
    /// How much may be submitted.
    pub limits: ContestLimits,
    /// When it was created.
    pub created_at: Millis,
    /// From when on inputs are shown and answers accepted.
    pub starts_at: Millis,
    /// From when on no answers are accepted; `None`: practice without an end.
    pub ends_at: Option<Millis>,
    /// From when on the public board hides new results.
    pub frozen_at: Option<Millis>,
    /// When the public board showed everything again.
    pub thawed_at: Option<Millis>,
    /// When the results became final.
    pub finalized_at: Option<Millis>,
}

impl Contest {
    /// The phase at a time.
    pub const fn phase(&self, now: Millis) -> Phase {
        match (self.finalized_at, self.ends_at) {
            (Some(_), _) => Phase::Final,
            // Before the end is checked: an end before the start must not make the inputs public.
            _ if now < self.starts_at => Phase::Before,
            (None, Some(end)) if now >= end => Phase::Ended,
            _ => Phase::Running,
        }
    }

    /// The public board hides results from this time on; `None`: it hides none.
    pub const fn hidden_from(&self, now: Millis) -> Option<Millis> {
        match (self.frozen_at, self.thawed_at) {
            (Some(_), Some(thawed)) if now >= thawed => None,
            (Some(frozen), _) if now >= frozen => Some(frozen),
            _ => None,
        }
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
    pub fn check(&self, now: Millis) -> Result<(), Refusal> {
        let starts = self.starts_at.unwrap_or(now);
        if RESERVED.contains(&self.id.as_str()) {
            return Err(Refusal::ReservedId { id: self.id.clone() });
        }
        if !is_name(&self.id) {
            return Err(Refusal::BadId { id: self.id.clone() });
        }
        if !has_title_length(&self.title) {
            return Err(Refusal::TitleLength);
        }
        if !(1..=MAX_INPUTS).contains(&self.inputs) {
            return Err(Refusal::InputCount { found: self.inputs, max: MAX_INPUTS });
        }
        if self.ends_at.is_some_and(|end| end <= starts) {
            return Err(Refusal::EndBeforeStart);
        }
        if self.ends_at.is_some_and(|end| end <= now) {
            return Err(Refusal::EndInPast);
        }
        if self.frozen_at.is_some_and(|freeze| freeze < starts || self.ends_at.is_none_or(|end| freeze > end))
        {
            return Err(Refusal::FreezeOutside);
        }
        Ok(())
    }
}

/// A change of what a contest is called, who finds it and how much may be submitted; `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// Its name for people.
    pub title: Option<String>,
    /// Whether registration is open to everybody.
    pub open: Option<bool>,
    /// Whether only organisers and its own teams see it.
    pub hidden: Option<bool>,
    /// How much may be submitted.
    pub limits: Option<ContestLimits>,
}

impl Edit {
    /// The contest after this change. Final results keep their title; a contest can be hidden at any time. Whether a server
    /// allows the limits is for it to check.
    pub fn applied(&self, contest: &Contest, now: Millis) -> Result<Contest, Refusal> {
        let is_final = contest.phase(now) == Phase::Final;
        let title = match &self.title {
            Some(title) if !has_title_length(title) => return Err(Refusal::TitleLength),
            Some(title) => title.trim().to_owned(),
            None => contest.title.clone(),
        };
        let open = self.open.unwrap_or(contest.open);
        if is_final && (title != contest.title || open != contest.open) {
            return Err(Refusal::Final);
        }
        let limits = self.limits.unwrap_or(contest.limits);
        limits.check()?;
        Ok(Contest { title, open, hidden: self.hidden.unwrap_or(contest.hidden), limits, ..contest.clone() })
    }
}

/// Maximum length of a title in characters.
const MAX_TITLE_LENGTH: usize = 100;

fn has_title_length(title: &str) -> bool {
    (1..=MAX_TITLE_LENGTH).contains(&title.trim().chars().count()) && !title.chars().any(char::is_control)
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A contest of the demon with a start and an end.
    pub(crate) fn contest(starts_at: Millis, ends_at: Option<Millis>) -> Contest {
        Contest {
            id: "spring".into(),
            game: Game::Demon,
            title: "Spring".to_owned(),
            seed: 1,
            open: false,
            hidden: false,
            max_extra: 0,
            feedback: Feedback::Verdict,
            limits: ContestLimits::default(),
            created_at: 0,
            starts_at,
            ends_at,
            frozen_at: None,
            thawed_at: None,
            finalized_at: None,
        }
    }

    #[test]
    fn phases_follow_the_clock() {
        let one = contest(100, Some(200));
        let phases = [99, 100, 199, 200].map(|now| one.phase(now));
        assert_eq!(phases, [Phase::Before, Phase::Running, Phase::Running, Phase::Ended]);
        assert_eq!(contest(100, None).phase(Millis::MAX), Phase::Running);
        assert_eq!(contest(100, Some(50)).phase(70), Phase::Before, "the inputs stay secret");
        assert_eq!(Contest { finalized_at: Some(210), ..one }.phase(0), Phase::Final);
    }

    #[test]
    fn a_freeze_hides_until_the_thaw() {
        let frozen = Contest { frozen_at: Some(150), ..contest(100, Some(200)) };
        assert_eq!([149, 150, 900].map(|now| frozen.hidden_from(now)), [None, Some(150), Some(150)]);
        let thawed = Contest { thawed_at: Some(300), ..frozen };
        assert_eq!([299, 300].map(|now| thawed.hidden_from(now)), [Some(150), None]);
    }

    #[test]
    fn a_final_contest_can_only_be_hidden() {
        let edit = Edit { title: Some(" Spring 2 ".into()), hidden: Some(true), ..Edit::default() };
        let one = contest(100, Some(200));
        let edited = edit.applied(&one, 150).unwrap();
        assert_eq!((edited.title.as_str(), edited.hidden, edited.open), ("Spring 2", true, false));
        let done = Contest { finalized_at: Some(300), ..one.clone() };
        assert_eq!(edit.applied(&done, 300), Err(Refusal::Final));
        assert!(Edit { hidden: Some(true), ..Edit::default() }.applied(&done, 300).unwrap().hidden);
        for title in ["", " ", &"x".repeat(101), "a\0b"] {
            let edit = Edit { title: Some(title.into()), ..Edit::default() };
            assert_eq!(edit.applied(&one, 0), Err(Refusal::TitleLength));
        }
    }

    #[test]
    fn an_unknown_game_is_an_error() {
        assert_eq!("chess".parse::<Game>(), Err(Refusal::UnknownGame { found: "chess".into() }));
        assert!(Game::ALL.iter().all(|game| game.name().parse() == Ok(*game)));
    }
}
