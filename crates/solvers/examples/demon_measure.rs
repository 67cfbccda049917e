//! How near the demon comes to its bound, over many seeds, at a given time a game.
//!
//! ```text
//! cargo run --release --example demon_measure -- [--seeds N] [--first S] [--step D] [--moves M]
//!     [--seconds T] [--cpu] [--threads K] [--width W] [--effort ROUNDS] [--without PART] [--json]
//! ```
//!
//! One line a seed, then a summary. Time is wall time, with the processor time of the process beside it;
//! with `--cpu` the limit itself is processor time, for machines that are busy with something else.

#![allow(clippy::print_stdout, reason = "a program that prints tables")]

use std::collections::BTreeMap;
use std::time::Instant;

use laplace_games::demon::{MOVE_LIMIT, Seed, State, bound};
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, LossKind, Parts, Solution, solve};

/// What to measure. The default seeds played no part in choosing any setting.
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
    json: bool,
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
            json: false,
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
                "--json" => options.json = true,
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

/// One game, measured.
struct Game {
    seed: u32,
    plain: u32,
    solution: Solution,
    placed: u32,
    wall: f64,
    cpu: f64,
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
    let plain = bound::bound(seed, options.moves);
    Game { seed: seed.number(), plain, solution, placed: state.placed(), wall, cpu }
}

impl Game {
    fn print(&self, json: bool) {
        let Self { seed, plain, solution, placed, wall, cpu } = self;
        let Solution { score, bound, losses, .. } = solution;
        let losses: Vec<String> = losses
            .iter()
            .take(LOSSES_SHOWN)
            .map(|loss| format!("{}:{}:{:?}", loss.piece, loss.points, loss.kind))
            .collect();
        if json {
            let losses = losses.iter().map(|loss| format!("\"{loss}\"")).collect::<Vec<_>>().join(",");
            println!(
                "{{\"seed\":{seed},\"score\":{score},\"plain\":{plain},\"bound\":{bound},\"placed\":{placed},\
                 \"wall\":{wall:.3},\"cpu\":{cpu:.3},\"losses\":[{losses}]}}"
            );
        } else {
            let ratio = f64::from(*score) / f64::from(*plain);
            let gap = bound - score;
            println!(
                "{seed:7} {score} of {plain} = {ratio:.5}, bound {bound}, gap {gap:4}, {wall:.2} s, cpu {cpu:.2} s  {}",
                losses.join(" ")
            );
        }
    }
}

fn summarise(games: &[Game], moves: u32) {
    let mean = |value: &dyn Fn(&Game) -> f64| games.iter().map(value).sum::<f64>() / games.len() as f64;
    let ratio = |score: u32, bound: u32| f64::from(score) / f64::from(bound.max(1));
    let proved = games.iter().filter(|game| game.solution.is_optimal()).count();
    let early = games.iter().filter(|game| game.placed < moves).count();
    let mut gaps: BTreeMap<u32, u32> = BTreeMap::new();
    let mut kinds: BTreeMap<LossKind, (u32, u32)> = BTreeMap::new();
    for game in games {
        *gaps.entry(game.solution.bound - game.solution.score).or_default() += 1;
        for loss in &game.solution.losses {
            let (count, points) = kinds.entry(loss.kind).or_default();
            (*count, *points) = (*count + 1, *points + loss.points);
        }
    }
    println!("games                {}", games.len());
    println!("score / plain bound  {:.5}", mean(&|game| ratio(game.solution.score, game.plain)));
    println!("score / tight bound  {:.5}", mean(&|game| ratio(game.solution.score, game.solution.bound)));
    println!("proved optimal       {proved} of {}", games.len());
    println!("ended early          {early}");
    println!("seconds a game       {:.2} wall, {:.2} processor", mean(&|g| g.wall), mean(&|g| g.cpu));
    println!("gap: games           {gaps:?}");
    println!("losses: count, points {kinds:?}");
}

fn main() -> Result<(), String> {
    let options = Options::read(std::env::args().skip(1))?;
    let mut games = Vec::new();
    for k in 0..options.seeds {
        let s = options.first + k * options.step;
        let seed = Seed::new(s).ok_or(format!("no seed {s}"))?;
        let game = measure(seed, &options);
        game.print(options.json);
        games.push(game);
    }
    if !options.json {
        summarise(&games, options.moves);
    }
    Ok(())
}
