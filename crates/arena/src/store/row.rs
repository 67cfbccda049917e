//! Reading structs from rows of the database.
//!
//! The derive macro of sqlx would do the same, but its crate compiles sqlx, tokio, rustls and both databases a second
//! time for the compiler's own use: a sixth of everything that a first build compiles.
//!
//! A value that this version does not know is an error of the database, never another value.

use serde::Deserialize;
use sqlx::any::AnyRow;
use sqlx::error::BoxDynError;
use sqlx::{Error, Result, Row};

use crate::contest::{
    AccountId, AccountState, ClarificationId, ContestId, ContestLimits, EventKind, Feedback, Game,
    RejudgingId, RejudgingState, SubmissionId,
};
use crate::judging::{Finding, Outcome};

/// Defines a struct that is read from a row: each field from the column of its name.
macro_rules! row {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $type:ty),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($(#[$field_attribute])* $field_visibility $field: $type),+
        }

        impl sqlx::FromRow<'_, sqlx::any::AnyRow> for $name {
            fn from_row(row: &sqlx::any::AnyRow) -> sqlx::Result<Self> {
                Ok(Self { $($field: $crate::store::row::FromColumn::from_column(row, stringify!($field))?),+ })
            }
        }
    };
}

pub(super) use row;

/// Defines how a struct of another crate is read from a row: each field from the column of its name.
macro_rules! columns {
    ($row:ident($type:ty) { $($field:ident),+ $(,)? }) => {
        /// A row of the database.
        pub(super) struct $row(pub(super) $type);

        impl sqlx::FromRow<'_, sqlx::any::AnyRow> for $row {
            fn from_row(row: &sqlx::any::AnyRow) -> sqlx::Result<Self> {
                type Stored = $type;
                Ok(Self(Stored {
                    $($field: $crate::store::row::FromColumn::from_column(row, stringify!($field))?),+
                }))
            }
        }
    };
}

pub(super) use columns;

/// A value that can be read from a column. A trait of this crate, since types of the domain know no database.
pub(super) trait FromColumn: Sized {
    /// Reads the column of this name.
    fn from_column(row: &AnyRow, name: &str) -> Result<Self>;
}

macro_rules! plain_columns {
    ($($type:ty)*) => {$(
        impl FromColumn for $type {
            fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
                row.try_get(name)
            }
        }
    )*};
}

plain_columns! { i64 Option<i64> String Option<String> Vec<u8> }

/// The error for a column with a value that cannot be read.
pub(super) fn unreadable(column: &str, source: impl Into<BoxDynError>) -> Error {
    Error::ColumnDecode { index: column.to_owned(), source: source.into() }
}

/// Reads a value by the name that is stored for it.
pub(super) fn by_name<T>(row: &AnyRow, column: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T> {
    let name: String = row.try_get(column)?;
    read(&name).ok_or_else(|| unreadable(column, format!("unknown value `{name}`")))
}

macro_rules! named_columns {
    ($($type:ty: $read:expr;)*) => {$(
        impl FromColumn for $type {
            fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
                by_name(row, name, $read)
            }
        }
    )*};
}

named_columns! {
    Outcome: Self::by_name;
    EventKind: Self::by_name;
    RejudgingState: Self::by_name;
    Game: |name| name.parse().ok();
    Feedback: |name| name.parse().ok();
}

macro_rules! id_columns {
    ($($type:ident($inner:ty))*) => {$(
        impl FromColumn for $type {
            fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
                row.try_get::<$inner, _>(name).map($type::from)
            }
        }
    )*};
}

id_columns! { ContestId(String) AccountId(String) SubmissionId(i64) RejudgingId(i64) ClarificationId(i64) }

impl FromColumn for Option<AccountId> {
    fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
        Ok(row.try_get::<Option<String>, _>(name)?.map(AccountId::from))
    }
}

impl FromColumn for Option<ClarificationId> {
    fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
        Ok(row.try_get::<Option<i64>, _>(name)?.map(ClarificationId))
    }
}

/// Stored as 0 or 1.
impl FromColumn for bool {
    fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
        Ok(row.try_get::<i64, _>(name)? != 0)
    }
}

/// The number that is stored for the state of an account.
pub(super) const fn state_number(state: AccountState) -> i64 {
    match state {
        AccountState::Active => 0,
        AccountState::Disqualified => 1,
        AccountState::SignInBlocked => 2,
    }
}

impl FromColumn for AccountState {
    fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
        let number: i64 = row.try_get(name)?;
        [Self::Active, Self::Disqualified, Self::SignInBlocked]
            .into_iter()
            .find(|state| state_number(*state) == number)
            .ok_or_else(|| unreadable(name, format!("account state {number}: expected 0, 1 or 2")))
    }
}

/// Three columns, whatever name the field has.
impl FromColumn for ContestLimits {
    fn from_column(row: &AnyRow, _: &str) -> Result<Self> {
        Ok(Self {
            upload: row.try_get("max_upload")?,
            team: row.try_get("max_team_bytes")?,
            contest: row.try_get("max_contest_bytes")?,
        })
    }
}

impl FromColumn for Finding {
    fn from_column(row: &AnyRow, name: &str) -> Result<Self> {
        json(row, name)
    }
}

/// Reads a value that is stored as JSON.
fn json<T: for<'de> Deserialize<'de>>(row: &AnyRow, column: &str) -> Result<T> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error))
}
