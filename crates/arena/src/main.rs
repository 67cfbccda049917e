//! The program `laplace-arena`.

use std::process::ExitCode;

use clap::Parser;
use laplace_arena::command::Arguments;
use mimalloc::MiMalloc;

/// Returns freed memory to the system: glibc's allocator keeps up to 64 MiB for each thread, and under uploads and password
/// guessing the server held 420 MiB, of which 100 were in use.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    laplace_arena::command::run(Arguments::parse())
}
