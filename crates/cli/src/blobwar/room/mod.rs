//! `laplace blobwar match`: two players, many games, one answer to who is stronger.
//!
//! ```text
//! player   what was typed for a player          control  limits and clocks
//! seat     a player at the board, built in      engine   one behind the protocol: process, says, log
//! game     one game                             hall     tables that play pairs of games
//! score    what was counted                     table    how it is told; pgn, resume: how it is kept
//! fault    what an engine can do wrong
//! ```

pub(super) mod control;
pub(super) mod engine;
pub(super) mod fault;
mod game;
pub(super) mod hall;
pub(super) mod log;
mod pgn;
pub(super) mod player;
pub(super) mod process;
mod resume;
pub(super) mod says;
mod score;
pub(super) mod seat;
mod table;

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use clap::Args;
use games::blobwar::{Position, Side};
use serde_json::json;
use solvers::blobwar::arena::stats::{Sprt, Verdict};

use self::control::{Clock, Control, milliseconds};
use self::fault::Fault;
use self::game::Ending;
use self::hall::{Entry, News, Plan};
use self::log::Log;
use self::player::{Setting, Typed};
use self::score::Score;
use self::table::{Caption, Live};
use super::openings::{Source, read_openings};
use crate::failure::Failure;
use crate::files::Place;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
A player is one of: laplace, laplace:threads=2,hash=64 (our engine and its options), level:1 to level:10 (of
`blobwar play`), student:4 (alpha-beta of that depth that counts blobs), random, greedy; or the command of a
UAI engine, in quotes if it has several words. Each opening is played twice, with colours changed.
Ctrl-C stops: whole games are kept, the result is printed, and --resume goes on.

Examples: laplace blobwar match laplace student:4 --games 20 --clock 1+0.01
          laplace blobwar match laplace './autaxx' --option-b Search=tryhard --games 200 --pgn games.pgn
          laplace blobwar match ./new ./old --nodes 20000 --games 4000 --sprt 0,10 --concurrency 2";

/// So many failed starts of a player in a row end a match.
const MOST_FAILED_STARTS: u32 = 3;

/// Two players and what they play.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// The first player
    a: Typed,
    /// The second player
    b: Typed,
    /// How many games at most: an even number, two for each opening
    #[arg(long, default_value = "100", value_parser = games)]
    games: usize,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    limits_b: LimitsB,
    #[command(flatten)]
    source: Source,
    /// Openings, one FEN a line, in place of random moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "map", "plies"])]
    openings: Option<Place>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Stop as soon as this test is decided
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// An option of player A's engine; may come several times
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<Setting>,
    /// An option of player B's engine; may come several times
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<Setting>,
    /// What player A is called [default: as typed]
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// What player B is called [default: as typed]
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    /// Where games are added as PGN, each as it ends
    #[arg(long, value_name = "FILE")]
    pgn: Option<Place>,
    /// Go on with the match whose games are in the PGN
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Where all that is said to and by engines goes
    #[arg(long, value_name = "FILE")]
    log: Option<Place>,
    /// How much later than its time an answer still counts
    #[arg(long, value_name = "MS", default_value = "20", value_parser = milliseconds)]
    margin: Duration,
    /// How long an engine may take for an answer that has no clock
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    patience: f64,
    /// Print a JSON line for each game, and one for the result
    #[arg(long)]
    json: bool,
}

/// How long both players think.
#[derive(Debug, Args)]
#[group(id = "limit", multiple = false)]
struct Limits {
    /// Seconds for a game and for each move on top [default: 1+0.01]
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    clock: Option<Clock>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    move_time: Option<Duration>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
}

/// How long player B thinks, if differently.
#[derive(Debug, Args)]
#[group(id = "limit_b", multiple = false)]
struct LimitsB {
    /// The clock of player B, if it has another
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    clock_b: Option<Clock>,
    /// The time of player B for each move
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    move_time_b: Option<Duration>,
    /// The nodes of player B for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// The depth of player B
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth_b: Option<u32>,
}

impl Limits {
    fn control(&self) -> Option<Control> {
        let Self { clock, move_time, nodes, depth } = self;
        let timed = clock.map(Control::Clock).or(move_time.map(Control::MoveTime));
        timed.or(nodes.map(Control::Nodes)).or(depth.map(Control::Depth))
    }
}

impl LimitsB {
    fn control(&self) -> Option<Control> {
        let Self { clock_b: clock, move_time_b: move_time, nodes_b: nodes, depth_b: depth } = *self;
        Limits { clock, move_time, nodes, depth }.control()
    }
}

/// The limit when none is given.
const DEFAULT: Control =
    Control::Clock(Clock { base: Duration::from_secs(1), increment: Duration::from_millis(10) });

impl Match {
    /// Plays, tells each game as it ends, and the result.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut plan = self.plan()?;
        let caption = self.caption(&plan);
        let log = Log::open(self.log.as_ref())?;
        let mut books = Books::open(self, &mut plan, caption)?;
        Stop::after(None);
        let played = books.play(&plan, &log, self.concurrency);
        let stopped = Stop::was_pressed();
        let Books { score, caption, .. } = &books;
        let told = if self.json {
            format!("{}\n", table::json(score, caption, stopped))
        } else {
            table::table(score, caption)
        };
        Place::Standard.write(told.as_bytes())?;
        played
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let pairs = self.games / 2;
        let openings = match &self.openings {
            Some(place) => read_openings(place, self.source.rules())?,
            None => self.source.random(pairs)?,
        };
        let control = self.limits.control().unwrap_or(DEFAULT);
        let mut names = [(&self.name_a, &self.a), (&self.name_b, &self.b)]
            .map(|(name, typed)| name.clone().unwrap_or_else(|| typed.text.clone()));
        if names[0] == names[1] {
            names = [format!("{} (A)", names[0]), format!("{} (B)", names[1])];
        }
        let [name_a, name_b] = names;
        let entry = |name, typed: &Typed, settings: &[Setting], control| Entry {
            name,
            spec: typed.spec.clone(),
            settings: settings.to_vec(),
            control,
        };
        let a = entry(name_a, &self.a, &self.option_a, control);
        let b = entry(name_b, &self.b, &self.option_b, self.limits_b.control().unwrap_or(control));
        let patience = Duration::try_from_secs_f64(self.patience).unwrap_or(Duration::MAX);
        Ok(Plan {
            entries: [a, b],
            openings,
            pairs,
            seed: self.source.seed(),
            patience,
            margin: self.margin,
            done: Default::default(),
        })
    }

    fn caption(&self, plan: &Plan) -> Caption {
        let controls = plan.entries.each_ref().map(|entry| entry.control);
        let widths = |position: &Position| position.size().width();
        let (least, most) = plan.openings.iter().map(widths).fold((8, 7), |(a, b), w| (a.min(w), b.max(w)));
        let boards = if least < most { "7 x 7 and 8 x 8".into() } else { format!("{most} x {most}") };
        let openings = plan.openings.len().min(plan.pairs);
        let rule = self.source.rules().name();
        let about = format!(
            "{boards}, a stuck player {rule}, {}, openings: {openings}",
            pgn::time_control(&controls)
        );
        let names = plan.entries.each_ref().map(|entry| entry.name.clone());
        Caption { names, about, games: self.games, sprt: self.sprt }
    }
}

/// Who keeps the books: the score, the files and what is told.
struct Books<'a> {
    args: &'a Match,
    score: Score,
    caption: Caption,
    live: Live,
    pgn: Option<(File, &'a Place)>,
    failed_starts: [u32; 2],
}

impl<'a> Books<'a> {
    /// Opens the files, and reads the games of a match that goes on.
    fn open(args: &'a Match, plan: &mut Plan, caption: Caption) -> Result<Self, Failure> {
        let mut score = Score::default();
        if let (true, Some(place @ Place::File(path))) = (args.resume, &args.pgn)
            && path.exists()
        {
            let file = place.read()?;
            let whole = resume::whole(&file);
            if whole < file.len() {
                cut_off(place, path, whole)?;
            }
            let text = String::from_utf8_lossy(&file[..whole]);
            for old in resume::read(&text, plan).map_err(|error| Failure::text(place, error))? {
                score.add_result(old.pair, old.colour, old.outcome);
                plan.done.insert((old.pair, old.number));
            }
        }
        let pgn = args.pgn.as_ref().map(|place| open_pgn(place, args.resume)).transpose()?;
        let live = Live::new(&caption);
        live.skip(score.total().games());
        Ok(Self { args, score, caption, live, pgn, failed_starts: [0; 2] })
    }

    /// Lets the games be played and books them.
    fn play(&mut self, plan: &Plan, log: &Log, tables: u16) -> Result<(), Failure> {
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
            let worked = workers.into_iter().filter_map(|worker| worker.join().ok());
            worked.fold(booked, Result::and)
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
        let Some((player, fault @ Fault::Start(reason))) = ill else {
            self.failed_starts = [0; 2];
            return Ok(());
        };
        self.failed_starts[player] += 1;
        if self.failed_starts[player] < MOST_FAILED_STARTS {
            return Ok(());
        }
        debug_assert!(fault.kind().is_some(), "a failed start is a fault");
        let name = &plan.entries[player].name;
        let error = std::io::Error::other(format!("{reason} ({MOST_FAILED_STARTS} times in a row)"));
        Err(Failure::system(&Place::File(name.into()), "start", error))
    }
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

fn games(text: &str) -> Result<usize, String> {
    let read = text.parse().ok().filter(|&games: &usize| games > 0 && games.is_multiple_of(2));
    read.filter(|&games| games <= 10_000_000).ok_or_else(|| "expected an even number from 2 on".into())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Vec<f64> = text.split(',').map_while(|number| number.trim().parse().ok()).collect();
    let test = match (text.split(',').count(), numbers.as_slice()) {
        (2, &[elo0, elo1]) => Some(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        (4, &[elo0, elo1, alpha, beta]) => Some(Sprt { elo0, elo1, alpha, beta }),
        _ => None,
    };
    let possible = |risk: f64| risk > 0.0 && risk < 0.5;
    let sound = |test: &Sprt| {
        test.elo0 < test.elo1
            && test.elo0.is_finite()
            && test.elo1.is_finite()
            && possible(test.alpha)
            && possible(test.beta)
    };
    test.filter(sound)
        .ok_or_else(|| "expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,5,0.05,0.05".into())
}
