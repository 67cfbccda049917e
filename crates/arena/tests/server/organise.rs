//! What organisers do, by page, by program and by command, and what it leaves in the log.

use arena::contest::Game;
use axum::http::StatusCode;

use crate::browser::{Browser, location};
use crate::database;
use crate::ground::{Ground, text};

/// A contest and an organiser's token.
async fn contest(address: &str) -> (Ground, String) {
    let ground = Ground::new(address).await;
    ground.contest("demo", Game::Demon, 1).await;
    let (_, token) = ground.account("", "Boss").await;
    (ground, token)
}

#[tokio::test]
async fn a_list_of_teams_is_made_as_a_whole_or_comes_back_to_be_mended() {
    let (ground, token) = contest(&database::sqlite()).await;
    let boss = Browser::signed_in(&ground, &token).await;
    for list in ["Ada\nGrace,gh,short", "Ada,x\nGrace,x", "Ada\n,x", "Ada\na,b,c,d", " "] {
        let refused = boss.upload("/organise/demo/teams", &[("list", "", list)]).await;
        assert!(refused.status().is_client_error(), "{list}");
        let page = text(refused).await;
        assert!(
            page.contains(&format!("{}</textarea>", list.trim())) && page.contains("notice bad"),
            "{page}"
        );
    }
    assert!(ground.inside.store.accounts("demo").await.unwrap().is_empty());
    let teams =
        boss.upload("/organise/demo/teams", &[("list", "", "Ada\nGrace,gh,correct horse\nAda")]).await;
    assert_eq!(
        (teams.status(), &teams.headers()["cache-control"]),
        (StatusCode::OK, &"no-store".parse().unwrap())
    );
    let teams = text(teams).await;
    assert!(teams.contains("correct horse") && teams.contains("data:text/csv"));
    assert!(teams.contains("<code>ada-2</code>"), "two of the same name get two logins");
    let made = teams.split("<code>ada</code></td><td><code>").nth(1).unwrap().split('<').next().unwrap();
    for (login, password) in [("ada", made), ("gh", "correct+horse")] {
        let form = format!("contest=demo&login={login}&password={password}");
        assert_eq!(location(&Browser::new(&ground).post("/login", &form).await), "/c/demo");
    }
    let form = format!("contest=demo&login=ada-2&password={made}");
    assert_eq!(Browser::new(&ground).post("/login", &form).await.status(), StatusCode::UNAUTHORIZED);
}
