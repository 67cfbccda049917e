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
use laplace_matches::ratings::{Standing, standings};
use laplace_matches::score::{EngineStats, Results};
use laplace_matches::stats::Sprt;
use laplace_matches::{FinishedGame, Match, Score};
use serde_json::{Value, json};

/// Without a terminal, a line is printed this often.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// What a report has beside the scores.
#[derive(Clone, Debug)]
pub(super) struct Caption<'a> {
    planned: &'a Match,
    /// Boards, rule, time controls and openings, in one line.
    about: String,
    /// The number of games of all pairings.
    games: usize,
}

impl<'a> Caption<'a> {
    pub(super) fn new(planned: &'a Match) -> Self {
        let controls = match planned.entrants.as_slice() {
            [a, b] => [a.control, b.control],
            // With more players there is one control for all.
            entrants => [entrants[0].control; 2],
        };
        let titles: BTreeSet<String> = planned.openings.iter().map(Variant::title).collect();
        let about = format!(
            "{}, {}, different openings: {}",
            Vec::from_iter(titles).join("; "),
            pgn::time_control(&controls),
            planned.distinct_openings()
        );
        Self { planned, about, games: 2 * planned.pairs * planned.pairings.len() }
    }

    fn name(&self, player: usize) -> &str {
        &self.planned.entrants[player].name
    }
}

/// The whole table, several lines.
pub(super) fn table(scores: &[Score], caption: &Caption<'_>) -> String {
    match scores {
        [score] => table_of_two(score, caption),
        _ => crosstable(scores, caption),
    }
}

fn table_of_two(score: &Score, caption: &Caption<'_>) -> String {
    let total = score.total();
    let pairs = score.pairs;
    let [blue, red] = score.by_colour;
    let [a, b] = [0, 1].map(|player| caption.name(player));
    let mut text = format!("A {a}\nB {b}\n{}\n", caption.about);
    _ = writeln!(
        text,
        "games   {} of {}: {total}, {:.1} % for A",
        total.games(),
        caption.games,
        total.percent()
    );
    _ = writeln!(text, "as blue {blue}   as red  {red}");
    _ = writeln!(text, "Elo     {}", elo(score));
    _ = writeln!(text, "pairs   {} (0 to 2 points: {})", pairs.count(), counts(score));
    _ = writeln!(text, "LOS     {:.1} %", 100.0 * pairs.likelihood_of_superiority());
    if let Some(sprt) = &caption.planned.sprt {
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

/// The standings of a tournament with the points of each two players, and then the result of each two.
fn crosstable(scores: &[Score], caption: &Caption<'_>) -> String {
    let planned = caption.planned;
    let standings = standings(planned, scores);
    let width = planned.entrants.iter().map(|entrant| entrant.name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{}\ngames   {} of {}\n\n", caption.about, games(scores), caption.games);
    let cell = |player: usize, opponent: usize| match between(player, opponent, scores, planned) {
        _ if player == opponent => "-".into(),
        Some(results) => format!("{}/{}", results.points(), results.games()),
        None => String::new(),
    };
    let players = || standings.iter().map(|standing| standing.player);
    let cells = players().flat_map(|player| players().map(move |opponent| cell(player, opponent)));
    let cell_width = cells.map(|cell| cell.len()).max().unwrap_or(0);
    _ = write!(text, "    {:width$}     Elo       ±  games  points      %", "player");
    for place in 1..=standings.len() {
        _ = write!(text, "  {place:>cell_width$}");
    }
    text.push('\n');
    for (place, Standing { player, results, rating, .. }) in (1..).zip(&standings) {
        let name = caption.name(*player);
        let [elo, error] = match rating {
            Some(rating) => [format!("{:+.1}", rating.elo), format!("{:.1}", rating.error)],
            None => ["n/a".into(), "n/a".into()],
        };
        _ = write!(
            text,
            "{place:>2}  {name:width$} {elo:>7} {error:>7} {:>6} {:>7.1} {:>6.1}",
            results.games(),
            results.points(),
            results.percent()
        );
        for opponent in players() {
            _ = write!(text, "  {:>cell_width$}", cell(*player, opponent));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push('\n');
    for (&[a, b], score) in planned.pairings.iter().zip(scores) {
        _ = writeln!(text, "{:width$} - {:width$}  {score}", caption.name(a), caption.name(b));
    }
    text.push('\n');
    for Standing { player, stats, .. } in &standings {
        _ = writeln!(text, "{:width$}  {}", caption.name(*player), stats_line(stats));
    }
    text
}

/// The results of a player against another; `None` if they do not meet.
fn between(player: usize, opponent: usize, scores: &[Score], planned: &Match) -> Option<Results> {
    planned.pairings.iter().zip(scores).find_map(|(&pairing, score)| match pairing {
        _ if pairing == [player, opponent] => Some(score.total()),
        _ if pairing == [opponent, player] => Some(score.total().reversed()),
        _ => None,
    })
}

fn elo(score: &Score) -> String {
    match score.pairs.rating() {
        Some(rating) => format!("{rating} (95 %, pentanomial over pairs)"),
        None => "n/a: no pair is complete".into(),
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

fn games(scores: &[Score]) -> u64 {
    scores.iter().map(|score| u64::from(score.total().games())).sum()
}

/// The scores in one line.
fn line(scores: &[Score], caption: &Caption<'_>) -> String {
    let mut text = format!("{} of {}", games(scores), caption.games);
    if let [score] = scores {
        _ = write!(text, ": {score}");
        if let Some(sprt) = &caption.planned.sprt {
            _ = write!(text, ", LLR {:.2}", sprt.ratio(&score.pairs));
        }
        return text;
    }
    for Standing { player, rating, .. } in standings(caption.planned, scores) {
        if let Some(rating) = rating {
            _ = write!(text, "; {} {:+.0}", caption.name(player), rating.elo);
        }
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
pub(super) fn result_json(scores: &[Score], caption: &Caption<'_>, stopped: bool) -> Value {
    match scores {
        [score] => result_of_two(score, caption, stopped),
        _ => tournament_json(scores, caption, stopped),
    }
}

fn results_json(of: Results) -> Value {
    json!({"wins": of.wins, "draws": of.draws, "losses": of.losses})
}

fn result_of_two(score: &Score, caption: &Caption<'_>, stopped: bool) -> Value {
    let rating = score.pairs.rating();
    let sprt = caption.planned.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        let verdict = sprt.verdict(&score.pairs).to_string();
        json!({"llr": sprt.ratio(&score.pairs), "low": low, "high": high, "elo0": sprt.elo0, "elo1": sprt.elo1,
               "verdict": verdict})
    });
    let players: Vec<Value> = score
        .stats
        .iter()
        .enumerate()
        .map(|(player, stats)| player_json(caption.name(player), stats))
        .collect();
    let total = score.total();
    json!({
        "result": results_json(total),
        "games": total.games(),
        "asked": caption.games,
        "openings": caption.planned.distinct_openings(),
        "score": total.percent() / 100.0,
        "elo": rating.map(|rating| rating.elo),
        "error": rating.map(|rating| rating.error),
        "los": score.pairs.likelihood_of_superiority(),
        "pairs": score.pairs.0,
        "as_x": results_json(score.by_colour[Side::Blue as usize]),
        "as_o": results_json(score.by_colour[Side::Red as usize]),
        "sprt": sprt,
        "players": players,
        "stopped": stopped,
    })
}

fn tournament_json(scores: &[Score], caption: &Caption<'_>, stopped: bool) -> Value {
    let planned = caption.planned;
    let player = |standing: &Standing| {
        let Standing { player, results, stats, rating } = standing;
        let mut object = player_json(caption.name(*player), stats);
        object["elo"] = json!(rating.map(|rating| rating.elo));
        object["error"] = json!(rating.map(|rating| rating.error));
        object["games"] = results.games().into();
        object["points"] = results.points().into();
        object["result"] = results_json(*results);
        object
    };
    let pairing = |(&[a, b], score): (&[usize; 2], &Score)| {
        let rating = score.pairs.rating();
        json!({
            "a": caption.name(a),
            "b": caption.name(b),
            "result": results_json(score.total()),
            "games": score.total().games(),
            "pairs": score.pairs.0,
            "elo": rating.map(|rating| rating.elo),
            "error": rating.map(|rating| rating.error),
        })
    };
    json!({
        "players": standings(planned, scores).iter().map(player).collect::<Vec<Value>>(),
        "pairings": planned.pairings.iter().zip(scores).map(pairing).collect::<Vec<Value>>(),
        "games": games(scores),
        "asked": caption.games,
        "openings": planned.distinct_openings(),
        "stopped": stopped,
    })
}

fn player_json(name: &str, stats: &EngineStats) -> Value {
    let mut object = json!({"name": name, "depth": stats.depth(), "nps": stats.nps()});
    for kind in ForfeitKind::ALL {
        object[kind.name()] = stats.forfeits(kind).into();
    }
    object
}

/// The score while the match goes on: on a terminal a table, redrawn after each game; elsewhere a line every
/// [`BETWEEN_LINES`].
pub(super) struct LiveReport {
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl LiveReport {
    /// A report of a match of which some games were played before.
    pub(super) fn new(caption: &Caption<'_>, scores: &[Score]) -> Self {
        let played_before = games(scores);
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(caption.games as u64);
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len}, {elapsed} gone, {eta} left\n{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_secs(1));
            bar.set_position(played_before);
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
        scores: &[Score],
        caption: &Caption<'_>,
    ) {
        if let Ending::Forfeit(side, reason) = &finished.game.ending {
            let name = heading.names[*side as usize];
            self.message(&format!("round {}: {name} ({reason})", finished.number));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(games(scores));
            bar.set_message(table(scores, caption));
        } else if self.last_line.elapsed() >= BETWEEN_LINES {
            eprintln!("{}", line(scores, caption));
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
