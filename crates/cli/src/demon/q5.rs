//! `laplace demon q5`, and question 5 for `laplace demon answer`.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use laplace_games::demon::bound::{BoundKind, Bounds};
use laplace_games::demon::format::{self, FileKind, FileName, Question};
use laplace_games::demon::{MOVE_LIMIT, Move, Seed, UncheckedMove, bound};
use laplace_judge::recording::DemonRecording;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, Parts, Progress, Solution, solve_from};
use laplace_solvers::platform::available_threads;
use serde_json::{Value, json};

use super::bound::{bounds_json, seed};
use super::recorded::{expect_a_move, expect_seed, played};
use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::progress::StatusLine;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
The search ends when the tight bound is met, which proves the game optimal, when its rounds are played or when the \
time is up. Without --time the moves depend on nothing but the seed and --effort: not on the machine, nor on --threads. \
Ctrl-C ends it early with the best complete game so far. The result line goes to standard error.

A file that already holds a game of this seed is only replaced by a better one, and one that holds something else not at all; \
--force replaces it in any case.

The best bound is the tight bound, or less where the search has proved that no game comes to the tight one; the gap is the \
distance to it. `laplace demon prove` may find more such proofs.

With --seed-range, Ctrl-C ends the game under way, and the seeds after it are not played: exit code 130.

Examples: laplace demon q5 231 -o q5-output-1
          laplace demon q5 inputs/q5-input-1 --from old/q5-output-1 -o q5-output-1 --time 300
          laplace demon q5 inputs/q5-input-1 --time 5 --threads 1 | head
          laplace demon q5 --seed-range 100..109 --time 2 --out games";

/// The rounds of a search without `--effort` and without `--time`.
const DEFAULT_ROUNDS: u32 = 8;

/// The rounds, the time and the threads for one game.
#[derive(Clone, Debug, Args)]
pub(super) struct Effort {
    /// Number of rounds for each game; the result is the same on every machine [default: 8 without --time]
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..))]
    effort: Option<u32>,
    /// Time limit for each game
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Number of threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Effort {
    /// The most rounds of a search; `None` if only the time limits it.
    fn rounds(&self) -> Option<u32> {
        self.effort.or(self.time.is_none().then_some(DEFAULT_ROUNDS))
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(available_threads, usize::from)
    }
}

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct Q5 {
    /// The input: a file, `-` for standard input, or the number s itself
    #[arg(default_value = "-", value_name = "INPUT|S")]
    input: FileArg,
    /// Where the moves go, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
    #[command(flatten)]
    effort: Effort,
    /// Begin with this game of the same seed (moves or a replay): the result is never worse
    #[arg(long, value_name = "FILE", conflicts_with = "seed_range")]
    from: Option<FileArg>,
    /// Replace a file that holds a better game
    #[arg(long)]
    force: bool,
    /// Beam width, for one search of that width instead of ever wider ones
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    width: Option<u32>,
    /// Number of moves to play
    #[arg(long, default_value_t = MOVE_LIMIT, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOVE_LIMIT)))]
    moves: u32,
    /// Play the seeds from A to B, both included, and print a table instead of moves
    #[arg(long, value_name = "A..B", value_parser = seed_range, conflicts_with_all = ["input", "output"])]
    seed_range: Option<RangeInclusive<u32>>,
    /// With --seed-range: also write q5-input-S and q5-output-S of every seed S into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result as a JSON object on standard output, with the moves unless -o names a file; with
    /// --seed-range, one object a line
    #[arg(long)]
    json: bool,
}

impl Q5 {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.seed_range {
            Some(range) => self.play_many(range.clone()),
            None => self.play_one(),
        }
    }

    fn play_one(&self) -> Result<(), Failure> {
        if self.out.is_some() {
            return Err(Failure::Usage(
                "--out goes with --seed-range; expected -o FILE for one seed".to_owned(),
            ));
        }
        let seed = self.seed()?;
        self.output.check_not_input(&self.input)?;
        check_output(&self.output, seed, self.force)?;
        let incumbent = self.from.as_ref().map_or(Ok(Vec::new()), |place| moves_of(place, seed))?;
        let solved = self.play(seed, &incumbent);
        solved.report();
        if !self.json {
            return solved.write(&self.output, self.force).map(|_| ());
        }
        let mut report = solved.json();
        if self.output == FileArg::Stdio {
            report["moves"] = solved.lines().map(|line| line.to_string()).collect();
        } else {
            report["written"] = solved.write(&self.output, self.force)?.into();
        }
        FileArg::Stdio.write(format!("{report}\n").as_bytes())
    }

    /// The seed in the input. A number that is not the name of a file is the seed itself.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    fn seed(&self) -> Result<Seed, Failure> {
        if let FileArg::Path(path) = &self.input
            && let Some(number) =
                path.to_str().filter(|text| text.bytes().all(|digit| digit.is_ascii_digit()))
        {
            if !path.exists() {
                return seed(number).map_err(|expected| Failure::Usage(format!("{number}: {expected}")));
            }
            eprintln!("laplace: {number}: a file of this name exists, so s is read from it");
        }
        let text = self.input.read()?;
        format::read_seed(&text).map_err(|error| Failure::text(&self.input, error))
    }

    fn play(&self, seed: Seed, incumbent: &[Move]) -> Solved {
        solve_seed(seed, self.moves, incumbent, &self.effort, self.width.map(|width| width as usize))
    }

    /// Prints a row for each seed as soon as it is played, so that a long run can be watched and stopped.
    fn play_many(&self, range: RangeInclusive<u32>) -> Result<(), Failure> {
        if let Some(folder) = &self.out {
            let place = FileArg::Path(folder.clone());
            fs::create_dir_all(folder).map_err(|error| Failure::system(&place, "make", error))?;
            for seed in range.clone().filter_map(Seed::new) {
                check_files(folder, seed, self.force)?;
            }
        }
        if !self.json {
            FileArg::Stdio.write(b"   seed   score   plain   tight    best  gap  seconds\n")?;
        }
        let all = range.clone().count();
        let mut summary = Summary::default();
        for seed in range.filter_map(Seed::new) {
            let solved = self.play(seed, &[]);
            let row = if self.json { format!("{}\n", solved.json()) } else { solved.row() };
            FileArg::Stdio.write(row.as_bytes())?;
            if let Some(folder) = &self.out {
                solved.write_into(folder, self.force)?;
            }
            summary.add(&solved);
            if Stop::was_pressed() {
                break;
            }
        }
        summary.print(self.json)?;
        match all - summary.games {
            0 => Ok(()),
            undone => Err(Failure::Stopped { undone, all, what: "seeds were not played" }),
        }
    }
}

/// Fails before a search if its game could not be written, or would replace something else than a game of the seed. A better game of the seed
/// is kept after the search.
pub(super) fn check_output(output: &FileArg, seed: Seed, force: bool) -> Result<(), Failure> {
    output.check_writable()?;
    if force || !output.has_content() {
        return Ok(());
    }
    let found = match game_in(output)? {
        Ok(game) if game.result().seed == seed => return Ok(()),
        Ok(game) => format!("a game of seed {}", game.result().seed.number()),
        Err(_) => "something else than a game".to_owned(),
    };
    Err(would_replace(output, &found, seed))
}

/// The game in a file; the inner error if it has something else, as a seed or notes without a move.
fn game_in(output: &FileArg) -> Result<Result<DemonRecording, Failure>, Failure> {
    let text = output.read()?;
    Ok(played(output, &text).and_then(|game| expect_a_move(output, game)))
}

/// The error for a file that is not replaced unasked.
pub(super) fn would_replace(output: &FileArg, found: &str, seed: Seed) -> Failure {
    Failure::Usage(format!(
        "{output}: found {found}, expected one of seed {} or a new name (--force replaces it)",
        seed.number()
    ))
}

/// The input and the answer of a seed in a folder.
fn files_of(folder: &Path, seed: Seed) -> [FileArg; 2] {
    let input = FileName { question: Question::Q5, kind: FileKind::Input, number: seed.number().to_string() };
    let answer = input.answer();
    [input, answer].map(|name| FileArg::Path(folder.join(name.to_string())))
}

/// [`check_output`] for the files of a seed in a folder, in which other seeds may have these numbers.
fn check_files(folder: &Path, seed: Seed, force: bool) -> Result<(), Failure> {
    let [input, answer] = files_of(folder, seed);
    if !force && input.has_content() && format::read_seed(&input.read()?).ok() != Some(seed) {
        return Err(would_replace(&input, "another input", seed));
    }
    // A range can have a million seeds: where there is no file, there is nothing to check.
    if answer.has_content() { check_output(&answer, seed, force) } else { Ok(()) }
}

/// The moves of a game of this seed.
pub(super) fn moves_of(place: &FileArg, seed: Seed) -> Result<Vec<Move>, Failure> {
    let game = played(place, &place.read()?)?;
    expect_seed(place, game.result().seed, seed)?;
    Ok(game.steps().iter().map(|step| step.chosen).collect())
}

/// The game that the search found, and the time it took.
pub(super) struct Solved {
    seed: Seed,
    solution: Solution,
    plain_bound: u32,
    seconds: f64,
}

/// Searches for the best game of a seed, with a progress line on a terminal.
pub(super) fn solve_seed(
    seed: Seed,
    moves: u32,
    incumbent: &[Move],
    effort: &Effort,
    width: Option<usize>,
) -> Solved {
    let began = Instant::now();
    let stop = Stop::after(effort.time);
    let status = StatusLine::default();
    let rounds = effort.rounds();
    let watch = |progress: &Progress| {
        let left = match (effort.time, rounds) {
            (Some(time), _) => format!("{:.0} s left", (time - began.elapsed().as_secs_f64()).max(0.0)),
            (None, Some(rounds)) => format!("round {}/{rounds}", progress.round),
            (None, None) => String::new(),
        };
        status.show(|width| progress_line(progress, &left, width));
    };
    let limits = Limits { threads: effort.threads(), beam_width: width, rounds, parts: Parts::ALL };
    let control = Control { stop: &|| stop.is_due(), progress: &watch };
    let solution = solve_from(seed, moves, incumbent, &limits, &control);
    drop(status);
    let plain_bound = bound::bound(seed, moves);
    Solved { seed, solution, plain_bound, seconds: began.elapsed().as_secs_f64() }
}

/// The widest bar of the progress line.
const MAX_BAR: usize = 20;
/// A narrower bar shows nothing.
const MIN_BAR: usize = 6;

/// What is shown while a game is searched, in at most `width` columns: what matters least is left out first.
fn progress_line(progress: &Progress, left: &str, width: usize) -> String {
    let piece = format!("piece {}/{}", progress.placed, progress.moves);
    let score = format!("score {}", progress.score);
    let best = progress.best.map(|best| format!("best {best}, gap {}", progress.bound.saturating_sub(best)));
    let parts = [Some(piece), Some(score), best.clone(), Some(left.to_owned())];
    let shorter = [parts[0].clone(), best, parts[3].clone()];
    let joined = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join("  ");
    let text = match joined(&parts) {
        text if text.len() <= width || progress.best.is_none() => text,
        _ => joined(&shorter),
    };
    let text: String = text.chars().take(width).collect();
    let bar = width.saturating_sub(text.len() + 1).min(MAX_BAR);
    if bar < MIN_BAR {
        return text;
    }
    let done = (progress.placed as usize * bar).checked_div(progress.moves as usize).unwrap_or(bar);
    format!("{}{} {text}", "█".repeat(done), "░".repeat(bar - done))
}

/// The answer to an input of question 5; reports the score on standard error.
pub(super) fn answer(
    input: &FileArg,
    text: &[u8],
    from: Option<&FileArg>,
    effort: &Effort,
) -> Result<Solved, Failure> {
    let seed = format::read_seed(text).map_err(|error| Failure::text(input, error))?;
    let incumbent = from.map_or(Ok(Vec::new()), |place| moves_of(place, seed))?;
    let solved = solve_seed(seed, MOVE_LIMIT, &incumbent, effort, None);
    solved.report();
    Ok(solved)
}

impl Solved {
    pub(super) const fn solution(&self) -> &Solution {
        &self.solution
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(self.plain_bound).with(BoundKind::Tight, self.solution.bound)
    }

    /// The points between the score and the best bound, which is below the tight one where a proof has lowered it.
    fn gap(&self) -> u32 {
        self.solution.best_bound.saturating_sub(self.solution.score)
    }

    fn lines(&self) -> impl Iterator<Item = UncheckedMove> {
        let moves = self.seed.pieces().zip(&self.solution.moves);
        moves.map(|(piece, &chosen)| UncheckedMove::new(piece, chosen))
    }

    /// Writes the moves, unless the file has a game of the same seed that scores at least as much. Returns whether
    /// they were written.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(super) fn write(&self, output: &FileArg, force: bool) -> Result<bool, Failure> {
        let new = self.solution.score;
        let mut had = None;
        if !force
            && let FileArg::Path(path) = output
            && path.is_file()
            && output.has_content()
        {
            match game_in(output)?.as_ref().map(DemonRecording::result) {
                Ok(old) if old.seed == self.seed && old.score == new => {
                    eprintln!("{output}: kept, it has the same score: {new} (--force replaces it)");
                    return Ok(false);
                }
                Ok(old) if old.seed == self.seed && old.score > new => {
                    eprintln!(
                        "{output}: kept, it has a better game: {}, and the new one {new} (--force replaces it)",
                        old.score
                    );
                    return Ok(false);
                }
                Ok(old) if old.seed == self.seed => {}
                Ok(old) => had = Some(format!("a game of seed {}", old.seed.number())),
                Err(_) => had = Some("something else than a game".to_owned()),
            }
        }
        output.write(format::write_moves(self.seed, self.lines()).as_bytes())?;
        if let Some(had) = had {
            eprintln!("{output}: replaced, it had {had}");
        }
        Ok(true)
    }

    /// Writes the input and the answer under the contest's names, numbered by the seed.
    fn write_into(&self, folder: &Path, force: bool) -> Result<(), Failure> {
        let [input, answer] = files_of(folder, self.seed);
        input.write(format::write_seed(self.seed).as_bytes())?;
        self.write(&answer, force)?;
        Ok(())
    }

    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(super) fn report(&self) {
        let Solution { score, bound: tight, best_bound: best, .. } = self.solution;
        let lowered = if best < tight { format!(", best bound {best}") } else { String::new() };
        let distance = match self.gap() {
            0 => "proved optimal".to_owned(),
            gap => format!("gap {gap}"),
        };
        eprintln!(
            "s = {}: score {score}, tight bound {tight}{lowered}, {distance} (plain bound {}, {})",
            self.seed.number(),
            self.plain_bound,
            Shown::seconds(self.seconds)
        );
    }

    fn row(&self) -> String {
        let Solution { score, bound: tight, best_bound: best, .. } = self.solution;
        let proved = if self.solution.is_optimal() { "  proved optimal" } else { "" };
        format!(
            "{:>7} {score:>7} {:>7} {tight:>7} {best:>7} {:>4} {:>8.2}{proved}\n",
            self.seed.number(),
            self.plain_bound,
            self.gap(),
            self.seconds
        )
    }

    fn json(&self) -> Value {
        json!({
            "seed": self.seed.number(),
            "score": self.solution.score,
            "bound": self.solution.bound,
            "bounds": bounds_json(&self.bounds()),
            "best_bound": self.solution.best_bound,
            "gap": self.gap(),
            "optimal": self.solution.is_optimal(),
            "placed": self.solution.moves.len(),
            "seconds": self.seconds,
        })
    }
}

/// The sums over the games of a range of seeds.
#[derive(Default)]
struct Summary {
    games: usize,
    optimal: usize,
    score: u64,
    plain: u64,
    tight: u64,
    seconds: f64,
}

impl Summary {
    fn add(&mut self, solved: &Solved) {
        self.games += 1;
        self.optimal += usize::from(solved.solution.is_optimal());
        self.score += u64::from(solved.solution.score);
        self.plain += u64::from(solved.plain_bound);
        self.tight += u64::from(solved.solution.bound);
        self.seconds += solved.seconds;
    }

    /// Ends the table, or goes to standard error where every line of the output is a game's object.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    fn print(&self, json: bool) -> Result<(), Failure> {
        let share = |bound: u64| self.score as f64 / bound.max(1) as f64;
        let line = format!(
            "{} game{}: score {}, {:.4} of the plain bounds and {:.4} of the tight ones, {} proved optimal, {}",
            self.games,
            if self.games == 1 { "" } else { "s" },
            self.score,
            share(self.plain),
            share(self.tight),
            self.optimal,
            Shown::seconds(self.seconds)
        );
        if json {
            eprintln!("{line}");
            return Ok(());
        }
        FileArg::Stdio.write(format!("{line}\n").as_bytes())
    }
}

fn seed_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = || format!("expected A..B with 0 <= A <= B <= {}", Seed::MAX);
    let (first, last) = text.split_once("..").ok_or_else(expected)?;
    let range = seed(first)?.number()..=seed(last)?.number();
    if range.is_empty() { Err(expected()) } else { Ok(range) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_line_fits_the_terminal() {
        let late = Progress {
            round: 9,
            placed: 9_999,
            moves: 9_999,
            score: 740_400,
            best: Some(740_400),
            bound: 740_800,
        };
        assert_eq!(
            progress_line(&late, "3600 s left", 96),
            "████████████████████ piece 9999/9999  score 740400  best 740400, gap 400  3600 s left"
        );
        assert_eq!(
            progress_line(&late, "3600 s left", 76),
            "███████████ piece 9999/9999  score 740400  best 740400, gap 400  3600 s left"
        );
        assert_eq!(
            progress_line(&late, "3600 s left", 56),
            "piece 9999/9999  best 740400, gap 400  3600 s left"
        );
        for progress in [late, Progress { placed: 4_000, best: None, ..late }] {
            for width in 0..120 {
                assert!(progress_line(&progress, "3600 s left", width).chars().count() <= width, "{width}");
            }
        }
    }
}
