//! Password sheets to print: one card for each team. Passwords are stored as hashes only, so cards exist on the page that made the
//! passwords, and nowhere else.

use axum::Form;
use axum::extract::{Path, State};
use maud::{Markup, html};
use serde::Deserialize;

use super::teams;
use crate::app::SharedState;
use crate::auth::Generated;
use crate::contest::Contest;
use crate::error::{Error, Result};
use crate::i18n::{Message, phrases};
use crate::store::AccountState;
use crate::web::contest::head;
use crate::web::frame::Frame;
use crate::web::headers::no_store;
use crate::web::parts::confirm;

phrases! {
    /// The texts of the cards.
    Phrases {
        print: "Print password cards", "Imprimer les cartes de mots de passe";
        new_passwords: "New passwords for all teams", "De nouveaux mots de passe pour toutes les équipes";
        hint: "Every team that can sign in gets a new password, shown once as a card to print. Old passwords, tokens and sessions end.",
            "Chaque équipe qui peut se connecter reçoit un nouveau mot de passe, affiché une seule fois sur une carte à imprimer. Les anciens mots de passe, jetons et sessions cessent d’être valables.";
        shown_once: "These passwords are shown only now.", "Ces mots de passe ne sont affichés que maintenant.";
        address: "Address", "Adresse";
    }
}

/// The texts, for the test of the catalogue.
#[cfg(test)]
pub(in crate::web) const PAIRS: &[(&str, &str)] = Phrases::PAIRS;

/// What is printed for a team.
pub(super) struct Card<'a> {
    pub(super) name: &'a str,
    pub(super) login: &'a str,
    pub(super) password: &'a str,
}

/// The cards: on the screen only their number is of interest, on paper nothing else is printed.
pub(super) fn cards(frame: &Frame, contest: &Contest, cards: &[Card<'_>]) -> Markup {
    let words = frame.words();
    let phrases = Phrases::of(frame.language);
    html! {
        div.sheets {
            @for card in cards {
                section.sheet {
                    p.kicker { bdi { (contest.title) } }
                    h2 { bdi { (card.name) } }
                    dl.facts {
                        dt { (phrases.address) } dd { code { (address(frame, contest)) } }
                        dt { (words.login) } dd { code { (card.login) } }
                        dt { (words.password) } dd { code { (card.password) } }
                    }
                }
            }
        }
    }
}

/// Where a team begins. The page of a hidden contest is not found before signing in.
fn address(frame: &Frame, contest: &Contest) -> String {
    let page = format!("/c/{}", contest.id);
    let path = if contest.hidden { format!("/login?next={page}") } else { page };
    format!("{}{path}", frame.server)
}

/// The button that prints; without a script the browser's own does.
pub(super) fn button(frame: &Frame) -> Markup {
    html! { button.print type="button" { (Phrases::of(frame.language).print) } }
}

/// The form for new passwords of all teams.
pub(super) fn form(frame: &Frame, contest: &Contest) -> Markup {
    let phrases = Phrases::of(frame.language);
    html! {
        details.card {
            summary { strong { (phrases.new_passwords) } }
            form.stack method="post" action={ "/organise/" (contest.id) "/passwords" } {
                p.soft { (phrases.hint) }
                (confirm(frame.words()))
                button { (phrases.new_passwords) }
            }
        }
    }
}

/// The confirmation.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PasswordsForm {
    confirm: Option<String>,
}

/// `POST /organise/{contest}/passwords`
pub(super) async fn renew(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<PasswordsForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    if form.confirm.is_none() {
        return teams::refused(&app, &frame, &contest, "", &Error::BadRequest(Message::NotConfirmed)).await;
    }
    let mut renewed = Vec::new();
    for team in app.store.accounts(&contest.id).await? {
        if team.state == AccountState::Active {
            let Generated { password, hash } = Generated::new();
            app.store.set_password(&team, &hash, &organiser.id).await?;
            renewed.push((team, password));
        }
    }
    let made: Vec<Card<'_>> = renewed
        .iter()
        .map(|(team, password)| Card { name: &team.name, login: &team.login, password })
        .collect();
    let phrases = Phrases::of(frame.language);
    let words = frame.words();
    let main = html! {
        (head(&frame, &contest, "organise"))
        section.wide.flow {
            h1 { (phrases.new_passwords) }
            p.notice.good role="status" { (phrases.shown_once) }
            p { (button(&frame)) }
            div.scroll tabindex="0" role="region" aria-label=(words.teams) { table {
                caption.hidden { (words.teams) }
                thead { tr {
                    th scope="col" { (words.team) }
                    th scope="col" { (words.login) }
                    th scope="col" { (words.password) }
                } }
                tbody { @for card in &made { tr {
                    th scope="row" { bdi { (card.name) } }
                    td { code { (card.login) } }
                    td { code { (card.password) } }
                } } }
            } }
            p { a href={ "/organise/" (contest.id) "/teams" } { (words.teams) } }
        }
        (cards(&frame, &contest, &made))
    };
    Ok(no_store(frame.page(phrases.new_passwords, &[], &main)))
}
