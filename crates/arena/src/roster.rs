//! Teams by the list: from CSV or JSON to accounts with passwords and tokens, which are shown once.

use std::collections::BTreeSet;

use crate::app::App;
use crate::auth::{Passwords, Secret, hash_of};
use crate::contest::is_name;
use crate::csv;
use crate::error::{Answer, Error};
use crate::store::{Contest, NewAccount, Store};

/// The most teams of one list.
const MOST: usize = 2_000;
/// The longest name of a team.
const LONGEST_NAME: usize = 60;

/// A team to be made.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Wanted {
    /// The name on the board.
    pub name: String,
    /// The name to sign in with; empty: made from the name.
    #[serde(default)]
    pub login: String,
}

/// A team that was made. The password and the token are kept as hashes only.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its account.
    pub id: String,
    /// The name on the board.
    pub name: String,
    /// The name to sign in with.
    pub login: String,
    /// For people.
    pub password: String,
    /// For programs.
    pub token: Secret,
}

/// Reads a list: a line for each team, its name and perhaps its login. A first line `name,login` is a head.
pub fn read(text: &str) -> Answer<Vec<Wanted>> {
    let rows = csv::read(text.trim_start_matches('\u{feff}')).map_err(Error::Bad)?;
    let mut teams = Vec::new();
    for (line, row) in (1..).zip(rows) {
        let cell = |at: usize| row.get(at).map(|cell| cell.trim().to_owned()).unwrap_or_default();
        let team = Wanted { name: cell(0), login: cell(1) };
        let is_head = line == 1 && team.name.eq_ignore_ascii_case("name");
        let is_empty = row.iter().all(|cell| cell.trim().is_empty());
        if is_head || is_empty {
            continue;
        }
        if row.len() > 2 {
            return Err(Error::Bad(format!("line {line}: found {} cells, expected name,login", row.len())));
        }
        teams.push(team);
    }
    Ok(teams)
}

/// Makes the teams of a list: all, or none if one of them cannot be made.
pub async fn make(
    store: &Store,
    passwords: &Passwords,
    contest: &Contest,
    teams: Vec<Wanted>,
    who: &str,
) -> Answer<Vec<Made>> {
    let teams = check(store, contest, teams).await?;
    let mut made = Vec::new();
    for Wanted { name, login } in teams {
        let (token, password) = (Secret::new(), Secret::short().to_string());
        let new = NewAccount {
            contest: contest.id.clone(),
            login: login.clone(),
            name: name.clone(),
            password: Some(passwords.hash(&password).await?),
            token: Some(hash_of(token.as_str())),
        };
        let id = store.make_account(&new, None, who).await?;
        made.push(Made { id, name, login, password, token });
    }
    Ok(made)
}

/// As [`make`], on a server.
pub async fn make_here(app: &App, contest: &Contest, teams: Vec<Wanted>, who: &str) -> Answer<Vec<Made>> {
    make(&app.store, &app.passwords, contest, teams, who).await
}

/// Fills in the logins, and refuses a list that cannot be made as a whole.
async fn check(store: &Store, contest: &Contest, mut teams: Vec<Wanted>) -> Answer<Vec<Wanted>> {
    if teams.is_empty() || teams.len() > MOST {
        return Err(Error::Bad(format!("found {} teams, expected 1 to {MOST}", teams.len())));
    }
    let accounts = store.accounts(&contest.id).await?;
    let mut taken: BTreeSet<String> = accounts.into_iter().map(|account| account.login).collect();
    for team in &mut teams {
        let length = team.name.trim().chars().count();
        if !(1..=LONGEST_NAME).contains(&length) || team.name.chars().any(char::is_control) {
            return Err(Error::Bad(format!("`{}`: a name has 1 to {LONGEST_NAME} characters", team.name)));
        }
        if team.login.is_empty() {
            team.login = free_login(&team.name, &taken);
        }
        if !is_name(&team.login) {
            return Err(Error::Bad(format!(
                "`{}`: a login has 1 to 40 letters a-z, digits and hyphens",
                team.login
            )));
        }
        if !taken.insert(team.login.clone()) {
            return Err(Error::Conflict(format!("the login `{}` is taken", team.login)));
        }
    }
    Ok(teams)
}

/// A login like the name that nobody has yet.
fn free_login(name: &str, taken: &BTreeSet<String>) -> String {
    let plain: String =
        name.to_lowercase().chars().map(|letter| if is_name_letter(letter) { letter } else { '-' }).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let base: String = parts.join("-").chars().take(30).collect();
    let base = if base.is_empty() { "team".to_owned() } else { base };
    let mut login = base.clone();
    let mut number = 2;
    while taken.contains(&login) {
        login = format!("{base}-{number}");
        number += 1;
    }
    login
}

const fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_with_and_without_a_head() {
        let ada = Wanted { name: "Ada, Countess".into(), login: "ada".into() };
        let bob = Wanted { name: "Bob".into(), login: String::new() };
        let list = "name,login\r\n\"Ada, Countess\",ada\r\n\r\nBob\r\n";
        assert_eq!(read(list).unwrap(), [ada, bob.clone()]);
        assert_eq!(read("Bob").unwrap(), [bob]);
        assert!(read("a,b,c").is_err());
    }

    #[test]
    fn logins_come_from_names_and_differ() {
        let taken = BTreeSet::from(["les-z-bres".to_owned()]);
        assert_eq!(free_login("Les Zèbres!", &taken), "les-z-bres-2");
        assert_eq!(free_login("??", &taken), "team");
    }
}
