//! `GET /c/{contest}/submissions/{id}/replay/{answer}`: the game of a submitted answer in the viewer.
//!
//! The page holds the film, which the viewer's script plays; without JavaScript it shows the last board as text. A game
//! is shown up to the move that ends it, whatever the file holds after that. Questions 1 to 3 have no game. The game
//! of question 4 is that of the input, and its last board and its score are the right answer: before the end a team
//! sees it only with an answer that is right.

use axum::extract::{Path, State};
use axum::response::Response;
use laplace_games::well::Depth;
use laplace_judge::recording::Recording;
use laplace_pictures::Film;
use maud::{Markup, PreEscaped, html};

use super::frame::Frame;
use super::parts::{outcome_mark, points};
use crate::app::SharedState;
use crate::contest::{Game, Input, SubmissionId};
use crate::error::{Error, Result};
use crate::i18n::{Language, Localized, Missing, fill, phrases};
use crate::judging::{DemonEnd, Syntax, WellEnd};
use crate::store::{FileRow, Submission};
use crate::visibility::Viewer;

phrases! {
    /// The words of this page.
    Phrases {
        back: "Back to submission", "Retour au dépôt";
        title: "Replay of", "La partie de";
        demon: "The demon, s = {}", "Le démon, s = {}";
        well: "The well, {} of {} figures", "Le puits, {} figures sur {}";
        no_game: "This question has no game to watch: its answer is a text.",
            "Cette question n’a pas de partie à regarder : sa réponse est un texte.";
        secret: "This game ends with the right answer: it is shown with an answer that is right, or after the end.",
            "Cette partie se termine par la bonne réponse : elle n’est montrée qu’avec une réponse juste, ou après la fin.";
        unreadable: "There is no game to watch: the file cannot be read.",
            "Pas de partie à regarder : le fichier est illisible.";
        of_team: "Team", "Équipe";
        file: "File", "Fichier";
        verdict: "Verdict", "Verdict";
        steps: "Steps", "Coups";
        score: "Score", "Score";
        ended: "How it ended", "Comment elle a fini";
        last: "The last board", "La dernière grille";
        no_script: "The moving picture needs JavaScript; below is the last board.",
            "L’image animée demande JavaScript ; voici la dernière grille.";
    }
}

/// What the page shows.
enum Show {
    /// A game.
    Film(Box<Watched>),
    /// The question has no game.
    NoGame,
    /// The game is the right answer, and still secret.
    Secret,
    /// The file cannot be read as a game.
    Unreadable(String),
}

struct Watched {
    data: String,
    title: String,
    steps: usize,
    end: String,
    last: String,
}

/// The answer whose game is shown.
struct ShownAnswer<'a> {
    submission: &'a Submission,
    /// The name of its team.
    team: &'a str,
    file: &'a FileRow,
    /// The name of the file.
    name: String,
    /// The points that it earns, in hundredths.
    points: i64,
}

impl ShownAnswer<'_> {
    /// Whose answer it is, and what it is worth.
    fn facts(&self, frame: &Frame) -> Markup {
        let words = Phrases::of(frame.language);
        html! {
            dl.facts {
                dt { (words.of_team) } dd { bdi { (self.team) } }
                dt { (words.file) } dd { code { (self.name) } }
                dt { (words.verdict) }
                dd {
                    (outcome_mark(frame.words(), self.file.outcome)) " "
                    (points(frame.language, self.points)) " " (frame.words().points_of_answer)
                }
            }
        }
    }
}

/// The page.
pub(super) async fn show(
    State(app): State<SharedState>,
    Path((contest, id, answer)): Path<(String, String, String)>,
    frame: Frame,
) -> Result<Response> {
    let contest = app.store.contest(&contest).await?;
    let id = SubmissionId(id.parse().map_err(|_| Error::NotFound(Missing::Submission))?);
    let submission = app.store.submission(&contest.id, id).await?;
    let viewer = Viewer::of(&contest, &frame.identity);
    viewer.check_submission(&submission)?;
    let inputs = app.store.inputs(&contest.id).await?;
    let input = inputs
        .iter()
        .find(|input| input.answer == answer)
        .cloned()
        .ok_or(Error::NotFound(Missing::Answer))?;
    let team = app.store.account(&submission.team).await?;
    let files = app.store.files(id).await?;
    let file =
        files.into_iter().find(|file| file.input == input.number).ok_or(Error::NotFound(Missing::Answer))?;
    let best = app.boards.visible_best(&app.store, &contest, &frame.identity).await?;
    let best =
        inputs.iter().zip(best).find(|(other, _)| other.number == input.number).map_or(0, |(_, best)| best);
    let answer = ShownAnswer {
        submission: &submission,
        team: &team.name,
        file: &file,
        name: input.answer.clone(),
        points: contest.game.worth(input.question, file.points, file.score, best),
    };
    if !viewer.sees_game(&input, file.outcome) {
        return Ok(page(&frame, &answer, &Show::Secret));
    }
    let content = app.store.content(id, &input).await?;
    let game = contest.game;
    let turn = app.play.films.acquire().await.map_err(|error| Error::Internal(error.to_string()))?;
    let language = frame.language;
    let made = tokio::task::spawn_blocking(move || make(game, &input, &content, language)).await;
    drop(turn);
    let made = made.map_err(|error| Error::Internal(error.to_string()))?;
    Ok(page(&frame, &answer, &made))
}

/// Plays the game, which takes some milliseconds for a long one.
fn make(game: Game, input: &Input, answer: &[u8], language: Language) -> Show {
    let recording = match (game, input.question) {
        (Game::Demon, 4) => Recording::of_demon(&input.content),
        (Game::Demon, 5) => Recording::of_demon(answer),
        (Game::Demon, _) => return Show::NoGame,
        (Game::Well, _) => Recording::of_well(&input.content, answer, Depth::DEFAULT),
    };
    match recording {
        Ok(recording) => Show::Film(Box::new(watched(&recording, language))),
        Err(error) => Show::Unreadable(Syntax::from(&error).text(language).to_string()),
    }
}

/// The film with its title and ending in the language of the page.
fn watched(recording: &Recording, language: Language) -> Watched {
    let phrases = Phrases::of(language);
    let (title, end) = match recording {
        Recording::Demon(game) => {
            let seed = game.result().seed.number().to_string();
            let end = DemonEnd::from(&game.result().ended).text(language).to_string();
            (fill(phrases.demon, &[&seed]), end)
        }
        Recording::Well(game) => {
            let verdict = game.verdict();
            let numbers = [verdict.placed, verdict.figures].map(|number| number.text(language).to_string());
            let end = WellEnd::from(&verdict.ended).text(language).to_string();
            (fill(phrases.well, &numbers.each_ref().map(String::as_str)), end)
        }
        // Contests are about the other two games.
        Recording::Blobwar(_) => (String::new(), String::new()),
    };
    let film = Film { title, end, ..Film::of(recording) };
    Watched {
        data: laplace_pictures::html::data(&film),
        title: film.title.clone(),
        steps: film.counted,
        end: film.end.clone(),
        last: film.board(film.steps.len()).map(|board| board.to_string()).unwrap_or_default(),
    }
}

fn page(frame: &Frame, answer: &ShownAnswer<'_>, show: &Show) -> Response {
    let words = Phrases::of(frame.language);
    let submission = answer.submission;
    let title = format!("{} {}", words.title, answer.name);
    let back = format!("/c/{}/submissions/{}", submission.contest, submission.id);
    let main = html! {
        section.wide.flow {
            p { a href=(back) { "← " (words.back) " " (submission.id) } }
            (answer.facts(frame))
            @match show {
                Show::Film(game) => (player(words, answer.file, game)),
                Show::NoGame => { h1 { (title) } p { (words.no_game) } },
                Show::Secret => { h1 { (title) } p { (words.secret) } },
                Show::Unreadable(why) => {
                    h1 { (title) }
                    p { (words.unreadable) }
                    p { code { (why) } }
                }
            }
        }
    };
    frame.page(&title, &["viewer.css", "viewer.js", "replay.js"], &main)
}

/// The element that the viewer fills. Its content is for browsers without JavaScript; the script replaces it.
fn player(words: &Phrases, file: &FileRow, game: &Watched) -> Markup {
    html! {
        div #viewer.flow {
            h1 { (game.title) }
            noscript { p { (words.no_script) } }
            dl.facts {
                dt { (words.steps) } dd { (game.steps) }
                dt { (words.score) } dd { (file.score) }
                dt { (words.ended) } dd { (game.end) }
            }
            h2 { (words.last) }
            pre.whole aria-label=(words.last) tabindex="0" { (game.last) }
        }
        // Its `<` are written as escapes, so it cannot leave its element.
        script #film type="application/json" { (PreEscaped(&game.data)) }
    }
}

#[cfg(test)]
pub(super) const PAIRS: &[(&str, &str)] = Phrases::PAIRS;
