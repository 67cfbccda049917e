//! `laplace blobwar analyse`

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use laplace_games::blobwar::Move;
use laplace_solvers::Control;
use laplace_solvers::blobwar::{GameHistory, Limits, SearchInfo, Settings, score};
use serde_json::json;

use super::Start;
use super::uai::EngineSize;
use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
Scores are in blobs for the player to move (with --json in hundredths), or a proved win or loss. Ctrl-C ends the \
thinking and prints the best move so far.
Examples: laplace blobwar analyse --map cross --time 2 --lines 3
          laplace blobwar analyse 'x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1' --depth 10 --json";

/// The position to search, and the limits.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// The position [default: the start on 8 x 8]
    #[arg(conflicts_with = "map")]
    fen: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Time limit
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    time: f64,
    /// Depth limit, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Number of best moves to report, each with its PV (MultiPV)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    #[command(flatten)]
    size: EngineSize,
    /// Print one JSON object for each line of each depth, and one for the best move
    #[arg(long)]
    json: bool,
}

impl Analyse {
    /// Prints each depth as soon as it is known.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(self.fen.as_deref())?;
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        let limits = Limits { depth: self.depth, ..Limits::move_time(time) };
        let judge = Settings { contempt: 0, multipv: self.lines.into(), ..Settings::default() };
        let mut engine = self.size.engine(judge)?;
        let written = Mutex::new(Ok(()));
        Stop::after(None);
        let control = Control {
            stop: &Stop::was_pressed,
            progress: &|info| {
                let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
                if written.is_ok() {
                    *written = FileArg::Stdio.write(self.line(info).as_bytes());
                }
            },
        };
        let answer = engine.search_with(&position, GameHistory::EMPTY, &limits, &control);
        written.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let answer = answer
            .ok_or_else(|| Failure::Usage("the game is over: there is nothing to think about".into()))?;
        let best = if self.json {
            format!("{}\n", json!({ "best": answer.best_move.to_string() }))
        } else {
            format!("best move {}\n", answer.best_move)
        };
        FileArg::Stdio.write(best.as_bytes())
    }

    fn line(&self, report: &SearchInfo) -> String {
        let path: Vec<String> = report.pv.iter().map(Move::to_string).collect();
        let depth = report.depth;
        let nodes = report.nodes;
        let time = report.time.as_secs_f64();
        if self.json {
            let row = json!({
                "line": report.multipv,
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
        let number = if self.lines > 1 { format!("{:>3}.", report.multipv) } else { String::new() };
        let path = path.join(" ");
        let time = Shown::from(report.time);
        format!("depth {depth:>2}{number}  {score:>10}  {nodes:>11} nodes  {time:>9}  {path}\n")
    }
}
