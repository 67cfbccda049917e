//! Teams by the list: from CSV or JSON to accounts with passwords and tokens, which are shown once.
//!
//! The page, the API and the command line all read and make lists here, so a list that one of them takes the
//! others take too. A list is made as a whole: if one team of it cannot be made, none is.

use std::collections::BTreeSet;

use super::naming::{NewNames, free_login};
use crate::auth::{Generated, Passwords, Secret, hash_of};
use crate::csv;
use crate::error::{Error, Result};
use crate::store::{Contest, NewAccount, Store};

/// The most teams of one list.
const MAX_TEAMS: usize = 2_000;
/// What a line may have.
const MAX_CELLS: usize = 3;

/// A team to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Wanted {
    /// The name on the board.
    pub name: String,
    /// The name to sign in with; empty: made from the name.
    #[serde(default)]
    pub login: String,
    /// A password that somebody chose; empty: one is made.
    #[serde(default)]
    pub password: String,
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

/// Reads a list: a line for each team, its name, perhaps its login, perhaps its password. Where there is no
/// comma at all, semicolons or tabs stand between them. A first line `name,login` is a head,
/// also after empty ones.
pub fn read(text: &str) -> Result<Vec<Wanted>> {
    let text = text.trim_start_matches('\u{feff}');
    let text = if text.contains(',') { text.to_owned() } else { text.replace([';', '\t'], ",") };
    let rows = csv::read(&text).map_err(Error::BadRequest)?;
    let mut teams = Vec::new();
    let is_empty = |row: &[String]| row.iter().all(|cell| cell.trim().is_empty());
    let filled = rows.into_iter().filter(|(_, row)| !is_empty(row));
    for (place, (line, row)) in filled.enumerate() {
        let cell = |at: usize| row.get(at).map(|cell| cell.trim().to_owned()).unwrap_or_default();
        let team = Wanted { name: cell(0), login: cell(1), password: cell(2) };
        if place == 0 && team.name.eq_ignore_ascii_case("name") {
            continue;
        }
        if row.len() > MAX_CELLS {
            let found = row.len();
            return Err(Error::BadRequest(format!(
                "line {line}: found {found} cells, expected name,login,password"
            )));
        }
        if team.name.is_empty() {
            return Err(Error::BadRequest(format!("line {line}: the name is missing")));
        }
        teams.push(team);
    }
    Ok(teams)
}

/// A team that can be made.
struct Ready {
    names: NewNames,
    password: String,
    hash: String,
}

/// Makes the teams of a list: all, or none if one of them cannot be made.
pub async fn make(
    store: &Store,
    passwords: &Passwords,
    contest: &Contest,
    teams: Vec<Wanted>,
    actor: &str,
) -> Result<Vec<Made>> {
    let names = check(store, contest, &teams).await?;
    let (mut accounts, mut made) = (Vec::new(), Vec::new());
    for Ready { names: NewNames { name, login }, password, hash } in hashed(passwords, names, teams).await? {
        let token = Secret::new();
        accounts.push(NewAccount {
            contest: contest.id.clone(),
            login: login.clone(),
            name: name.clone(),
            password: Some(hash),
            token: Some(hash_of(token.as_str())),
        });
        made.push(Made { id: String::new(), name, login, password, token });
    }
    for (team, id) in made.iter_mut().zip(store.make_accounts(&contest.id, &accounts, actor).await?) {
        team.id = id;
    }
    Ok(made)
}

/// Checks names, fills in logins, and refuses a list that cannot be made as a whole.
async fn check(store: &Store, contest: &Contest, teams: &[Wanted]) -> Result<Vec<NewNames>> {
    if teams.is_empty() {
        return Err(Error::BadRequest("there is no team in this list".into()));
    }
    if teams.len() > MAX_TEAMS {
        return Err(Error::TooLarge(format!("found {} teams, expected at most {MAX_TEAMS}", teams.len())));
    }
    let accounts = store.accounts(&contest.id).await?;
    let mut taken: BTreeSet<String> = accounts.into_iter().map(|account| account.login).collect();
    let mut all = Vec::new();
    for team in teams {
        let mut names = NewNames::new(&team.name, &team.login).map_err(|error| about(team, &error))?;
        if team.login.trim().is_empty() {
            names.login = free_login(names.login, &taken);
        }
        if !taken.insert(names.login.clone()) {
            return Err(Error::Conflict(format!("the name `{}` is taken", names.login)));
        }
        all.push(names);
    }
    Ok(all)
}

fn about(team: &Wanted, error: &Error) -> Error {
    Error::BadRequest(format!("`{}`: {error}", team.name))
}

/// With a password each. Those that people chose take their time, so all cores work on them.
async fn hashed(passwords: &Passwords, names: Vec<NewNames>, teams: Vec<Wanted>) -> Result<Vec<Ready>> {
    let both = names.into_iter().zip(teams);
    let under_way: Vec<_> =
        both.map(|(names, team)| tokio::spawn(with_password(passwords.clone(), names, team))).collect();
    let mut ready = Vec::new();
    for one in under_way {
        ready.push(one.await.map_err(|error| Error::Internal(error.to_string()))??);
    }
    Ok(ready)
}

async fn with_password(passwords: Passwords, names: NewNames, team: Wanted) -> Result<Ready> {
    if team.password.is_empty() {
        let Generated { password, hash } = Generated::new();
        return Ok(Ready { names, password, hash });
    }
    let hash = passwords.hash(&team.password).await.map_err(|error| match error {
        Error::BadRequest(_) => about(&team, &error),
        error => error,
    })?;
    Ok(Ready { names, password: team.password, hash })
}

/// Teams that were made as CSV, with what is shown once.
pub fn as_csv(made: &[Made]) -> String {
    let mut text = csv::line(["name", "login", "password", "token"]);
    for team in made {
        // A password is typed as it stands there; a name may be a stranger's.
        text += &csv::exact([&csv::guarded(&team.name), &team.login, &team.password, team.token.as_str()]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(name: &str, login: &str, password: &str) -> Wanted {
        Wanted { name: name.into(), login: login.into(), password: password.into() }
    }

    #[test]
    fn lists_are_read_with_and_without_a_head() {
        let list = "\u{feff}name,login\r\n\"Ada, \"\"Countess\"\"\", ada ,pass word\r\n\r\nBob\r\n";
        let ada = wanted("Ada, \"Countess\"", "ada", "pass word");
        assert_eq!(read(list).unwrap(), [ada, wanted("Bob", "", "")]);
        assert_eq!(read("Bob").unwrap(), [wanted("Bob", "", "")]);
        assert_eq!(read("\n , \nName,Login\nBob").unwrap(), [wanted("Bob", "", "")]);
        assert_eq!(read("Bob\nName").unwrap(), [wanted("Bob", "", ""), wanted("Name", "", "")]);
        assert_eq!(read("A;b\nC\td").unwrap(), [wanted("A", "b", ""), wanted("C", "d", "")]);
    }

    #[test]
    fn a_password_is_written_as_it_is_typed() {
        let made = Made {
            id: String::new(),
            name: "=Ada".into(),
            login: "-a".into(),
            password: "-secret99".into(),
            token: Secret::shown("t"),
        };
        assert_eq!(as_csv(&[made]), "name,login,password,token\r\n'=Ada,-a,-secret99,t\r\n");
    }

    #[test]
    fn lines_that_are_no_team_are_named() {
        for (list, why) in [
            ("Ada\na,b,c,d", "line 2: found 4 cells, expected name,login,password"),
            ("Ada\n,x", "line 2: the name is missing"),
            ("\n\n\"Ada\nB\"\n,x", "line 5: the name is missing"),
        ] {
            assert_eq!(read(list).unwrap_err().to_string(), why);
        }
    }
}
