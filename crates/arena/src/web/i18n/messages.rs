//! Error messages and judgings from English into French, by pattern.
//!
//! `{}` stands for a value, which may be a message itself and is then translated too. The first matching pattern
//! wins.

use super::fill;

/// English patterns with their French translations.
type Table = &'static [(&'static str, &'static str)];

/// Error messages. A message without a pattern is shown in English.
pub(super) const MESSAGES: Table = &[
    ("sign in first", "Connectez-vous d'abord."),
    ("wrong name, password or token", "Nom, mot de passe ou jeton incorrect."),
    (
        "wrong token: no account of this server has it",
        "Jeton incorrect : aucun compte de ce serveur ne le porte.",
    ),
    ("only organisers may do this", "C'est réservé à l'organisation."),
    ("this team takes part in another contest", "Cette équipe participe à un autre concours."),
    (
        "organisers cannot submit: sign in as a team",
        "L'organisation ne peut rien déposer : connectez-vous en tant qu'équipe.",
    ),
    ("page not found", "Cette page n'existe pas."),
    ("contest not found", "Ce concours n'existe pas."),
    ("submission not found", "Ce dépôt n'existe pas, ou vous n'y avez pas accès."),
    ("file not found", "Ce fichier n'existe pas."),
    ("input not found", "Ce fichier n'existe pas, ou reste secret jusqu'au début."),
    ("account not found", "Ce compte n'existe pas."),
    ("invitation not found", "Cette invitation n'existe pas, a servi ou a expiré."),
    ("the contest does not accept answers now", "Le concours n'accepte pas de réponses en ce moment."),
    ("this key was already used with other files", "Cette clé a déjà servi pour d'autres fichiers."),
    ("the results are final", "Les résultats sont définitifs."),
    ("the request is too large", "L'envoi est trop gros."),
    ("internal server error", "Erreur interne du serveur."),
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
    ("the end should not lie in the past", "La fin ne doit pas se situer dans le passé."),
    (
        "the thaw of the board cannot be set for later",
        "Le dégel du classement ne peut pas être fixé d'avance.",
    ),
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
    ("a name should have visible characters", "Un nom doit avoir des caractères visibles."),
    (
        "this is the last organiser that can sign in",
        "C'est la dernière personne de l'organisation à pouvoir se connecter.",
    ),
    ("the text contains a NUL character", "Le texte contient un caractère nul."),
    ("sign in to send more than {} KiB", "Connectez-vous pour envoyer plus de {} Kio."),
    (
        "the server's disk is full, nothing was stored: try again in a moment",
        "Le disque du serveur est plein, rien n’a été enregistré\u{a0}: réessayez dans un instant.",
    ),
    (
        "the server's database is read-only, nothing was stored: try again in a moment",
        "La base de données du serveur est en lecture seule, rien n’a été enregistré\u{a0}: réessayez dans un instant.",
    ),
    (
        "the server's disk fails: try again in a moment",
        "Le disque du serveur est en panne\u{a0}: réessayez dans un instant.",
    ),
    (
        "the server's database is locked by another program: try again in a moment",
        "La base de données du serveur est verrouillée par un autre programme\u{a0}: réessayez dans un instant.",
    ),
    (
        "the server's database is out of memory: try again in a moment",
        "La base de données du serveur manque de mémoire\u{a0}: réessayez dans un instant.",
    ),
    (
        "the server's database is damaged: an organiser has to restore a backup",
        "La base de données du serveur est endommagée\u{a0}: l’organisation doit restaurer une sauvegarde.",
    ),
    (
        "the database is not available: try again in a moment",
        "La base de données n'est pas disponible : réessayez dans un instant.",
    ),
    (
        "this contest has reached its maximum number of teams",
        "Ce concours a atteint son nombre maximal d'équipes.",
    ),
    ("milestone not found", "Cette étape n'existe pas."),
    ("answer not found", "Cette réponse n'existe pas."),
    ("there is no open rejudging with this number", "Aucun rejugement ouvert ne porte ce numéro."),
    (
        "rejudging {} is newer and already applied: judge again",
        "Le rejugement {} est plus récent et déjà appliqué : rejugez.",
    ),
    ("there is a contest `{}` already", "Il y a déjà un concours « {} »."),
    (
        "the name `{}` is taken, or looks like one that is",
        "Le nom « {} » est déjà pris, ou ressemble à un nom déjà pris.",
    ),
    (
        "a letter of a name should have at most {} combining marks",
        "Une lettre d’un nom doit porter au plus {} signes diacritiques.",
    ),
    (
        "`{}` mixes alphabets whose letters look alike",
        "« {} » mélange des alphabets dont les lettres se ressemblent.",
    ),
    (
        "this password is easy to guess: choose another",
        "Ce mot de passe est facile à deviner\u{a0}: choisissez-en un autre.",
    ),
    ("the name `{}` is taken", "Le nom « {} » est déjà pris."),
    ("too many requests: try again in {} s", "Trop de demandes : réessayez dans {} s."),
    ("busy: try again in {} s", "Le serveur est occupé : réessayez dans {} s."),
    ("the request took too long to arrive", "L'envoi a mis trop de temps à arriver."),
    ("the request body ended early", "L'envoi est incomplet."),
    ("the request is larger than {} bytes", "L'envoi dépasse {} octets."),
    ("no end is set", "Aucune fin n'est fixée."),
    ("no freeze is set", "Aucun gel n'est fixé."),
    ("`{}` cannot be taken back", "« {} » ne peut pas être annulé."),
    ("expected {} to {} uses and {} to {} hours", "Il faut de {} à {} usages et de {} à {} heures."),
    (
        "found `{}`, expected full, position or verdict",
        "« {} » n'est pas un choix : il faut full, position ou verdict.",
    ),
    ("found `{}`, expected demon or well", "« {} » n'est pas un jeu : il faut demon ou well."),
    (
        "found `{}`, expected a time like 2026-05-12T14:03",
        "« {} » n'est pas une heure : il faut une heure comme 2026-05-12T14:03.",
    ),
    ("{}: found `{}`, expected a number", "{} : « {} » n'est pas un nombre."),
    ("`{}` is an address of the organisers' pages", "« {} » est une adresse des pages d'organisation."),
    (
        "`{}`: expected 1 to 40 letters a-z, digits and hyphens",
        "« {} » : il faut de 1 à 40 lettres a-z, chiffres et tirets.",
    ),
    ("`{}` and `{}`: expected each input once", "« {} » et « {} » : il faut chaque entrée une seule fois."),
    ("`{}` is there twice", "« {} » y est deux fois."),
    ("`{}`: expected a name like {}", "« {} » : il faut un nom comme {}"),
    ("found no input, expected names like {}", "Aucune entrée : il faut des noms comme {}"),
    ("qN-input-K with N from 1 to 5 and K a number", "qN-input-K, où N va de 1 à 5 et K est un nombre."),
    ("Tetris-K.in with K a number, or Tetris.in", "Tetris-K.in, où K est un nombre, ou Tetris.in."),
    ("`{}`: expected at most {} characters", "« {} » : il faut au plus {} caractères."),
    ("`{}`: found 0 figures, expected at least 1", "« {} » : 0 figure, il en faut au moins une."),
    ("{} inputs: expected 1 to {}", "{} entrées : il en faut de 1 à {}."),
    ("found {} teams, expected at most {}", "Il y a {} équipes, pour au plus {}."),
    ("line {}: the name is missing", "Ligne {} : le nom manque."),
    (
        "line {}: found {} cells, expected name,login,password",
        "Ligne {} : {} cases, pour nom,identifiant,mot de passe.",
    ),
    ("line {}: a quote is not closed", "Ligne {} : un guillemet n'est pas fermé."),
    (
        "line {}: a quote inside a cell that has none around it",
        "Ligne {} : un guillemet dans une case qui n'en a pas autour.",
    ),
    ("`{}` is not a regular file", "« {} » n'est pas un fichier ordinaire."),
    ("`{}` is encrypted", "« {} » est chiffré."),
    ("`{}` is larger than {} bytes", "« {} » dépasse {} octets."),
    ("`{}` is not a valid name in an archive", "« {} » n'est pas un nom valide dans une archive."),
    ("`{}`: unsupported compression, expected deflate or stored", "« {} » : compression inconnue."),
    (
        "`{}` has {} bytes: an answer to this question has at most {}",
        "« {} » a {} octets\u{a0}: une réponse à cette question en a au plus {}.",
    ),
    (
        "this submission has {} bytes compressed; your team has stored {} of at most {}",
        "Ce dépôt a {} octets compressés\u{a0}; votre équipe en a déjà {} sur {} au plus.",
    ),
    (
        "this submission has {} bytes compressed; the contest has less left of its {}",
        "Ce dépôt a {} octets compressés\u{a0}; il en reste moins au concours, sur {}.",
    ),
    ("there are more than {} output files", "Il y a plus de {} fichiers de sortie."),
    (
        "the output files together are larger than {} bytes",
        "Les fichiers de sortie dépassent {} octets en tout.",
    ),
    ("unpacked, the archive is larger than {} bytes", "L'archive décompressée dépasse {} octets."),
    ("unpacking takes longer than {} s", "La décompression prend plus de {} s."),
    (
        "the xz archive needs more than {} bytes of memory; xz -6 needs less",
        "L'archive xz demande plus de {} octets de mémoire ; xz -6 en demande moins.",
    ),
    ("the {} archive: {}", "L'archive {} : {}"),
    ("it is truncated", "elle est tronquée."),
    ("its directory is missing or truncated", "son répertoire manque ou est tronqué."),
    ("its directory is damaged", "son répertoire est abîmé."),
    ("an entry is not at its offset", "un fichier n'est pas à sa place."),
    ("`{}` is damaged", "« {} » est abîmé."),
    ("a header is longer than {} bytes", "un en-tête dépasse {} octets."),
    (
        "`{}` is a sparse file, which is not supported",
        "« {} » est un fichier creux, ce qui n'est pas accepté.",
    ),
    ("found no file, expected names like `{}`", "Aucun fichier : il faut des noms comme « {} »."),
    ("found `{}`, expected names like `{}`", "« {} » ne répond à rien : il faut des noms comme « {} »."),
    (
        "found {}, expected zip, tar, tar.gz, tar.bz2, tar.xz or the answers",
        "{} : il faut un zip, un tar, un tar.gz, un tar.bz2, un tar.xz ou les réponses.",
    ),
    ("`{}`: {}", "« {} » : {}"),
];

/// Details of judgings, and titles of replays.
pub(super) const JUDGED: Table = &[
    ("the first difference is in line {}", "la première différence est à la ligne {}"),
    ("the input cannot be read: {}", "l'entrée est illisible : {}"),
    ("no more moves", "plus de coups"),
    ("line {}: no legal move: {}", "ligne {} : aucun coup valable : {}"),
    ("three integers `P C R`: piece, column, turns", "trois entiers `P C R` : pièce, colonne, rotations"),
    ("{} moves played, which is all that count", "{} coups joués, les seuls qui comptent"),
    (
        "stopped after the 10000th line; what follows does not count",
        "arrêt après la ligne 10000 ; la suite ne compte pas",
    ),
    (
        "a block stands on line {}; lines 0 to 3 must be empty before each piece",
        "un bloc est à la ligne {} ; les lignes 0 à 3 doivent être vides avant chaque pièce",
    ),
    ("the piece is {}, found {}", "la pièce est {}, et non {}"),
    (
        "piece {} turned {} times does not fit at column {}",
        "la pièce {} tournée {} fois ne tient pas en colonne {}",
    ),
    ("every figure was placed", "toutes les figures sont posées"),
    ("outside the well on the right", "hors du puits, à droite"),
    ("rotation {}, expected 0 to 3", "rotation {}, au lieu de 0 à 3"),
    ("sticking out above the well", "dépasse du haut du puits"),
    ("the rotation should be 0 to 3", "la rotation va de 0 à 3"),
    ("the answer ends before figure {}", "la réponse s'arrête avant la figure {}"),
    ("kind {}, rotation {}, column {}, line {}: {}", "type {}, rotation {}, colonne {}, ligne {} : {}"),
    ("figure {}: {}", "figure {} : {}"),
    ("The demon, s = {}", "Le démon, s = {}"),
    ("The well, {} of {} figures", "Le puits, {} figures sur {}"),
    ("the end of the file", "la fin du fichier"),
    ("found {}, expected {}", "trouvé {}, attendu {}"),
    ("line {}: {}", "ligne {} : {}"),
];

/// The French translation of a text by the first pattern of the table that matches.
pub(super) fn in_french(table: Table, text: &str) -> Option<String> {
    table.iter().find_map(|(english, french)| {
        let values = values(english, text)?;
        let values: Vec<String> = values
            .into_iter()
            .map(|value| in_french(table, value).unwrap_or_else(|| value.to_owned()))
            .collect();
        Some(fill(french, &values.iter().map(String::as_str).collect::<Vec<_>>()))
    })
}

/// The values at the `{}` of a pattern in a text, each as short as possible; `None` if it does not match.
fn values<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty().then_some(found) };
    for part in between {
        let (value, after) = rest.split_once(part)?;
        found.push(value);
        rest = after;
    }
    found.push(rest.strip_suffix(last)?);
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_and_translated_too() {
        let french = |text| in_french(MESSAGES, text).unwrap_or_default();
        assert_eq!(french("the name `ada` is taken"), "Le nom « ada » est déjà pris.");
        assert_eq!(
            french("`Ada`: a password should have 8 to 200 characters"),
            "« Ada » : Un mot de passe doit avoir de 8 à 200 caractères."
        );
        assert_eq!(french("an unknown message"), "");
        assert_eq!(values("a {} b {}", "a 1 b 2 b 3"), Some(vec!["1", "2 b 3"]));
        assert_eq!(values("plain", "plain and more"), None);
    }

    #[test]
    fn details_of_judgings_are_translated() {
        for (english, french) in [
            ("line 7: no more moves", "ligne 7 : plus de coups"),
            ("figure 3: sticking out above the well", "figure 3 : dépasse du haut du puits"),
            ("the answer ends before figure 74", "la réponse s'arrête avant la figure 74"),
            (
                "figure 3: kind 4, rotation 0, column 9, line 1: outside the well on the right",
                "figure 3 : type 4, rotation 0, colonne 9, ligne 1 : hors du puits, à droite",
            ),
            ("line 1: no legal move: no more moves", "ligne 1 : aucun coup valable : plus de coups"),
            ("line 1: found `x`, expected `1 8 9 0`", "ligne 1 : trouvé `x`, attendu `1 8 9 0`"),
            (
                "line 2: found `x`, expected the end of the file",
                "ligne 2 : trouvé `x`, attendu la fin du fichier",
            ),
        ] {
            assert_eq!(in_french(JUDGED, english).as_deref(), Some(french));
        }
    }

    #[test]
    fn both_languages_have_the_same_values() {
        for (english, french) in MESSAGES.iter().chain(JUDGED) {
            assert_eq!(english.matches("{}").count(), french.matches("{}").count(), "{english}");
        }
    }
}
