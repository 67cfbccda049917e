//! Random secrets: tokens, sessions, invitations.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::store::hex;

/// A text that nobody can guess. Shown once; kept only as its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// 160 bits.
    pub fn new() -> Self {
        Self::of::<20>()
    }

    /// 64 bits, for names that need only differ.
    pub fn short() -> Self {
        Self::of::<8>()
    }

    #[allow(clippy::expect_used, reason = "a system without randomness must not hand out secrets")]
    fn of<const BYTES: usize>() -> Self {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        Self(hex(&bytes))
    }

    /// One that somebody shows.
    pub fn shown(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Secret {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Never the text: secrets do not belong in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// What is kept of a secret. It has no salt and takes no time: the secret is random, not chosen by a person.
pub fn hash_of(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}
