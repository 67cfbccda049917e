//! New teams: their names and logins, and the import of lists.

mod import;

pub use import::{Made, Wanted, as_csv, decoded, make, read};
pub use laplace_contest::naming::{MAX_NAME_LENGTH, NewNames, appearance, free_login, login_of, visible};

use crate::auth::Secret;

/// The login of a team whose name has no letter that a login can have.
pub(crate) fn fallback_login() -> String {
    format!("team-{}", Secret::short())
}
