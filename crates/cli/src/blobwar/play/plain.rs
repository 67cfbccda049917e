//! The game without a terminal: a line of text for each move, the board as text after each.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::AtomicBool;

use laplace_games::blobwar::Position;
use laplace_games::blobwar::format::picture;

use super::bar;
use super::mind::{Mind, Purpose, Wanted};
use super::table::{Hint, Table};
use super::thinker::News;
use crate::view::Flow;

/// No line that means something is longer; the rest of it is taken for another line.
const LONGEST_LINE: u64 = 4096;

const HELP: &str = "\
b6 doubles to b6, g1g3 jumps; undo, hint, eval, new, help, quit, or their first letters";

/// Plays until the lines end or one of them says so.
pub(super) fn run(
    table: &mut Table,
    mind: &mut Mind,
    mut lines: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    tell_position(table.position(), &mut out)?;
    loop {
        think(table, mind, &mut out)?;
        tell_message(table, &mut out)?;
        match table.result() {
            Some(result) => writeln!(out, "over: {result}")?,
            None => writeln!(out, "{} to move", table.position().turn().letter())?,
        }
        out.flush()?;
        let Some(line) = read_line(&mut lines)? else { return Ok(()) };
        if obey(table, mind, line.trim(), &mut out)? == Flow::Quit {
            return Ok(());
        }
    }
}

fn read_line(lines: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn obey(table: &mut Table, mind: &mut Mind, line: &str, out: &mut impl Write) -> io::Result<Flow> {
    let before = *table.position();
    match line.to_lowercase().as_str() {
        "" => {}
        "q" | "quit" => return Ok(Flow::Quit),
        "?" | "help" => table.say(HELP),
        "u" | "undo" => table.undo(),
        "n" | "new" => table.begin_anew(),
        "h" | "hint" => table.ask_hint(),
        "e" | "eval" => evaluate(table, mind, out)?,
        typed => table.choose_typed(typed),
    }
    if *table.position() != before {
        tell_position(table.position(), out)?;
    }
    Ok(Flow::Stay)
}

/// Lets the engine answer until it is asked nothing more.
fn think(table: &mut Table, mind: &mut Mind, out: &mut impl Write) -> io::Result<()> {
    while let Some(wanted) = table.wanted() {
        let Some(thought) = mind.think(&wanted, &AtomicBool::new(false), &mut |_| {}) else { break };
        tell_message(table, out)?;
        table.hear(&wanted, News::Answer(thought));
        if let Hint::Given(played) = table.hint() {
            writeln!(out, "hint: {played}")?;
            table.set_hint(Hint::None);
        }
        if wanted.purpose == Purpose::Move {
            writeln!(out, "{} plays {}", wanted.question.position.turn().letter(), thought.played)?;
            tell_position(table.position(), out)?;
        }
    }
    Ok(())
}

fn evaluate(table: &mut Table, mind: &mut Mind, out: &mut impl Write) -> io::Result<()> {
    let position = *table.position();
    let wanted = Wanted { question: table.game().question(), purpose: Purpose::Evaluation };
    let thought = mind.think(&wanted, &AtomicBool::new(false), &mut |_| {});
    let sign = if position.turn() == laplace_games::blobwar::Side::Blue { 1 } else { -1 };
    match thought.and_then(|thought| thought.score) {
        Some((score, depth)) => writeln!(out, "{}", bar::words(sign * score, depth)),
        None => writeln!(out, "the game is over"),
    }
}

fn tell_message(table: &mut Table, out: &mut impl Write) -> io::Result<()> {
    if let Some(message) = table.message() {
        writeln!(out, "{message}")?;
    }
    table.hush();
    Ok(())
}

fn tell_position(position: &Position, out: &mut impl Write) -> io::Result<()> {
    write!(
        out,
        "\n{}fen    {position}\nvalue  {:+} (x minus o)\n",
        picture::write(position),
        position.value()
    )?;
    out.flush()
}
