//! The game without a terminal: each line of input is a move or a command, and each position is written as text.

use std::io::{self, BufRead, Read, Write};

use laplace_games::blobwar::Position;
use laplace_games::blobwar::format::picture;
use laplace_matches::interactive::{Analysis, Engines, Progress, Purpose, Request};
use laplace_solvers::Control;

use super::bar;
use super::session::{Evaluation, Hint, Session};
use crate::stop::Stop;
use crate::view::Flow;

/// The maximum length of a line in bytes; the rest of a longer one is read as another line.
const MAX_LINE: u64 = 4096;

const HELP: &str = "\
b6 doubles to b6, g1g3 jumps, 49 42 goes from cell 49 to cell 42; undo, hint, eval, new, help, quit, or their first letters";

/// Plays until the input ends, a line quits or a signal arrives.
pub(super) fn run(
    session: &mut Session,
    engines: &mut Engines,
    mut lines: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    write_position(session.position(), &mut out)?;
    loop {
        answer_requests(session, engines, &mut out)?;
        if Stop::was_pressed() {
            return Ok(());
        }
        write_message(session, &mut out)?;
        match session.result() {
            Some(result) => writeln!(out, "over: {result}")?,
            None => writeln!(out, "{} to move", session.position().turn().label())?,
        }
        out.flush()?;
        let Some(line) = read_line(&mut lines)? else { return Ok(()) };
        if execute(session, engines, line.trim(), &mut out)? == Flow::Quit {
            return Ok(());
        }
    }
}

fn read_line(lines: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn execute(
    session: &mut Session,
    engines: &mut Engines,
    line: &str,
    out: &mut impl Write,
) -> io::Result<Flow> {
    let before = *session.position();
    match line.to_lowercase().as_str() {
        "" => {}
        "q" | "quit" => return Ok(Flow::Quit),
        "?" | "help" => session.set_message(HELP),
        "u" | "undo" => session.undo(),
        "n" | "new" => session.restart(),
        "h" | "hint" => session.request_hint(),
        "e" | "eval" => evaluate(session, engines, out)?,
        typed => session.choose_typed(typed),
    }
    if *session.position() != before {
        write_position(session.position(), out)?;
    }
    Ok(Flow::Stay)
}

fn answer(engines: &mut Engines, request: &Request) -> Analysis {
    engines.answer(request, &Control::stopped_by(&Stop::was_pressed))
}

/// Lets the engine answer until no request is pending.
fn answer_requests(session: &mut Session, engines: &mut Engines, out: &mut impl Write) -> io::Result<()> {
    while let Some(request) = session.pending_request() {
        let analysis = answer(engines, &request);
        if Stop::was_pressed() {
            return Ok(());
        }
        let best = analysis.best;
        write_message(session, out)?;
        session.on_reply(&request, &Progress::Finished(analysis));
        if let Hint::Given(played) = session.hint() {
            writeln!(out, "hint: {played}")?;
            session.set_hint(Hint::None);
        }
        if let (Purpose::Move { .. }, Some(played)) = (request.purpose, best) {
            writeln!(out, "{} plays {played}", request.position.turn().label())?;
            write_position(session.position(), out)?;
        }
    }
    Ok(())
}

fn evaluate(session: &Session, engines: &mut Engines, out: &mut impl Write) -> io::Result<()> {
    if session.position().end().is_some() {
        return writeln!(out, "the game is over");
    }
    let analysis = answer(engines, &session.request(Purpose::Evaluation));
    match Evaluation::of(&analysis) {
        Some(evaluation) => writeln!(out, "{}", bar::words(evaluation)),
        None => writeln!(out, "no evaluation within the time"),
    }
}

fn write_message(session: &mut Session, out: &mut impl Write) -> io::Result<()> {
    if let Some(message) = session.message() {
        writeln!(out, "{message}")?;
    }
    session.clear_message();
    Ok(())
}

fn write_position(position: &Position, out: &mut impl Write) -> io::Result<()> {
    write!(
        out,
        "\n{}fen    {position}\nvalue  {:+} (blue minus red)\n",
        picture::write(position),
        position.value()
    )?;
    out.flush()
}
