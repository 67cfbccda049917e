//! How near the demon comes to its bound, over many seeds, at a given time a game.
//!
//! ```text
//! cargo run --release --example demon_measure -- [--seeds N] [--first S] [--step D] [--moves M]
//!     [--seconds T] [--cpu] [--threads K] [--width W] [--effort ROUNDS] [--without PART] [--results FILE]
//! ```
//!
//! One line a seed, then a summary. Time is wall time, with the processor time of the process beside it;
//! with `--cpu` the limit itself is processor time, for machines that are busy with something else.
//!
//! With `--results` each line is also added to a file, and seeds that have a line there are not played again: so a long
//! measurement can be stopped and go on later. Measurements with other options need other files.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::str::FromStr;
use std::time::Instant;

use laplace_games::demon::{MOVE_LIMIT, Seed, State, bound};
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, Parts, solve};

/// What to measure. The open games among the default seeds were looked at when parts of the search were built.
struct Options {
    seeds: u32,
    first: u32,
    step: u32,
    moves: u32,
    seconds: f64,
    cpu: bool,
    threads: usize,
    width: Option<usize>,
    rounds: Option<u32>,
    parts: Parts,
    results: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seeds: 100,
            first: 200_003,
            step: 997,
            moves: MOVE_LIMIT,
            seconds: 2.0,
            cpu: false,
            threads: 1,
            width: None,
            rounds: None,
            parts: Parts::ALL,
            results: None,
        }
    }
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(name) = words.next() {
            let mut value = || words.next().ok_or(format!("{name} needs a value"));
            match name.as_str() {
                "--seeds" => options.seeds = number(&value()?)?,
                "--first" => options.first = number(&value()?)?,
                "--step" => options.step = number(&value()?)?,
                "--moves" => options.moves = number(&value()?)?,
                "--seconds" => options.seconds = number(&value()?)?,
                "--threads" => options.threads = number(&value()?)?,
                "--width" => options.width = Some(number(&value()?)?),
                "--effort" => options.rounds = Some(number(&value()?)?),
                "--without" => options.leave_out(&value()?)?,
                "--cpu" => options.cpu = true,
                "--results" => options.results = Some(value()?),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(options)
    }

    fn leave_out(&mut self, part: &str) -> Result<(), String> {
        let known = self.parts.set(part, false);
        known
            .then_some(())
            .ok_or_else(|| format!("no part {part}; expected one of: {}", Parts::NAMES.join(", ")))
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("not a number: {text}"))
}

/// Seconds of processor time of this process, all threads; `None` where there is no `/proc`.
fn cpu_seconds() -> Option<f64> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?;
    let mut sum = 0.0;
    for thread in threads.flatten() {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        sum += text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9;
    }
    Some(sum)
}

/// Losses a line.
const LOSSES_SHOWN: usize = 8;

/// Points lost at one piece: the piece, the points, and what the piece failed to do.
struct Loss {
    piece: u32,
    points: u32,
    kind: String,
}

/// One game, measured.
struct Game {
    seed: u32,
    score: u32,
    tight: u32,
    /// The tight bound, or less where the search has shown that it is out of reach.
    best: u32,
    plain: u32,
    placed: u32,
    wall: f64,
    cpu: f64,
    losses: Vec<Loss>,
}

fn measure(seed: Seed, options: &Options) -> Game {
    let start = Instant::now();
    let cpu_start = cpu_seconds().unwrap_or(0.0);
    let cpu = || cpu_seconds().unwrap_or(0.0) - cpu_start;
    let stop = || {
        let time = if options.cpu { cpu() } else { start.elapsed().as_secs_f64() };
        time >= options.seconds
    };
    let Options { threads, width, rounds, parts, .. } = *options;
    let limits = Limits { threads, beam_width: width, rounds, parts };
    let solution = solve(seed, options.moves, &limits, &Control::stopped_by(&stop));
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu());
    let mut state = State::with_limit(seed, options.moves);
    for &chosen in &solution.moves {
        if state.play(chosen).is_err() {
            break;
        }
    }
    assert_eq!(state.score(), solution.score, "the rules give another score");
    let losses = solution.losses.iter().take(LOSSES_SHOWN).map(|loss| Loss {
        piece: loss.piece,
        points: loss.points,
        kind: format!("{:?}", loss.kind),
    });
    Game {
        seed: seed.number(),
        score: solution.score,
        tight: solution.bound,
        best: solution.best_bound,
        plain: bound::bound(seed, options.moves),
        placed: state.placed(),
        wall,
        cpu,
        losses: losses.collect(),
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, score, tight, best, plain, placed, wall, cpu, losses } = self;
        let gap = best - score;
        write!(
            f,
            "seed {seed} score {score} best {best} tight {tight} plain {plain} gap {gap} placed {placed} "
        )?;
        write!(f, "wall {wall:.2} cpu {cpu:.2} losses")?;
        losses.iter().try_for_each(|loss| write!(f, " {}:{}:{}", loss.piece, loss.points, loss.kind))
    }
}

impl FromStr for Game {
    type Err = String;

    /// Reads a line of a file of results.
    fn from_str(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let named = |name: &str| {
            let place = words.iter().position(|&word| word == name).ok_or(format!("no {name} in: {line}"))?;
            words.get(place + 1).copied().ok_or(format!("nothing after {name} in: {line}"))
        };
        let losses = words.iter().skip_while(|&&word| word != "losses").skip(1).map(|word| {
            let mut parts = word.splitn(3, ':');
            let mut part = || parts.next().ok_or(format!("expected PIECE:POINTS:KIND, found {word}"));
            Ok(Loss { piece: number(part()?)?, points: number(part()?)?, kind: part()?.into() })
        });
        Ok(Self {
            seed: number(named("seed")?)?,
            score: number(named("score")?)?,
            tight: number(named("tight")?)?,
            best: number(named("best")?)?,
            plain: number(named("plain")?)?,
            placed: number(named("placed")?)?,
            wall: number(named("wall")?)?,
            cpu: number(named("cpu")?)?,
            losses: losses.collect::<Result<_, String>>()?,
        })
    }
}

fn summarise(out: &mut impl Write, games: &[Game], moves: u32) -> io::Result<()> {
    let mean = |value: &dyn Fn(&Game) -> f64| games.iter().map(value).sum::<f64>() / games.len() as f64;
    let ratio = |score: u32, bound: u32| f64::from(score) / f64::from(bound.max(1));
    let proved = games.iter().filter(|game| game.score == game.best).count();
    let early = games.iter().filter(|game| game.placed < moves).count();
    let mut gaps: BTreeMap<u32, u32> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for game in games {
        *gaps.entry(game.best - game.score).or_default() += 1;
        for loss in &game.losses {
            let (count, points) = kinds.entry(&loss.kind).or_default();
            (*count, *points) = (*count + 1, *points + loss.points);
        }
    }
    writeln!(out, "games                {}", games.len())?;
    writeln!(out, "score / plain bound  {:.5}", mean(&|game| ratio(game.score, game.plain)))?;
    writeln!(out, "score / tight bound  {:.5}", mean(&|game| ratio(game.score, game.tight)))?;
    writeln!(out, "proved optimal       {proved} of {}", games.len())?;
    writeln!(
        out,
        "by strikes           {}",
        games.iter().filter(|game| game.score == game.best && game.best < game.tight).count()
    )?;
    writeln!(out, "mean gap             {:.0}", mean(&|game| f64::from(game.best - game.score)))?;
    writeln!(out, "ended early          {early}")?;
    writeln!(out, "seconds a game       {:.2} wall, {:.2} processor", mean(&|g| g.wall), mean(&|g| g.cpu))?;
    writeln!(out, "gap: games           {gaps:?}")?;
    writeln!(out, "losses: count, points {kinds:?}")
}

/// The games of a file of results, by their seeds; none if there is no file yet.
fn read_results(file: &str) -> Result<BTreeMap<u32, Game>, String> {
    let failed = |error: std::io::Error| format!("{file}: {error}");
    if !fs::exists(file).map_err(failed)? {
        return Ok(BTreeMap::new());
    }
    let mut text = fs::read_to_string(file).map_err(failed)?;
    // A line that was not written to its end goes: its seed is played again.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        text.truncate(whole);
        OpenOptions::new().write(true).open(file).and_then(|f| f.set_len(whole as u64)).map_err(failed)?;
    }
    text.lines()
        .enumerate()
        .map(|(at, line)| {
            let game: Game = line.parse().map_err(|error| format!("{file}:{}: {error}", at + 1))?;
            Ok((game.seed, game))
        })
        .collect()
}

fn append(file: &str, game: &Game) -> Result<(), String> {
    let mut results = OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
        .map_err(|error| format!("{file}: {error}"))?;
    results.write_all(format!("{game}\n").as_bytes()).map_err(|error| format!("{file}: {error}"))
}

fn main() -> Result<(), String> {
    let options = Options::read(std::env::args().skip(1))?;
    let mut known = match &options.results {
        Some(file) => read_results(file)?,
        None => BTreeMap::new(),
    };
    let mut out = io::stdout();
    let mut games = Vec::new();
    for k in 0..options.seeds {
        let s = options.first + k * options.step;
        let seed = Seed::new(s).ok_or(format!("no seed {s}"))?;
        let game = match known.remove(&s) {
            Some(game) => game,
            None => {
                let game = measure(seed, &options);
                if let Some(file) = &options.results {
                    append(file, &game)?;
                }
                game
            }
        };
        // A reader that has seen enough, as `head`, is not an error.
        if writeln!(out, "{game}").is_err() {
            return Ok(());
        }
        games.push(game);
    }
    let _ = summarise(&mut out, &games, options.moves);
    Ok(())
}
