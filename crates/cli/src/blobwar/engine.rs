//! `laplace blobwar uai` and `laplace blobwar analyse`

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use games::blobwar::Move;
use serde_json::json;
use solvers::blobwar::{Engine, Limits, Past, Report, Settings, score, uai};

use super::Start;
use crate::failure::Failure;
use crate::files::Place;
use crate::stop::seconds;

pub(super) const UAI_HELP: &str = "\
Speaks UAI, the protocol of Ataxx engines, on standard input and output: match runners start it like any
other engine. Options: Hash, Threads, Contempt, and the rules. Beyond the protocol: perft, eval, display, bench.";

pub(super) const ANALYSE_HELP: &str = "\
Scores are in hundredths of a blob for the player to move, or a proved win or loss.
Examples: laplace blobwar analyse --map cross --time 2
          laplace blobwar analyse 'x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1' --depth 10 --json";

/// How large the engine may be.
#[derive(Debug, Args)]
pub(crate) struct Size {
    /// The transposition table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Size {
    fn settings(&self) -> Settings {
        Settings { megabytes: self.hash as usize, threads: self.threads.into(), ..Settings::default() }
    }
}

/// The protocol loop.
#[derive(Debug, Args)]
pub(crate) struct Uai {
    #[command(flatten)]
    size: Size,
}

impl Uai {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        uai::run(io::stdin().lock(), io::stdout(), &mut Engine::new(self.size.settings()))
            .map_err(|error| Failure::system(&Place::Standard, "talk", error))
    }
}

/// What to think about, and for how long.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// The position [default: the start on 8 x 8]
    #[arg(conflicts_with = "map")]
    fen: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Think for so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    time: f64,
    /// Think no deeper than so many moves
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    #[command(flatten)]
    size: Size,
    /// Print one JSON object for each depth
    #[arg(long)]
    json: bool,
}

impl Analyse {
    /// Prints each depth as soon as it is known.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(self.fen.as_deref())?;
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        let limits = Limits { depth: self.depth, ..Limits::move_time(time) };
        let mut written = Ok(());
        let mut engine = Engine::new(Settings { contempt: 0, ..self.size.settings() });
        let answer = engine.think(&position, Past::NONE, &limits, &AtomicBool::new(false), &mut |report| {
            if written.is_ok() {
                written = Place::Standard.write(self.line(report).as_bytes());
            }
        });
        written?;
        match answer {
            Some(answer) if !self.json => {
                Place::Standard.write(format!("best move {}\n", answer.played).as_bytes())
            }
            Some(_) => Ok(()),
            None => Err(Failure::Usage("the game is over: there is nothing to think about".into())),
        }
    }

    fn line(&self, report: &Report) -> String {
        let path: Vec<String> = report.path.iter().map(Move::to_string).collect();
        let (depth, nodes, time) = (report.depth, report.nodes, report.time.as_secs_f64());
        if self.json {
            let row = json!({
                "depth": depth,
                "score": report.score,
                "proved": score::is_proved(report.score),
                "nodes": nodes,
                "seconds": time,
                "path": path,
            });
            return format!("{row}\n");
        }
        let score = match report.score {
            won if score::is_proved(won) && won > 0 => format!("win in {}", score::WIN - won),
            lost if score::is_proved(lost) => format!("loss in {}", score::WIN + lost),
            score => format!("{:+.2}", f64::from(score) / 100.0),
        };
        format!("depth {depth:>2}  {score:>10}  {nodes:>11} nodes  {time:>7.2} s  {}\n", path.join(" "))
    }
}
