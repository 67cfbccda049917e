//! The hall where the games are played: some tables, each with its own two players, and a line of pairs.
//!
//! A table takes the next opening, plays it with both colours and hands each game over as it ends. Whoever
//! stops the hall gets no more games: one that is under way is dropped, so only whole games count.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::time::Duration;

use laplace_games::blobwar::{Position, Side};
use laplace_solvers::blobwar::Student;

use super::super::play::Opponent;
use super::control::Control;
use super::engine::{Engine, Manner};
use super::game::{self, Played};
use super::log::Log;
use super::player::{Setting, Spec};
use super::seat::{Here, Mind, Seat};
use crate::failure::Failure;
use crate::files::Place;

/// A player of the match.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) spec: Spec,
    pub(crate) settings: Vec<Setting>,
    pub(crate) control: Control,
}

/// What is to be played.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) entries: [Entry; 2],
    pub(crate) openings: Vec<Position>,
    pub(crate) pairs: usize,
    pub(crate) seed: u64,
    pub(crate) patience: Duration,
    pub(crate) margin: Duration,
    /// The games that were played before, by pair and number.
    pub(crate) done: HashSet<(usize, usize)>,
}

/// A game that has ended.
pub(crate) struct News {
    pub(crate) pair: usize,
    /// The first or the second of the pair.
    pub(crate) number: usize,
    /// A's colour.
    pub(crate) colour: Side,
    pub(crate) game: Played,
}

impl Plan {
    /// The opening of a pair; they come again when there are too few.
    pub(crate) fn opening(&self, pair: usize) -> Option<Position> {
        self.openings.get(pair % self.openings.len().max(1)).copied()
    }

    /// One table's work, until no pair is left or the hall is stopped.
    pub(crate) fn work(
        &self,
        next: &AtomicUsize,
        stop: &AtomicBool,
        log: &Log,
        news: &Sender<News>,
    ) -> Result<(), Failure> {
        let mut a = self.seat(0, stop, log)?;
        let mut b = self.seat(1, stop, log)?;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            let Some(opening) = self.opening(pair).filter(|_| pair < self.pairs) else { return Ok(()) };
            for (number, colour) in Side::BOTH.into_iter().enumerate() {
                if self.done.contains(&(pair, number)) {
                    continue;
                }
                let [first, second] = self.entries.each_ref().map(|entry| entry.control);
                let (mut seats, controls): ([&mut dyn Seat; 2], _) = match colour {
                    Side::Blue => ([&mut *a, &mut *b], [first, second]),
                    Side::Red => ([&mut *b, &mut *a], [second, first]),
                };
                let chance = self.seed.wrapping_add((2 * pair + number) as u64);
                let Some(game) = game::play(opening, &mut seats, controls, chance, stop) else {
                    return Ok(());
                };
                if news.send(News { pair, number, colour, game }).is_err() {
                    return Ok(());
                }
            }
        }
    }

    fn seat<'a>(&self, which: usize, stop: &'a AtomicBool, log: &Log) -> Result<Box<dyn Seat + 'a>, Failure> {
        let Entry { name, spec, settings, control } = &self.entries[which];
        let here = |mind| -> Box<dyn Seat> { Box::new(Here::new(mind, self.margin)) };
        let (command, own, strict) = match spec {
            Spec::Random => return Ok(here(Mind::Random)),
            Spec::Greedy => return Ok(here(Mind::Greedy)),
            Spec::Student(depth) => return Ok(here(Mind::Student(Student::new(*depth)))),
            Spec::Level(level) => {
                let opponent = Opponent::new(*level, control.steady_time(), self.seed);
                return Ok(here(Mind::Level(Box::new(opponent))));
            }
            Spec::Laplace(own) => (ourselves()?, own.as_slice(), true),
            Spec::Command(words) => (words.clone(), &[][..], false),
        };
        let manner = Manner {
            command,
            settings: [own, settings].concat(),
            strict,
            patience: self.patience,
            margin: self.margin,
        };
        Ok(Box::new(Engine::new(manner, log.voice(name.clone()), stop)))
    }
}

/// The command of our own engine.
pub(crate) fn ourselves() -> Result<Vec<String>, Failure> {
    let failed = |error| Failure::system(&Place::File("laplace".into()), "find", error);
    let program = std::env::current_exe().map_err(failed)?;
    Ok(vec![program.to_string_lossy().into_owned(), "blobwar".into(), "uai".into()])
}
