//! From replay to text: one field on a line, the moves last and sixteen on a line.

use std::fmt::Write;

use super::{BlobwarReplay, DemonReplay, Placement, Replay, VERSION, WellReplay};

/// The number of moves or figures on a line.
const PER_LINE: usize = 16;

/// Writes a document from which [`read`](super::read()) makes the same replay.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_judge::replay::{BlobwarReplay, Replay, read, write};
/// let start = Position::start(Size::Seven, StuckRule::Passes);
/// let moves = vec!["b6".parse().unwrap()];
/// let replay = Replay::Blobwar(BlobwarReplay { start, moves, result: None, players: None });
/// assert_eq!(read(write(&replay).as_bytes()), Ok(replay));
/// ```
pub fn write(replay: &Replay) -> String {
    let mut text = format!("{{\n  \"laplace-replay\": {VERSION},\n  \"game\": \"{}\"", replay.kind().name());
    match replay {
        Replay::Demon(demon) => write_demon(&mut text, demon),
        Replay::Well(well) => write_well(&mut text, well),
        Replay::Blobwar(blobwar) => write_blobwar(&mut text, blobwar),
    }
    text.push_str("\n}\n");
    text
}

fn write_demon(text: &mut String, replay: &DemonReplay) {
    field(text, "seed", replay.seed.number());
    if let Some(score) = replay.score {
        field(text, "score", score);
    }
    list(text, "moves", replay.moves.iter().map(pair));
}

fn write_well(text: &mut String, replay: &WellReplay) {
    field(text, "rows", replay.depth.rows());
    if let Some(placed) = replay.placed {
        field(text, "placed", placed);
    }
    list(text, "figures", replay.figures.iter().map(|figure| figure.number()));
    list(text, "moves", replay.moves.iter().map(pair));
}

fn write_blobwar(text: &mut String, replay: &BlobwarReplay) {
    field(text, "start", quoted(&replay.start.to_string()));
    field(text, "rules", quoted(replay.start.stuck_rule().name()));
    if let Some([blue, red]) = &replay.players {
        field(text, "players", format_args!("[{}, {}]", quoted(blue), quoted(red)));
    }
    if let Some(result) = replay.result {
        field(text, "result", quoted(result.name()));
    }
    list(text, "moves", replay.moves.iter().map(|played| quoted(&played.to_string())));
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn pair(Placement { rotation, column }: &Placement) -> String {
    format!("[{rotation},{column}]")
}

// Writing to a string cannot fail.
fn field(text: &mut String, name: &str, value: impl std::fmt::Display) {
    _ = write!(text, ",\n  \"{name}\": {value}");
}

fn list(text: &mut String, name: &str, elements: impl Iterator<Item = impl std::fmt::Display>) {
    _ = write!(text, ",\n  \"{name}\": [");
    for (place, element) in elements.enumerate() {
        let gap = match place {
            0 => "\n    ",
            _ if place % PER_LINE == 0 => ",\n    ",
            _ => ", ",
        };
        _ = write!(text, "{gap}{element}");
    }
    text.push(']');
}
