//! Passwords, as Argon2 keeps them.

use std::sync::Arc;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::error::{Answer, Error};

/// Two at a time: each takes 19 MiB and a core for some 20 ms.
const AT_ONCE: usize = 2;
/// The shortest password.
const SHORTEST: usize = 8;
/// The longest: hashing more is work for nothing.
const LONGEST: usize = 200;
/// Checked when there is no account, so that asking takes as long as when there is one.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$\
                      4ul8JlC4oVHYxrZmlgRxUZWyF2TQVGJsnHKsMZzvUXI";

/// Hashes and checks passwords off the serving threads, a few at a time.
#[derive(Clone, Debug)]
pub struct Passwords(Arc<Semaphore>);

impl Default for Passwords {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Passwords {
    /// The hash of a new password.
    pub async fn hash(&self, password: &str) -> Answer<String> {
        let length = password.chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) {
            return Err(Error::Bad(format!("a password should have {SHORTEST} to {LONGEST} characters")));
        }
        let password = password.to_owned();
        self.run(move || hash(&password)).await?
    }

    /// Whether a password is that of a hash; with no hash it takes as long and is not.
    pub async fn is_right(&self, password: &str, kept: Option<&str>) -> Answer<bool> {
        if password.len() > 4 * LONGEST {
            return Ok(false);
        }
        let (password, known) = (password.to_owned(), kept.is_some());
        let kept = kept.unwrap_or(NOBODY).to_owned();
        Ok(self.run(move || verify(&password, &kept)).await? && known)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
        let inside = |error: &dyn std::fmt::Display| Error::Inside(error.to_string());
        let _turn = self.0.acquire().await.map_err(|error| inside(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| inside(&error))
    }
}

fn argon2() -> Argon2<'static> {
    // The first choice of the OWASP list for Argon2id.
    let params = Params::new(19_456, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(password: &str) -> Answer<String> {
    let inside = |error: &dyn std::fmt::Display| Error::Inside(format!("argon2: {error}"));
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|error| inside(&error))?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| inside(&error))?;
    let hash = argon2().hash_password(password.as_bytes(), &salt).map_err(|error| inside(&error))?;
    Ok(hash.to_string())
}

fn verify(password: &str, kept: &str) -> bool {
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
}
