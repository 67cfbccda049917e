//! `laplace blobwar ...`

mod analyse;
mod analyse_report;
mod check;
mod course;
mod datagen;
mod export;
pub(crate) mod game_file;
mod match_cmd;
mod match_report;
mod openings;
mod perft;
mod play;
mod sheet;
mod show;
mod train;
mod uai;
mod view;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use laplace_games::blobwar::{Map, Position, RuleChoice, StuckRule, Variant};
use laplace_manual::one_of;

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
    /// Answers a question of the exercise sheet for given values
    #[command(after_help = sheet::help(), arg_required_else_help = true)]
    Sheet(sheet::Sheet),
    /// Searches a position and prints the principal variation (PV) of each depth; or a whole game, move by move
    #[command(after_help = analyse::HELP, visible_alias = "analyze")]
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
    /// Plays training games: the engine against itself
    #[command(after_help = datagen::HELP)]
    Datagen(datagen::Datagen),
    /// Trains the engine's network on training games
    #[command(after_help = train::HELP)]
    Train(train::Train),
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
        Command::Sheet(args) => args.run(),
        Command::Analyse(args) => args.run(),
        Command::Uai(args) => args.run(),
        Command::Play(args) => args.run(),
        Command::Match(args) => args.run(),
        Command::Check(args) => args.run(),
        Command::Course(command) => command.run(),
        Command::Openings(args) => args.run(),
        Command::Datagen(args) => args.run(),
        Command::Train(args) => args.run(),
        Command::View(args) => args.run(),
        Command::Export(args) => args.run(),
    }
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Rules {
    /// sheet (8 x 8, the game ends when the player to move cannot), course (8 x 8, the player passes) or ataxx
    /// (7 x 7, the player passes) [default: by the board: sheet on 8 x 8, course with holes or --map, ataxx on 7 x 7]
    #[arg(long, value_name = "NAME", value_parser = variant(), hide_possible_values = true)]
    variant: Option<Variant>,
    /// What happens when the player to move cannot: the game ends, or the player passes [default: by the variant]
    #[arg(long, value_name = "RULE", value_parser = rule())]
    rules: Option<StuckRule>,
}

impl Rules {
    pub(crate) fn choice(&self) -> RuleChoice {
        RuleChoice { variant: self.variant, stuck: self.rules }
    }

    /// The start on a map.
    fn start_on_map(&self, map: &Map) -> Result<Position, Failure> {
        let wrong = |error| Failure::Usage(format!("--map {map}: {error}"));
        self.choice().start_on_map(map).map_err(wrong)
    }
}

/// The start position of a command.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The position, in place of the argument
    #[arg(long, value_name = "POSITION", conflicts_with = "map")]
    fen: Option<String>,
    /// A map of the course's project
    #[arg(long, value_name = "NAME", value_parser = map())]
    map: Option<Map>,
    #[command(flatten)]
    rules: Rules,
}

impl Start {
    /// The position that was given in any of its forms, as the argument or as --fen, or the start position.
    pub(crate) fn position(&self, text: Option<&str>) -> Result<Position, Failure> {
        match (text.or(self.fen.as_deref()), self.map) {
            (Some(text), _) => Position::read(text, self.rules.choice())
                .map_err(|error| Failure::Usage(format!("position `{text}`: {error}"))),
            (None, Some(map)) => self.rules.start_on_map(&map),
            (None, None) => Ok(self.rules.choice().start()),
        }
    }
}

/// The parser of `--variant`.
fn variant() -> impl TypedValueParser<Value = Variant> {
    one_of(Variant::ALL.map(Variant::name))
}

/// The parser of `--map`.
fn map() -> impl TypedValueParser<Value = Map> {
    one_of(Map::all().iter().map(Map::name))
}

/// The parser of `--rules`.
fn rule() -> impl TypedValueParser<Value = StuckRule> {
    one_of(StuckRule::BOTH.map(StuckRule::name))
}

/// The values of `--level`.
const LEVELS: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
