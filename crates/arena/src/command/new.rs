//! `laplace-arena new`

use clap::Args;

use super::tell;
use crate::contest::{Draft, Game, make};
use crate::error::{Answer, Error};
use crate::store::Store;

/// A contest to be made.
#[derive(Debug, Args)]
pub(super) struct New {
    /// demon or well
    game: Game,
    /// Its name in addresses [default: the game]
    #[arg(long)]
    id: Option<String>,
    /// Its name for people [default: the game]
    #[arg(long)]
    title: Option<String>,
    /// The same seed makes the same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Inputs a question; of the well, inputs in all
    #[arg(long, default_value_t = 2)]
    inputs: u32,
    /// Anybody may register a team
    #[arg(long)]
    open: bool,
}

impl New {
    pub(super) async fn run(self, database: &str) -> Answer<()> {
        let id = self.id.unwrap_or_else(|| self.game.name().into());
        let draft = Draft {
            title: self.title.unwrap_or_else(|| id.clone()),
            id,
            game: self.game,
            seed: self.seed,
            inputs: self.inputs,
            open: self.open,
            starts_at: None,
            ends_at: None,
            frozen_at: None,
        };
        draft.check().map_err(Error::Bad)?;
        let store = Store::open(database).await?;
        store.make_contest(&draft, &make(draft.game, draft.seed, draft.inputs), "server").await?;
        tell(&format!("contest {} made", draft.id));
        Ok(())
    }
}
