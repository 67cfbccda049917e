//! The system's allocator, told to give back what it does not need.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What glibc reads when a program begins.
const VARIABLE: &str = "MALLOC_MMAP_THRESHOLD_";
/// Pieces of so many bytes or more go back to the system when they are freed.
const LARGE: &str = "1048576";

/// Begins this program again such that large pieces of memory go back to the system.
///
/// By itself glibc does so only until it has seen some freed; from then on it keeps up to 64 MiB for every thread
/// that had any. Strangers who send archives and guess passwords made it hold 420 MiB, of which 100 were in use.
/// Safe code has no other way to tell it.
pub(super) fn give_large_pieces_back() {
    let (Ok(program), None) = (env::current_exe(), env::var_os(VARIABLE)) else { return };
    let mut words = env::args_os();
    let mut again = Command::new(program);
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    // This returns only if it failed. Then the server needs more memory, and works.
    _ = again.args(words).env(VARIABLE, LARGE).exec();
}
