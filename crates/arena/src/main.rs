//! The program `laplace-arena`.

use std::process::ExitCode;

use clap::Parser;
use laplace_arena::command::Arguments;

fn main() -> ExitCode {
    laplace_arena::command::run(Arguments::parse())
}
