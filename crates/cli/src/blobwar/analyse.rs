//! `laplace blobwar analyse`: one position, or with `--game` every move of a game.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use laplace_games::blobwar::Move;
use laplace_judge::recording::{BlobwarEnded, BlobwarRecording};
use laplace_matches::review::review;
use laplace_solvers::Control;
use laplace_solvers::blobwar::score::{self, Score};
use laplace_solvers::blobwar::{GameHistory, Limits, SearchInfo, Settings};
use serde_json::json;

use super::Start;
use super::analyse_report as report;
use super::game_file::Selection;
use super::uai::EngineSize;
use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::progress::Progress;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
Scores are in blobs for the player to move (with --json in hundredths), or a proved win or loss. Ctrl-C ends the \
thinking and prints the best move so far.

With --game FILE every position of a game is searched, within --depth, --nodes or --time each, and every move is \
compared with the best one: ?! is an inaccuracy (it cost 5 % of a win or more), ? a mistake (10 %), ?? a blunder (20 %). \
Scores are then for blue (x). Ctrl-C ends the thinking and prints the moves that are done.

Examples: laplace blobwar analyse --map cross --time 2 --lines 3
          laplace blobwar analyse 'x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1' --depth 10 --json
          laplace blobwar analyse --game games.pgn --game-number 3 --depth 8 --html review.html";

/// The time for a position, and for each position of a game, if no limit is given.
const POSITION_SECONDS: f64 = 5.0;
const GAME_SECONDS: f64 = 0.5;

/// The position to search, and the limits.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// The position: startpos, a FEN, or the sheet's plateau or pions [default: the start of the variant]
    #[arg(value_name = "POSITION", conflicts_with_all = ["map", "fen"])]
    position: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Analyse a whole game: a replay or a PGN
    #[arg(long = "game", value_name = "FILE", conflicts_with_all = ["position", "fen", "map", "lines"])]
    file: Option<FileArg>,
    /// With --game: which game of a PGN that has several, from 1 [default: 1]
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u32).range(1..))]
    game_number: Option<u32>,
    /// With --game: write a page with the board, the curve and the marked moves
    #[arg(long, value_name = "FILE", requires = "file")]
    html: Option<FileArg>,
    /// Time limit, for each position of a game [default: 5, and 0.5 with --game unless --depth or --nodes is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Depth limit, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Node limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of best moves to report, each with its PV (MultiPV)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    #[command(flatten)]
    size: EngineSize,
    /// Print one JSON object for each line of each depth, and one for the best move; with --game, for each move and the game
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.file {
            Some(place) => self.review(place),
            None => self.analyse(),
        }
    }

    fn limits(&self, default_seconds: f64) -> Limits {
        let is_limited = self.file.is_some() && (self.depth.is_some() || self.nodes.is_some());
        let seconds = self.time.or((!is_limited).then_some(default_seconds));
        let limits = match seconds {
            Some(seconds) => Limits::move_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
            None => Limits::default(),
        };
        Limits { depth: self.depth, nodes: self.nodes, ..limits }
    }

    /// Searches every position of a game and prints what each move cost.
    fn review(&self, place: &FileArg) -> Result<(), Failure> {
        let game = Selection { number: self.game_number }.read(place)?;
        if let BlobwarEnded::Refused { number, played, why } = BlobwarRecording::of_replay(&game).ended() {
            return Err(Failure::text(place, format_args!("move {number}, {played}: {why}")));
        }
        let judge = Settings { contempt: 0, ..Settings::default() };
        let mut engine = self.size.engine(judge)?;
        Stop::after(None);
        let progress = Progress::new(game.moves.len(), "moves");
        let mut written = Ok(());
        let moves = review(
            game.start,
            &game.moves,
            &mut engine,
            &self.limits(GAME_SECONDS),
            &|| Stop::was_pressed(),
            &mut |reviewed| {
                progress.step();
                if self.json && written.is_ok() {
                    written = FileArg::Stdio.write(format!("{}\n", report::move_json(reviewed)).as_bytes());
                }
            },
        );
        drop(progress);
        written?;
        let text = if self.json {
            format!("{}\n", report::summary_json(&game, &moves))
        } else {
            report::text(&game, &moves)
        };
        FileArg::Stdio.write(text.as_bytes())?;
        if let Some(place) = &self.html {
            place.write(report::page(&game, &moves).as_bytes())?;
        }
        Ok(())
    }

    /// Searches a position and prints each depth as soon as it is known.
    fn analyse(&self) -> Result<(), Failure> {
        let position = self.start.position(self.position.as_deref())?;
        let limits = self.limits(POSITION_SECONDS);
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
        let score = score_text(report.score);
        let number = if self.lines > 1 { format!("{:>3}.", report.multipv) } else { String::new() };
        let path = path.join(" ");
        let time = Shown::from(report.time);
        format!("depth {depth:>2}{number}  {score:>10}  {nodes:>11} nodes  {time:>9}  {path}\n")
    }
}

/// A score in blobs, or the number of moves to a proved end.
pub(super) fn score_text(score: Score) -> String {
    match score {
        won if score::is_proved(won) && won > 0 => format!("win in {}", score::WIN - won),
        lost if score::is_proved(lost) => format!("loss in {}", score::WIN + lost),
        score => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
