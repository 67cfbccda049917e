//! The program `laplace-arena`.

use std::process::ExitCode;

use arena::command::Arguments;
use clap::Parser;

fn main() -> ExitCode {
    arena::command::run(Arguments::parse())
}
