//! `laplace-arena new`

use clap::Args;
use laplace_manual::one_of;

use super::people::ACTOR;
use super::print_stderr;
use crate::api::random_seed;
use crate::contest::{Draft, Feedback, Game, make};
use crate::error::{Error, Result};
use crate::store::{Store, now};
use crate::time;

/// A contest to be created.
#[derive(Debug, Args)]
pub(super) struct New {
    /// The game
    #[arg(value_parser = one_of::<Game>(Game::ALL.map(Game::name)))]
    game: Game,
    /// Its name in addresses [default: the game]
    #[arg(long)]
    id: Option<String>,
    /// Its name for people [default: the id]
    #[arg(long)]
    title: Option<String>,
    /// The same seed makes the same inputs [default: random]
    #[arg(long)]
    seed: Option<u64>,
    /// Inputs per question; the well has one question
    #[arg(long, default_value_t = 2)]
    inputs: u32,
    /// When it starts: RFC 3339, or +10m [default: now]
    #[arg(long)]
    start: Option<String>,
    /// When it ends [default: never]
    #[arg(long)]
    end: Option<String>,
    /// When the board freezes [default: never]
    #[arg(long)]
    freeze: Option<String>,
    /// How much teams learn about a wrong answer: full (where it differs and what was expected), position
    /// (where it differs), verdict (that it is wrong)
    #[arg(long, default_value = Feedback::Position.name(), value_parser = one_of::<Feedback>(Feedback::ALL.map(Feedback::name)))]
    feedback: Feedback,
    /// Anybody may register a team
    #[arg(long)]
    open: bool,
}

impl New {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let id = self.id.unwrap_or_else(|| self.game.name().into());
        let now = now();
        let at = |text: Option<String>| {
            text.map(|text| time::read(&text, now)).transpose().map_err(Error::BadRequest)
        };
        let draft = Draft {
            title: self.title.unwrap_or_else(|| id.clone()),
            id,
            game: self.game,
            seed: self.seed.unwrap_or_else(random_seed),
            inputs: self.inputs,
            open: self.open,
            starts_at: at(self.start)?,
            ends_at: at(self.end)?,
            frozen_at: at(self.freeze)?,
            feedback: self.feedback,
        };
        draft.check(now).map_err(Error::BadRequest)?;
        let store = Store::open(database).await?;
        store.make_contest(&draft, &make(draft.game, draft.seed, draft.inputs), ACTOR).await?;
        print_stderr(&format!("contest {} created, seed {}", draft.id, draft.seed));
        Ok(())
    }
}
