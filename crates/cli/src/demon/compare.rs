//! `laplace demon compare`: two games of one seed side by side.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Args;
use laplace_judge::demon::{Analysis, Gain, SideBySide};
use laplace_judge::recording::DemonRecording;
use serde_json::{Value, json};

use super::bound::bounds_json;
use super::recorded::{expect_a_move, expect_seed, played};
use super::report::analysis;
use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Losses and gains are measured against the tight bound. A game gains where the other one loses more with the same piece.

Examples: laplace demon compare old/q5-output-1 new/q5-output-1
          laplace demon compare q5-output-1 game.json --json";

/// The maximum number of gains in the text; JSON has all of them.
const MAX_GAINS: usize = 30;

/// Two games.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The first game: moves or a replay
    a: FileArg,
    /// The second game, of the same seed
    b: FileArg,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// One of the games.
struct Game<'a> {
    place: &'a FileArg,
    recording: DemonRecording,
    analysis: Analysis,
}

impl<'a> Game<'a> {
    fn read(place: &'a FileArg) -> Result<Self, Failure> {
        let recording = expect_a_move(place, played(place, &place.read()?)?)?;
        let analysis = analysis(&recording);
        Ok(Self { place, recording, analysis })
    }

    /// Points lost by kind, with the number of pieces that lost them.
    fn losses(&self) -> BTreeMap<&'static str, Lost> {
        let mut kinds: BTreeMap<&'static str, Lost> = BTreeMap::new();
        for loss in self.analysis.losses.iter().filter(|loss| loss.points > 0) {
            let lost = kinds.entry(loss.reason.word()).or_default();
            lost.points += loss.points;
            lost.pieces += 1;
        }
        kinds
    }

    fn json(&self) -> Value {
        let result = self.recording.result();
        let losses: serde_json::Map<_, _> = self
            .losses()
            .into_iter()
            .map(|(kind, lost)| (kind.into(), json!({ "points": lost.points, "pieces": lost.pieces })))
            .collect();
        json!({
            "file": self.place.to_string(),
            "score": result.score,
            "bounds": bounds_json(&self.analysis.bounds),
            "placed": result.placed,
            "lines": result.lines,
            "tetrises": result.tetrises,
            "back_to_backs": result.back_to_backs,
            "ended": result.ended.word(),
            "losses": losses,
        })
    }
}

#[derive(Clone, Copy, Default)]
struct Lost {
    points: u32,
    pieces: u32,
}

impl Compare {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let games = [Game::read(&self.a)?, Game::read(&self.b)?];
        let [a, b] = &games;
        expect_seed(b.place, b.recording.result().seed, a.recording.result().seed)?;
        let compared = SideBySide::new(&a.recording, &a.analysis, &b.recording, &b.analysis);
        let text = if self.json { as_json(&games, &compared) } else { as_text(&games, &compared) };
        FileArg::Stdio.write(text.as_bytes())
    }
}

fn name(first: bool) -> char {
    if first { 'A' } else { 'B' }
}

fn as_text(games: &[Game<'_>; 2], compared: &SideBySide) -> String {
    let [a, b] = games;
    let mut text = format!("A: {}\nB: {}\n\n{:<22}{:>10}{:>10}\n", a.place, b.place, "", "A", "B");
    let mut row = |name: &str, of: &dyn Fn(&Game<'_>) -> String| {
        _ = writeln!(text, "{name:<22}{:>10}{:>10}", of(a), of(b));
    };
    row("score", &|game| game.recording.result().score.to_string());
    let kinds = a.analysis.bounds.iter().map(|(kind, _)| kind);
    for kind in kinds {
        row(&format!("{} bound", kind.name()), &|game| {
            game.analysis.bounds.get(kind).unwrap_or(0).to_string()
        });
    }
    row("pieces placed", &|game| game.recording.result().placed.to_string());
    row("lines", &|game| game.recording.result().lines.to_string());
    row("Tetrises", &|game| game.recording.result().tetrises.to_string());
    row("back to back", &|game| game.recording.result().back_to_backs.to_string());
    let losses = games.each_ref().map(Game::losses);
    let kinds: std::collections::BTreeSet<_> = losses.iter().flat_map(BTreeMap::keys).copied().collect();
    for kind in kinds {
        let lost = losses.each_ref().map(|losses| losses.get(kind).copied().unwrap_or_default());
        let [a, b] = lost.map(|lost| format!("{} ({})", lost.points, lost.pieces));
        _ = writeln!(text, "{:<22}{a:>10}{b:>10}", format!("lost: {kind}"));
    }
    text.push('\n');
    text.push_str(&parting(games, compared));
    text.push_str(&gains(games, compared));
    text
}

fn parting([a, b]: &[Game<'_>; 2], compared: &SideBySide) -> String {
    let Some(parted) = compared.parted else {
        let [first, second] = [a, b].map(|game| game.recording.steps().len());
        return match first.cmp(&second) {
            std::cmp::Ordering::Equal => "The games are the same.\n".into(),
            std::cmp::Ordering::Less => format!("The same moves; A ends after piece {first}.\n"),
            std::cmp::Ordering::Greater => format!("The same moves; B ends after piece {second}.\n"),
        };
    };
    let played = |game: &Game<'_>| {
        let step = game.recording.steps().get(parted - 1);
        step.map_or_else(String::new, |step| {
            let column = step.chosen.column.number();
            format!("column {column}, turned {}", step.chosen.rotation.number())
        })
    };
    format!(
        "They part at piece {parted}: A plays {}; B plays {}.\nThey have the same board after {} pieces.\n",
        played(a),
        played(b),
        compared.same_boards
    )
}

fn gains([a, b]: &[Game<'_>; 2], compared: &SideBySide) -> String {
    if a.recording.steps().len() != b.recording.steps().len() {
        return "The games have different numbers of pieces, so their losses are not set against each other.\n".into();
    }
    if compared.gains.is_empty() {
        return "Neither gains on the other.\n".into();
    }
    let mut text = String::from("\n  piece  gains  points  A leads by\n");
    for gain in compared.gains.iter().take(MAX_GAINS) {
        let &Gain { placed, first, points, lead, reason } = gain;
        let loser = name(!first);
        let why = reason.map(|reason| format!("  {loser}: {reason}")).unwrap_or_default();
        _ = writeln!(text, "{placed:>7}      {}  {points:>6}  {lead:>10}{why}", name(first));
    }
    if compared.gains.len() > MAX_GAINS {
        _ = writeln!(text, "and {} more; --json has all of them", compared.gains.len() - MAX_GAINS);
    }
    text
}

fn as_json(games: &[Game<'_>; 2], compared: &SideBySide) -> String {
    let [a, b] = games;
    let gain = |gain: &Gain| {
        json!({
            "placed": gain.placed,
            "game": name(gain.first).to_string(),
            "points": gain.points,
            "lead": gain.lead,
            "kind": gain.reason.map(|reason| reason.word()),
        })
    };
    let report = json!({
        "seed": a.recording.result().seed.number(),
        "a": a.json(),
        "b": b.json(),
        "parted": compared.parted,
        "same_boards": compared.same_boards,
        "gains": compared.gains.iter().map(gain).collect::<Vec<_>>(),
    });
    format!("{report}\n")
}
