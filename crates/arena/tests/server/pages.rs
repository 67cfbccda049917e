//! The pages and forms, in a browser without scripts.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::Game;
use laplace_arena::limits::Rate;
use laplace_arena::settings::Settings;
use laplace_arena::store::Milestone;
use std::time::Duration;

use crate::browser::{Browser, location};
use crate::database;
use crate::test_server::{TestServer, text};
use crate::wait::{read_until, wait_for_end};

async fn right_answer(server: &TestServer, contest: &str) -> String {
    let inputs = server.state.store.inputs(contest).await.unwrap();
    laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap()
}

#[tokio::test]
async fn a_team_submits_by_form_and_sees_the_results() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let team = Browser::signed_in(&server, &token).await;
    let contest = team.page("/c/demo").await;
    assert!(contest.contains("type=\"file\"") && contest.contains("/c/demo/inputs/q1-input-1"));
    let right = right_answer(&server, "demo").await;
    let files = [("files", "q1-output-1", right.as_str()), ("files", "notes.txt", "x")];
    let sent = team.upload("/c/demo/submit?key=1", &files).await;
    assert_eq!(location(&sent), "/c/demo/submissions/1");
    let again = team.upload("/c/demo/submit?key=1", &files).await;
    assert!(location(&again).starts_with("/c/demo/submissions/1"));
    let page = team.page(location(&sent)).await;
    assert!(page.contains("outcome-right"));
    assert!(!page.contains("/replay/q1-output-1"), "an answer to question 1 is not a game");
    assert_eq!(team.page("/c/demo/submissions/1/files/q1-output-1").await, right);
    assert!(team.page("/c/demo").await.contains("href=\"/c/demo/submissions/1\">#1"));
    let wrong = team.upload("/c/demo/submit?key=2", &[("files", "q5-output-1", "1\n")]).await;
    let page = team.page(location(&wrong)).await;
    assert!(page.contains("/c/demo/submissions/2/replay/q5-output-1"));
    assert!(page.contains("q1-output-1 <a href=\"/c/demo/submissions/1\">"), "carried over: {page}");
    assert!(team.page("/c/demo").await.contains(">one try</a>"), "a wrong answer is not the same as none");
    assert!(team.page("/c/demo/submissions").await.contains("#2"));
}

#[tokio::test]
async fn the_board_is_cached_compressed_and_has_an_etag() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (id, token) = server.account("demo", "<script>alert(1)</script>").await;
    let get = |headers: Vec<(&'static str, String)>| {
        let mut request = Request::get("/c/demo/board");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        server.send(request.body(Body::empty()).unwrap())
    };
    let first = get(vec![]).await;
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    let page = text(first).await;
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !page.contains("<script>alert"));
    assert_eq!(get(vec![("if-none-match", tag.clone())]).await.status(), StatusCode::NOT_MODIFIED);
    let packed = get(vec![("accept-encoding", "gzip".into())]).await;
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.headers()["etag"].to_str().unwrap(), tag);
    let french = get(vec![("accept-language", "fr".into()), ("if-none-match", tag)]).await;
    assert_eq!(french.status(), StatusCode::OK);
    assert!(text(french).await.contains("Classement"));
    let team = Browser::signed_in(&server, &token).await;
    let row = format!("<tr class=\"mine\" aria-current=\"true\" data-team=\"{id}\"");
    assert!(team.page("/c/demo/board").await.contains(&row));
    assert!(team.page("/c/demo/board/table?details=1").await.contains("q5-input-1"));
}

#[tokio::test]
async fn every_response_has_security_headers_and_the_language_is_remembered() {
    let server = TestServer::new(&database::sqlite()).await;
    let browser = Browser::new(&server);
    for path in ["/", "/nowhere", "/assets/arena.css", "/login"] {
        let response = browser.get(path).await;
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        let page = text(response).await;
        assert!(
            !page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="),
            "{path}"
        );
    }
    let chosen = browser.get("/?lang=fr").await;
    assert!(chosen.headers()["set-cookie"].to_str().unwrap().starts_with("lang=fr;"));
    let french = Browser { server: &server, cookie: "lang=fr".into() };
    assert!(french.page("/").await.contains("Se connecter"));
}

#[tokio::test]
async fn errors_are_pages_for_people_and_json_for_programs() {
    let server = TestServer::new(&database::sqlite()).await;
    let french = Browser { server: &server, cookie: "lang=fr".into() };
    let page = french.get("/c/none").await;
    assert_eq!(page.status(), StatusCode::NOT_FOUND);
    assert!(text(page).await.contains("Ce concours n’existe pas"));
    let json = server.send(Request::get("/c/none").body(Body::empty()).unwrap()).await;
    assert!(text(json).await.starts_with("{\"code\":404,\"error\":\"missing\""));
    assert_eq!(location(&french.get("/organise").await), "/login?next=/organise");
    assert_eq!(location(&french.get("/account").await), "/login?next=/account");
}

#[tokio::test]
async fn inputs_are_secret_until_the_start() {
    let server = TestServer::new(&database::sqlite()).await;
    let tomorrow = laplace_arena::store::now() + 86_400_000;
    server.contest_from("demo", Game::Well, 2, Some(tomorrow)).await;
    let (_, token) = server.account("", "Boss").await;
    let (_, team) = server.account("demo", "Ada").await;
    let anonymous = Browser::new(&server);
    let organiser = Browser::signed_in(&server, &token).await;
    let team = Browser::signed_in(&server, &team).await;
    for path in ["/c/demo/inputs/Tetris-1.in", "/c/demo/inputs.zip"] {
        assert_eq!(anonymous.get(path).await.status(), StatusCode::NOT_FOUND);
        assert_eq!(team.get(path).await.status(), StatusCode::NOT_FOUND);
        assert_eq!(organiser.get(path).await.status(), StatusCode::OK);
    }
    let page = anonymous.page("/c/demo?statement=bg").await;
    assert!(!page.contains("Tetris-1.in\"") && page.contains("Фигури"));
}

#[tokio::test]
async fn submissions_are_for_their_team_until_the_end() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, eve) = server.account("demo", "Eve").await;
    let (ada, eve) = (Browser::signed_in(&server, &ada).await, Browser::signed_in(&server, &eve).await);
    let right = right_answer(&server, "demo").await;
    ada.upload("/c/demo/submit", &[("files", "q1-output-1", &right)]).await;
    let paths = ["/c/demo/submissions/1", "/c/demo/submissions/1/files/q1-output-1"];
    for path in paths {
        assert_eq!(eve.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(Browser::new(&server).get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    server.state.store.set_milestone("demo", Milestone::End, None, "server").await.unwrap();
    for path in paths {
        assert_eq!(eve.get(path).await.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn organisers_run_a_contest_with_forms_alone() {
    let server = TestServer::new(&database::sqlite()).await;
    let (_, token) = server.account("", "Boss").await;
    let boss = Browser::signed_in(&server, &token).await;
    let bad = boss.post("/organise/new", "game=demon&title=T&id=new&seed=1&inputs=1").await;
    assert_eq!(bad.status(), StatusCode::BAD_REQUEST);
    let form = "game=demon&title=Spring&id=spring&seed=5&inputs=1&start=&end=&freeze=";
    assert_eq!(location(&boss.post("/organise/new", form).await), "/organise/spring");
    let teams = boss.upload("/organise/spring/teams", &[("list", "", "Ada\nGrace,gh,correct horse")]).await;
    assert!(text(teams).await.contains("correct horse"));
    let mut team = Browser::new(&server);
    let signed = team.post("/login", "contest=spring&login=gh&password=correct+horse").await;
    assert_eq!(location(&signed), "/c/spring");
    team.take_cookie(&signed);
    let right = right_answer(&server, "spring").await;
    team.upload("/c/spring/submit", &[("files", "q1-output-1", &right)]).await;
    for path in ["", "/teams", "/invites", "/rejudge", "/log"] {
        assert_eq!(boss.get(&format!("/organise/spring{path}")).await.status(), StatusCode::OK);
        assert_eq!(team.get(&format!("/organise/spring{path}")).await.status(), StatusCode::FORBIDDEN);
    }
    let rejudging = boss.post("/organise/spring/rejudge", "reason=doubt&input=1").await;
    assert_eq!(location(&rejudging), "/organise/spring/rejudge/1");
    assert!(boss.page("/organise/spring/rejudge/1").await.contains("Nothing changes"));
    assert_eq!(boss.post("/organise/spring/rejudge/1", "do=cancel").await.status(), StatusCode::SEE_OTHER);
    boss.post("/organise/spring/submissions/1/ignore", "").await;
    assert!(boss.page("/c/spring/submissions").await.contains("/submissions/1/restore"));
    let early = boss.post("/organise/spring/moment", "moment=finalize&confirm=yes").await;
    assert_eq!(early.status(), StatusCode::CONFLICT);
    assert_eq!(boss.post("/organise/spring/moment", "moment=end").await.status(), StatusCode::BAD_REQUEST);
    for moment in ["freeze", "end", "thaw", "finalize"] {
        let set = boss.post("/organise/spring/moment", &format!("moment={moment}&confirm=yes")).await;
        assert_eq!(set.status(), StatusCode::SEE_OTHER, "{moment}");
    }
    assert!(boss.page("/organise/spring/log").await.contains("finalised the results of"));
}

#[tokio::test]
async fn an_invitation_creates_one_team_and_no_more() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("", "Boss").await;
    let boss = Browser::signed_in(&server, &token).await;
    let page = text(boss.post("/organise/demo/invites", "name=Team+%3Cb%3E&uses=1&days=2").await).await;
    let link = page.split("/join/").nth(1).unwrap().split('<').next().unwrap();
    let (link, guest) = (format!("/join/{link}"), Browser::new(&server));
    assert!(guest.page(&link).await.contains("Team &lt;b&gt;"));
    let short = guest.post(&link, "new_password=short").await;
    assert_eq!(short.status(), StatusCode::BAD_REQUEST);
    let joined = guest.post(&link, "new_password=long+enough").await;
    assert_eq!(joined.headers()["cache-control"], "no-store");
    let mut team = Browser::new(&server);
    team.take_cookie(&joined);
    assert!(text(joined).await.contains("laplace submit"));
    assert!(team.page("/account").await.contains("Team &lt;b&gt;"));
    assert_eq!(guest.get(&link).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(guest.get("/c/demo/register").await.status(), StatusCode::FORBIDDEN);
    let changed = team.post("/account/password", "password=long+enough&new_password=even+longer").await;
    assert_eq!(changed.status(), StatusCode::OK);
    assert_eq!(location(&team.get("/account").await), "/login?next=/account", "old sessions end");
    let wrong = guest.post("/login", "contest=demo&login=team-b&password=long+enough").await;
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    let right = guest.post("/login", "contest=demo&login=Team+b&password=even+longer&next=//evil").await;
    assert_eq!(location(&right), "/c/demo");
    team.take_cookie(&right);
    assert_eq!(location(&team.post("/logout", "").await), "/");
    assert_eq!(team.get("/account").await.status(), StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_signed_in_visitor_of_an_invitation_is_told_what_it_does_to_the_session() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("", "Boss").await;
    let boss = Browser::signed_in(&server, &token).await;
    let page = text(boss.post("/organise/demo/invites", "uses=1").await).await;
    let link = format!("/join/{}", page.split("/join/").nth(1).unwrap().split('<').next().unwrap());
    assert!(boss.page(&link).await.contains("You are signed in as Boss."));
    assert!(!Browser::new(&server).page(&link).await.contains("You are signed in"));
}

#[tokio::test]
async fn a_refused_upload_comes_back_with_the_reason_and_the_form() {
    let upload_rate = Rate { burst: 3, every: Duration::from_secs(3_600) };
    let server = TestServer::with(&database::sqlite(), Settings { upload_rate, ..Settings::default() }).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let team = Browser::signed_in(&server, &token).await;
    let send = async |name: &str| {
        let response = team.upload("/c/demo/submit?key=1", &[("files", name, "nonsense")]).await;
        (response.status().as_u16(), text(response).await)
    };
    let (status, page) = send("answer.txt").await;
    assert_eq!(status, 400);
    assert!(page.contains("role=\"alert\">Found `answer.txt`, which answers no input of this contest, expected one of q1-output-1,"), "{page}");
    assert!(page.contains("type=\"file\"") && page.contains("href=\"/c/demo/board\""), "{page}");
    // A reload of the page that was refused leads to the contest.
    assert_eq!(location(&team.get("/c/demo/submit?key=1").await), "/c/demo");
    // The script of the page gets the same reason as JSON, in the language of the page.
    let request = Request::post("/c/demo/submit")
        .header("accept", "application/json")
        .header("accept-language", "fr")
        .header("content-type", "multipart/form-data; boundary=b")
        .header("sec-fetch-site", "same-origin")
        .header("cookie", &team.cookie);
    let body =
        "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.txt\"\r\n\r\nx\r\n--b--\r\n";
    let refused = server.send(request.body(Body::from(body)).unwrap()).await;
    assert_eq!(refused.status(), 400);
    let reason = text(refused).await;
    assert!(reason.contains("a.txt\u{a0}» ne répond à aucune entrée"), "{reason}");
    server.state.store.set_milestone("demo", Milestone::End, None, "server").await.unwrap();
    let (status, page) = send("q1-output-1").await;
    assert_eq!(status, 409);
    assert!(
        page.contains("The contest does not accept answers now.") && page.contains("phase-ended"),
        "{page}"
    );
    let (status, page) = send("q1-output-1").await;
    assert_eq!(status, 429);
    assert!(page.contains("Too many requests") && page.contains("href=\"/c/demo/board\""), "{page}");
    // Other errors of a page of a contest lead back to it.
    let elsewhere = team.get("/organise/demo").await;
    assert_eq!(elsewhere.status(), StatusCode::FORBIDDEN);
    let forbidden = team.get("/c/demo/register").await;
    assert_eq!(forbidden.status(), StatusCode::FORBIDDEN);
    assert!(text(forbidden).await.contains("href=\"/c/demo\">Back to the contest"));
}

#[tokio::test]
async fn a_frozen_board_promises_the_hidden_results_for_the_thaw() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    for milestone in [Milestone::Freeze, Milestone::End] {
        server.state.store.set_milestone("demo", milestone, None, "server").await.unwrap();
        let board = Browser::new(&server).page("/c/demo/board").await;
        assert!(board.contains("shown here after the thaw"), "{milestone:?}");
    }
}

#[tokio::test]
async fn changes_of_the_board_are_sent_as_events() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let live = Browser::new(&server).get("/c/demo/board/live").await;
    assert_eq!(live.headers()["content-type"], "text/event-stream");
    let mut stream = live.into_body().into_data_stream();
    let first = read_until(&mut stream, "\n\n").await;
    assert!(first.starts_with("event: board\ndata: 1-running\n"), "{first}");
    server.account("demo", "Ada").await;
    read_until(&mut stream, "data: 2-running\n").await;
    // The stream ends because the server stops.
    server.state.stopping.send_replace(true);
    wait_for_end(&mut stream).await;
}

#[tokio::test]
async fn a_visitor_chooses_light_or_dark_and_keeps_the_rest_of_the_query() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let mut browser = Browser::new(&server);
    let plain = browser.page("/c/demo/board?details=1").await;
    assert!(!plain.contains("data-theme=") && plain.contains("content=\"light dark\""), "{plain}");
    assert!(plain.contains("href=\"/c/demo/board?details=1&amp;theme=dark\""), "{plain}");
    assert!(plain.contains("href=\"/c/demo/board?details=1&amp;lang=fr\""), "{plain}");
    let chosen = browser.get("/c/demo/board?theme=dark&x=%3Cscript%3E").await;
    browser.take_cookie(&chosen);
    assert_eq!(browser.cookie, "theme=dark");
    // A board is cached for all visitors, and has nothing of one visitor's address.
    let dark = text(chosen).await;
    assert!(dark.contains("data-theme=\"dark\"") && !dark.contains("script%3E"), "{dark}");
    for path in ["/", "/c/demo", "/c/demo/board", "/blobwar", "/login"] {
        assert!(browser.page(path).await.contains("data-theme=\"dark\""), "{path}");
    }
    assert!(!Browser::new(&server).page("/c/demo/board").await.contains("data-theme="));
    assert!(!browser.page("/c/demo/board?theme=system").await.contains("data-theme="));
    assert!(browser.page("/c/demo/board?theme=nonsense").await.contains("data-theme=\"dark\""));
}
