//! `laplace-arena new`

use std::path::{Path, PathBuf};

use clap::Args;
use laplace_manual::one_of;

use super::people::ACTOR;
use super::print_stderr;
use crate::api::random_seed;
use crate::contest::{Draft, Feedback, Game, default_count, is_input_name, make};
use crate::error::{Error, Result};
use crate::intake::{File, own_inputs};
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
    /// Generated inputs per question; the well has one question [default: 2 for the demon, the task's 10 tests for the
    /// well]
    #[arg(long)]
    inputs: Option<u32>,
    /// Your own inputs in place of generated ones: a file, an archive, or a folder of files qN-input-K or Tetris-K.in; may
    /// be repeated
    #[arg(long, value_name = "PATH", conflicts_with_all = ["inputs", "seed"])]
    files: Vec<PathBuf>,
    /// When it starts: RFC 3339, or +10m [default: now]
    #[arg(long, allow_hyphen_values = true)]
    start: Option<String>,
    /// When it ends [default: never]
    #[arg(long, allow_hyphen_values = true)]
    end: Option<String>,
    /// When the board freezes [default: never]
    #[arg(long, allow_hyphen_values = true)]
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
        let at = |text: Option<String>| text.map(|text| time::read(&text, now)).transpose();
        let draft = Draft {
            title: self.title.unwrap_or_else(|| id.clone()),
            id,
            game: self.game,
            seed: self.seed.unwrap_or_else(random_seed),
            inputs: self.inputs.unwrap_or_else(|| default_count(self.game)),
            open: self.open,
            starts_at: at(self.start)?,
            ends_at: at(self.end)?,
            frozen_at: at(self.freeze)?,
            feedback: self.feedback,
        };
        draft.check(now)?;
        let inputs = match self.files.as_slice() {
            [] => make(draft.game, draft.seed, draft.inputs),
            paths => own_inputs(draft.game, &read_files(draft.game, paths)?)?,
        };
        let store = Store::open(database).await?;
        store.make_contest(&draft, &inputs, ACTOR).await?;
        print_stderr(&match self.files.is_empty() {
            true => format!("contest {} created, seed {}", draft.id, draft.seed),
            false => format!("contest {} created, {} inputs of your own", draft.id, inputs.len()),
        });
        Ok(())
    }
}

/// The named files, and of folders those files that have the name of an input.
fn read_files(game: Game, paths: &[PathBuf]) -> Result<Vec<File>> {
    let failed = |path: &Path, error: std::io::Error| Error::Command(format!("{}: {error}", path.display()));
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        for entry in std::fs::read_dir(path).map_err(|error| failed(path, error))? {
            let entry = entry.map_err(|error| failed(path, error))?;
            if entry.file_name().to_str().is_some_and(|name| is_input_name(game, name)) {
                found.push(entry.path());
            }
        }
    }
    let read = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let content = std::fs::read(path).map_err(|error| failed(path, error))?;
        Ok(File { name, content })
    };
    found.iter().map(read).collect()
}
