//! What organisers know of teams: members, school, group; extra time; password cards.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::{Game, Milestone, TeamEdit};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::database;
use crate::organise::command;
use crate::test_server::{TestServer, text};

async fn get(server: &TestServer, token: &str, path: &str) -> (u16, String) {
    let request = Request::get(path).header("authorization", format!("Bearer {token}"));
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    (response.status().as_u16(), text(response).await)
}

async fn hand_in(server: &TestServer, token: &str) -> u16 {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "q1-output-1");
    server.send(request.body(Body::from("nonsense")).unwrap()).await.status().as_u16()
}

async fn extra_time_is_one_teams_and_answers_stay_secret_until_then(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (ada, ada_token) = server.account("demo", "Ada").await;
    let (_, blaise) = server.account("demo", "Blaise").await;
    let (_, organiser) = server.account("", "Olga").await;
    let store = &server.state.store;
    assert_eq!(hand_in(&server, &blaise).await, 201);
    let submission = store.submissions("demo", None).await.unwrap()[0].id;
    let request = Request::patch(format!("/api/contests/demo/teams/{ada}"))
        .header("authorization", format!("Bearer {organiser}"))
        .body(Body::from(r#"{"extra_minutes":30,"school":"Lycée","group":"A","members":"Ada, Grace"}"#));
    let response = server.send(request.unwrap()).await;
    assert_eq!(response.status(), StatusCode::OK);
    let team: Value = serde_json::from_str(&text(response).await).unwrap();
    assert_eq!((&team["extra_minutes"], &team["members"]), (&30.into(), &"Ada, Grace".into()));
    store.set_milestone("demo", Milestone::End, None, "server").await.unwrap();
    // The end has come for one team and not for the other.
    assert_eq!((hand_in(&server, &blaise).await, hand_in(&server, &ada_token).await), (409, 201));
    let page = get(&server, &ada_token, "/c/demo").await.1;
    assert!(page.contains("30 min of extra time") && page.contains("form class=\"upload\""), "{page}");
    assert!(!get(&server, &blaise, "/c/demo").await.1.contains("form class=\"upload\""));
    // What others handed in stays secret, and the results cannot be made final.
    let file = format!("/c/demo/submissions/{submission}/files/q1-output-1");
    assert_eq!(get(&server, &ada_token, &file).await.0, 404);
    let refused = store.set_milestone("demo", Milestone::Finalize, None, "server").await.unwrap_err();
    let own_end = store.contest("demo").await.unwrap().ends_at.unwrap() + 30 * 60_000;
    let named = format!("Ada ({})", laplace_arena::time::minute(own_end));
    assert!(refused.to_string().contains(&named), "{refused}");
    let (done, output) = command(address, &["finalize", "demo"]);
    assert!(!done && output.contains(&named), "{output}");
    // Organisers see the team and its end, others that there is one.
    let own_end = laplace_arena::time::iso(own_end);
    let page = get(&server, &organiser, "/organise/demo").await.1;
    assert!(page.contains("<bdi>Ada</bdi>") && page.contains(&own_end), "{page}");
    assert!(!page.contains("value=\"finalize\""), "{page}");
    for (query, why) in [("", "A team has extra time"), ("?lang=fr", "Une équipe a du temps supplémentaire")]
    {
        for path in ["/c/demo", "/c/demo/submissions", "/c/demo/board"] {
            let page = text(Browser::new(&server).get(&format!("{path}{query}")).await).await;
            assert!(page.contains(why) && page.contains(&own_end) && !page.contains("Ada ("), "{page}");
        }
    }
    // The team gives it back: now all is over.
    let account = store.account(&ada).await.unwrap();
    let none = TeamEdit { extra: Some(0), ..TeamEdit::default() };
    store.edit_team(&account, &none, "server").await.unwrap();
    assert_eq!(hand_in(&server, &ada_token).await, 409);
    assert_eq!(get(&server, &ada_token, &file).await.0, 200);
    let more = TeamEdit { extra: Some(60_000), ..TeamEdit::default() };
    assert!(store.edit_team(&account, &more, "server").await.is_err(), "the answers were public");
    store.set_milestone("demo", Milestone::Finalize, None, "server").await.unwrap();
    // School and group are public, members are not.
    let shown = get(&server, &blaise, &format!("/api/contests/demo/teams/{ada}")).await.1;
    assert!(shown.contains("Lycée") && !shown.contains("Grace"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn extra_time_is_one_teams_and_answers_stay_secret_until_then_on_sqlite() {
    extra_time_is_one_teams_and_answers_stay_secret_until_then(&database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn extra_time_is_one_teams_and_answers_stay_secret_until_then_on_postgresql() {
    extra_time_is_one_teams_and_answers_stay_secret_until_then(&database::postgres().await).await;
}

#[tokio::test]
async fn teams_are_imported_and_edited_with_their_facts_and_the_board_is_filtered() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("", "Olga").await;
    let browser = Browser::signed_in(&server, &token).await;
    let list = "name,login,password,school,group,members\nAda,ada,,Lycée <b>,Girls & co,\"Ada, Grace\"\nBob,bob,,,Boys,\nEve,eve\n";
    let added = browser.upload("/organise/demo/teams", &[("list", "", list)]).await;
    assert_eq!(added.status(), StatusCode::OK);
    let page = text(added).await;
    assert_eq!(page.matches("class=\"sheet\"").count(), 3, "a card for each team");
    let store = &server.state.store;
    let ada = store.account_by_login("demo", "ada").await.unwrap().unwrap();
    assert_eq!((ada.members.as_str(), ada.school.as_str()), ("Ada, Grace", "Lycée <b>"));
    let board = browser.page("/c/demo/board").await;
    assert!(board.contains("Lycée &lt;b&gt;") && board.contains("Girls &amp; co") && board.contains("Bob"));
    for path in ["/c/demo/board", "/c/demo/board/table"] {
        let board = browser.page(&format!("{path}?group=Girls%20%26%20co")).await;
        assert!(board.contains("<bdi>Ada</bdi>") && !board.contains("<bdi>Bob</bdi>"), "{path}");
    }
    assert!(browser.page("/c/demo/board?group=nobody").await.contains("<bdi>Bob</bdi>"));
    // A name that looks like another's is refused, with the form again.
    let path = format!("/organise/demo/teams/{}", ada.id);
    assert!(browser.page(&path).await.contains("Ada, Grace"));
    let refused = browser.post(&path, "name=B+O+B&members=Ada&extra=0").await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    for form in ["name=Ada&extra=soon", "name=Ada&extra=-1", "name=Ada&extra=1441", "name="] {
        assert_eq!(browser.post(&path, form).await.status(), StatusCode::BAD_REQUEST, "{form}");
    }
    let saved = browser.post(&path, "name=Ada+L&members=Ada&school=&group=Girls&extra=15").await;
    assert_eq!(saved.status(), StatusCode::SEE_OTHER);
    let ada = store.account(&ada.id).await.unwrap();
    assert_eq!((ada.name.as_str(), ada.school.as_str(), ada.extra), ("Ada L", "", 900_000));
    assert_eq!(store.contest("demo").await.unwrap().max_extra, 900_000);
    // The log names the team, and a backup keeps everything.
    assert!(browser.page("/organise/demo/log").await.contains("changed the team"));
    let mut backup = Vec::new();
    store.back_up(&mut backup).await.unwrap();
    let copy = laplace_arena::store::Store::open(&database::sqlite()).await.unwrap();
    copy.restore(backup.as_slice()).await.unwrap();
    let copied = copy.account(&ada.id).await.unwrap();
    assert_eq!((copied.group_name.as_str(), copied.extra), ("Girls", 900_000));
}

#[tokio::test]
async fn new_passwords_are_printed_as_cards_and_end_the_old_ones() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, team) = server.account("demo", "Ada").await;
    let (_, token) = server.account("", "Olga").await;
    let browser = Browser::signed_in(&server, &token).await;
    assert_eq!(browser.post("/organise/demo/passwords", "").await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(get(&server, &team, "/api/contests/demo").await.0, 200);
    let response = browser.post("/organise/demo/passwords", "confirm=yes").await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    let page = text(response).await;
    assert_eq!(page.matches("class=\"sheet\"").count(), 1);
    assert_eq!(get(&server, &team, "/api/contests/demo").await.0, 401, "the old token ends");
    let card = page.split("class=\"sheet\"").nth(1).unwrap();
    let password = card.split("<code>").nth(3).unwrap().split("</code>").next().unwrap();
    let signed_in =
        Browser::new(&server).post("/login", &format!("contest=demo&login=ada&password={password}")).await;
    assert_eq!(signed_in.status(), StatusCode::SEE_OTHER, "{card}");
}

#[tokio::test]
async fn cards_of_a_hidden_contest_lead_to_the_page_where_its_teams_sign_in() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("", "Olga").await;
    let browser = Browser::signed_in(&server, &token).await;
    let address = |page: &str| {
        let card = page.split("class=\"sheet\"").nth(1).unwrap();
        card.split("<code>").nth(1).unwrap().split("</code>").next().unwrap().to_owned()
    };
    let added = browser.upload("/organise/demo/teams", &[("list", "", "Ada")]).await;
    assert!(address(&text(added).await).ends_with("/c/demo"));
    let hidden = browser.post("/organise/demo/settings", "title=demo&hidden=yes").await;
    assert_eq!(hidden.status(), StatusCode::SEE_OTHER);
    let added = browser.upload("/organise/demo/teams", &[("list", "", "Bob")]).await;
    let ada = server.state.store.account_by_login("demo", "ada").await.unwrap().unwrap().id;
    let all = browser.post("/organise/demo/passwords", "confirm=yes").await;
    let one = browser.post(&format!("/organise/demo/teams/{ada}/password"), "confirm=yes").await;
    for response in [added, all, one] {
        let found = address(&text(response).await);
        assert!(found.ends_with("/login?next=/c/demo"), "{found}");
        let path = found.split_once("://").map_or(&*found, |(_, rest)| &rest[rest.find('/').unwrap()..]);
        assert_eq!(Browser::new(&server).get(path).await.status(), StatusCode::OK);
    }
}

#[tokio::test]
async fn disabling_a_team_and_its_new_password_are_confirmed_and_the_password_is_printed() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (ada, team) = server.account("demo", "Ada").await;
    let (_, token) = server.account("", "Olga").await;
    let browser = Browser::signed_in(&server, &token).await;
    let page = browser.page("/organise/demo/teams").await;
    assert_eq!(page.matches("name=\"confirm\"").count(), 3, "one team, and new passwords for all: {page}");
    for (language, why) in [("en", "Tick the box to confirm."), ("fr", "Cochez la case pour confirmer.")] {
        for verb in ["disable", "password"] {
            let path = format!("/organise/demo/teams/{ada}/{verb}?lang={language}");
            let refused = browser.post(&path, "").await;
            assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{verb}");
            let page = text(refused).await;
            assert!(page.contains(why) && page.contains("<textarea"), "the page that it came from: {page}");
            assert_eq!(get(&server, &team, "/api/contests/demo").await.0, 200, "{verb}");
        }
    }
    let page = text(browser.post(&format!("/organise/demo/teams/{ada}/password"), "confirm=yes").await).await;
    assert_eq!((page.matches("class=\"sheet\"").count(), page.matches("class=\"print\"").count()), (1, 1));
    let disabled = browser.post(&format!("/organise/demo/teams/{ada}/disable"), "confirm=yes").await;
    assert_eq!(disabled.status(), StatusCode::SEE_OTHER);
    let enabled = browser.post(&format!("/organise/demo/teams/{ada}/enable"), "").await;
    assert_eq!(enabled.status(), StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn schools_and_groups_are_organizations_and_groups_of_clics() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("", "Olga").await;
    let browser = Browser::signed_in(&server, &token).await;
    let list =
        "name,login,password,school,group,members\nAda,ada,,Lycée,Beginners,\nBob,bob,,Lycée,,\nEve,eve\n";
    assert_eq!(browser.upload("/organise/demo/teams", &[("list", "", list)]).await.status(), StatusCode::OK);
    let read = async |path: &str| -> Value {
        serde_json::from_str(&get(&server, &token, &format!("/api/contests/demo/{path}")).await.1).unwrap()
    };
    let organizations = read("organizations").await;
    let groups = read("groups").await;
    assert_eq!((organizations.as_array().unwrap().len(), groups.as_array().unwrap().len()), (1, 1));
    assert_eq!((&organizations[0]["name"], &groups[0]["name"]), (&json!("Lycée"), &json!("Beginners")));
    let (organization, group) = (&organizations[0]["id"], &groups[0]["id"]);
    let is_id = |id: &Value| {
        let id = id.as_str().unwrap();
        id.len() <= 36 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    assert!(is_id(organization) && is_id(group), "{organization} {group}");
    assert_eq!(read(&format!("organizations/{}", organization.as_str().unwrap())).await, organizations[0]);
    assert_eq!(read(&format!("groups/{}", group.as_str().unwrap())).await, groups[0]);
    assert_eq!(get(&server, &token, "/api/contests/demo/groups/other").await.0, 404);
    let teams = read("teams").await;
    let team = |name: &str| teams.as_array().unwrap().iter().find(|team| team["name"] == name).unwrap();
    assert_eq!((&team("Ada")["organization_id"], &team("Ada")["group_ids"]), (organization, &json!([group])));
    assert_eq!((&team("Bob")["organization_id"], &team("Bob")["group_ids"]), (organization, &json!([])));
    assert_eq!((&team("Eve")["organization_id"], &team("Eve")["group_ids"]), (&Value::Null, &json!([])));
    // Lists are filtered by both.
    for (filter, names) in [
        (format!("organization_id={}", organization.as_str().unwrap()), vec!["Ada", "Bob"]),
        (format!("group_ids={}", group.as_str().unwrap()), vec!["Ada"]),
        ("group_ids=other".to_owned(), vec![]),
    ] {
        let teams = read(&format!("teams?{filter}")).await;
        let found: Vec<&str> =
            teams.as_array().unwrap().iter().map(|team| team["name"].as_str().unwrap()).collect();
        assert_eq!(found, names, "{filter}");
    }
    // In the feed they come before the teams that name them, and again when they change.
    let feed = async |since: i64| -> Vec<Value> {
        let path = format!("/api/contests/demo/event-feed?stream=false&since_token={since}");
        let lines = get(&server, &token, &path).await.1;
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let lines = feed(0).await;
    let place = |kind: &str| lines.iter().position(|line| line["type"] == kind).unwrap();
    assert!(place("organizations") < place("teams") && place("groups") < place("teams"));
    assert_eq!(lines[place("groups")]["data"], groups);
    let eve = server.state.store.account_by_login("demo", "eve").await.unwrap().unwrap();
    let edit = TeamEdit { group: Some("Advanced".into()), ..TeamEdit::default() };
    server.state.store.edit_team(&eve, &edit, "server").await.unwrap();
    let lines = feed(4).await;
    let sent = lines.iter().rfind(|line| line["type"] == "groups").unwrap();
    assert_eq!(sent["data"].as_array().unwrap().len(), 2, "{sent}");
}
