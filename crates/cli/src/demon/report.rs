//! `laplace demon report`: a page, a text or a JSON object about one game.

use std::fmt::Write;

use clap::Args;
use laplace_games::demon::bound::{BoundKind, tight_reach};
use laplace_games::demon::format::{BoardStyle, write_board};
use laplace_judge::demon::{Analysis, analyse_against};
use laplace_judge::recording::{DemonRecording, Recording};
use laplace_pictures::report::{UNAVOIDABLE, facts, page};
use laplace_pictures::{Film, html};
use serde_json::{Value, json};

use super::bound::bounds_json;
use super::recorded::RecordedGame;
use crate::failure::{Failure, json_message};
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Losses are measured against the tight bound. Points that only the plain bound counts are marked as proved \
unavoidable: no game has them. Every loss is shown with the board that the piece left.

Examples: laplace demon report outputs/q5-output-1 -o report.html --page game.html
          laplace demon report outputs/q5-output-1 --text
          laplace demon report game.json --json";

/// A game and the report to make of it.
#[derive(Debug, Args)]
pub(crate) struct Report {
    #[command(flatten)]
    game: RecordedGame,
    /// Where the report goes, `-` for standard output
    #[arg(short = 'o', long = "output", value_name = "OUTPUT", default_value = "-")]
    destination: FileArg,
    /// Write text instead of a page
    #[arg(long, conflicts_with_all = ["json", "page"])]
    text: bool,
    /// Write one JSON object instead of a page
    #[arg(long, conflicts_with = "page")]
    json: bool,
    /// Also write the page that plays the game, as `export --html` does; every loss links to its piece there
    #[arg(long, value_name = "FILE")]
    page: Option<FileArg>,
}

impl Report {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game = self.game.recording()?;
        let analysis = analysis(&game);
        let report = if self.text {
            as_text(&game, &analysis, self.game.moves_file())
        } else if self.json {
            format!("{}\n", as_json(&game, &analysis))
        } else {
            page(&game, &analysis, self.page_address()?.as_deref())
        };
        if let Some(place) = &self.page {
            place.write(html::page(&Film::of(&Recording::from(game))).as_bytes())?;
        }
        self.destination.write(report.as_bytes())
    }

    /// The address of the game's page, seen from the report.
    fn page_address(&self) -> Result<Option<String>, Failure> {
        match (&self.page, &self.destination) {
            (None, _) => Ok(None),
            (Some(FileArg::Stdio), _) => Err(Failure::Usage("--page needs the name of a file".into())),
            (Some(FileArg::Path(page)), FileArg::Path(report)) if page.parent() == report.parent() => {
                Ok(page.file_name().map(|name| name.to_string_lossy().into_owned()))
            }
            (Some(FileArg::Path(page)), _) => {
                let absolute = std::path::absolute(page);
                let absolute =
                    absolute.map_err(|error| Failure::system(&FileArg::Path(page.clone()), "find", error))?;
                Ok(Some(format!("file://{}", absolute.display())))
            }
        }
    }
}

/// The game compared with the plain and the tight bound.
pub(super) fn analysis(game: &DemonRecording) -> Analysis {
    let moves: Vec<_> = game.steps().iter().map(|step| step.chosen).collect();
    let reach = tight_reach(game.result().seed, &moves);
    analyse_against(game, Some((BoundKind::Tight, &reach)))
}

/// The lines of the board after a piece, from the topmost line that holds a block.
fn board_after(game: &DemonRecording, placed: usize) -> Vec<String> {
    let state = game.state(placed);
    let board = write_board(state.board(), BoardStyle::Packed);
    board.lines().skip(state.board().top()).map(str::to_owned).collect()
}

fn as_text(game: &DemonRecording, analysis: &Analysis, file: &FileArg) -> String {
    let mut text = format!("The demon, s = {}\n", game.result().seed.number());
    for (name, value) in facts(game, analysis) {
        _ = writeln!(text, "{name:<13} {value}");
    }
    if analysis.losses.is_empty() {
        text.push_str("\nNothing was lost: no game of these pieces scores more.\n");
    }
    for loss in &analysis.losses {
        _ = writeln!(text, "\npiece {} ({})", loss.placed, loss.piece.number());
        if loss.points > 0 {
            _ = writeln!(text, "  {} points lost: {}", loss.points, loss.reason);
        }
        if loss.unavoidable > 0 {
            _ = writeln!(text, "  {} points {UNAVOIDABLE}", loss.unavoidable);
        }
        _ = writeln!(text, "  laplace demon view {file} --piece {}", loss.placed);
        for line in board_after(game, loss.placed) {
            _ = writeln!(text, "    {line}");
        }
    }
    text
}

fn as_json(game: &DemonRecording, analysis: &Analysis) -> Value {
    let losses: Vec<Value> = analysis
        .losses
        .iter()
        .map(|loss| {
            json!({
                "placed": loss.placed,
                "piece": loss.piece.number(),
                "points": loss.points,
                "unavoidable": loss.unavoidable,
                "kind": loss.reason.word(),
                "reason": loss.reason.to_string(),
                "board": board_after(game, loss.placed),
            })
        })
        .collect();
    let result = game.result();
    let (tightest, bound) = analysis.bounds.tightest();
    json!({
        "seed": result.seed.number(),
        "score": result.score,
        "bounds": bounds_json(&analysis.bounds),
        "tightest": tightest.name(),
        "optimal": result.score >= bound,
        "placed": result.placed,
        "lines": result.lines,
        "tetrises": result.tetrises,
        "back_to_backs": result.back_to_backs,
        "ended": result.ended.word(),
        "ended_line": result.line,
        "ended_text": json_message(&result.ended),
        "losses": losses,
    })
}
