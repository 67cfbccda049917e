//! Reports of `laplace blobwar match`: the score as a table for people and as JSON for programs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use laplace_games::blobwar::{Side, Variant};
use laplace_matches::forfeit::ForfeitKind;
use laplace_matches::game::Ending;
use laplace_matches::pgn::{self, Heading};
use laplace_matches::score::{EngineStats, Results};
use laplace_matches::stats::Sprt;
use laplace_matches::{FinishedGame, Match, Score};
use serde_json::{Value, json};

/// Without a terminal, a line is printed this often.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// What a report has beside the score.
#[derive(Clone, Debug)]
pub(super) struct Caption {
    names: [String; 2],
    /// Boards, rule, time controls and openings, in one line.
    about: String,
    games: usize,
    sprt: Option<Sprt>,
}

impl Caption {
    pub(super) fn new(planned: &Match) -> Self {
        let controls = planned.entrants.each_ref().map(|entrant| entrant.control);
        let titles: BTreeSet<String> = planned.openings.iter().map(Variant::title).collect();
        let games = Vec::from_iter(titles).join("; ");
        let openings = planned.openings.len().min(planned.pairs);
        let about = format!("{games}, {}, openings: {openings}", pgn::time_control(&controls));
        let names = planned.entrants.each_ref().map(|entrant| entrant.name.clone());
        Self { names, about, games: 2 * planned.pairs, sprt: planned.sprt }
    }
}

/// The whole table, several lines.
pub(super) fn table(score: &Score, caption: &Caption) -> String {
    let total = score.total();
    let pairs = score.pairs;
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
        let ratio = sprt.ratio(&pairs);
        let verdict = sprt.verdict(&pairs);
        let Sprt { elo0, elo1, .. } = sprt;
        _ = writeln!(
            text,
            "SPRT    LLR {ratio:.2} in ({low:.2}, {high:.2}), elo0 {elo0}, elo1 {elo1}: {verdict}"
        );
    }
    for (name, stats) in ["A", "B"].into_iter().zip(&score.stats) {
        _ = writeln!(text, "{name}       {}", stats_line(stats));
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

fn stats_line(stats: &EngineStats) -> String {
    let forfeits = ForfeitKind::ALL.map(|kind| format!("{} {}", kind.name(), stats.forfeits(kind)));
    let mut text = format!("lost by {}", forfeits.join(", "));
    if let Some(depth) = stats.depth() {
        _ = write!(text, "; depth {depth:.1}");
    }
    if let Some(nps) = stats.nps() {
        _ = write!(text, "; {:.0} knps", nps / 1e3);
    }
    text
}

/// The score in one line.
fn line(score: &Score, caption: &Caption) -> String {
    let mut text = format!("{} of {}: {score}", score.total().games(), caption.games);
    if let Some(sprt) = &caption.sprt {
        _ = write!(text, ", LLR {:.2}", sprt.ratio(&score.pairs));
    }
    text
}

/// A game for programs.
pub(super) fn game_json(finished: &FinishedGame, heading: &Heading<'_>) -> Value {
    let FinishedGame { number, game } = finished;
    let [blue, red] = heading.names;
    json!({
        "round": number.to_string(),
        "x": blue,
        "o": red,
        "result": pgn::result(game.ending.outcome()),
        "plies": game.moves.len(),
        "ended": pgn::termination(&game.ending),
        "fen": game.start.to_string(),
        "final": game.last.to_string(),
    })
}

/// The final result for programs.
pub(super) fn result_json(score: &Score, caption: &Caption, stopped: bool) -> Value {
    let results = |of: Results| json!({"wins": of.wins, "draws": of.draws, "losses": of.losses});
    let rating = score.pairs.rating();
    let sprt = caption.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        let verdict = sprt.verdict(&score.pairs).to_string();
        json!({"llr": sprt.ratio(&score.pairs), "low": low, "high": high, "elo0": sprt.elo0, "elo1": sprt.elo1,
               "verdict": verdict})
    });
    let players: Vec<Value> = caption.names.iter().zip(&score.stats).map(player).collect();
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

fn player((name, stats): (&String, &EngineStats)) -> Value {
    let mut object = json!({"name": name, "depth": stats.depth(), "nps": stats.nps()});
    for kind in ForfeitKind::ALL {
        object[kind.name()] = stats.forfeits(kind).into();
    }
    object
}

/// The score while the match goes on: on a terminal a table, redrawn after each game; elsewhere a line now and then.
pub(super) struct LiveReport {
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl LiveReport {
    /// A report of a match of which this number of games was played before.
    pub(super) fn new(caption: &Caption, played_before: u32) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(caption.games as u64);
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len}, {elapsed} gone, {eta} left\n{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_secs(1));
            bar.set_position(played_before.into());
            bar.reset_eta();
            bar
        });
        Self { bar, last_line: Instant::now() }
    }

    /// Reports a game that has ended: forfeits at once, the score as often as it is shown.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(super) fn game(
        &mut self,
        finished: &FinishedGame,
        heading: &Heading<'_>,
        score: &Score,
        caption: &Caption,
    ) {
        if let Ending::Forfeit(side, reason) = &finished.game.ending {
            let name = heading.names[*side as usize];
            self.message(&format!("round {}: {name} ({reason})", finished.number));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(score.total().games().into());
            bar.set_message(table(score, caption));
        } else if self.last_line.elapsed() >= BETWEEN_LINES {
            eprintln!("{}", line(score, caption));
            self.last_line = Instant::now();
        }
    }

    /// Prints a line above the table.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    fn message(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }
}

impl Drop for LiveReport {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
