//! `laplace blobwar match`: its arguments, and the files it opens. The match itself is `laplace_matches::Match`.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime};

use clap::Args;
use laplace_matches::clock::{Fischer, milliseconds};
use laplace_matches::runner::MatchError;
use laplace_matches::spec::EngineOption;
use laplace_matches::stats::Sprt;
use laplace_matches::{
    Entrant, FinishedGame, Match, PlayerSpec, Score, TimeControl, Transcript, openings, pgn, resume, uai,
};

use super::match_report::{Caption, LiveReport, game_json, result_json, table};
use super::openings::Source;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
A player is one of: laplace, laplace:threads=2,hash=64 (our engine and its options), level:1 to level:10 (of \
`blobwar play`), student:4 (alpha-beta of that depth that counts blobs), random, greedy; or the command of a \
UAI engine, in quotes if it has several words. Each opening is played twice, with colours changed. \
laplace:without=killers+futility is our engine without these parts of its search; \
laplace:weights=material is our engine with an evaluation that counts blobs only. \
Ctrl-C stops: whole games are kept, the result is printed, and --resume goes on.

Examples: laplace blobwar match laplace student:4 --games 20 --clock 1+0.01
          laplace blobwar match laplace './autaxx' --option-b Search=tryhard --games 200 --pgn games.pgn
          laplace blobwar match ./new ./old --nodes 20000 --games 4000 --sprt 0,10 --concurrency 2";

/// The players and the conditions of a match.
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The first player
    a: PlayerSpec,
    /// The second player
    b: PlayerSpec,
    /// Maximum number of games: even, two for each opening
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
    openings: Option<FileArg>,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Sequential probability ratio test: stop as soon as it is decided
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Set an option of player A's engine; can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<EngineOption>,
    /// Set an option of player B's engine; can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<EngineOption>,
    /// Name of player A [default: as typed]
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// Name of player B [default: as typed]
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    /// Append each finished game to FILE as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<FileArg>,
    /// Continue the match whose games are in the PGN
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Log all engine input and output to FILE
    #[arg(long, value_name = "FILE")]
    log: Option<FileArg>,
    /// Grace period: accept a move up to MS milliseconds late
    #[arg(long, value_name = "MS", default_value = "20", value_parser = milliseconds)]
    margin: Duration,
    /// Timeout for replies that are not on the clock
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    patience: f64,
    /// Print a JSON line for each game, and one for the result
    #[arg(long)]
    json: bool,
}

/// The time control of both players.
#[derive(Debug, Args)]
#[group(id = "limit", multiple = false)]
struct Limits {
    /// Seconds for the game, and increment for each move [default: 1+0.01]
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    clock: Option<Fischer>,
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

/// The time control of player B, if it differs.
#[derive(Debug, Args)]
#[group(id = "limit_b", multiple = false)]
struct LimitsB {
    /// --clock for player B alone
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    clock_b: Option<Fischer>,
    /// --move-time for player B alone
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    move_time_b: Option<Duration>,
    /// --nodes for player B alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// --depth for player B alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth_b: Option<u32>,
}

impl Limits {
    fn control(&self) -> Option<TimeControl> {
        let Self { clock, move_time, nodes, depth } = self;
        let timed = clock.map(TimeControl::Clock).or(move_time.map(TimeControl::MoveTime));
        timed.or(nodes.map(TimeControl::Nodes)).or(depth.map(TimeControl::Depth))
    }
}

impl LimitsB {
    fn control(&self) -> Option<TimeControl> {
        let Self { clock_b: clock, move_time_b: move_time, nodes_b: nodes, depth_b: depth } = *self;
        Limits { clock, move_time, nodes, depth }.control()
    }
}

/// The time control when none is given.
const DEFAULT_CONTROL: TimeControl =
    TimeControl::Clock(Fischer { base: Duration::from_secs(1), increment: Duration::from_millis(10) });

impl MatchArgs {
    /// Plays, reports each game as it ends, and the result.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut planned = self.plan()?;
        let mut score = Score::default();
        self.read_earlier_games(&mut planned, &mut score)?;
        let mut pgn = self.pgn.as_ref().map(|place| open_pgn(place, self.resume)).transpose()?;
        // An old log is overwritten only when the match is sure to begin.
        let transcript = self.open_transcript()?;
        transcript.note(&format!("the match begins, {} games were played before", planned.played.len()));
        Stop::after(None);
        Stop::on_forced_exit(uai::kill_all);
        let caption = Caption::new(&planned);
        let live = LiveReport::new(&caption, score.total().games());
        let mut reporter = Reporter { args: self, planned: &planned, pgn: &mut pgn, caption: &caption, live };
        let mut reported = Ok(());
        let mut on_game = |finished: &FinishedGame, score: &Score| {
            reported = reporter.report(finished, score);
            if reported.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let ran = planned.run(&mut score, &transcript, Stop::flag(), &mut on_game);
        drop(reporter);
        let result = if self.json {
            format!("{}\n", result_json(&score, &caption, Stop::was_pressed()))
        } else {
            table(&score, &caption)
        };
        FileArg::Stdio.write(result.as_bytes())?;
        reported.and(ran.map_err(match_failure))
    }

    fn plan(&self) -> Result<Match, Failure> {
        for (argument, player, options) in
            [("--option-a", &self.a, &self.option_a), ("--option-b", &self.b, &self.option_b)]
        {
            if !options.is_empty() && !player.kind.is_engine() {
                return Err(Failure::Usage(format!("{argument}: {player} has no options")));
            }
        }
        let pairs = self.games / 2;
        let openings = match &self.openings {
            Some(place) => openings::read(&place.read()?, self.source.choice())
                .map_err(|error| Failure::text(place, error))?,
            None => self.source.random(pairs)?,
        };
        let control = self.limits.control().unwrap_or(DEFAULT_CONTROL);
        let mut a = Entrant { options: self.option_a.clone(), ..Entrant::new(self.a.clone(), control) };
        let control_b = self.limits_b.control().unwrap_or(control);
        let mut b = Entrant { options: self.option_b.clone(), ..Entrant::new(self.b.clone(), control_b) };
        for (entrant, name) in [(&mut a, &self.name_a), (&mut b, &self.name_b)] {
            if let Some(name) = name {
                entrant.name.clone_from(name);
            }
        }
        if a.name == b.name {
            a.name.push_str(" (A)");
            b.name.push_str(" (B)");
        }
        Ok(Match {
            entrants: [a, b],
            openings,
            pairs,
            seed: self.source.seed(),
            timeout: Duration::try_from_secs_f64(self.patience).unwrap_or(Duration::MAX),
            margin: self.margin,
            sprt: self.sprt,
            workers: self.concurrency,
            own_engine: own_engine()?,
            played: HashSet::new(),
        })
    }

    /// Counts the games of a match that goes on, and removes from its PGN a last game that was cut off.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    fn read_earlier_games(&self, planned: &mut Match, score: &mut Score) -> Result<(), Failure> {
        let Some(place @ FileArg::Path(path)) = self.pgn.as_ref().filter(|_| self.resume) else {
            return Ok(());
        };
        if !path.exists() {
            return Ok(());
        }
        let file = place.read()?;
        let earlier = resume::read(&file, planned).map_err(|error| Failure::text(place, error))?;
        for game in earlier.games {
            score.add_result(game.number.pair, game.number.colour_of_a, game.outcome, game.forfeit);
            planned.played.insert(game.number);
        }
        if earlier.complete_bytes < file.len() {
            truncate(path, earlier.complete_bytes).map_err(|error| Failure::system(place, "write", error))?;
            eprintln!("{place}: the last game is not complete: it is played again");
        }
        Ok(())
    }

    /// Opens a new file for the transcript; a match that goes on adds to the file that it has.
    fn open_transcript(&self) -> Result<Transcript, Failure> {
        let (place, path) = match &self.log {
            None => return Ok(Transcript::none()),
            Some(place @ FileArg::Path(path)) => (place, path),
            Some(FileArg::Stdio) => return Err(Failure::Usage("--log: expected a file".into())),
        };
        let file = if self.resume {
            File::options().create(true).append(true).open(path)
        } else {
            File::create(path)
        };
        Ok(Transcript::new(file.map_err(|error| Failure::system(place, "write", error))?))
    }
}

/// Writes each game as it ends.
struct Reporter<'a> {
    args: &'a MatchArgs,
    planned: &'a Match,
    pgn: &'a mut Option<(File, &'a FileArg)>,
    caption: &'a Caption,
    live: LiveReport,
}

impl Reporter<'_> {
    fn report(&mut self, finished: &FinishedGame, score: &Score) -> Result<(), Failure> {
        let FinishedGame { number, game } = finished;
        let heading = self.planned.heading(*number, SystemTime::now());
        if let Some((file, place)) = self.pgn {
            let text = pgn::write(game, &heading);
            file.write_all(text.as_bytes()).map_err(|error| Failure::system(place, "write", error))?;
        }
        if self.args.json {
            let line = game_json(finished, &heading);
            FileArg::Stdio.write(format!("{line}\n").as_bytes())?;
        }
        self.live.game(finished, &heading, score, self.caption);
        Ok(())
    }
}

fn match_failure(error: MatchError) -> Failure {
    let (place, action, reason) = match error {
        MatchError::CannotStart { name, reason, times } => {
            (name, "start", format!("{reason} ({times} times in a row)"))
        }
        other => ("the match".into(), "go on", other.to_string()),
    };
    Failure::system(&FileArg::Path(place.into()), action, io::Error::other(reason))
}

/// The command of our own engine.
fn own_engine() -> Result<Vec<String>, Failure> {
    let failed = |error| Failure::system(&FileArg::Path("laplace".into()), "find", error);
    let program = std::env::current_exe().map_err(failed)?;
    Ok(vec![program.to_string_lossy().into_owned(), "blobwar".into(), "uai".into()])
}

fn truncate(path: &Path, length: usize) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(length as u64)
}

/// Opens a file that games are added to; one that has some is only for a match that goes on.
fn open_pgn(place: &FileArg, resume: bool) -> Result<(File, &FileArg), Failure> {
    let FileArg::Path(path) = place else {
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
