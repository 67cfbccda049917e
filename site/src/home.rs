//! The start page.

use laplace_i18n::{Language, phrases};
use maud::html;

use crate::frame::{Page, no_script};

phrases! {
    /// The words of the page.
    Phrases {
        title: "Three games in which nothing is hidden", "Trois jeux où rien n’est caché";
        lead: "Play, judge and watch, without a server: the program runs in your browser. Once loaded, it works offline.",
            "Jouer, juger et regarder, sans serveur : le programme tourne dans votre navigateur. Une fois chargé, il marche hors connexion.";
        demon: "The demon", "Le démon";
        demon_about: "Tetris with every piece known in advance. Type a number, watch the best game being found, and see where points were lost.",
            "Un Tetris dont toutes les pièces sont connues d’avance. Tapez un nombre, regardez chercher la meilleure partie, et voyez où des points se perdent.";
        well: "The well", "Le puits";
        well_about: "Tetris where components fall after rows vanish. Give Tetris.in and Tetris.out, let the machine play, try the figures that kill.",
            "Un Tetris où les morceaux tombent quand des lignes disparaissent. Donnez Tetris.in et Tetris.out, laissez jouer la machine, essayez les figures qui tuent.";
        blobwar_about: "Against the engine at ten levels, or against a friend at one board. Analysis, every map, your own positions.",
            "Contre le moteur, à dix niveaux, ou à deux sur le même plateau. Analyse, toutes les cartes, vos propres positions.";
        sheet: "Exercise sheet", "Feuille d’exercices";
        sheet_about: "The twelve questions of the sheet “Blobwar”, with boards to click and the values of the answers.",
            "Les douze questions de la feuille « Blobwar », avec des plateaux où cliquer et les valeurs des réponses.";
        checking: "Loading the program…", "Chargement du programme…";
        ready: "The program is ready.", "Le programme est prêt.";
        offline: "It is kept in this browser: these pages now work without a connection.",
            "Il est gardé dans ce navigateur : ces pages marchent maintenant sans connexion.";
    }
}

pub(crate) fn page(language: Language) -> Page {
    let words = Phrases::of(language);
    let cards = [
        ("demon", words.demon, words.demon_about),
        ("well", words.well, words.well_about),
        ("blobwar", "Blobwar, Ataxx", words.blobwar_about),
        ("sheet", words.sheet, words.sheet_about),
    ];
    let main = html! {
        section.wide.flow {
            h1 { (words.title) }
            p.lead { (words.lead) }
            (no_script(language))
            ul.cards {
                @for (name, title, about) in cards {
                    li {
                        a.card.whole href=(Page::file(name, language)) {
                            h2 { (title) }
                            p.soft { (about) }
                        }
                    }
                }
            }
            p #ready.soft role="status" data-ready=(words.ready) data-offline=(words.offline) { (words.checking) }
        }
    };
    Page { name: "index", title: words.title, parts: &["home.js"], main }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_text_is_in_both_languages() {
        laplace_i18n::typography::check_pairs(super::Phrases::PAIRS);
    }
}
