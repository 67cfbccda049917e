//! What organisers do, by page, by program and by command, and what it leaves in the log.

use std::process::Command;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::Game;
use laplace_arena::error::Error;
use laplace_arena::store::{Milestone, NewAccount, now};
use laplace_arena::teams::{self, Wanted};
use serde_json::{Value, json};

use crate::browser::{Browser, location};
use crate::database;
use crate::test_server::{TestServer, text};
use crate::wait::wait_until;

/// A contest and an organiser's token.
async fn contest(address: &str) -> (TestServer, String) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("", "Boss").await;
    (server, token)
}

#[tokio::test]
async fn a_list_of_teams_is_made_as_a_whole_or_comes_back_to_be_mended() {
    let (server, token) = contest(&database::sqlite()).await;
    let boss = Browser::signed_in(&server, &token).await;
    for list in [
        "Ada\nGrace,gh,short",
        "Ada,x\nGrace,x",
        "Ada\n,x",
        "Ada\na,b,c,d",
        " ",
        "Ada\nADA",
        "Ada\n\u{410}d\u{430}",
        "Ada,ada,password",
    ] {
        let refused = boss.upload("/organise/demo/teams", &[("list", "", list)]).await;
        assert!(refused.status().is_client_error(), "{list}");
        let page = text(refused).await;
        assert!(
            page.contains(&format!("{}</textarea>", list.trim())) && page.contains("notice bad"),
            "{page}"
        );
    }
    assert!(server.state.store.accounts("demo").await.unwrap().is_empty());
    let teams =
        boss.upload("/organise/demo/teams", &[("list", "", "Ada\nGrace,gh,correct horse\nAda!")]).await;
    assert_eq!(
        (teams.status(), &teams.headers()["cache-control"]),
        (StatusCode::OK, &"no-store".parse().unwrap())
    );
    let teams = text(teams).await;
    assert!(teams.contains("correct horse") && teams.contains("data:text/csv"));
    assert!(teams.contains("<code>ada-2</code>"), "two names with the same login get two logins");
    let made = teams.split("<code>ada</code></td><td><code>").nth(1).unwrap().split('<').next().unwrap();
    for (login, password) in [("ada", made), ("gh", "correct+horse")] {
        let form = format!("contest=demo&login={login}&password={password}");
        assert_eq!(location(&Browser::new(&server).post("/login", &form).await), "/c/demo");
    }
    let form = format!("contest=demo&login=ada-2&password={made}");
    assert_eq!(Browser::new(&server).post("/login", &form).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_file_with_a_head_is_a_list_too() {
    let (server, token) = contest(&database::sqlite()).await;
    let boss = Browser::signed_in(&server, &token).await;
    // As a browser sends it: the text field is there and empty.
    let send = async |list: &str, file: &str| {
        boss.upload("/organise/demo/teams", &[("list", "", list), ("file", "teams.csv", file)]).await
    };
    let refused = text(send("", "name,login\nAda\n,x\n").await).await;
    assert!(refused.contains("Line 3: the name is missing"), "{refused}");
    assert!(refused.contains("name,login\nAda\n,x</textarea>"), "{refused}");
    assert_eq!(send("", "name,login\nAda\n").await.status(), StatusCode::OK);
    assert_eq!(send("Name\nBob", "\u{feff}name;login\r\nCarl;cc\r\n").await.status(), StatusCode::OK);
    let teams = server.state.store.accounts("demo").await.unwrap();
    let logins: Vec<_> = teams.iter().map(|team| team.login.as_str()).collect();
    assert_eq!(logins, ["ada", "bob", "cc"]);
}

#[tokio::test]
async fn a_list_of_a_french_spreadsheet_is_decoded_on_the_page_in_the_api_and_by_the_command() {
    let address = database::sqlite();
    let (server, token) = contest(&address).await;
    let boss = Browser::signed_in(&server, &token).await;
    // Windows-1252, with the euro sign and the ligature that ISO 8859-1 does not have.
    let files = [("list", "", &b""[..]), ("file", "teams.csv", b"nom 1;e1\r\n\xc9lo\xefse;eloise\r\n")];
    assert_eq!(boss.upload("/organise/demo/teams", &files).await.status(), StatusCode::OK);
    let request = Request::post("/api/contests/demo/teams")
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "text/csv")
        .body(Body::from(&b"C\x9cur \x80,coeur\n"[..]));
    assert_eq!(server.send(request.unwrap()).await.status(), StatusCode::CREATED);
    let list = std::env::temp_dir().join(database::fresh_name());
    std::fs::write(&list, b"Zo\xeb;zoe\r\n").unwrap();
    let (done, output) = command(&address, &["teams", "demo", list.to_str().unwrap()]);
    assert!(done && output.contains("Zo\u{eb},zoe,"), "{output}");
    let teams = server.state.store.accounts("demo").await.unwrap();
    for (login, name) in
        [("eloise", "\u{c9}lo\u{ef}se"), ("coeur", "C\u{153}ur \u{20ac}"), ("zoe", "Zo\u{eb}")]
    {
        assert_eq!(teams.iter().find(|team| team.login == login).unwrap().name, name);
    }
    // What announces UTF-8 and is not is refused, with its line.
    let broken = b"\xef\xbb\xbfAda\nB\xff\n";
    std::fs::write(&list, broken).unwrap();
    let (done, output) = command(&address, &["teams", "demo", list.to_str().unwrap()]);
    assert!(!done && output.contains("line 2: found bytes that are not UTF-8"), "{output}");
    let refused = boss.upload("/organise/demo/teams?lang=fr", &[("file", "teams.csv", broken)]).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    assert!(text(refused).await.contains("Ligne 2"));
    assert_eq!(server.state.store.accounts("demo").await.unwrap().len(), 4);
}

async fn final_results_have_no_new_team_invitation_or_feedback(address: &str) {
    let (server, token) = contest(address).await;
    let boss = Browser::signed_in(&server, &token).await;
    let store = &server.state.store;
    let (_, made) = ask(&server, &token, "POST", "/invites", r#"{"uses":3}"#).await;
    let link = format!("/join/{}", made["link"].as_str().unwrap().split_once("/join/").unwrap().1);
    for form in ["<textarea", "name=\"uses\"", "name=\"feedback\""] {
        let pages = ["teams", "invites", ""].map(|page| format!("/organise/demo/{page}"));
        let mut all = String::new();
        for page in pages {
            all += &boss.page(page.trim_end_matches('/')).await;
        }
        assert!(all.contains(form), "{form}");
    }
    for milestone in [Milestone::End, Milestone::Finalize] {
        store.set_milestone("demo", milestone, None, "server").await.unwrap();
    }
    let before = store.revision("demo").await.unwrap();
    for (path, body) in [("/teams", r#"[{"name":"Late"}]"#), ("/invites", "{}")] {
        let (status, reply) = ask(&server, &token, "POST", path, body).await;
        assert_eq!(
            (status, &reply["message"]),
            (StatusCode::CONFLICT, &json!("the results are final")),
            "{path}"
        );
    }
    let (status, reply) = ask(&server, &token, "PATCH", "", r#"{"feedback":"full"}"#).await;
    assert_eq!((status, &reply["message"]), (StatusCode::CONFLICT, &json!("the results are final")));
    for words in [&["invite", "demo"][..], &["feedback", "demo", "full"]] {
        let (done, output) = command(address, words);
        assert!(!done && output.contains("the results are final"), "{output}");
    }
    // A refused form is shown on the page that it belongs to; that page offers nothing that would be refused.
    let refused = [
        boss.upload("/organise/demo/teams?lang=fr", &[("list", "", "Late")]).await,
        boss.post("/organise/demo/invites?lang=fr", "uses=1&days=1").await,
        boss.post("/organise/demo/feedback?lang=fr", "feedback=full").await,
        boss.post("/organise/demo/moment?lang=fr", "moment=end&confirm=yes").await,
    ];
    for (response, form) in
        refused.into_iter().zip(["<textarea", "name=\"uses\"", "name=\"feedback\"", "name=\"at\""])
    {
        assert_eq!(response.status(), StatusCode::CONFLICT, "{form}");
        let page = text(response).await;
        assert!(page.contains("Les résultats sont définitifs.") && page.contains("notice bad"), "{page}");
        assert!(page.contains("href=\"/organise/demo\"") && !page.contains(form), "{page}");
    }
    let joined = Browser::new(&server).post(&link, "name=Late&new_password=long+enough").await;
    assert_eq!(joined.status(), StatusCode::CONFLICT);
    assert_eq!(store.revision("demo").await.unwrap(), before, "nothing changed");
    assert!(store.accounts("demo").await.unwrap().is_empty());
}

#[tokio::test]
async fn final_results_have_no_new_team_invitation_or_feedback_on_sqlite() {
    final_results_have_no_new_team_invitation_or_feedback(&database::sqlite()).await;
}

#[tokio::test]
async fn final_results_have_no_new_team_invitation_or_feedback_on_postgresql() {
    final_results_have_no_new_team_invitation_or_feedback(&database::postgres().await).await;
}

async fn a_list_of_which_one_is_taken_leaves_nothing(address: &str) {
    let (server, _) = contest(address).await;
    let store = &server.state.store;
    let team = |login: &str| NewAccount {
        contest: "demo".into(),
        login: login.into(),
        name: login.into(),
        ..NewAccount::default()
    };
    let before = kinds(&server).await.len();
    let refused = store.make_accounts("demo", &[team("ada"), team("bob"), team("ada")], "server").await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert!(store.accounts("demo").await.unwrap().is_empty());
    assert_eq!(kinds(&server).await.len(), before);
    // Two lists at the same moment that share one login: one of them is made, whole.
    let lists = ["a", "b"].map(|list| {
        let names = (0..20).map(|number| format!("{list}{number}")).chain(["shared".into()]);
        let wanted = names.map(|name| Wanted { name, ..Wanted::default() }).collect::<Vec<_>>();
        let wanted: Vec<_> =
            wanted.into_iter().map(|team| Wanted { login: team.name.clone(), ..team }).collect();
        let (store, passwords) = (store.clone(), server.state.passwords.clone());
        tokio::spawn(async move {
            let contest = store.contest("demo").await.unwrap();
            teams::make(&store, &passwords, &contest, wanted, "server").await
        })
    });
    let [a, b] = lists;
    let (a, b) = (a.await.unwrap(), b.await.unwrap());
    assert!(a.is_ok() != b.is_ok());
    assert_eq!(store.accounts("demo").await.unwrap().len(), 21);
    assert_eq!(kinds(&server).await.len(), before + 21, "an event for each team");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_which_one_is_taken_leaves_nothing_on_sqlite() {
    a_list_of_which_one_is_taken_leaves_nothing(&database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_which_one_is_taken_leaves_nothing_on_postgresql() {
    a_list_of_which_one_is_taken_leaves_nothing(&database::postgres().await).await;
}

/// What a program asks under `/api/contests/demo`; the status and the answer.
async fn ask(server: &TestServer, token: &str, method: &str, path: &str, body: &str) -> (StatusCode, Value) {
    let request = Request::builder()
        .method(method)
        .uri(format!("/api/contests/demo{path}"))
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "q1-output-1")
        .body(Body::from(body.to_owned()));
    let response = server.send(request.unwrap()).await;
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).unwrap_or_default())
}

/// Runs a command on the database of a server that runs.
pub(crate) fn command(address: &str, words: &[&str]) -> (bool, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_laplace-arena"));
    let run = program.args(words).args(["--database", address]).output().unwrap();
    let reply = [run.stdout, run.stderr].concat();
    (run.status.success(), String::from_utf8(reply).unwrap())
}

async fn kinds(server: &TestServer) -> Vec<String> {
    let events = server.state.store.events("demo", 0, 100).await.unwrap();
    events.into_iter().map(|event| event.kind.name().to_owned()).collect()
}

/// How many answers the public board hides.
async fn hidden(server: &TestServer) -> u32 {
    let store = &server.state.store;
    let contest = store.contest("demo").await.unwrap();
    let shown = server.state.boards.get(store, &contest, View::Public).await.unwrap();
    shown.board.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.hidden).sum()
}

async fn an_end_and_a_freeze_can_be_cleared(address: &str) {
    let (server, boss) = contest(address).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let submit = || ask(&server, &ada, "POST", "/submissions", "nonsense");
    let feed = "/event-feed?stream=false";
    for moment in ["freeze", "end"] {
        assert_eq!(
            ask(&server, &boss, "DELETE", &format!("/moments/{moment}"), "").await.0,
            StatusCode::CONFLICT
        );
    }
    ask(&server, &boss, "POST", "/moments/freeze", "").await;
    assert_eq!(submit().await.0, StatusCode::CREATED);
    assert_eq!(hidden(&server).await, 1);
    let (status, reply) = ask(&server, &boss, "DELETE", "/moments/freeze", "").await;
    assert_eq!((status, &reply["scoreboard_thaw_time"]), (StatusCode::OK, &Value::Null));
    assert_eq!(hidden(&server).await, 0);
    // A feed that was open during the freeze gets what it hid.
    let since = format!("/api/contests/demo{feed}&since_token=4");
    let news = text(server.send(Request::get(since).body(Body::empty()).unwrap()).await).await;
    assert!(news.contains("\"judgements\"") && news.contains("\"frozen\":null"), "{news}");
    ask(&server, &boss, "POST", "/moments/end", "").await;
    assert_eq!(submit().await.0, StatusCode::CONFLICT);
    assert_eq!(command(address, &["take-back", "demo", "end"]), (true, "demo: end taken back\n".into()));
    // The server learns of what another process did after a moment.
    wait_until("submission that is accepted again", async || match submit().await {
        (StatusCode::CREATED, _) => Ok(()),
        refused => Err(format!("{refused:?}")),
    })
    .await;
    for moment in ["start", "thaw", "finalize"] {
        let path = format!("/moments/{moment}");
        assert_eq!(ask(&server, &boss, "DELETE", &path, "").await.0, StatusCode::BAD_REQUEST);
    }
    ask(&server, &boss, "POST", "/moments/end", "").await;
    ask(&server, &boss, "POST", "/moments/finalize", "").await;
    assert_eq!(ask(&server, &boss, "DELETE", "/moments/end", "").await.0, StatusCode::CONFLICT);
    let kinds = kinds(&server).await;
    for kind in ["freeze-taken-back", "end-taken-back"] {
        assert_eq!(kinds.iter().filter(|found| *found == kind).count(), 1, "{kinds:?}");
    }
}

#[tokio::test]
async fn an_end_and_a_freeze_can_be_cleared_on_sqlite() {
    an_end_and_a_freeze_can_be_cleared(&database::sqlite()).await;
}

#[tokio::test]
async fn an_end_and_a_freeze_can_be_cleared_on_postgresql() {
    an_end_and_a_freeze_can_be_cleared(&database::postgres().await).await;
}

#[tokio::test]
async fn the_page_clears_milestones_that_are_set_and_offers_no_others() {
    let (server, token) = contest(&database::sqlite()).await;
    let boss = Browser::signed_in(&server, &token).await;
    assert!(!boss.page("/organise/demo").await.contains("/take-back"));
    server
        .state
        .store
        .set_milestone("demo", Milestone::End, Some(now() + 3_600_000), "server")
        .await
        .unwrap();
    assert!(boss.page("/organise/demo").await.contains("/take-back"));
    let unsure = boss.post("/organise/demo/take-back", "moment=end").await;
    assert_eq!(unsure.status(), StatusCode::BAD_REQUEST);
    let done = boss.post("/organise/demo/take-back", "moment=end&confirm=yes").await;
    assert_eq!(location(&done), "/organise/demo");
    assert!(server.state.store.contest("demo").await.unwrap().ends_at.is_none());
    assert!(boss.page("/organise/demo/log").await.contains("cleared the end of"));
}

async fn an_invitation_is_revoked(address: &str) {
    let (server, token) = contest(address).await;
    let (boss, guest) = (Browser::signed_in(&server, &token).await, Browser::new(&server));
    let mut links = Vec::new();
    for name in ["One", "Two", ""] {
        let body = json!({ "name": name, "uses": 3 }).to_string();
        let (status, made) = ask(&server, &token, "POST", "/invites", &body).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let link = made["link"].as_str().unwrap().split_once("/join/").unwrap().1.to_owned();
        links.push((made["id"].as_str().unwrap().to_owned(), format!("/join/{link}")));
    }
    let (_, listed) = ask(&server, &token, "GET", "/invites", "").await;
    assert_eq!(listed.as_array().unwrap().len(), 3);
    // By the page, the API and the command line.
    let revoked = boss.post(&format!("/organise/demo/invites/{}/revoke", links[0].0), "").await;
    assert_eq!(location(&revoked), "/organise/demo/invites");
    let path = format!("/invites/{}", links[1].0);
    assert_eq!(ask(&server, &token, "DELETE", &path, "").await.0, StatusCode::NO_CONTENT);
    assert_eq!(ask(&server, &token, "DELETE", &path, "").await.0, StatusCode::NOT_FOUND);
    assert_eq!(guest.get(&links[2].1).await.status(), StatusCode::OK);
    let listed = command(address, &["invites", "demo"]).1;
    assert!(listed.contains(&links[2].0) && !listed.contains(&links[0].0), "{listed}");
    assert!(command(address, &["revoke", "demo", &links[2].0]).0);
    for (_, link) in &links {
        assert_eq!(guest.get(link).await.status(), StatusCode::NOT_FOUND);
        let joined = guest.post(link, "name=Late&new_password=long+enough").await;
        assert_eq!(joined.status(), StatusCode::NOT_FOUND);
    }
    let kinds = kinds(&server).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "invitation-revoked").count(), 3);
}

#[tokio::test]
async fn an_invitation_is_revoked_on_sqlite() {
    an_invitation_is_revoked(&database::sqlite()).await;
}

#[tokio::test]
async fn an_invitation_is_revoked_on_postgresql() {
    an_invitation_is_revoked(&database::postgres().await).await;
}

#[tokio::test]
async fn the_server_log_shows_the_newest_events_and_a_cached_page_has_no_countdown() {
    let (server, _) = contest(&database::sqlite()).await;
    let store = &server.state.store;
    let account = store.accounts("").await.unwrap().remove(0);
    let token = laplace_arena::auth::Secret::new();
    for _ in 0..510 {
        store.set_token(&account, &token, "server").await.unwrap();
    }
    let boss = Browser::signed_in(&server, token.as_str()).await;
    let last = store.revision("").await.unwrap();
    let page = boss.page("/organise/organisers").await;
    let shows = |number: i64| page.contains(&format!("<td class=\"number\">{number}</td>"));
    assert!(shows(last) && shows(last - 499) && !shows(last - 500));
    store.set_milestone("demo", Milestone::End, Some(now() + 7_200_000), "server").await.unwrap();
    let board = Browser::new(&server).page("/c/demo/board").await;
    assert!(board.contains("data-text=\"Ends in {}\"") && board.contains(">End</span>"), "{board}");
}
