//! Boards that are up to date, computed once for all who ask.
//!
//! Whoever asks gets a board that is at most [`FRESH`] old, and knows of every change that this process made.
//! Whether there is news is one look at the contest's
//! revision, which works with several servers on one database; only if there is news are the judgings read.
//! What pages and programs are sent is kept beside the board that it shows, and goes with it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::body::Bytes;

use super::standings::{Board, standings};
use crate::auth::Identity;
use crate::error::Result;
use crate::store::{Contest, FRESH, Store, now};

/// Whose eyes a board is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// Everybody's: the freeze hides what it should.
    Public,
    /// Organisers': everything.
    Organiser,
}

impl View {
    /// The view of these eyes.
    pub const fn of(identity: &Identity) -> Self {
        if identity.is_organiser() { Self::Organiser } else { Self::Public }
    }
}

/// A board and what was made of it.
#[derive(Debug)]
pub struct CachedBoard {
    /// The board.
    pub board: Board,
    made: Mutex<HashMap<String, Bytes>>,
}

impl CachedBoard {
    /// What was made of the board under this name, if it was.
    pub fn cached(&self, name: &str) -> Option<Bytes> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// What was made of the board under this name, made now if it is the first time.
    pub fn render_once(&self, name: &str, make: impl FnOnce(&Board) -> Vec<u8>) -> Bytes {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = made.get(name) {
            return made.clone();
        }
        // Made inside the lock: when a board is new, one renders it and the others wait for that.
        made.entry(name.to_owned()).or_insert_with(|| make(&self.board).into()).clone()
    }
}

/// When somebody last looked for news, after how many changes of this process, and what they found.
type Looked = (Instant, u64, Arc<CachedBoard>);
type Slot = Arc<tokio::sync::Mutex<Option<Looked>>>;

/// The boards of all contests.
#[derive(Debug, Default)]
pub struct Boards {
    computed: AtomicU64,
    slots: Mutex<HashMap<(String, View), Slot>>,
}

impl Boards {
    /// The board of a contest.
    pub async fn get(&self, store: &Store, contest: &Contest, view: View) -> Result<Arc<CachedBoard>> {
        let slot = self.slot(contest, view);
        // One at a time: the others wait for what the first one computes.
        let mut slot = slot.lock().await;
        let hidden_from = match view {
            View::Public => contest.hidden_from(now()),
            View::Organiser => None,
        };
        let changes = store.changes();
        if let Some((looked, seen, shown)) = &mut *slot
            && shown.board.hidden_from == hidden_from
        {
            if looked.elapsed() < FRESH && *seen == changes {
                return Ok(shown.clone());
            }
            let revision = store.revision(&contest.id).await?;
            if revision == shown.board.revision {
                (*looked, *seen) = (Instant::now(), changes);
                return Ok(shown.clone());
            }
        }
        let looked = Instant::now();
        self.computed.fetch_add(1, Ordering::Relaxed);
        let board = compute(store, contest, hidden_from).await?;
        let shown = Arc::new(CachedBoard { board, made: Mutex::default() });
        *slot = Some((looked, changes, shown.clone()));
        Ok(shown)
    }

    /// How many boards were computed.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    fn slot(&self, contest: &Contest, view: View) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.entry((contest.id.clone(), view)).or_default().clone()
    }
}

async fn compute(store: &Store, contest: &Contest, hidden_from: Option<i64>) -> Result<Board> {
    // The revision first: what comes after it may be in the board already, and is looked for again.
    let revision = store.revision(&contest.id).await?;
    let inputs = store.inputs(&contest.id).await?;
    let teams = store.accounts(&contest.id).await?;
    let entries = store.entries(&contest.id).await?;
    Ok(Board { revision, ..standings(contest, &inputs, &teams, &entries, hidden_from) })
}

impl Boards {
    /// The best score for each input, in the order of the inputs, as far as these eyes may know it.
    ///
    /// That is what their board shows, and for a team its own results too: its points must not tell how others
    /// did after the freeze.
    pub async fn visible_best(
        &self,
        store: &Store,
        contest: &Contest,
        identity: &Identity,
    ) -> Result<Vec<i64>> {
        let shown = self.get(store, contest, View::of(identity)).await?;
        let mut best = shown.board.best.clone();
        if let Ok(team) = identity.team_of(contest) {
            let all = self.get(store, contest, View::Organiser).await?;
            let own = all.board.rows.iter().find(|row| row.team == team.id);
            for (best, cell) in best.iter_mut().zip(own.into_iter().flat_map(|row| &row.cells)) {
                *best = cell.score.max(*best);
            }
        }
        Ok(best)
    }
}
