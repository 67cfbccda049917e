//! The score as a table for people and as JSON for programs.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use laplace_games::blobwar::Side;
use laplace_solvers::blobwar::arena::stats::Sprt;
use serde_json::{Value, json};

use super::fault::Kind;
use super::score::{Conduct, Results, Score};

/// Where nobody sees a bar, a line comes this often.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// What a table says beside the score.
#[derive(Clone, Debug)]
pub(crate) struct Caption {
    pub(crate) names: [String; 2],
    pub(crate) about: String,
    pub(crate) games: usize,
    pub(crate) sprt: Option<Sprt>,
}

/// Wins, draws and losses.
impl std::fmt::Display for Results {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// The whole table, several lines.
pub(crate) fn table(score: &Score, caption: &Caption) -> String {
    let (total, pairs) = (score.total(), score.pairs);
    let [blue, red] = score.by_colour;
    let [a, b] = &caption.names;
    let mut text = format!("A {a}\nB {b}\n{}\n", caption.about);
    _ = writeln!(
        text,
        "games   {} of {}: {total}, {:.1} % for A",
        total.games(),
        caption.games,
        total.percent()
    );
    _ = writeln!(text, "as x    {blue}   as o  {red}");
    _ = writeln!(text, "Elo     {}", elo(score));
    _ = writeln!(text, "pairs   {} (0 to 2 points: {})", pairs.count(), counts(score));
    _ = writeln!(text, "LOS     {:.1} %", 100.0 * pairs.likelihood_of_superiority());
    if let Some(sprt) = &caption.sprt {
        let (low, high) = sprt.bounds();
        let (ratio, verdict) = (sprt.ratio(&pairs), sprt.verdict(&pairs));
        let Sprt { elo0, elo1, .. } = sprt;
        _ = writeln!(
            text,
            "SPRT    LLR {ratio:.2} in ({low:.2}, {high:.2}), elo0 {elo0}, elo1 {elo1}: {verdict}"
        );
    }
    for (name, conduct) in ["A", "B"].into_iter().zip(&score.conduct) {
        _ = writeln!(text, "{name}       {}", conduct_line(conduct));
    }
    text
}

fn elo(score: &Score) -> String {
    match score.pairs.rating() {
        Some(rating) => format!("{:+.1} ± {:.1} (95 %, pentanomial over pairs)", rating.elo, rating.error),
        None => "unknown: no pair is complete".into(),
    }
}

fn counts(score: &Score) -> String {
    score.pairs.0.map(|count| count.to_string()).join(" ")
}

fn conduct_line(conduct: &Conduct) -> String {
    let faults = Kind::ALL.map(|kind| format!("{} {}", kind.name(), conduct.faults(kind)));
    let mut text = format!("lost by {}", faults.join(", "));
    if let Some(depth) = conduct.depth() {
        _ = write!(text, "; depth {depth:.1}");
    }
    if let Some(speed) = conduct.speed() {
        _ = write!(text, "; {:.0} knps", speed / 1e3);
    }
    text
}

/// The score in one line.
fn line(score: &Score, caption: &Caption) -> String {
    let total = score.total();
    let mut text = format!("{} of {}: {total}, {:.1} %", total.games(), caption.games, total.percent());
    if let Some(rating) = score.pairs.rating() {
        _ = write!(text, ", {:+.1} Elo ± {:.1}", rating.elo, rating.error);
    }
    if let Some(sprt) = &caption.sprt {
        _ = write!(text, ", LLR {:.2}", sprt.ratio(&score.pairs));
    }
    text
}

/// The final result for programs.
pub(crate) fn json(score: &Score, caption: &Caption, stopped: bool) -> Value {
    let results = |of: Results| json!({"wins": of.wins, "draws": of.draws, "losses": of.losses});
    let rating = score.pairs.rating();
    let sprt = caption.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        let verdict = sprt.verdict(&score.pairs).to_string();
        json!({"llr": sprt.ratio(&score.pairs), "low": low, "high": high, "elo0": sprt.elo0, "elo1": sprt.elo1,
               "verdict": verdict})
    });
    let players: Vec<Value> = caption.names.iter().zip(&score.conduct).map(player).collect();
    let total = score.total();
    json!({
        "result": results(total),
        "games": total.games(),
        "asked": caption.games,
        "score": total.percent() / 100.0,
        "elo": rating.map(|rating| rating.elo),
        "error": rating.map(|rating| rating.error),
        "los": score.pairs.likelihood_of_superiority(),
        "pairs": score.pairs.0,
        "as_x": results(score.by_colour[Side::Blue as usize]),
        "as_o": results(score.by_colour[Side::Red as usize]),
        "sprt": sprt,
        "players": players,
        "stopped": stopped,
    })
}

fn player((name, conduct): (&String, &Conduct)) -> Value {
    let mut object = json!({"name": name, "depth": conduct.depth(), "nps": conduct.speed()});
    for kind in Kind::ALL {
        object[kind.name()] = conduct.faults(kind).into();
    }
    object
}

/// The table on a terminal, redrawn after each game; elsewhere a line now and then.
pub(crate) struct Live {
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Live {
    pub(crate) fn new(caption: &Caption) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(caption.games as u64);
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len}, {elapsed} gone, {eta} left\n{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Self { bar, last_line: Instant::now() }
    }

    /// Games that were played before.
    pub(crate) fn skip(&self, games: u32) {
        if let Some(bar) = &self.bar {
            bar.set_position(games.into());
            bar.reset_eta();
        }
    }

    #[allow(clippy::print_stderr, reason = "talk goes to standard error")]
    pub(crate) fn show(&mut self, score: &Score, caption: &Caption) {
        if let Some(bar) = &self.bar {
            bar.set_position(score.total().games().into());
            bar.set_message(table(score, caption));
        } else if self.last_line.elapsed() >= BETWEEN_LINES {
            eprintln!("{}", line(score, caption));
            self.last_line = Instant::now();
        }
    }

    /// Says something above the table.
    #[allow(clippy::print_stderr, reason = "talk goes to standard error")]
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
