//! Configures the system's allocator to return freed memory.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// The environment variable that glibc reads when a program starts.
const VARIABLE: &str = "MALLOC_MMAP_THRESHOLD_";
/// Blocks of this many bytes or more are returned to the system when they are freed.
const THRESHOLD: &str = "1048576";

/// Restarts this program with glibc's `mmap` threshold fixed, so that large freed blocks return to the system.
///
/// By default glibc raises the threshold when it sees large blocks freed, and then keeps up to 64 MiB per thread. Under
/// uploads and password guessing the server held 420 MiB, of which 100 were in use. Safe code cannot set it otherwise.
/// An allocator of Rust's own would not do: SQLite calls that of the system, and kept 400 MiB of large archives.
pub(super) fn return_freed_memory() {
    let (Ok(program), None) = (env::current_exe(), env::var_os(VARIABLE)) else { return };
    let mut words = env::args_os();
    let mut restarted = Command::new(program);
    if let Some(name) = words.next() {
        restarted.arg0(name);
    }
    // Returns only if it failed; then the server works but needs more memory.
    _ = restarted.args(words).env(VARIABLE, THRESHOLD).exec();
}
