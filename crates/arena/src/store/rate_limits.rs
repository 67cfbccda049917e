//! Token buckets in PostgreSQL, which all servers on one database share.
//!
//! Each is one statement outside of any transaction, so the row of a bucket is locked for that statement only. The
//! clock is the database's: those of the servers may differ.

use super::Store;
use crate::auth::hash_of;
use crate::error::{Error, Result};
use crate::limits::Rate;

/// The time now, in milliseconds.
const NOW: &str = "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)";

/// The interval of a rate in milliseconds.
fn interval(rate: Rate) -> i64 {
    i64::try_from(rate.every.as_millis()).unwrap_or(i64::MAX)
}

impl Store {
    /// Takes a token from the bucket of `name`; the error carries the seconds to wait.
    pub(crate) async fn take_token(&self, name: &str, rate: Rate) -> Result<()> {
        // A bucket that never has a token; the statement would insert its first row all the same.
        if rate.burst == 0 {
            return Err(Error::RateLimited(seconds(interval(rate))));
        }
        // A name may be longer than PostgreSQL can index.
        let name = hash_of(name);
        // A token is left while at most this time is missing.
        let most_missing = interval(rate).saturating_mul(i64::from(rate.burst) - 1);
        let take = format!(
            "INSERT INTO rate_limits AS known (name, full_at) VALUES ($1, {NOW} + $2) \
             ON CONFLICT (name) DO UPDATE SET full_at = GREATEST(known.full_at, {NOW}) + $2 \
             WHERE known.full_at <= {NOW} + $3 RETURNING full_at"
        );
        let taken = sqlx::query_scalar::<_, i64>(&take).bind(&name).bind(interval(rate)).bind(most_missing);
        if taken.fetch_optional(&*self.connections).await?.is_some() {
            return Ok(());
        }
        let missing = self.missing(&name).await?;
        Err(Error::RateLimited(seconds(missing.saturating_sub(most_missing))))
    }

    /// Puts a token back that was taken.
    pub(crate) async fn give_token_back(&self, name: &str, rate: Rate) -> Result<()> {
        let give_back = "UPDATE rate_limits SET full_at = full_at - $2 WHERE name = $1 RETURNING full_at";
        let given = sqlx::query_scalar::<_, i64>(give_back).bind(hash_of(name)).bind(interval(rate));
        given.fetch_optional(&*self.connections).await?;
        Ok(())
    }

    /// The seconds until no token is missing in the bucket of `name`, if one is.
    pub(crate) async fn seconds_until_full(&self, name: &str) -> Result<Option<u64>> {
        let missing = self.missing(&hash_of(name)).await?;
        Ok((missing > 0).then(|| seconds(missing)))
    }

    /// The time in milliseconds until a bucket is full.
    async fn missing(&self, name: &str) -> Result<i64> {
        let missing = format!("SELECT full_at - {NOW} FROM rate_limits WHERE name = $1");
        let missing = sqlx::query_scalar(&missing).bind(name);
        Ok(missing.fetch_optional(&*self.connections).await?.unwrap_or(0))
    }

    /// Deletes the full buckets, and returns their number.
    pub async fn forget_full_buckets(&self) -> Result<u64> {
        let delete = format!("DELETE FROM rate_limits WHERE full_at <= {NOW} RETURNING full_at");
        let deleted: Vec<i64> = sqlx::query_scalar(&delete).fetch_all(&*self.connections).await?;
        Ok(deleted.len() as u64)
    }
}

/// Whole seconds after which some milliseconds are over.
fn seconds(milliseconds: i64) -> u64 {
    u64::try_from(milliseconds).unwrap_or(0) / 1_000 + 1
}
