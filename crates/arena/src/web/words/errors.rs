//! What an error page says, in the reader's language.

use axum::http::StatusCode;

use super::Language;

/// The title of an error page.
pub(in crate::web) const fn title(language: Language, status: StatusCode) -> &'static str {
    let french = matches!(language, Language::French);
    match status {
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY if french => {
            "Cela n'a pas pu être compris"
        }
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => "That could not be understood",
        StatusCode::UNAUTHORIZED if french => "Qui êtes-vous ?",
        StatusCode::UNAUTHORIZED => "Who are you?",
        StatusCode::FORBIDDEN if french => "Ce n'est pas permis",
        StatusCode::FORBIDDEN => "That is not allowed",
        StatusCode::NOT_FOUND if french => "Il n'y a rien ici",
        StatusCode::NOT_FOUND => "There is nothing here",
        StatusCode::CONFLICT if french => "Pas maintenant",
        StatusCode::CONFLICT => "Not now",
        StatusCode::PAYLOAD_TOO_LARGE if french => "C'est trop gros",
        StatusCode::PAYLOAD_TOO_LARGE => "That is too large",
        StatusCode::TOO_MANY_REQUESTS if french => "Pas si vite",
        StatusCode::TOO_MANY_REQUESTS => "Not so fast",
        _ if status.as_u16() < 500 && french => "Cela n'a pas marché",
        _ if status.as_u16() < 500 => "That did not work",
        _ if french => "Une erreur du serveur",
        _ => "The server made a mistake",
    }
}

/// The known messages in French; what is not here is said in English.
const FRENCH: &[(&str, &str)] = &[
    ("sign in first", "Connectez-vous d'abord."),
    ("this name and this password do not belong together", "Ce nom et ce mot de passe ne vont pas ensemble."),
    ("only organisers may do this", "C'est réservé à l'organisation."),
    ("this team takes part in another contest", "Cette équipe participe à un autre concours."),
    (
        "organisers hand in nothing: sign in as a team",
        "L'organisation ne dépose rien : connectez-vous en tant qu'équipe.",
    ),
    ("there is no page here", "Cette page n'existe pas."),
    ("there is no contest here", "Ce concours n'existe pas."),
    ("there is no submission here", "Ce dépôt n'existe pas, ou n'est pas pour vos yeux."),
    ("there is no file here", "Ce fichier n'existe pas."),
    ("there is no input here", "Ce fichier n'existe pas, ou reste secret jusqu'au début."),
    ("there is no account here", "Ce compte n'existe pas."),
    ("there is no invitation here", "Cette invitation n'existe pas, a servi ou a expiré."),
    ("the contest takes no answers now", "Le concours n'accepte pas de réponses en ce moment."),
    ("the results are final", "Les résultats sont définitifs."),
    ("the request is too large", "L'envoi est trop gros."),
    ("something went wrong on the server", "Quelque chose s'est mal passé sur le serveur."),
    (
        "this request did not come from a page of this server",
        "Cette demande ne vient pas d'une page de ce serveur.",
    ),
    (
        "this contest is not open: ask its organisers for an invitation",
        "Ce concours n'est pas ouvert : demandez une invitation à l'organisation.",
    ),
    ("tick the box to confirm", "Cochez la case pour confirmer."),
    ("the contest is not over yet", "Le concours n'est pas encore terminé."),
    ("the contest has started already", "Le concours a déjà commencé."),
    ("the end should come after the start", "La fin doit venir après le début."),
    ("the freeze should lie between start and end", "Le gel doit se situer entre le début et la fin."),
    ("the board is not frozen", "Le classement n'est pas gelé."),
    ("the title should have 1 to 100 characters", "Le titre doit avoir de 1 à 100 caractères."),
    ("a name should have 1 to 60 visible characters", "Un nom doit avoir de 1 à 60 caractères visibles."),
    (
        "a login should have 1 to 40 letters a-z, digits and hyphens",
        "Un identifiant doit avoir de 1 à 40 lettres a-z, chiffres et tirets.",
    ),
    ("a password should have 8 to 200 characters", "Un mot de passe doit avoir de 8 à 200 caractères."),
    ("choose at least one input", "Choisissez au moins une entrée."),
    ("there is no team in this list", "Il n'y a pas d'équipe dans cette liste."),
];

/// A message in a language, and whether it is in that language.
pub(in crate::web) fn message(language: Language, said: &str) -> (String, bool) {
    let translated = FRENCH.iter().find(|(english, _)| *english == said).map(|(_, french)| *french);
    match (language, translated) {
        (Language::French, Some(french)) => (french.to_owned(), true),
        (Language::French, None) => (sentence(said), false),
        (Language::English, _) => (sentence(said), true),
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
