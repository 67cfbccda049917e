//! Passwords. Those that people choose are kept as Argon2 keeps them, because people choose what can be
//! guessed. Those that we make are random: no computer can try 2⁸⁰ of them, so a plain hash keeps them as well,
//! and making a list of some hundred teams takes no time.

use std::fmt;
use std::sync::Arc;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

use super::secret::{Secret, hash_of};
use crate::error::{Error, Result};

/// The shortest password.
const MIN_LENGTH: usize = 8;
/// The longest: hashing more is work for nothing.
const MAX_LENGTH: usize = 200;
/// Checked when there is no account, so that asking takes as long as when there is one.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$\
                      4ul8JlC4oVHYxrZmlgRxUZWyF2TQVGJsnHKsMZzvUXI";

/// What stands before the plain hash of a password that we made.
const PLAIN: &str = "sha256:";
/// Letters and digits that are not taken for one another: 5 bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// So many of them make 80 bits.
const LENGTH: usize = 16;

/// Hashes and checks passwords off the serving threads, as many at a time as there are cores: each takes
/// 19 MiB and a core for some 20 ms.
#[derive(Clone, Debug)]
pub struct Passwords(Arc<Semaphore>);

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self(Arc::new(Semaphore::new(cores)))
    }
}

impl Passwords {
    /// The hash of a new password.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let length = password.chars().count();
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&length) {
            return Err(Error::BadRequest(format!(
                "a password should have {MIN_LENGTH} to {MAX_LENGTH} characters"
            )));
        }
        let password = password.to_owned();
        self.run(move || hash(&password)).await?
    }

    /// Whether a password is that of a hash; with no hash it takes as long and is not.
    pub async fn is_right(&self, password: &str, kept: Option<&str>) -> Result<bool> {
        if password.len() > 4 * MAX_LENGTH {
            return Ok(false);
        }
        let (password, known) = (password.to_owned(), kept.is_some());
        let kept = kept.unwrap_or(NOBODY).to_owned();
        Ok(self.run(move || verify(&password, &kept)).await? && known)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let inside = |error: &dyn std::fmt::Display| Error::Internal(error.to_string());
        let _turn = self.0.acquire().await.map_err(|error| inside(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| inside(&error))
    }
}

/// A password that we made: shown once, kept as a hash.
#[derive(Clone)]
pub struct Generated {
    /// For people: it can be read out.
    pub password: String,
    /// What is kept of it.
    pub hash: String,
}

impl Generated {
    /// A new one, of 80 random bits.
    pub fn new() -> Self {
        let secret = Secret::new();
        let mut password = String::new();
        for (place, pair) in secret.as_str().as_bytes().chunks(2).take(LENGTH).enumerate() {
            if place > 0 && place % 4 == 0 {
                password.push('-');
            }
            let pair = std::str::from_utf8(pair).ok().and_then(|pair| usize::from_str_radix(pair, 16).ok());
            let letter = LETTERS.get(pair.unwrap_or_default() % LETTERS.len()).copied().unwrap_or(b'a');
            password.push(char::from(letter));
        }
        let hash = format!("{PLAIN}{}", hash_of(&password));
        Self { password, hash }
    }
}

impl Default for Generated {
    fn default() -> Self {
        Self::new()
    }
}

/// Never the password: secrets do not belong in logs.
impl fmt::Debug for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Generated")
    }
}

fn argon2() -> Argon2<'static> {
    // The first choice of the OWASP list for Argon2id.
    let params = Params::new(19_456, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(password: &str) -> Result<String> {
    let inside = |error: &dyn std::fmt::Display| Error::Internal(format!("argon2: {error}"));
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|error| inside(&error))?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| inside(&error))?;
    let hash = argon2().hash_password(password.as_bytes(), &salt).map_err(|error| inside(&error))?;
    Ok(hash.to_string())
}

fn verify(password: &str, kept: &str) -> bool {
    if let Some(hash) = kept.strip_prefix(PLAIN) {
        // It takes as long as with the others, so that time does not tell who has which kind, or none.
        _ = verify(password, NOBODY);
        return hash_of(password).as_bytes().ct_eq(hash.as_bytes()).into();
    }
    PasswordHash::new(kept).is_ok_and(|kept| argon2().verify_password(password.as_bytes(), &kept).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_itself_is_right() {
        let passwords = Passwords::default();
        let kept = passwords.hash("correct horse").await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.is_right("correct horse", Some(&kept)).await.unwrap());
        assert!(!passwords.is_right("correct house", Some(&kept)).await.unwrap());
        assert!(!passwords.is_right("correct horse", None).await.unwrap());
        assert!(PasswordHash::new(NOBODY).is_ok());
        assert!(passwords.hash("short").await.is_err());
    }

    #[tokio::test]
    async fn a_password_that_we_made_is_right_and_no_other() {
        let (passwords, made, other) = (Passwords::default(), Generated::new(), Generated::new());
        assert_eq!((made.password.len(), made.password.split('-').count()), (19, 4));
        assert_ne!(made.password, other.password);
        assert!(!made.hash.contains(&made.password));
        assert!(passwords.is_right(&made.password, Some(&made.hash)).await.unwrap());
        assert!(!passwords.is_right(&other.password, Some(&made.hash)).await.unwrap());
        assert!(!passwords.is_right(&made.hash, Some(&made.hash)).await.unwrap());
        assert!(!passwords.is_right("nobodynobody", Some("sha256:")).await.unwrap());
    }
}
