//! `laplace blobwar course`: the programs of the course's project, over TCP on this machine.
//!
//! A program sends a state, 65 characters and a newline, and gets a move as JSON and a newline. [`serve`] is
//! such a program; [`play`] sends states to two of them and applies their moves. Nothing but loopback is
//! ever listened on: the protocol knows no names and no passwords.

mod mind;
mod play;
mod serve;

use clap::Subcommand;

use crate::failure::Failure;

/// The third word.
#[derive(Debug, Subcommand)]
pub(crate) enum Course {
    /// Answers states with moves, for programs that connect
    #[command(after_help = serve::HELP)]
    Serve(serve::Serve),
    /// Plays games between two programs at addresses, or built-in players
    #[command(after_help = play::HELP)]
    Play(play::Play),
}

impl Course {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Serve(args) => args.run(),
            Self::Play(args) => args.run(),
        }
    }
}
