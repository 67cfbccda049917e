//! Standard input that a signal ends.
//!
//! The handlers of signals let interrupted system calls go on, so a read of a terminal or a pipe would block after
//! the signal. A thread reads instead, and its reader looks for signals while it waits.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::stop::Stop;

/// The longest time between a signal and the end of the input.
const SIGNAL_POLL: Duration = Duration::from_millis(50);

/// Standard input that ends when a signal arrives.
pub(crate) struct InterruptibleStdin {
    chunks: Receiver<io::Result<Vec<u8>>>,
    unread: Vec<u8>,
}

impl InterruptibleStdin {
    pub(crate) fn new() -> Self {
        Stop::listen();
        let (sender, chunks) = sync_channel(1);
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let chunk = stdin.fill_buf().map(<[u8]>::to_vec);
                let length = chunk.as_ref().map_or(0, Vec::len);
                stdin.consume(length);
                if sender.send(chunk).is_err() || length == 0 {
                    return;
                }
            }
        });
        Self { chunks, unread: Vec::new() }
    }
}

impl Read for InterruptibleStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.unread.is_empty() {
            if Stop::was_pressed() {
                return Ok(0);
            }
            match self.chunks.recv_timeout(SIGNAL_POLL) {
                Ok(chunk) if chunk.as_ref().is_ok_and(Vec::is_empty) => return Ok(0),
                Ok(chunk) => self.unread = chunk?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.unread.len());
        buffer.iter_mut().zip(self.unread.drain(..length)).for_each(|(to, from)| *to = from);
        Ok(length)
    }
}
