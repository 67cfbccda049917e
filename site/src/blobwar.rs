//! The page of Blobwar and Ataxx: the server's page, with tools that need no server beside the board.

use laplace_i18n::{Language, phrases};
use laplace_pages::blobwar::data;
use maud::{Markup, html};

use crate::frame::Page;

phrases! {
    /// The words of the tools.
    Phrases {
        analysis: "Analysis", "Analyse";
        analyse_now: "Analyse this position", "Analyser cette position";
        stop: "Stop", "Arrêter";
        lines: "Lines", "Suites";
        depth: "depth {}, {} positions", "profondeur {}, {} positions";
        nothing: "The game is over here: there is nothing to search.", "La partie est finie ici : il n’y a rien à chercher.";
        editor: "Set up a position", "Composer une position";
        put: "Put", "Poser";
        blue: "blue", "bleu";
        red: "red", "rouge";
        hole: "hole", "trou";
        empty: "empty", "vide";
        size: "Board", "Plateau";
        to_move: "To move", "Au trait";
        rules: "A player who cannot move", "Un joueur qui ne peut pas jouer";
        passes: "passes", "passe";
        ends: "ends the game", "termine la partie";
        take_shown: "Take the position shown", "Prendre la position affichée";
        clear: "Clear", "Vider";
        play_it: "Play from here", "Jouer à partir de là";
        editor_board: "Board to edit", "Plateau à composer";
        exchange: "Import and export", "Importer et exporter";
        import_hint: "A FEN, a UAI line (position fen … moves …), a PGN, a replay, or the sheet’s plateau or pions",
            "Une FEN, une ligne UAI (position fen … moves …), un PGN, un replay, ou le plateau ou les pions de la feuille";
        open: "Open", "Ouvrir";
        open_file: "or drop a file here", "ou déposez un fichier ici";
        more_games: "The file has {} games; this is the first.", "Le fichier contient {} parties ; voici la première.";
        opened: "Opened: {} moves.", "Ouvert : {} coups.";
        copy_uai: "Copy as UAI", "Copier en UAI";
        copied: "Copied", "Copié";
        sheet: "In the numbers of the exercise sheet", "Avec les numéros de la feuille d’exercices";
        numbers: "Show the numbers of the cells", "Afficher les numéros des cases";
        plateau: "plateau (part 2: 64 values)", "plateau (partie 2 : 64 valeurs)";
        pions: "pions (part 3: two integers)", "pions (partie 3 : deux entiers)";
        value: "value: blue minus red", "valeur : bleus moins rouges";
        coups: "moves (from, to)", "coups (départ, arrivée)";
        no_sheet: "The sheet’s forms are for 8 × 8 without holes.", "Les formes de la feuille sont pour 8 × 8 sans trous.";
        too_large: "{} is larger than 64 MiB.", "{} dépasse 64 Mio.";
    }
}

pub(crate) fn page(language: Language) -> Page {
    let words = Phrases::of(language);
    let main = html! {
        (laplace_pages::blobwar::page(language, false, &tools(words)))
        script #tool-words type="application/json" { (data(&words.json())) }
    };
    Page {
        name: "blobwar",
        title: "Blobwar",
        parts: &[
            "blobwar.css",
            "blobwar-common.js",
            "blobwar-module.js",
            "blobwar-board.js",
            "blobwar-graph.js",
            "blobwar-shown.js",
            "blobwar.js",
            "grid.js",
            "blobwar-tools.js",
        ],
        main,
    }
}

fn tools(words: &Phrases) -> Markup {
    let option = |value: &str, name: &str| html! { option value=(value) { (name) } };
    html! {
        section.tools.wide {
            section.card aria-labelledby="analysis-title" {
                h2 #analysis-title { (words.analysis) }
                div.row {
                    button type="button" #analyse-position aria-pressed="false" { (words.analyse_now) }
                    label.field.short { span { (words.lines) }
                        select #line-count { @for count in 1..=5 { option selected[count == 3] { (count) } } } }
                    p #searched.soft role="status" {}
                }
                ol #best-lines.lines {}
            }
            details.card {
                summary { h2 { (words.editor) } }
                div.editing {
                    div #editor aria-label=(words.editor_board) {}
                    div.stack {
                        fieldset.choice {
                            legend { (words.put) }
                            @for (value, name) in [("x", words.blue), ("o", words.red), ("-", words.hole), (".", words.empty)] {
                                label.tick { input type="radio" name="put" value=(value) checked[value == "x"]; (name) }
                            }
                        }
                        label.field { span { (words.size) } select #editor-size { (option("8", "8 × 8")) (option("7", "7 × 7")) } }
                        label.field { span { (words.to_move) }
                            select #editor-turn { (option("x", words.blue)) (option("o", words.red)) } }
                        label.field { span { (words.rules) }
                            select #editor-rules { (option("passes", words.passes)) (option("ends", words.ends)) } }
                        div.buttons {
                            button type="button" #editor-take { (words.take_shown) }
                            button type="button" #editor-clear { (words.clear) }
                            button.primary type="button" #editor-play { (words.play_it) }
                        }
                        p #editor-refused.notice.bad role="alert" hidden {}
                    }
                }
            }
            details.card {
                summary { h2 { (words.exchange) } }
                label.field { span { (words.import_hint) } textarea #import rows="4" spellcheck="false" {} }
                div.row {
                    button.primary type="button" #import-open { (words.open) }
                    label #import-drop.drop.small { span { (words.open_file) } input #import-file type="file"; }
                    button type="button" #copy-uai { (words.copy_uai) }
                }
                p #imported.notice role="status" hidden {}
            }
            details.card #sheet-forms {
                summary { h2 { (words.sheet) } }
                label.tick { input #show-numbers type="checkbox"; (words.numbers) }
                p #no-forms.notice role="status" hidden {}
                dl #forms.forms {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_text_is_in_both_languages() {
        laplace_i18n::typography::check_pairs(super::Phrases::PAIRS);
    }
}
