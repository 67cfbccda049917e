//! `laplace-arena backup` and `laplace-arena restore`

use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use clap::Args;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::{check_replaceable, print_stderr, private_file};
use crate::error::{Error, Result};
use crate::store::{Counts, Store};

/// Where to write.
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The file: lines of JSON, compressed
    file: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

impl Backup {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        check_replaceable(&self.file).map_err(|error| failed(&self.file, &error))?;
        if self.file.exists() && !self.force {
            let file = self.file.display();
            return Err(Error::Command(format!("{file} exists already: --force replaces it")));
        }
        // A link stays, and the file that it names is replaced.
        let file = fs::canonicalize(&self.file).unwrap_or_else(|_| self.file.clone());
        let store = Store::open(database).await?;
        let unfinished = file.with_extension("unfinished");
        let written = write(&store, &unfinished).await;
        let moved = written.and_then(|counts| {
            fs::rename(&unfinished, &file).map_err(|error| failed(&file, &error))?;
            Ok(counts)
        });
        if moved.is_err() {
            // It may not exist; only the first error is reported.
            _ = fs::remove_file(&unfinished);
        }
        print_stderr(&format!("{}: {}", self.file.display(), summary(&moved?)));
        Ok(())
    }
}

async fn write(store: &Store, path: &Path) -> Result<Counts> {
    let file = private_file(path).map_err(|error| failed(path, &error))?;
    let mut encoder = GzEncoder::new(BufWriter::new(file), Compression::default());
    let counts = store.back_up(&mut encoder).await?;
    let finish = || encoder.finish()?.into_inner()?.sync_all();
    finish().map_err(|error: std::io::Error| failed(path, &error))?;
    Ok(counts)
}

fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::Internal(format!("{}: {error}", path.display()))
}

fn summary(counts: &Counts) -> String {
    let count = |table: &str| counts.get(table).copied().unwrap_or(0);
    format!(
        "{} contests, {} accounts, {} submissions, {} rows in all",
        count("contests"),
        count("accounts"),
        count("submissions"),
        counts.values().sum::<u64>()
    )
}

/// The backup to restore.
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// A file that `backup` wrote, from SQLite or PostgreSQL
    file: PathBuf,
    /// Replace everything in the database
    #[arg(long)]
    force: bool,
}

impl Restore {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let file = File::open(&self.file).map_err(|error| failed(&self.file, &error))?;
        let store = Store::open(database).await?;
        if !self.force && !store.is_empty().await? {
            return Err(Error::Command(
                "the database is not empty: --force replaces everything in it".into(),
            ));
        }
        let counts = store.restore(BufReader::new(GzDecoder::new(BufReader::new(file)))).await?;
        print_stderr(&format!("restored {}", summary(&counts)));
        store.close().await;
        Ok(())
    }
}
