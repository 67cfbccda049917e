//! The tight bounds of inputs of question 5. A database or a backup from before they were stored has none; they follow
//! from the inputs and are computed when it is opened or restored.

use sqlx::Row;

use super::Store;
use super::connections::Transaction;
use crate::contest::tight_bound;
use crate::error::Result;

/// Inputs without a tight bound. Those of the well, and of the demon's other questions, have none.
const MISSING: &str = "tight_bound IS NULL AND question = 5 AND bound > 0";

/// Whether the tight bound of an input is missing.
pub(super) async fn is_one_missing(store: &Store) -> Result<bool> {
    let query = format!("SELECT COUNT(*) FROM inputs WHERE {MISSING}");
    let missing: i64 = sqlx::query_scalar(&query).fetch_one(&store.connections.pool).await?;
    Ok(missing > 0)
}

/// Computes and stores the tight bounds that are missing.
pub(super) async fn add_missing(transaction: &mut Transaction) -> Result<()> {
    let query = format!("SELECT contest, number, content FROM inputs WHERE {MISSING}");
    let rows = sqlx::query(&query).fetch_all(&mut *transaction).await?;
    for row in rows {
        let contest: String = row.try_get("contest")?;
        let number: i64 = row.try_get("number")?;
        let Some(bound) = tight_bound(&row.try_get::<Vec<u8>, _>("content")?) else { continue };
        let update = sqlx::query("UPDATE inputs SET tight_bound = $3 WHERE contest = $1 AND number = $2");
        update.bind(contest).bind(number).bind(bound).execute(&mut *transaction).await?;
    }
    Ok(())
}
