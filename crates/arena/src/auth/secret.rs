//! Random secrets: tokens, sessions, invitations.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::store::hex;

/// A text that cannot be guessed. Shown once; only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret of 160 random bits.
    pub fn new() -> Self {
        Self::of::<20>()
    }

    /// 64 random bits, for identifiers that only have to be unique.
    pub fn short() -> Self {
        Self::of::<8>()
    }

    #[allow(clippy::expect_used, reason = "a system without randomness must not hand out secrets")]
    fn of<const BYTES: usize>() -> Self {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        Self(hex(&bytes))
    }

    /// A secret received from a client.
    pub fn received(text: &str) -> Self {
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

/// Hides the text: secrets do not belong in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The stored hash of a secret. Without a salt and fast: the secret is random, not chosen by a person.
pub fn hash_of(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}
