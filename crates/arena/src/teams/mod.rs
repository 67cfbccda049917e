//! New teams: their names and logins, and the import of lists.

mod import;
mod naming;

pub use import::{Made, Wanted, as_csv, make, read};
pub use naming::{MAX_NAME_LENGTH, NewNames, appearance, free_login, login_of, visible};
