//! How a team's points and rank came about: what the plots of its page show.
//!
//! A result is worth what it is worth now, as on the board: where points depend on the best entry of all, an earlier
//! total is not what the board showed then. What the freeze hides on the board is hidden here.

use std::collections::HashMap;

use crate::contest::Game;
use crate::inputs::Input;
use crate::standings::Board;
use crate::submissions::Entry;
use crate::{AccountId, Millis};

/// The points and the rank of a team from a time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Since when.
    pub at: Millis,
    /// All points, in hundredths.
    pub points: i64,
    /// The rank, from 1.
    pub rank: usize,
}

/// What a team has at one moment.
#[derive(Clone, Debug)]
struct Progress {
    cells: Vec<i64>,
    points: i64,
    since: Millis,
}

impl Progress {
    /// Whether this ranks before another.
    const fn is_before(&self, other: &Self) -> bool {
        self.points > other.points || self.points == other.points && self.since < other.since
    }
}

/// The steps of a team of the board, the first one first; none before its first points.
pub fn history(
    game: Game,
    inputs: &[Input],
    board: &Board,
    entries: &[Entry],
    team: &AccountId,
) -> Vec<Step> {
    let places: HashMap<i64, usize> =
        inputs.iter().enumerate().map(|(place, input)| (input.number, place)).collect();
    let nothing = Progress { cells: vec![0; inputs.len()], points: 0, since: Millis::MAX };
    let mut teams: HashMap<&AccountId, Progress> =
        board.rows.iter().map(|row| (&row.team, nothing.clone())).collect();
    let mut shown: Vec<&Entry> =
        entries.iter().filter(|entry| board.hidden_from.is_none_or(|from| entry.at < from)).collect();
    shown.sort_by_key(|entry| (entry.at, entry.file));
    let mut steps: Vec<Step> = Vec::new();
    for entry in shown {
        let Some(place) = places.get(&entry.input).copied() else { continue };
        let question = inputs.get(place).map_or(0, |input| input.question);
        let best = board.best.get(place).copied().unwrap_or(0);
        let worth = game.worth(question, entry.points, entry.score, best);
        let Some(progress) = teams.get_mut(&entry.team) else { continue };
        let Some(cell) = progress.cells.get_mut(place).filter(|cell| **cell < worth) else { continue };
        progress.points += worth - *cell;
        progress.since = entry.at;
        *cell = worth;
        let Some(own) = teams.get(team).filter(|own| own.points > 0) else { continue };
        let rank = 1 + teams.values().filter(|other| other.is_before(own)).count();
        let step = Step { at: entry.at, points: own.points, rank };
        match steps.last_mut() {
            Some(last) if (last.points, last.rank) == (step.points, step.rank) => {}
            // Several files of one submission are one step.
            Some(last) if last.at == step.at => *last = step,
            _ => steps.push(step),
        }
    }
    steps
}
