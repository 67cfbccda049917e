//! `laplace blobwar ...`

mod analyse;
mod check;
mod course;
mod export;
mod match_cmd;
mod match_report;
mod openings;
mod perft;
mod play;
mod show;
mod uai;
mod view;

use clap::{Args, Subcommand};
use laplace_games::blobwar::{Map, Position, Size, StuckRule};

use crate::failure::Failure;

/// The second word.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one, parsed once")]
pub(crate) enum Command {
    /// Perft: counts the move paths of a length, the standard test of a move generator
    #[command(after_help = perft::HELP)]
    Perft(perft::Perft),
    /// Draws a position: the player to move, the value, the legal moves, the course's form
    #[command(after_help = show::HELP)]
    Show(show::Show),
    /// Searches a position and prints the principal variation (PV) of each depth
    #[command(after_help = analyse::HELP)]
    Analyse(analyse::Analyse),
    /// Runs the engine under the UAI protocol, for match runners
    #[command(after_help = uai::HELP)]
    Uai(uai::Uai),
    /// Plays in the terminal: human or engine against human or engine
    #[command(after_help = play::HELP)]
    Play(play::Play),
    /// Plays a match between two players, engines or built in, and estimates the difference in Elo
    #[command(after_help = match_cmd::HELP)]
    Match(Box<match_cmd::MatchArgs>),
    /// Checks that an engine implements UAI as match runners need it
    #[command(after_help = check::HELP)]
    Check(check::Check),
    /// Plays with the programs of the course's project over TCP
    #[command(subcommand)]
    Course(course::Course),
    /// Prints openings for matches
    #[command(after_help = openings::HELP)]
    Openings(openings::Openings),
    /// Shows a game in the terminal, move by move
    #[command(after_help = view::HELP)]
    View(view::View),
    /// Exports a game as HTML, SVG, GIF, asciinema recording or chart
    #[command(after_help = export::EXAMPLES)]
    Export(export::Export),
}

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Perft(args) => args.run(),
        Command::Show(args) => args.run(),
        Command::Analyse(args) => args.run(),
        Command::Uai(args) => args.run(),
        Command::Play(args) => args.run(),
        Command::Match(args) => args.run(),
        Command::Check(args) => args.run(),
        Command::Course(command) => command.run(),
        Command::Openings(args) => args.run(),
        Command::View(args) => args.run(),
        Command::Export(args) => args.run(),
    }
}

/// The start position of a command.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// A map of the course's project: standard, chess, cross, ...
    #[arg(long, value_name = "NAME", value_parser = map)]
    map: Option<Map>,
    /// What happens when the player to move cannot: the game ends, or the player passes [default: passes]
    #[arg(long, value_name = "ends|passes", default_value = "passes", value_parser = rule, hide_default_value = true)]
    rules: StuckRule,
}

impl Start {
    /// The position that was given, or the start position on 8 x 8.
    pub(crate) fn position(&self, fen: Option<&str>) -> Result<Position, Failure> {
        match (fen, self.map) {
            (Some(fen), _) => Position::from_fen(fen, self.rules)
                .map_err(|error| Failure::Usage(format!("FEN `{fen}`: {error}"))),
            (None, Some(map)) => Ok(map.start(self.rules)),
            (None, None) => Ok(Position::start(Size::Eight, self.rules)),
        }
    }
}

fn map(name: &str) -> Result<Map, String> {
    let names = || Map::all().iter().map(Map::name).collect::<Vec<_>>().join(", ");
    name.parse().map_err(|_| format!("expected one of: {}", names()))
}

fn rule(name: &str) -> Result<StuckRule, String> {
    name.parse().map_err(|_| "expected ends or passes".into())
}
