//! Fixed work: ten positions searched to a fixed depth by one thread. The sum of the nodes changes only if the behaviour
//! of the search does, so it is a checksum; divided by the time it is a speed.

use std::time::Duration;

use laplace_games::blobwar::{Position, StuckRule};

use super::engine::{Engine, SearchInfo};
use super::repetition::GameHistory;
use super::settings::Settings;
use super::time::Limits;
use crate::Control;
use crate::platform::Instant;

/// The default depth: a fraction of a second, even for a debug build.
pub const DEPTH: u32 = 7;

/// Positions of both sizes, early and late, with holes and without.
const POSITIONS: [&str; 10] = [
    "x5o/7/7/7/7/7/o5x x 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "x4oo/5o1/7/3x3/2xx3/1oo4/o5x o 0 7",
    "xx3oo/xxx1ooo/2xxoo1/2xoo2/1oxx3/ooxx2x/oo3xx x 1 20",
    "xxxxooo/xxxoooo/xx1oooo/xxxxo1o/ooxx2o/oooxxxx/oo1xxxx o 0 33",
    "x6o/8/8/8/8/8/8/o6x x 0 1",
    "xx4oo/x5oo/3x4/2xxo3/3oo3/2o5/o5xx/oo4xx x 2 15",
    "x6o/1-4-1/2-2-2/3--3/3--3/2-2-2/1-4-1/o6x x 0 1",
    "xxxxoooo/xxx1oo1o/xx2oooo/xxxoooo1/1xxoooxx/oooxxxxx/ooo2xxx/oo1xxxxx x 0 40",
    "7/7/2x4/7/4o2/7/7 x 60 40",
];

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The sum of the nodes.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// The positions.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().filter_map(|fen| Position::from_fen(fen, StuckRule::Passes).ok())
}

/// Searches every position to a depth; `None` if the caller stopped it.
pub fn run(depth: u32, control: &Control<'_, SearchInfo>) -> Option<Bench> {
    let started = Instant::now();
    let mut engine = Engine::new(Settings { megabytes: 16, ..Settings::default() });
    let mut nodes = 0;
    for position in positions() {
        engine.clear_hash();
        nodes += engine
            .search_with(&position, GameHistory::EMPTY, &Limits::depth(depth), control)
            .map_or(0, |result| result.info.nodes);
    }
    (!control.is_stopped()).then(|| Bench { nodes, time: started.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert_eq!(positions().count(), POSITIONS.len());
    }
}
