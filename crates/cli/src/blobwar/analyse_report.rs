//! Reports of `laplace blobwar analyse --game`: as text with a curve, as JSON, and as a page.

use std::fmt::Write as _;

use laplace_games::blobwar::{Move, Side};
use laplace_judge::recording::{BlobwarRecording, Recording};
use laplace_judge::replay::BlobwarReplay;
use laplace_matches::review::{Evaluated, Mark, ReviewedMove, Summary};
use laplace_pictures::film::{Review, ReviewMark};
use laplace_pictures::{Film, html};
use laplace_solvers::blobwar::score;
use serde_json::{Value, json};

use super::analyse::score_text;

/// The columns of the curve; a longer game has several moves in a column.
const COLUMNS: usize = 72;
/// The lines of the curve: one for every tenth of the probability.
const ROWS: usize = 11;
/// The moves of a principal variation that are printed.
const SHOWN_MOVES: usize = 6;

/// Every move with its score, then the curve and the counts.
pub(super) fn text(game: &BlobwarReplay, moves: &[ReviewedMove]) -> String {
    let mut text = String::new();
    for reviewed in moves {
        let ReviewedMove { number, side, played, after, .. } = reviewed;
        let score = score_text(after.score);
        let percent = 100.0 * after.chance(Side::Blue);
        let played = format!("{played}{}", reviewed.mark().sign());
        _ = write!(text, "{number:>4}  {}  {played:<7} {score:>10} {percent:>4.0} %", side.letter());
        if reviewed.mark() > Mark::Good {
            _ = write!(text, "  {}", note(reviewed));
        }
        text.push('\n');
    }
    text.push_str(&curve(moves));
    for (side, name) in Side::BOTH.into_iter().zip(names(game)) {
        let Summary { moves, wrong: [inaccuracies, mistakes, blunders], mean_loss } =
            Summary::of(moves, side);
        _ = writeln!(
            text,
            "{}{name}: moves {moves}, ?! {inaccuracies}, ? {mistakes}, ?? {blunders}, mean loss {:.1} %",
            side.label(),
            100.0 * mean_loss
        );
    }
    if moves.len() < game.moves.len() {
        _ = writeln!(text, "stopped after {} of {} moves", moves.len(), game.moves.len());
    }
    text
}

/// The names of blue and red behind a comma; empty if they are not known.
fn names(game: &BlobwarReplay) -> [String; 2] {
    let names = game.players.clone().unwrap_or_default();
    names.map(|name| if name.is_empty() { name } else { format!(", {name}") })
}

/// What a move gave away, in words.
fn note(reviewed: &ReviewedMove) -> String {
    let ReviewedMove { side, before, after, .. } = reviewed;
    let [was, is] = [before, after].map(|evaluated| 100.0 * evaluated.chance(*side));
    let better: Vec<String> = before.pv.iter().take(SHOWN_MOVES).map(Move::to_string).collect();
    let name = reviewed.mark().name();
    format!("{name}: {was:.0} % to {is:.0} % for {}; better {}", side.label(), better.join(" "))
}

/// The probability that x wins after each move, drawn with characters; marked moves below it.
fn curve(moves: &[ReviewedMove]) -> String {
    let Some(first) = moves.first() else { return String::new() };
    let positions = || std::iter::once(&first.before).chain(moves.iter().map(|reviewed| &reviewed.after));
    let chances: Vec<f64> = positions().map(|evaluated| evaluated.chance(Side::Blue)).collect();
    let columns = chances.len().min(COLUMNS);
    let column_of = |position: usize| position * columns / chances.len();
    // The last position of a column stands for it.
    let mut heights = vec![0; columns];
    for (position, chance) in chances.iter().enumerate() {
        heights[column_of(position)] = (chance * (ROWS - 1) as f64).round() as usize;
    }
    let mut text = String::from("\nchance of blue (x) to win\n");
    for row in (0..ROWS).rev() {
        let label = if row % 5 == 0 { format!("{:>3} %", row * 10) } else { String::new() };
        let line: String =
            heights.iter().map(|&height| if height == row { '*' } else { blank(row) }).collect();
        _ = writeln!(text, "{label:>5} |{}", line.trim_end());
    }
    let mut worst = vec![Mark::Good; columns];
    for reviewed in moves {
        let column = column_of(reviewed.number);
        worst[column] = worst[column].max(reviewed.mark());
    }
    let signs: String = worst.iter().map(|mark| sign(*mark)).collect();
    _ = writeln!(text, "{:>5} +{}", "", "-".repeat(columns));
    if !signs.trim().is_empty() {
        _ = writeln!(text, "{:>5}  {}   i inaccuracy, m mistake, b blunder", "", signs.trim_end());
    }
    text.push('\n');
    text
}

/// The middle is drawn where the curve is not.
const fn blank(row: usize) -> char {
    if row == ROWS / 2 { '.' } else { ' ' }
}

const fn sign(mark: Mark) -> char {
    match mark {
        Mark::Good => ' ',
        Mark::Inaccuracy => 'i',
        Mark::Mistake => 'm',
        Mark::Blunder => 'b',
    }
}

/// A move for programs. Scores and chances are those of x.
pub(super) fn move_json(reviewed: &ReviewedMove) -> Value {
    let ReviewedMove { number, side, played, before, after } = reviewed;
    let path: Vec<String> = before.pv.iter().map(Move::to_string).collect();
    json!({
        "move": number,
        "side": side.letter().to_string(),
        "played": played.to_string(),
        "best": path.first(),
        "path": path,
        "before": position_json(before),
        "after": position_json(after),
        "loss": reviewed.loss(),
        "mark": reviewed.mark().name(),
    })
}

fn position_json(evaluated: &Evaluated) -> Value {
    json!({
        "score": evaluated.score,
        "proved": score::is_proved(evaluated.score),
        "chance": evaluated.chance(Side::Blue),
        "depth": evaluated.depth,
    })
}

/// The whole game for programs.
pub(super) fn summary_json(game: &BlobwarReplay, moves: &[ReviewedMove]) -> Value {
    let side = |side: Side, name: &String| {
        let Summary { moves, wrong: [inaccuracies, mistakes, blunders], mean_loss } =
            Summary::of(moves, side);
        json!({"side": side.letter().to_string(), "name": name, "moves": moves, "inaccuracies": inaccuracies,
               "mistakes": mistakes, "blunders": blunders, "mean_loss": mean_loss})
    };
    let players: Vec<Value> = Side::BOTH
        .into_iter()
        .zip(&game.players.clone().unwrap_or_default())
        .map(|(of, name)| side(of, name))
        .collect();
    json!({
        "start": game.start.to_string(),
        "moves": game.moves.len(),
        "analysed": moves.len(),
        "stopped": moves.len() < game.moves.len(),
        "players": players,
    })
}

/// The page: the viewer with the curve, and the moves that gave something away marked.
pub(super) fn page(game: &BlobwarReplay, moves: &[ReviewedMove]) -> String {
    let mut film = Film::of(&Recording::Blobwar(BlobwarRecording::of_replay(game)));
    let thousandths = |evaluated: &Evaluated| (1_000.0 * evaluated.chance(Side::Blue)).round() as u16;
    let first = moves.first().map(|reviewed| thousandths(&reviewed.before));
    let chances =
        first.into_iter().chain(moves.iter().map(|reviewed| thousandths(&reviewed.after))).collect();
    let wrong = moves.iter().filter(|reviewed| reviewed.mark() > Mark::Good);
    let mark = |reviewed: &ReviewedMove| ReviewMark {
        step: reviewed.number,
        sign: reviewed.mark().sign().into(),
        note: format!("{}.", note(reviewed)),
    };
    film.review = Some(Review { chances, marks: wrong.map(mark).collect() });
    html::page(&film)
}
