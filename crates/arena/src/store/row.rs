//! Reading structs from rows of the database.
//!
//! The derive macro of sqlx would do the same, but its crate compiles sqlx, tokio, rustls and both databases a second
//! time for the compiler's own use: a sixth of everything that a first build compiles.

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
                Ok(Self { $($field: sqlx::Row::try_get(row, stringify!($field))?),+ })
            }
        }
    };
}

pub(super) use row;
