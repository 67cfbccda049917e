//! The exercise sheet: twelve questions, each with a board to click and its answer.

use laplace_games::blobwar::sheet::Question;
use laplace_i18n::{Language, phrases};
use laplace_pages::blobwar::data;
use laplace_pages::with_code;
use maud::html;
use serde_json::json;

use crate::frame::{Page, no_script};

phrases! {
    /// The words of the page.
    Phrases {
        title: "Exercise sheet", "Feuille d’exercices";
        lead: "The twelve questions of the sheet “Blobwar”. Click on the boards, change the values, and compare with your program: the answers are written as Python writes them.",
            "Les douze questions de la feuille « Blobwar ». Cliquez sur les plateaux, changez les valeurs et comparez avec votre programme : les réponses sont écrites comme Python les écrit.";
        numbering: "Cells are numbered from 0 at the bottom left to 63. Blue is 1 (player 0), red is -1 (player 1).",
            "Les cases sont numérotées de 0, en bas à gauche, à 63. Le bleu est 1 (joueur 0), le rouge -1 (joueur 1).";
        part_2: "Part 2: an array", "Partie 2 : un tableau";
        part_3: "Part 3: two integers", "Partie 3 : deux entiers";
        q2_1: "Put a blob on a line and a column.", "Mettre un blob sur une ligne et une colonne.";
        q2_2: "The value of a board: blue blobs minus red blobs.", "La valeur d’un plateau : pions bleus moins pions rouges.";
        q2_3: "`blobs(plateau, couleur)`: the cells of a colour.", "`blobs(plateau, couleur)` : les positions des blobs d’une couleur.";
        q2_4: "The cells around a cell, up to a distance.", "Les positions voisines d’une position, jusqu’à une distance maximale.";
        q2_5: "All moves of a player, each as (from, to).", "Tous les coups possibles d’un joueur, chacun étant un couple (départ, arrivée).";
        q2_6: "`jouer_coup(plateau, coup)`: the board after a move.", "`jouer_coup(plateau, coup)` : le plateau après un coup.";
        q3_1: "Put a blob on a cell.", "Mettre un blob sur une case.";
        q3_2: "Take a blob off a cell.", "Enlever un blob d’une case.";
        q3_3: "The cells of an integer.", "Les positions d’un entier.";
        q3_4: "The value of a board: blue blobs minus red blobs.", "La valeur d’un plateau : pions bleus moins pions rouges.";
        q3_5: "`calcul_voisins(position)`: the neighbours of a cell as an integer.", "`calcul_voisins(position)` : les cases voisines sous forme d’un entier.";
        q3_6: "`jouer_saut(pions, coup, joueur, voisins)`: the board after a jump.", "`jouer_saut(pions, coup, joueur, voisins)` : le plateau après un saut.";
        given: "Given", "Donné";
        result: "Answer", "Réponse";
        click: "A click", "Un clic";
        puts: "puts blobs: blue, red, none", "pose des blobs : bleu, rouge, rien";
        picks: "chooses {}", "choisit {}";
        toggles: "switches a bit", "change un bit";
        arg_line: "line", "la ligne";
        arg_column: "column", "la colonne";
        arg_place: "line and column", "la ligne et la colonne";
        arg_colour: "colour", "la couleur";
        arg_player: "player", "le joueur";
        arg_cell: "the cell", "la case";
        arg_from: "the start", "le départ";
        arg_to: "the target", "l’arrivée";
        arg_distance: "distance", "la distance";
        arg_integer: "integer", "l’entier";
        blue: "blue", "bleu";
        red: "red", "rouge";
        empty: "empty", "vide";
        cell: "cell {}", "case {}";
        the_call: "In a terminal:", "Dans un terminal :";
    }
}

/// The example that a question begins with: the board as its two integers, and the other arguments.
const EXAMPLES: [(&str, [&str; 2], &[&str]); 12] = [
    ("2.1", ["0", "0"], &["3", "2", "1"]),
    ("2.2", ["7", "8"], &[]),
    ("2.3", ["72057594037928064", "9223372036854775809"], &["1"]),
    ("2.4", ["0", "0"], &["0", "2"]),
    ("2.5", ["1", "0"], &["1"]),
    ("2.6", ["567356589867008", "16777216"], &["24", "41"]),
    ("3.1", ["0", "0"], &["9", "0"]),
    ("3.2", ["512", "12288"], &["12", "1"]),
    ("3.3", ["770", "0"], &["770"]),
    ("3.4", ["512", "12288"], &[]),
    ("3.5", ["0", "0"], &["0"]),
    ("3.6", ["567356589867008", "16777216"], &["24", "41", "1"]),
];

pub(crate) fn page(language: Language) -> Page {
    let words = Phrases::of(language);
    let texts = [
        words.q2_1, words.q2_2, words.q2_3, words.q2_4, words.q2_5, words.q2_6, words.q3_1, words.q3_2,
        words.q3_3, words.q3_4, words.q3_5, words.q3_6,
    ];
    let part = |number: &str, title: &str| {
        html! {
            h2 { (title) }
            @for (question, text) in Question::ALL.iter().zip(texts) {
                @if question.number().starts_with(number) {
                    section.card.question id={ "q" (question.number()) } data-question=(question.number())
                        aria-labelledby={ "t" (question.number()) } {
                        h3 id={ "t" (question.number()) } { (question.number()) " · " (with_code(text)) }
                    }
                }
            }
        }
    };
    let questions: Vec<_> = Question::ALL
        .iter()
        .zip(EXAMPLES)
        .map(|(question, (number, pions, values))| {
            debug_assert_eq!(question.number(), number);
            json!({ "number": number, "arguments": question.arguments(), "pions": pions, "values": values })
        })
        .collect();
    let main = html! {
        div.blobwar.sheet.wide.flow {
            h1 { (words.title) }
            p.lead { (words.lead) }
            p.soft { (words.numbering) }
            (no_script(language))
            (part("2", words.part_2))
            (part("3", words.part_3))
        }
        script #words type="application/json" { (data(&words.json())) }
        script #questions type="application/json" { (data(&json!(questions))) }
    };
    Page { name: "sheet", title: words.title, parts: &["blobwar.css", "grid.js", "sheet.js"], main }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_in_both_languages() {
        laplace_i18n::typography::check_pairs(Phrases::PAIRS);
    }

    #[test]
    fn every_question_has_an_example_that_has_an_answer() {
        for (question, (number, pions, values)) in Question::ALL.iter().zip(EXAMPLES) {
            assert_eq!(question.number(), number);
            let board = format!("[{}, {}]", pions[0], pions[1]);
            let has_board = question.arguments().starts_with('P');
            let board = has_board.then(|| if pions == ["0", "0"] { "empty" } else { board.as_str() });
            question.answer(board.into_iter().chain(values.iter().copied())).unwrap();
        }
    }
}
