//! The whole screen: the board on the left; players, evaluation, messages and keys on the right.

use laplace_games::blobwar::{Facts, Move, Side, Variant};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Size};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::bar;
use super::board::{self, MARKS};
use super::keys::Keyboard;
use super::session::{Hint, Session};
use crate::view::{Palette, fits};

/// The minimum size of the terminal: everything fits, the help too.
const MIN_SIZE: Size = Size::new(80, 24);
/// The maximum width of the panel in columns.
const MAX_PANEL_WIDTH: u16 = 64;
/// Columns between the board and the panel.
const GAP: u16 = 2;
/// The number of moves that are listed, the last ones of the game.
const LISTED_MOVES: usize = 6;

/// Draws the game, or a note that the terminal is too small.
pub(super) fn draw(frame: &mut Frame<'_>, keyboard: &Keyboard, palette: Palette) {
    if !fits(frame, MIN_SIZE) {
        return;
    }
    let [_, left, _, right, _] = Layout::horizontal([
        Constraint::Length(1),
        Constraint::Length(board::WIDTH),
        Constraint::Length(GAP),
        Constraint::Max(MAX_PANEL_WIDTH),
        Constraint::Fill(0),
    ])
    .areas(frame.area());
    frame.render_widget(Paragraph::new(board::lines(keyboard, palette)), left);
    let lines = if keyboard.shows_help() { help() } else { panel(keyboard, right.width, palette) };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), right);
}

fn panel(keyboard: &Keyboard, width: u16, palette: Palette) -> Vec<Line<'static>> {
    let session = keyboard.session();
    let mut lines = vec![Line::from(Variant::title(session.position())).bold(), Line::default()];
    lines.extend(Side::BOTH.map(|side| player_line(keyboard.session(), side, palette)));
    lines.push(Line::from(format!(
        "value {:+}, clock {} of 100",
        session.position().value(),
        session.position().clock()
    )));
    lines.extend([Line::default(), moves(keyboard), Line::default()]);
    if session.shows_bar() {
        lines.extend(bar::lines(session.evaluation(), width, palette));
        lines.push(Line::default());
    }
    lines.extend([status(keyboard).bold(), Line::default()]);
    lines.extend(keys());
    lines
}

fn player_line(session: &Session, side: Side, palette: Palette) -> Line<'static> {
    let is_to_move = session.position().end().is_none() && session.position().turn() == side;
    let count = session.position().board().blobs(side).len();
    Line::from(vec![
        Span::from(if is_to_move { "> " } else { "  " }).bold(),
        Span::styled(format!(" {} ", side.letter()), palette.blob(side)),
        Span::from(format!(" {count:>2}  {}, {}", side.colour(), session.player_name(side))),
    ])
}

fn moves(keyboard: &Keyboard) -> Line<'static> {
    let game = keyboard.session().game();
    if game.is_empty() {
        return Line::from("no move yet").dim();
    }
    let text = |facts: &Facts| match facts.played {
        Move::Pass => format!("{} passes", facts.side.letter()),
        played => format!("{} {played}", facts.side.letter()),
    };
    let unlisted = game.len().saturating_sub(LISTED_MOVES);
    let listed: Vec<String> = game.facts().skip(unlisted).map(text).collect();
    let dots = if unlisted > 0 { "... " } else { "" };
    Line::from(format!("{dots}{}", listed.join(", ")))
}

/// The message, the result, or what the player can do now.
fn status(keyboard: &Keyboard) -> Line<'static> {
    let session = keyboard.session();
    let player = session.position().turn().label();
    let text = match (session.message(), session.result(), session.hint()) {
        _ if !keyboard.typed().is_empty() => format!("move: {}_", keyboard.typed()),
        (Some(message), Some(result), _) => format!("{message}. {result}"),
        (Some(message), None, _) => message.to_owned(),
        (None, Some(result), _) => result,
        _ if !session.is_human_to_move() => format!("{player} thinks ..."),
        (.., Hint::Wanted) => "looking for a hint ...".into(),
        (.., Hint::Given(played)) => format!("hint: {played}"),
        _ => match keyboard.picked() {
            Some(from) => format!("{from} goes where?  + doubles, ^ jumps"),
            None => format!("{player} to move"),
        },
    };
    Line::from(text)
}

fn keys() -> [Line<'static>; 3] {
    [
        Line::from("arrows, enter: pick and go   esc: drop").dim(),
        Line::from("or type b6, g1g3 or 49 42 and enter").dim(),
        Line::from("u undo h hint e bar n new ? help q quit").dim(),
    ]
}

/// The help, which replaces the panel.
fn help() -> Vec<Line<'static>> {
    let keys = [
        ("arrows", "move the cursor"),
        ("enter", "pick a blob, then where it goes"),
        ("escape", "drop the choice or what was typed"),
        ("b6 enter", "double to b6; g1g3 jumps"),
        ("49 42", "from cell 49 to 42, enter; a1 is 0"),
        ("u", "take back, with the engine's reply"),
        ("h", "hint: what the engine would play"),
        ("e", "evaluation bar on or off"),
        ("n", "new game"),
        ("q", "quit; Ctrl-C does so too"),
    ];
    let mut lines = vec![Line::from("Keys").bold()];
    for (key, what) in keys {
        lines.push(Line::from(vec![Span::from(format!("{key:<9}")).bold(), Span::from(what)]));
    }
    lines.extend([Line::default(), Line::from("Marks").bold()]);
    lines.extend(MARKS.map(Line::from));
    lines.extend([Line::default(), Line::from("Any key goes back.").dim()]);
    lines
}
