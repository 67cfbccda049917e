//! The whole screen: the board on the left, players, evaluation, messages and keys beside it.

use laplace_games::blobwar::{Facts, Move, Side};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Size};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::board::{self, MARKS};
use super::keys::Player;
use super::table::Hint;
use super::{bar, level::Level, name};
use crate::view::{Palette, fits};

/// The smallest terminal that shows everything, the help too.
const SMALLEST: Size = Size::new(80, 24);
/// The widest that the panel gets.
const WIDEST_PANEL: u16 = 64;
/// Columns between the board and the panel.
const GAP: u16 = 2;
/// How many of the last moves are listed.
const LISTED: usize = 6;

/// Draws the game, or that there is no room for it.
pub(super) fn draw(frame: &mut Frame<'_>, player: &Player, level: Level, palette: Palette) {
    if !fits(frame, SMALLEST) {
        return;
    }
    let [_, left, _, right, _] = Layout::horizontal([
        Constraint::Length(1),
        Constraint::Length(board::WIDTH),
        Constraint::Length(GAP),
        Constraint::Max(WIDEST_PANEL),
        Constraint::Fill(0),
    ])
    .areas(frame.area());
    frame.render_widget(Paragraph::new(board::lines(player, palette)), left);
    let lines = if player.shows_help() { help() } else { panel(player, level, right.width, palette) };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), right);
}

fn panel(player: &Player, level: Level, width: u16, palette: Palette) -> Vec<Line<'static>> {
    let table = player.table();
    let (size, rule) = (table.position().size().width(), table.position().stuck_rule().name());
    let mut lines =
        vec![Line::from(format!("Blobwar, {size} x {size}, a stuck player {rule}")).bold(), Line::default()];
    lines.extend(Side::BOTH.map(|side| seat(player, side, level, palette)));
    lines.push(Line::from(format!(
        "value {:+}, clock {} of 100",
        table.position().value(),
        table.position().clock()
    )));
    lines.extend([Line::default(), moves(player), Line::default()]);
    if table.shows_bar() {
        lines.extend(bar::lines(table.evaluation(), width, palette));
        lines.push(Line::default());
    }
    lines.extend([status(player).bold(), Line::default()]);
    lines.extend(keys());
    lines
}

fn seat(player: &Player, side: Side, level: Level, palette: Palette) -> Line<'static> {
    let table = player.table();
    let is_to_move = table.position().end().is_none() && table.position().turn() == side;
    let count = table.position().board().blobs(side).len();
    Line::from(vec![
        Span::from(if is_to_move { "> " } else { "  " }).bold(),
        Span::styled(format!(" {} ", side.letter()), palette.blob(side)),
        Span::from(format!(" {count:>2}  {}", name(table.seat(side), level))),
    ])
}

fn moves(player: &Player) -> Line<'static> {
    let game = player.table().game();
    let mut last: Vec<&Facts> = game.latest().take(LISTED).collect();
    last.reverse();
    let told = |facts: &&Facts| match facts.played {
        Move::Pass => format!("{} passes", facts.side.letter()),
        played => format!("{} {played}", facts.side.letter()),
    };
    let told: Vec<String> = last.iter().map(told).collect();
    let before = if game.len() > LISTED { "... " } else { "" };
    match game.len() {
        0 => Line::from("no move yet").dim(),
        _ => Line::from(format!("{before}{}", told.join(", "))),
    }
}

/// The one line that matters now.
fn status(player: &Player) -> Line<'static> {
    let table = player.table();
    let letter = table.position().turn().letter();
    let text = match (table.message(), table.result(), table.hint()) {
        _ if !player.typed().is_empty() => format!("move: {}_", player.typed()),
        (Some(message), Some(result), _) => format!("{message}. {result}"),
        (Some(message), None, _) => message.to_owned(),
        (None, Some(result), _) => result,
        _ if !table.is_human_to_move() => format!("{letter} thinks ..."),
        (.., Hint::Wanted) => "looking for a hint ...".into(),
        (.., Hint::Given(played)) => format!("hint: {played}"),
        _ => match player.picked() {
            Some(from) => format!("{from} goes where?  + doubles, ^ jumps"),
            None => format!("{letter} to move"),
        },
    };
    Line::from(text)
}

fn keys() -> [Line<'static>; 3] {
    [
        Line::from("arrows, enter: pick and go   esc: drop").dim(),
        Line::from("or type b6 or g1g3 and enter").dim(),
        Line::from("u undo h hint e bar n new ? help q quit").dim(),
    ]
}

/// The help, in place of the panel.
fn help() -> Vec<Line<'static>> {
    let keys = [
        ("arrows", "move the cursor"),
        ("enter", "pick a blob, then where it goes"),
        ("escape", "drop the choice or what was typed"),
        ("b6 enter", "double to b6; g1g3 jumps"),
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
