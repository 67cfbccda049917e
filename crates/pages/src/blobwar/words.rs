//! The words of the Blobwar page; the script gets the same ones.

use laplace_games::blobwar::{Map, Reason};
use laplace_i18n::{Language, phrases};
use serde_json::Value;

/// Why a game ended: the key for the script and the French words. The English ones are those of [`Reason`].
const REASONS: [(Reason, &str, &str); 4] = [
    (Reason::WipedOut, "wiped_out", "un camp n’a plus de blob"),
    (Reason::NoMove, "no_move", "le joueur au trait est bloqué"),
    (Reason::NobodyCanMove, "nobody_can_move", "plus aucun coup possible"),
    (Reason::TooLong, "too_long", "100 coups sans duplication"),
];

/// The name of a map in the form of a new game. The names of the course's project are English.
pub(super) fn map_name(language: Language, map: &Map) -> String {
    match language {
        Language::English => map.name().to_owned(),
        Language::French => {
            let french = MAPS.iter().find(|(name, _)| *name == map.name());
            french.map_or_else(|| map.name().to_owned(), |(name, french)| format!("{french} ({name})"))
        }
    }
}

/// The names of the maps in French.
const MAPS: [(&str, &str); 14] = [
    ("chess", "échiquier"),
    ("constrained", "à l’étroit"),
    ("cross", "croix"),
    ("fortress", "forteresse"),
    ("inside", "intérieur"),
    ("irregular", "irrégulier"),
    ("island", "île"),
    ("path", "chemin"),
    ("quantum", "quantique"),
    ("rings", "anneaux"),
    ("standard", "classique"),
    ("strange", "étrange"),
    ("test", "essai"),
    ("x", "croix de Saint-André"),
];

/// All words for the script, by key.
pub(super) fn script_words(language: Language) -> Value {
    let mut words = Phrases::of(language).json();
    if let Some(words) = words.as_object_mut() {
        for (reason, key, french) in REASONS {
            let text = match language {
                Language::English => reason.to_string(),
                Language::French => french.to_owned(),
            };
            words.insert(key.to_owned(), text.into());
        }
    }
    words
}

phrases! {
    /// The words of the page.
    Phrases {
        board: "Board", "Plateau";
        blue: "blue", "bleu";
        red: "red", "rouge";
        blue_blob: "blue blob", "blob bleu";
        red_blob: "red blob", "blob rouge";
        empty: "empty", "vide";
        hole: "hole", "trou";
        picked: "picked", "choisi";
        target: "can be played", "jouable";
        you: "You", "Vous";
        engine: "Engine, level", "Moteur, niveau";
        level: "Level", "Niveau";
        your_turn: "Your turn", "À vous de jouer";
        thinking: "The engine is thinking…", "Le moteur réfléchit…";
        busy: "The server is busy, trying again…", "Le serveur est occupé, nouvel essai…";
        offline: "The server does not answer. Try again.", "Le serveur ne répond pas. Réessayez.";
        retry: "Try again", "Réessayer";
        you_win: "You win!", "Vous gagnez !";
        you_lose: "The engine wins", "Le moteur gagne";
        opponent: "Opponent", "Adversaire";
        opponent_wins: "Your opponent wins", "Votre adversaire gagne";
        opponent_turn: "Your opponent’s turn", "À votre adversaire de jouer";
        blue_wins: "Blue wins", "Les bleus gagnent";
        red_wins: "Red wins", "Les rouges gagnent";
        blue_turn: "Blue to move", "Aux bleus de jouer";
        red_turn: "Red to move", "Aux rouges de jouer";
        against_engine: "the engine", "le moteur";
        against_here: "a friend, at this board", "une autre personne, sur ce plateau";
        against_link: "a friend, by a link", "une autre personne, par un lien";
        clock: "Clock", "Pendule";
        no_clock: "none", "aucune";
        each_move: "for each move", "par coup";
        thinking_link: "Making the link…", "Création du lien…";
        waiting: "Waiting for your opponent…", "En attente de votre adversaire…";
        seat_free: "nobody yet", "personne pour l’instant";
        send_link: "Send this link to the person you want to play with. Those who come later can watch.",
            "Envoyez ce lien à la personne avec qui vous voulez jouer. Celles qui viendront ensuite pourront regarder.";
        seat_offer: "A seat is free in this game.", "Une place est libre dans cette partie.";
        game_link: "Link to this game", "Lien vers cette partie";
        join: "Join the game", "Rejoindre la partie";
        watching: "You are watching this game.", "Vous regardez cette partie.";
        connection: "Connection lost, trying again…", "Connexion perdue, nouvel essai…";
        gone: "The server no longer has this game.", "Le serveur n’a plus cette partie.";
        go_on_here: "Continue at one board", "Continuer sur un seul plateau";
        resign: "Resign", "Abandonner";
        resign_sure: "Press again to resign", "Encore une fois pour abandonner";
        resigned: "by resignation", "par abandon";
        offer_draw: "Offer a draw", "Proposer la nulle";
        draw_sent: "Draw offered…", "Nulle proposée…";
        draw_offered: "Your opponent offers a draw; your next move declines it.",
            "Votre adversaire propose la nulle ; votre prochain coup la refuse.";
        draw_accept: "Accept the draw", "Accepter la nulle";
        agreed: "by agreement", "par accord mutuel";
        out_of_time: "on time", "au temps";
        rematch: "Rematch", "Revanche";
        rematch_sent: "Rematch offered…", "Revanche proposée…";
        rematch_offered: "Your opponent offers a rematch.", "Votre adversaire propose une revanche.";
        rematch_accept: "Accept the rematch", "Accepter la revanche";
        rematch_go: "To the rematch", "Voir la revanche";
        line: "Best line:", "Meilleure suite :";
        save_pgn: "Save as PGN", "Enregistrer en PGN";
        save_replay: "Save as replay", "Enregistrer (replay)";
        draw: "A draw", "Match nul";
        doubles: "doubles to", "se duplique en";
        jumps: "jumps", "saute";
        passes: "passes", "passe";
        turns: "turning", "retournant";
        new_game: "New game", "Nouvelle partie";
        begin: "Begin", "Commencer";
        cancel: "Cancel", "Annuler";
        undo: "Undo", "Annuler le coup";
        hint: "Hint", "Indice";
        hint_is: "Hint:", "Indice :";
        evaluation: "Evaluation", "Évaluation";
        analyse: "Analyse the game", "Analyser la partie";
        analysing: "Analysing…", "Analyse en cours…";
        graph: "Evaluation after each move", "Évaluation après chaque coup";
        best_was: "Better was", "Mieux valait";
        blunder: "blunder", "gaffe";
        mistake: "mistake", "erreur";
        inaccuracy: "inaccuracy", "imprécision";
        blunders: "blunders", "gaffes";
        mistakes: "mistakes", "erreurs";
        inaccuracies: "inaccuracies", "imprécisions";
        share: "Copy link", "Copier le lien";
        fen: "Copy position", "Copier la position";
        copied: "Copied", "Copié";
        moves: "Moves", "Coups";
        no_moves: "No move yet.", "Aucun coup pour l’instant.";
        first: "First position", "Première position";
        previous: "Previous position", "Position précédente";
        next: "Next position", "Position suivante";
        last: "Last position", "Dernière position";
        map: "Map", "Carte";
        ataxx: "Ataxx (7 × 7)", "Ataxx (7 × 7)";
        sheet: "Exercise sheet (8 × 8)", "Feuille d’exercices (8 × 8)";
        course: "The course’s project (8 × 8)", "Le projet du cours (8 × 8)";
        colour: "You play", "Vous jouez";
        blue_first: "blue, first to move", "les bleus, qui commencent";
        red_second: "red, second to move", "les rouges, en second";
        stuck: "A player who cannot move", "Un joueur qui ne peut pas jouer";
        stuck_passes: "passes", "passe";
        stuck_ends: "ends the game", "termine la partie";
        level_1: "beginner", "débutant";
        level_5: "club player", "joueur de club";
        level_10: "full strength", "pleine force";
        bad_link: "This link does not lead to a game:", "Ce lien ne mène pas à une partie :";
        how: "How to play", "Comment jouer";
        rule_1: "Blue moves first; then the players take turns. Pick one of your blobs, then a cell, or drag it there.",
            "Les bleus commencent, puis chacun son tour. Choisissez un de vos blobs, puis une case, ou faites-l’y glisser.";
        rule_2: "To a cell beside it, the blob doubles: a new blob appears. Two cells away, it jumps and leaves its cell.",
            "Vers une case voisine, le blob se duplique : un nouveau blob apparaît. À deux cases, il saute et quitte sa case.";
        rule_3: "Wherever a blob arrives, all blobs of the other player around it change sides.",
            "Là où un blob arrive, tous les blobs adverses autour de lui changent de camp.";
        rule_4: "Nothing can stand in a hole; jumping over one is allowed. A hundred moves in a row without a doubling are a draw.",
            "Rien ne tient dans un trou, mais on peut sauter par-dessus. Cent coups de suite sans duplication font une partie nulle.";
        end_ends: "The game ends as soon as the player to move cannot move; the player with more blobs wins.",
            "La partie s’arrête dès que le joueur au trait ne peut pas jouer ; celui qui a le plus de blobs gagne.";
        end_passes: "A player who cannot move passes while the other can. When neither can move, the player with more blobs wins.",
            "Un joueur qui ne peut pas jouer passe tant que l’autre le peut. Quand plus personne ne peut jouer, celui qui a le plus de blobs gagne.";
        rule_5: "Keys: arrows move, Enter picks and plays, Escape drops, U takes back, H hints, N begins anew.",
            "Touches : flèches pour se déplacer, Entrée pour choisir et jouer, Échap pour lâcher, U pour annuler un coup, H pour un indice, N pour une nouvelle partie.";
        no_script: "Playing needs JavaScript: the board below is the start of a game, and the rules are explained under it. In a terminal, `laplace blobwar play` plays without a browser.",
            "Pour jouer, il faut JavaScript : le plateau ci-dessous est le début d’une partie, et les règles sont expliquées dessous. Dans un terminal, `laplace blobwar play` joue sans navigateur.";
    }
}

#[cfg(test)]
mod tests {
    use laplace_i18n::typography::check_pairs;

    use super::*;

    #[test]
    fn every_text_is_in_both_languages() {
        check_pairs(Phrases::PAIRS);
    }

    #[test]
    fn every_map_has_a_french_name() {
        for map in Map::all() {
            let french = map_name(Language::French, map);
            assert!(french.ends_with(&format!("({})", map.name())), "{french}");
        }
    }
}
