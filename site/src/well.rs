//! The page of the well: inputs, the machine's play, the task's visualizer.

use laplace_games::well::generate::Family;
use laplace_i18n::{Language, phrases};
use laplace_pages::blobwar::data;
use maud::html;

use crate::frame::{Page, no_script};

phrases! {
    /// The words of the page.
    Phrases {
        title: "The well", "Le puits";
        lead: "Tetris on 20 × 10 where, after rows vanish, connected components fall. Place as many figures as you can.",
            "Un Tetris sur 20 × 10 où, quand des lignes disparaissent, les composantes connexes tombent. Posez autant de figures que possible.";
        input: "Tetris.in: the number of figures, then the figures", "Tetris.in : le nombre de figures, puis les figures";
        output: "Tetris.out: rotation and column of each", "Tetris.out : rotation et colonne de chacune";
        drop: "Drop Tetris.in and Tetris.out here, or choose them; or a replay.", "Déposez Tetris.in et Tetris.out ici, ou choisissez-les ; ou un replay.";
        make: "Make an input", "Créer une entrée";
        family: "Figures", "Figures";
        uniform: "every figure as likely, as in the task", "toutes aussi probables, comme dans l’énoncé";
        only_s_and_z: "only S and Z: they kill", "seulement S et Z : elles tuent";
        alternating_s_and_z: "S, Z, S, Z…: the surest killer", "S, Z, S, Z… : la mort la plus sûre";
        droughts: "long stretches without the bar", "de longues séries sans la barre";
        floods: "droughts, then floods of bars", "des séries sans barre, puis des flots de barres";
        one_figure: "one figure again and again", "toujours la même figure";
        count: "How many", "Combien";
        seed: "Seed", "Graine";
        rows: "Rows of the well", "Lignes du puits";
        generate: "Make it", "Créer";
        solve: "Let the machine play", "Laisser jouer la machine";
        longer: "Search on for a minute where it gets stuck", "Chercher encore une minute là où elle bloque";
        stop: "Stop", "Arrêter";
        judge: "Judge and watch", "Juger et regarder";
        solving: "Figure {} of {}, {} fields kept at a time.", "Figure {} sur {}, {} puits gardés à la fois.";
        solved: "All {} figures placed.", "Toutes les figures sont posées : {}.";
        partly: "{} of {} figures placed. A longer game may exist.", "Figures posées : {} sur {}. Une partie plus longue existe peut-être.";
        partly_proved: "{} of {} figures placed; no longer game exists.", "Figures posées : {} sur {} ; aucune partie plus longue n’existe.";
        verdict: "{} of {} figures placed, {} of 10 points. The end: {}.", "Figures posées : {} sur {}, points : {} sur 10. Fin : {}.";
        stopped: "Stopped.", "Arrêté.";
        stopped_with: "Stopped. The game so far has {} of {} figures.", "Arrêté. La partie trouvée pose {} figures sur {}.";
        save_in: "Download Tetris.in", "Télécharger Tetris.in";
        save_out: "Download Tetris.out", "Télécharger Tetris.out";
        save_replay: "Save as replay", "Enregistrer (replay)";
        save_page: "Save as a page", "Enregistrer en page web";
        too_large: "{} is larger than 64 MiB.", "{} dépasse 64 Mio.";
        two_files: "Give an input (.in) and an answer (.out), or a replay (.json).", "Donnez une entrée (.in) et une réponse (.out), ou un replay (.json).";
        watch: "The game", "La partie";
        empty: "Make an input or paste one first.", "Créez ou collez d’abord une entrée.";
    }
}

pub(crate) fn page(language: Language) -> Page {
    let words = Phrases::of(language);
    let families = [
        (Family::Uniform, words.uniform),
        (Family::OnlySAndZ, words.only_s_and_z),
        (Family::AlternatingSAndZ, words.alternating_s_and_z),
        (Family::Droughts, words.droughts),
        (Family::Floods, words.floods),
        (Family::OneFigure, words.one_figure),
    ];
    let main = html! {
        section.wide.flow {
            h1 { (words.title) }
            p.lead { (words.lead) }
            (no_script(language))
            section.card aria-labelledby="make-title" {
                h2 #make-title { (words.make) }
                form #make.row {
                    label.field.grow { span { (words.family) }
                        select #family { @for (family, name) in families { option value=(family.name()) { (name) } } } }
                    label.field.short { span { (words.count) } input #count type="number" min="1" max="1000000" value="1000"; }
                    label.field.short { span { (words.seed) } input #seed type="number" min="0" max="4294967295" value="1"; }
                    button { (words.generate) }
                }
            }
            section.card {
                label #drop.drop { span { (words.drop) } input #files type="file" multiple; }
                div.pair {
                    label.field { span { (words.input) } textarea #input rows="5" spellcheck="false" {} }
                    label.field { span { (words.output) } textarea #output rows="5" spellcheck="false" {} }
                }
                div.row {
                    label.field.short { span { (words.rows) } input #rows type="number" min="1" max="20" value="20"; }
                    label.tick { input #longer type="checkbox"; (words.longer) }
                }
                div.buttons {
                    button.primary type="button" #solve { (words.solve) }
                    button type="button" #judge { (words.judge) }
                    button type="button" #stop hidden { (words.stop) }
                }
                progress #bar max="1" value="0" hidden aria-label=(words.solve) {}
                p #state.notice role="status" hidden {}
                div #save.buttons {
                    button type="button" data-save="in" { (words.save_in) }
                    button type="button" data-save="out" { (words.save_out) }
                    button type="button" data-save="replay" { (words.save_replay) }
                    button type="button" data-save="page" { (words.save_page) }
                }
            }
            section #watch-section hidden aria-labelledby="watch-title" {
                h2.hidden #watch-title { (words.watch) }
                div #viewer {}
            }
        }
        script #words type="application/json" { (data(&words.json())) }
    };
    Page {
        name: "well",
        title: words.title,
        parts: &["viewer.css", "viewer.js", "watch.js", "well.js"],
        main,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_text_is_in_both_languages() {
        laplace_i18n::typography::check_pairs(super::Phrases::PAIRS);
    }
}
