//! Who keeps the books of a match: the score, the files, what is told, and when it is enough.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use laplace_games::blobwar::Side;
use laplace_solvers::blobwar::arena::stats::Verdict;
use serde_json::json;

use super::fault::Fault;
use super::game::Ending;
use super::hall::{News, Plan};
use super::log::Log;
use super::score::Score;
use super::table::{Caption, Live};
use super::{Match, pgn, resume};
use crate::failure::Failure;
use crate::files::Place;
use crate::stop::Stop;

/// So many failed starts of a player in a row end a match.
const MOST_FAILED_STARTS: u32 = 3;

/// Who keeps the books: the score, the files and what is told.
pub(super) struct Books<'a> {
    args: &'a Match,
    pub(super) score: Score,
    pub(super) caption: Caption,
    live: Live,
    pgn: Option<(File, &'a Place)>,
    failed_starts: [u32; 2],
}

impl<'a> Books<'a> {
    /// Opens the files, and reads the games of a match that goes on.
    pub(super) fn open(args: &'a Match, plan: &mut Plan, caption: Caption) -> Result<Self, Failure> {
        let mut score = Score::default();
        if let (true, Some(place @ Place::File(path))) = (args.resume, &args.pgn)
            && path.exists()
        {
            let file = place.read()?;
            let kept = resume::read(&file, plan).map_err(|error| Failure::text(place, error))?;
            for old in kept.games {
                score.add_result(old.pair, old.colour, old.outcome, old.fault);
                plan.done.insert((old.pair, old.number));
            }
            if kept.whole < file.len() {
                cut_off(place, path, kept.whole)?;
            }
        }
        let pgn = args.pgn.as_ref().map(|place| open_pgn(place, args.resume)).transpose()?;
        let live = Live::new(&caption);
        live.skip(score.total().games());
        Ok(Self { args, score, caption, live, pgn, failed_starts: [0; 2] })
    }

    /// Lets the games be played and books them.
    pub(super) fn play(&mut self, plan: &Plan, log: &Log, tables: u16) -> Result<(), Failure> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(self.is_decided()));
        std::thread::scope(|scope| {
            let (sender, news) = channel();
            let work = |_| {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || plan.work(next, stop, log, &sender))
            };
            let workers: Vec<_> =
                (0..tables.min(plan.pairs.try_into().unwrap_or(u16::MAX))).map(work).collect();
            drop(sender);
            let booked = self.book_all(plan, log, &news, &stop);
            stop.store(true, Relaxed);
            // Games that ended after the last one that counts are not read.
            drop(news);
            workers.into_iter().map(|worker| outcome(worker.join())).fold(booked, Result::and)
        })
    }

    fn book_all(
        &mut self,
        plan: &Plan,
        log: &Log,
        news: &Receiver<News>,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
        loop {
            match news.recv_timeout(BETWEEN_LOOKS) {
                Ok(news) => self.book(plan, log, &news)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.is_decided() {
                return Ok(());
            }
            if Stop::was_pressed() {
                stop.store(true, Relaxed);
            }
        }
    }

    fn is_decided(&self) -> bool {
        self.caption.sprt.is_some_and(|sprt| sprt.verdict(&self.score.pairs) != Verdict::Open)
    }

    fn book(&mut self, plan: &Plan, log: &Log, news: &News) -> Result<(), Failure> {
        let News { pair, number, colour, game } = news;
        let player = |side: Side| usize::from(side != *colour);
        let names = Side::BOTH.map(|side| plan.entries[player(side)].name.as_str());
        let controls = Side::BOTH.map(|side| plan.entries[player(side)].control);
        let round = (pair + 1, number + 1);
        self.score.add(*pair, *colour, game);
        let termination = pgn::termination(&game.ending);
        let result = pgn::result(game.ending.outcome());
        log.note(&format!("round {}.{}: {result}, {termination}", round.0, round.1));
        if let Some((file, place)) = &mut self.pgn {
            let text = pgn::write(game, &pgn::Heading { round, names, controls });
            file.write_all(text.as_bytes()).map_err(|error| Failure::system(place, "write", error))?;
        }
        if self.args.json {
            let line = json!({
                "round": format!("{}.{}", round.0, round.1), "x": names[0], "o": names[1], "result": result,
                "plies": game.moves.len(), "ended": termination, "fen": game.start.to_string(),
                "final": game.last.to_string(),
            });
            Place::Standard.write(format!("{line}\n").as_bytes())?;
        }
        let ill = if let Ending::Fault(side, fault) = &game.ending {
            self.live.say(&format!("round {}.{}: {} ({fault})", round.0, round.1, names[*side as usize]));
            Some((player(*side), fault))
        } else {
            None
        };
        self.live.show(&self.score, &self.caption);
        self.count_starts(plan, ill)
    }

    /// Ends a match of which a player never comes.
    fn count_starts(&mut self, plan: &Plan, ill: Option<(usize, &Fault)>) -> Result<(), Failure> {
        let Some((player, Fault::Start(reason))) = ill else {
            self.failed_starts = [0; 2];
            return Ok(());
        };
        self.failed_starts[player] += 1;
        if self.failed_starts[player] < MOST_FAILED_STARTS {
            return Ok(());
        }
        let name = &plan.entries[player].name;
        let error = std::io::Error::other(format!("{reason} ({MOST_FAILED_STARTS} times in a row)"));
        Err(Failure::system(&Place::File(name.into()), "start", error))
    }
}

/// How a table's work ended. If it panicked, its games are missing: that is no success.
fn outcome(worked: std::thread::Result<Result<(), Failure>>) -> Result<(), Failure> {
    worked.unwrap_or_else(|_| {
        let error = std::io::Error::other("it broke down, and its games are missing");
        Err(Failure::system(&Place::File("a table of the match".into()), "go on", error))
    })
}

/// Leaves whole games only, and says so.
#[allow(clippy::print_stderr, reason = "talk goes to standard error")]
fn cut_off(place: &Place, path: &Path, whole: usize) -> Result<(), Failure> {
    let file = OpenOptions::new().write(true).open(path);
    file.and_then(|file| file.set_len(whole as u64))
        .map_err(|error| Failure::system(place, "write", error))?;
    eprintln!("{place}: the last game is not complete: it is played again");
    Ok(())
}

/// Opens a file that games are added to; one that has some is only for a match that goes on.
fn open_pgn(place: &Place, resume: bool) -> Result<(File, &Place), Failure> {
    let Place::File(path) = place else {
        return Err(Failure::Usage("--pgn: expected a file".into()));
    };
    let failed = |error| Failure::system(place, "write", error);
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
    if !resume && file.metadata().map_err(failed)?.len() > 0 {
        return Err(Failure::Usage(format!("{place} is not empty: --resume goes on with it")));
    }
    Ok((file, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_panics_is_a_failure() {
        let worked = |work: fn() -> Result<(), Failure>| outcome(std::thread::spawn(work).join());
        assert!(worked(|| Ok(())).is_ok());
        assert!(matches!(worked(|| Err(Failure::Wrong)), Err(Failure::Wrong)));
        let told = worked(|| panic!("a test panics")).unwrap_err().to_string();
        assert!(told.contains("cannot go on") && told.contains("games are missing"), "{told}");
    }
}
