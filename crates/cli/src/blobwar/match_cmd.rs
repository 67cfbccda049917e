//! `laplace blobwar match`: its arguments, and the files it opens. The match itself is `laplace_matches::Match`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use laplace_matches::clock::{Fischer, milliseconds};
use laplace_matches::runner::{GameNumber, MatchError, Schedule};
use laplace_matches::spec::{EngineOption, PlayerKind};
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
UAI engine, in quotes if it has several words, and with ./ if it is in this folder. Each opening is played twice, \
with colours changed. With more than two players it is a tournament: a crosstable, and ratings of maximum likelihood. \
laplace:without=killers+futility is our engine without these parts of its search; \
laplace:evaluation=material is our engine with an evaluation that counts blobs only. \
Ctrl-C stops: whole games are kept, the result is printed, and --resume goes on.

Examples: laplace blobwar match laplace student:4 --games 20 --clock 1+0.01
          laplace blobwar match laplace './autaxx' --option-b Search=tryhard --games 200 --pgn games.pgn
          laplace blobwar match ./new ./old --nodes 20000 --games 4000 --sprt 0,10 --concurrency 2
          laplace blobwar match laplace level:5 student:4 greedy --games 20 --tournament round-robin";

/// The players and the conditions of a match.
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The players: two, or more for a tournament
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<PlayerSpec>,
    /// Which of more than two players meet: all, or the first one and each other [default: round-robin]
    #[arg(long, value_name = "SCHEDULE", value_parser = schedule())]
    tournament: Option<Schedule>,
    /// Maximum number of games, for each two players that meet: even, two for each opening
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
    /// Name of the next player, in the order of the players; can be repeated [default: what the engine sends as `id name`; a built-in player as typed]
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Name of player A
    #[arg(long, value_name = "NAME", conflicts_with = "name")]
    name_a: Option<String>,
    /// Name of player B
    #[arg(long, value_name = "NAME", conflicts_with = "name")]
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
        Stop::after(None);
        Stop::on_forced_exit(uai::kill_all);
        self.identify(&mut planned)?;
        let mut scores = planned.scores();
        self.read_earlier_games(&mut planned, &mut scores)?;
        let mut pgn = self.pgn.as_ref().map(|place| open_pgn(place, self.resume)).transpose()?;
        // An old log is overwritten only when the match is sure to begin.
        let transcript = self.open_transcript()?;
        transcript.note(&format!("the match begins, {} games were played before", planned.played.len()));
        warn_of_repeated_openings(&planned);
        let caption = Caption::new(&planned);
        let live = LiveReport::new(&caption, &scores);
        let mut reporter = Reporter {
            args: self,
            planned: &planned,
            pgn: &mut pgn,
            transcript: &transcript,
            caption: &caption,
            live,
        };
        let mut reported = Ok(());
        let mut on_game = |finished: &FinishedGame, scores: &[Score]| {
            reported = reporter.report(finished, scores);
            if reported.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let ran = planned.run(&mut scores, &transcript, Stop::flag(), &mut on_game);
        drop(reporter);
        let result = if self.json {
            format!("{}\n", result_json(&scores, &caption, Stop::was_pressed()))
        } else {
            table(&scores, &caption)
        };
        FileArg::Stdio.write(result.as_bytes())?;
        reported.and(ran.map_err(match_failure)).and(self.check_transcript(&transcript))
    }

    fn plan(&self) -> Result<Match, Failure> {
        let count = self.players.len();
        if count > 2 {
            self.check_tournament()?;
        }
        if self.name.len() > count {
            return Err(Failure::Usage(format!(
                "--name: found {} names, expected at most {count}",
                self.name.len()
            )));
        }
        let pairs = self.games / 2;
        let openings = match &self.openings {
            Some(place) => openings::read(&place.read()?, self.source.choice())
                .map_err(|error| Failure::text(place, error))?,
            None => self.source.random(pairs)?,
        };
        let control = self.limits.control().unwrap_or(DEFAULT_CONTROL);
        let mut entrants: Vec<Entrant> =
            self.players.iter().map(|player| Entrant::new(player.clone(), control)).collect();
        let options = [("--option-a", &self.option_a), ("--option-b", &self.option_b)];
        for (entrant, (argument, options)) in entrants.iter_mut().zip(options) {
            if !options.is_empty() && !entrant.spec.kind.is_engine() {
                return Err(Failure::Usage(format!("{argument}: {} has no options", entrant.spec)));
            }
            entrant.options.clone_from(options);
        }
        if let (Some(control), Some(second)) = (self.limits_b.control(), entrants.get_mut(1)) {
            second.control = control;
        }
        Ok(Match {
            pairings: self.tournament.unwrap_or(Schedule::RoundRobin).pairings(count),
            entrants,
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

    /// Refuses what is only for two players.
    fn check_tournament(&self) -> Result<(), Failure> {
        let only_for_two = [
            ("--sprt", self.sprt.is_some()),
            ("--option-a", !self.option_a.is_empty()),
            ("--option-b", !self.option_b.is_empty()),
            ("--name-a", self.name_a.is_some()),
            ("--name-b", self.name_b.is_some()),
            ("--clock-b, --move-time-b, --nodes-b and --depth-b", self.limits_b.control().is_some()),
        ];
        match only_for_two.into_iter().find(|(_, is_given)| *is_given) {
            Some((argument, _)) => {
                let count = self.players.len();
                Err(Failure::Usage(format!("{argument}: only for two players, found {count}")))
            }
            None => Ok(()),
        }
    }

    /// Starts every engine once, so that one that cannot be started ends the match before it begins, and names the
    /// players.
    fn identify(&self, planned: &mut Match) -> Result<(), Failure> {
        let sent = planned.identify(&Transcript::none(), Stop::flag()).map_err(match_failure)?;
        let given = |index: usize| match (index, &self.name_a, &self.name_b) {
            (0, Some(name), _) | (1, _, Some(name)) => Some(name),
            _ => self.name.get(index),
        };
        for (index, (entrant, sent)) in planned.entrants.iter_mut().zip(sent).enumerate() {
            // Our own engine is named as typed: `laplace:hash=16` identifies it better than name and version.
            let sent = sent.filter(|_| matches!(entrant.spec.kind, PlayerKind::Command(_)));
            if let Some(name) = given(index).cloned().or(sent) {
                entrant.name = name;
            }
        }
        planned.make_names_unique();
        Ok(())
    }

    /// Counts the games of a match that goes on, and removes from its PGN a last game that was cut off.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    fn read_earlier_games(&self, planned: &mut Match, scores: &mut [Score]) -> Result<(), Failure> {
        let Some(place @ FileArg::Path(path)) = self.pgn.as_ref().filter(|_| self.resume) else {
            return Ok(());
        };
        if !path.exists() {
            return Ok(());
        }
        let file = place.read()?;
        let earlier = resume::read(&file, planned).map_err(|error| Failure::text(place, error))?;
        for game in earlier.games {
            let GameNumber { pairing, pair, colour_of_a } = game.number;
            scores[pairing].add_result(pair, colour_of_a, game.outcome, game.forfeit);
            planned.played.insert(game.number);
        }
        if earlier.complete_bytes < file.len() {
            truncate(path, earlier.complete_bytes).map_err(|error| Failure::system(place, "write", error))?;
            eprintln!("{place}: the last game is not complete: it is played again");
        }
        Ok(())
    }

    /// Fails if a line of the log could not be written.
    fn check_transcript(&self, transcript: &Transcript) -> Result<(), Failure> {
        match (transcript.take_error(), &self.log) {
            (Some(error), Some(place)) => Err(Failure::system(place, "write", error)),
            _ => Ok(()),
        }
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
    transcript: &'a Transcript,
    caption: &'a Caption<'a>,
    live: LiveReport,
}

impl Reporter<'_> {
    fn report(&mut self, finished: &FinishedGame, scores: &[Score]) -> Result<(), Failure> {
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
        self.live.game(finished, &heading, scores, self.caption);
        self.args.check_transcript(self.transcript)
    }
}

fn match_failure(error: MatchError) -> Failure {
    let (place, action, reason) = match error {
        MatchError::CannotStart { name, reason } => (name, "start", reason),
        other => ("the match".into(), "go on", other.to_string()),
    };
    Failure::system(&FileArg::Path(place.into()), action, io::Error::other(reason))
}

/// The command of our own engine.
fn own_engine() -> Result<Vec<OsString>, Failure> {
    let failed = |error| Failure::system(&FileArg::Path("laplace".into()), "find", error);
    let program = std::env::current_exe().map_err(failed)?;
    Ok(vec![program.into_os_string(), "blobwar".into(), "uai".into()])
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

/// Warns of repeated openings: what they mean for the result.
#[allow(clippy::print_stderr, reason = "messages go to standard error")]
fn warn_of_repeated_openings(planned: &Match) {
    let distinct = planned.distinct_openings();
    if distinct >= planned.pairs {
        return;
    }
    let pairs = planned.pairs;
    let effect = if planned.is_deterministic() {
        "these players play the same games again, so that more than one pair of an opening proves nothing"
    } else {
        "players that do not vary their moves play the same games again"
    };
    eprintln!(
        "warning: {pairs} pairs of games from {distinct} different openings: openings are repeated, and {effect}"
    );
}

fn schedule() -> impl TypedValueParser<Value = Schedule> {
    PossibleValuesParser::new(["round-robin", "gauntlet"])
        .map(|name| if name == "gauntlet" { Schedule::Gauntlet } else { Schedule::RoundRobin })
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
