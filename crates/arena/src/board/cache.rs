//! The cache of boards, each computed once for all requests.
//!
//! A board is at most [`FRESH`] old and includes every change that this process made. Whether it is current is
//! checked by reading the contest's revision, which works with several servers on one database; the judgings are
//! read only if the revision changed. Rendered responses are cached beside their board and dropped with it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::body::Bytes;

use super::{Board, Team, standings};
use crate::auth::Identity;
use crate::contest::ContestId;
use crate::error::Result;
use crate::store::{Contest, FRESH, Store, now};

/// Which results a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The public view, without the results that the freeze hides.
    Public,
    /// The organisers' view: everything.
    Organiser,
}

impl View {
    /// The view for an identity.
    pub const fn of(identity: &Identity) -> Self {
        if identity.is_organiser() { Self::Organiser } else { Self::Public }
    }
}

/// A board and the responses rendered from it.
#[derive(Debug)]
pub struct CachedBoard {
    /// The board.
    pub board: Board,
    rendered: Mutex<HashMap<String, Bytes>>,
}

impl CachedBoard {
    /// The rendered bytes of this name, if there are any.
    pub fn cached(&self, name: &str) -> Option<Bytes> {
        self.rendered.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The rendered bytes of this name, rendered now if it is the first time.
    pub fn render_once(&self, name: &str, render: impl FnOnce(&Board) -> Vec<u8>) -> Bytes {
        let mut rendered = self.rendered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = rendered.get(name) {
            return bytes.clone();
        }
        // Rendered under the lock: when a board is new, one request renders it and the others wait for that.
        rendered.entry(name.to_owned()).or_insert_with(|| render(&self.board).into()).clone()
    }
}

/// When the revision was last read, the number of changes of this process then, and the board.
type Checked = (Instant, u64, Arc<CachedBoard>);
type Slot = Arc<tokio::sync::Mutex<Option<Checked>>>;

/// The cached boards of all contests.
#[derive(Debug, Default)]
pub struct Boards {
    computed: AtomicU64,
    slots: Mutex<HashMap<(ContestId, View), Slot>>,
}

impl Boards {
    /// The board of a contest; while the database is away, as it was last.
    pub async fn get(&self, store: &Store, contest: &Contest, view: View) -> Result<Arc<CachedBoard>> {
        let slot = self.slot(contest, view);
        // One request computes, the others wait for its board.
        let mut slot = slot.lock().await;
        let hidden_from = match view {
            View::Public => contest.hidden_from(now()),
            View::Organiser => None,
        };
        let changes = store.changes();
        if let Some((checked_at, seen, shown)) = &mut *slot
            && shown.board.hidden_from == hidden_from
        {
            if checked_at.elapsed() < FRESH && *seen == changes {
                return Ok(shown.clone());
            }
            match store.revision(&contest.id).await {
                Ok(revision) if revision == shown.board.revision => {
                    *checked_at = Instant::now();
                    *seen = changes;
                    return Ok(shown.clone());
                }
                Err(error) if error.fault().is_some() => return Ok(shown.clone()),
                changed => _ = changed?,
            }
        }
        let checked_at = Instant::now();
        self.computed.fetch_add(1, Ordering::Relaxed);
        let board = compute(store, contest, hidden_from).await?;
        let shown = Arc::new(CachedBoard { board, rendered: Mutex::default() });
        *slot = Some((checked_at, changes, shown.clone()));
        Ok(shown)
    }

    /// The number of boards computed so far.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    fn slot(&self, contest: &Contest, view: View) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.entry((contest.id.clone(), view)).or_default().clone()
    }
}

async fn compute(store: &Store, contest: &Contest, hidden_from: Option<i64>) -> Result<Board> {
    // The revision is read first: a later change may be in the board already, and is then read again.
    let revision = store.revision(&contest.id).await?;
    let inputs = store.inputs(&contest.id).await?;
    let teams: Vec<Team> = store.accounts(&contest.id).await?.into_iter().map(Team::from).collect();
    let entries = store.entries(&contest.id).await?;
    Ok(Board { revision, ..standings(contest.game, &inputs, &teams, &entries, hidden_from) })
}

impl Boards {
    /// The best score for each input, in the order of the inputs, as far as `identity` may see it.
    ///
    /// Shares are shares of these. They come from the board of the identity, and for a team from its own results
    /// too: its points must not reveal how others did after the freeze.
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
