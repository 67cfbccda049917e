//! `laplace blobwar match`: two players, many games, one answer to who is stronger.
//!
//! ```text
//! player   what was typed for a player          control  limits and clocks
//! seat     a player at the board, built in      engine   one behind the protocol: process, says, log
//! game     one game                             hall     tables that play pairs of games
//! books    files, score and talk of a match     score    what was counted
//! table    how it is told                       pgn      how it is kept; tags, resume: how it is read again
//! fault    what an engine can do wrong
//! ```

mod books;
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
mod tags;

use std::time::Duration;

use clap::Args;
use laplace_games::blobwar::Position;
use laplace_solvers::blobwar::arena::stats::Sprt;

use self::books::Books;
use self::control::{Clock, Control, milliseconds};
use self::hall::{Entry, Plan};
use self::log::Log;
use self::player::{Setting, Typed};
use self::table::Caption;
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
        let mut books = Books::open(self, &mut plan, caption)?;
        // An old log is overwritten only when the match is sure to begin.
        let log = Log::open(self.log.as_ref(), self.resume)?;
        log.note(&format!("the match begins, {} games were played before", plan.done.len()));
        Stop::after(None);
        Stop::before_exit(process::end_all);
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
        for (option, typed, settings) in
            [("--option-a", &self.a, &self.option_a), ("--option-b", &self.b, &self.option_b)]
        {
            if !settings.is_empty() && !typed.spec.is_engine() {
                return Err(Failure::Usage(format!("{option}: {} has no options", typed.text)));
            }
        }
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
