//! Passwords. Those that people choose are hashed with Argon2, because they can be guessed. Generated ones have 80
//! random bits, which no computer can try, so a plain SHA-256 is as safe and a list of some hundred teams is
//! imported at once.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

use super::secret::{Secret, hash_of};
use crate::error::{Error, Result};
use crate::i18n::Message;

/// Minimum length in characters.
const MIN_LENGTH: usize = 8;
/// Maximum length in characters: hashing more adds work but no security.
const MAX_LENGTH: usize = 200;
/// Verified when there is no account, so that the response takes as long as when there is one.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$\
                      4ul8JlC4oVHYxrZmlgRxUZWyF2TQVGJsnHKsMZzvUXI";

/// Prefix of the stored hash of a generated password.
const PLAIN: &str = "sha256:";
/// Letters and digits that are not easily confused: 5 bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a generated password: 80 bits.
const LENGTH: usize = 16;

/// Hashes and verifies passwords off the serving threads, one per core at a time: each takes 19 MiB and a core
/// for some 20 ms.
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
            return Err(Error::BadRequest(Message::PasswordLength { min: MIN_LENGTH, max: MAX_LENGTH }));
        }
        if is_weak(password) {
            return Err(Error::BadRequest(Message::WeakPassword));
        }
        let password = password.to_owned();
        self.run(move || hash(&password)).await?
    }

    /// Whether `password` matches the stored hash. Without a hash it takes as long and is false.
    pub async fn is_right(&self, password: &str, kept: Option<&str>) -> Result<bool> {
        if password.len() > 4 * MAX_LENGTH {
            return Ok(false);
        }
        let password = password.to_owned();
        let known = kept.is_some();
        let kept = kept.unwrap_or(DUMMY_HASH).to_owned();
        Ok(self.run(move || verify(&password, &kept)).await? && known)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let inside = |error: &dyn std::fmt::Display| Error::Internal(error.to_string());
        let _turn = self.0.acquire().await.map_err(|error| inside(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| inside(&error))
    }
}

/// Words that most lists of leaked passwords begin with, alone or with digits and signs around them: one per line.
const COMMON: &str = include_str!("common_passwords.txt");
/// Rows of keyboards and other sequences of which a part is not a password.
const SEQUENCES: [&str; 9] = [
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "qwertzuiopasdfghjklyxcvbnm",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn",
    "1a2b3c4d5e6f7g8h9i",
    "a1b2c3d4e5f6g7h8i9",
];
/// Minimum number of different characters, blanks not counted.
const MIN_DIFFERENT: usize = 4;

/// Whether a password is among the first that anybody would try.
fn is_weak(password: &str) -> bool {
    let plain: String = password.to_lowercase().chars().filter(|letter| !letter.is_whitespace()).collect();
    let word = plain.trim_matches(|letter: char| !letter.is_alphabetic());
    let backwards: String = plain.chars().rev().collect();
    let different: BTreeSet<char> = plain.chars().collect();
    different.len() < MIN_DIFFERENT
        || COMMON.lines().any(|common| common == plain || common == word)
        || SEQUENCES.iter().any(|sequence| sequence.contains(&plain) || sequence.contains(&backwards))
}

/// A generated password: shown once, stored as a hash.
#[derive(Clone)]
pub struct Generated {
    /// The password, in groups that can be read out.
    pub password: String,
    /// The hash to be stored.
    pub hash: String,
}

impl Generated {
    /// A new password of 80 random bits.
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

/// Hides the password: secrets do not belong in logs.
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
        // As slow as Argon2, so that timing does not reveal the kind of password, or whether there is one.
        _ = verify(password, DUMMY_HASH);
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
        assert!(PasswordHash::new(DUMMY_HASH).is_ok());
        assert!(passwords.hash("short").await.is_err());
        assert!(passwords.hash("password").await.is_err());
    }

    #[test]
    fn passwords_that_everybody_tries_first_are_weak() {
        for weak in [
            "password",
            "Password1!",
            "        ",
            "aaaaaaaa",
            "abababab",
            "12345678",
            "87654321",
            "qwertyui",
            "azertyuiop",
            "motdepasse",
            "MotDePasse2026",
            "iloveyou",
            "trustno1",
            "p@ssw0rd",
            "1q2w3e4r",
            "abcd1234",
            "mot de passe",
        ] {
            assert!(is_weak(weak), "{weak}");
        }
        for fine in [
            "correct horse",
            "long enough",
            "even longer",
            "a password of his",
            "battery staple",
            "x7-qm2-pl",
        ] {
            assert!(!is_weak(fine), "{fine}");
        }
    }

    #[tokio::test]
    async fn only_the_generated_password_itself_is_right() {
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
