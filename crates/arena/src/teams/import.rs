//! Imports lists of teams: from CSV or JSON to accounts with passwords and tokens, which are shown once.
//!
//! The page, the API and the command line all import here, so they accept the same lists. A list is imported as a
//! whole: if one team cannot be created, none is.

use std::collections::BTreeSet;

use super::{NewNames, fallback_login, free_login};
use crate::auth::{Generated, Passwords, Secret, hash_of};
use crate::contest::{AccountId, TeamFacts};
use crate::csv;
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::store::{Contest, NewAccount, Store};

/// Maximum number of teams in one list.
const MAX_TEAMS: usize = 2_000;
/// Maximum number of cells in a line: name, login, password, school, group, members.
const MAX_CELLS: usize = 6;

/// A team to be created.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Wanted {
    /// The name on the board.
    pub name: String,
    /// The name to sign in with; empty: derived from the name.
    #[serde(default)]
    pub login: String,
    /// A chosen password; empty: one is generated.
    #[serde(default)]
    pub password: String,
    /// Its school.
    #[serde(default)]
    pub school: String,
    /// Its group, by which the board can be filtered.
    #[serde(default)]
    pub group: String,
    /// The names of its members.
    #[serde(default)]
    pub members: String,
}

/// A created team. The password and the token are stored as hashes only.
#[derive(Clone, Debug)]
pub struct Made {
    /// The id of its account.
    pub id: AccountId,
    /// The name on the board.
    pub name: String,
    /// The name to sign in with.
    pub login: String,
    /// The password.
    pub password: String,
    /// The token for the API.
    pub token: Secret,
}

/// The text of a list. A spreadsheet in French or English on Windows saves CSV as Windows-1252 unless "CSV UTF-8" is
/// chosen, so bytes that are not UTF-8 are read as that. A byte order mark of UTF-8 or UTF-16 is followed.
pub fn decoded(bytes: &[u8]) -> Result<String, Message> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text.trim_start_matches('\u{feff}').to_owned()),
        Err(error) => error,
    };
    let (text, _, is_malformed) = encoding_rs::WINDOWS_1252.decode(bytes);
    if is_malformed {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        return Err(Message::NotText { line: before.iter().filter(|byte| **byte == b'\n').count() + 1 });
    }
    Ok(text.into_owned())
}

/// Reads a list: one line per team with its name and optionally its login, password, school, group and members, separated by
/// commas, semicolons or tabs. A first line that begins with `name` is a head, also after empty lines.
pub fn read(text: &str) -> Result<Vec<Wanted>, Message> {
    let rows = csv::read(text.trim_start_matches('\u{feff}'))?;
    let mut teams = Vec::new();
    let is_empty = |row: &[String]| row.iter().all(|cell| cell.trim().is_empty());
    let filled = rows.into_iter().filter(|(_, row)| !is_empty(row));
    for (place, (line, row)) in filled.enumerate() {
        let cell = |at: usize| row.get(at).map(|cell| cell.trim().to_owned()).unwrap_or_default();
        let team = Wanted {
            name: cell(0),
            login: cell(1),
            password: cell(2),
            school: cell(3),
            group: cell(4),
            members: cell(5),
        };
        if place == 0 && team.name.eq_ignore_ascii_case("name") {
            continue;
        }
        if row.len() > MAX_CELLS {
            return Err(Message::TooManyCells { line, found: row.len() });
        }
        if team.name.is_empty() {
            return Err(Message::NameMissing { line });
        }
        teams.push(team);
    }
    Ok(teams)
}

/// A checked team with its hashed password.
struct CheckedTeam {
    names: NewNames,
    facts: TeamFacts,
    password: String,
    hash: String,
}

/// Creates the teams of a list: all, or none if one of them cannot be created.
pub async fn make(
    store: &Store,
    passwords: &Passwords,
    contest: &Contest,
    teams: Vec<Wanted>,
    actor: &str,
) -> Result<Vec<Made>> {
    let names = check(store, contest, &teams).await?;
    let mut accounts = Vec::new();
    let mut made = Vec::new();
    for CheckedTeam { names: NewNames { name, login }, facts, password, hash } in
        hashed(passwords, names, teams).await?
    {
        let token = Secret::new();
        accounts.push(NewAccount {
            contest: contest.id.clone(),
            login: login.clone(),
            name: name.clone(),
            password: Some(hash),
            token: Some(hash_of(token.as_str())),
            facts,
        });
        made.push(Made { id: AccountId::default(), name, login, password, token });
    }
    for (team, id) in made.iter_mut().zip(store.make_accounts(&contest.id, &accounts, actor).await?) {
        team.id = id;
    }
    Ok(made)
}

/// Checks the names and fills in the logins of a list.
async fn check(store: &Store, contest: &Contest, teams: &[Wanted]) -> Result<Vec<NewNames>> {
    if teams.is_empty() {
        return Err(Error::BadRequest(Message::EmptyList));
    }
    if teams.len() > MAX_TEAMS {
        return Err(Error::TooLarge(Message::TooManyListed { found: teams.len(), max: MAX_TEAMS }));
    }
    let accounts = store.accounts(&contest.id).await?;
    let mut taken: BTreeSet<String> = accounts.into_iter().map(|account| account.login).collect();
    let mut all = Vec::new();
    for team in teams {
        let mut names = NewNames::new(&team.name, &team.login, fallback_login)
            .map_err(|reason| of_team(team, reason.into()))?;
        if team.login.trim().is_empty() {
            names.login = free_login(names.login, &taken);
        }
        if !taken.insert(names.login.clone()) {
            return Err(Error::Conflict(Message::NameTaken { login: names.login }));
        }
        all.push(names);
    }
    Ok(all)
}

fn of_team(team: &Wanted, reason: Message) -> Error {
    Error::BadRequest(Message::OfTeam { name: team.name.clone(), reason: Box::new(reason) })
}

/// Adds a hashed password to each team. Hashing chosen passwords is slow, so it runs on all cores.
async fn hashed(passwords: &Passwords, names: Vec<NewNames>, teams: Vec<Wanted>) -> Result<Vec<CheckedTeam>> {
    let both = names.into_iter().zip(teams);
    let under_way: Vec<_> =
        both.map(|(names, team)| tokio::spawn(with_password(passwords.clone(), names, team))).collect();
    let mut checked = Vec::new();
    for one in under_way {
        checked.push(one.await.map_err(|error| Error::Internal(error.to_string()))??);
    }
    Ok(checked)
}

async fn with_password(passwords: Passwords, names: NewNames, team: Wanted) -> Result<CheckedTeam> {
    let facts =
        TeamFacts { members: team.members.clone(), school: team.school.clone(), group: team.group.clone() };
    let facts = facts.checked().map_err(|reason| of_team(&team, reason.into()))?;
    if team.password.is_empty() {
        let Generated { password, hash } = Generated::new();
        return Ok(CheckedTeam { names, facts, password, hash });
    }
    let hash = passwords.hash(&team.password).await.map_err(|error| match error {
        Error::BadRequest(reason) => of_team(&team, reason),
        error => error,
    })?;
    Ok(CheckedTeam { names, facts, password: team.password, hash })
}

/// Created teams as CSV, with the secrets that are shown once.
pub fn as_csv(made: &[Made]) -> String {
    let mut text = csv::line(["name", "login", "password", "token"]);
    for team in made {
        // A password must stay as it is; a name could be a formula for a spreadsheet.
        text += &csv::exact([&csv::guarded(&team.name), &team.login, &team.password, team.token.as_str()]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(name: &str, login: &str, password: &str) -> Wanted {
        Wanted { name: name.into(), login: login.into(), password: password.into(), ..Wanted::default() }
    }

    #[test]
    fn lists_are_read_with_and_without_a_head() {
        let list = "\u{feff}name,login\r\n\"Ada, \"\"Countess\"\"\", ada ,pass word\r\n\r\nBob\r\n";
        let ada = wanted("Ada, \"Countess\"", "ada", "pass word");
        assert_eq!(read(list).unwrap(), [ada, wanted("Bob", "", "")]);
        assert_eq!(read("Bob").unwrap(), [wanted("Bob", "", "")]);
        assert_eq!(read("\n , \nName,Login\nBob").unwrap(), [wanted("Bob", "", "")]);
        assert_eq!(read("Bob\nName").unwrap(), [wanted("Bob", "", ""), wanted("Name", "", "")]);
        assert_eq!(read("A;b\nC;d").unwrap(), [wanted("A", "b", ""), wanted("C", "d", "")]);
        assert_eq!(read("A\tb\nC\td").unwrap(), [wanted("A", "b", ""), wanted("C", "d", "")]);
    }

    #[test]
    fn a_password_is_written_without_the_formula_guard() {
        let made = Made {
            id: AccountId::default(),
            name: "=Ada".into(),
            login: "-a".into(),
            password: "-secret99".into(),
            token: Secret::received("t"),
        };
        assert_eq!(as_csv(&[made]), "name,login,password,token\r\n'=Ada,-a,-secret99,t\r\n");
    }

    #[test]
    fn lists_of_spreadsheets_are_decoded() {
        let utf_16: Vec<u8> = "\u{feff}\u{c9}lo\u{ef}se".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in
            ["\u{c9}lo\u{ef}se".as_bytes(), "\u{feff}\u{c9}lo\u{ef}se".as_bytes(), b"\xc9lo\xefse", &utf_16]
        {
            assert_eq!(decoded(bytes).unwrap(), "\u{c9}lo\u{ef}se");
        }
        assert_eq!(decoded(b"Zo\xeb \x80\x9c").unwrap(), "Zo\u{eb} \u{20ac}\u{153}");
        assert_eq!(decoded(b"\xef\xbb\xbfAda\nB\xff"), Err(Message::NotText { line: 2 }));
    }

    #[test]
    fn an_error_names_the_line_of_a_list() {
        for (list, why) in [
            (
                "Ada\na,b,c,d,e,f,g",
                "line 2: found 7 cells, expected name,login,password,school,group,members",
            ),
            ("Ada\n,x", "line 2: the name is missing"),
            ("\n\n\"Ada\nB\"\n,x", "line 5: the name is missing"),
        ] {
            assert_eq!(read(list).unwrap_err().to_string(), why);
        }
    }
}
