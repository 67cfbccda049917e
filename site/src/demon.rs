//! The page of the demon: a search, a judge, a viewer.

use laplace_i18n::{Language, phrases};
use laplace_pages::blobwar::data;
use maud::{Markup, html};

use crate::frame::{Page, no_script};

phrases! {
    /// The words of the page.
    Phrases {
        title: "The demon", "Le démon";
        lead: "Tetris on 24 × 12 with the whole sequence of pieces known in advance: the number s makes it. The highest score wins.",
            "Un Tetris sur 24 × 12 dont toute la suite de pièces est connue d’avance : le nombre s la détermine. Le meilleur score gagne.";
        play: "Find the best game", "Chercher la meilleure partie";
        seed: "The number s, from 0 to 1000000", "Le nombre s, de 0 à 1 000 000";
        effort: "Effort", "Effort";
        effort_rounds: "8 rounds, as the command line does", "8 tours, comme la ligne de commande";
        effort_one: "1 round", "1 tour";
        effort_10: "10 seconds", "10 secondes";
        effort_60: "1 minute", "1 minute";
        effort_600: "10 minutes", "10 minutes";
        search: "Search", "Chercher";
        stop: "Stop", "Arrêter";
        go_on: "Search on from this game", "Continuer à partir de cette partie";
        best: "best game", "meilleure partie";
        bound: "bound", "borne";
        missing: "missing", "il manque";
        none_yet: "none yet", "aucune pour l’instant";
        searching: "Round {}: piece {} of {}.", "Tour {} : pièce {} sur {}.";
        starting: "The search begins…", "La recherche commence…";
        proved: "{} points: the bound is met, no game scores more.", "{} points : la borne est atteinte, aucune partie ne fait mieux.";
        found: "{} points, {} below the bound. A better game may exist.",
            "{} points, {} de moins que la borne. Une meilleure partie existe peut-être.";
        stopped: "Stopped. The best game so far has {} points.", "Recherche arrêtée. La meilleure partie trouvée a {} points.";
        nothing_found: "Stopped before the first game was complete.", "Recherche arrêtée avant la première partie complète.";
        kept: "The last search (s = {}, {} points) was interrupted. Its best game is kept.",
            "La dernière recherche (s = {}, {} points) a été interrompue. Sa meilleure partie est gardée.";
        not_kept: "This browser keeps nothing between visits: download the game before you leave.",
            "Ce navigateur ne garde rien d’une visite à l’autre : téléchargez la partie avant de partir.";
        silent: "No news from the search for {} seconds. The device may have slept; if nothing comes, stop it: the best game is kept.",
            "Aucune nouvelle de la recherche depuis {} secondes. L’appareil a peut-être dormi ; si rien ne vient, arrêtez-la : la meilleure partie est gardée.";
        save_moves: "Download the answer", "Télécharger la réponse";
        save_replay: "Save as replay", "Enregistrer (replay)";
        save_page: "Save as a page", "Enregistrer en page web";
        judge: "Have an answer judged", "Faire juger une réponse";
        drop: "Drop files here, or choose them: an answer to question 5, a replay, or an input and its answer (q3-input-1, q3-output-1).",
            "Déposez des fichiers ici, ou choisissez-les : une réponse à la question 5, un replay, ou une entrée et sa réponse (q3-input-1, q3-output-1).";
        question: "Question", "Question";
        input: "Input", "Entrée";
        answer: "Answer", "Réponse";
        judge_now: "Judge", "Juger";
        answer_now: "Answer it", "Y répondre";
        right: "Right.", "Juste.";
        wrong: "Wrong.", "Faux.";
        game_of: "A game of s = {}: {} points, {} pieces, {} lines, {} Tetrises. Line {}: {}.",
            "Une partie de s = {} : {} points, {} pièces, {} lignes, {} Tetris. Ligne {} : {}.";
        bounds_are: "The tight bound is {}, the plain bound {}.", "La borne fine est {}, la borne simple {}.";
        watch: "The game", "La partie";
        losses: "Where points were lost", "Où des points se perdent";
        no_losses: "Nothing was lost: no game of these pieces scores more.", "Rien n’est perdu : aucune partie de ces pièces ne fait mieux.";
        first_losses: "The first {} of {} losses.", "Les {} premières pertes sur {}.";
        piece: "piece", "pièce";
        points: "points", "points";
        reason: "reason", "raison";
        unavoidable: "{} more that only the plain bound counts: no game has them", "{} de plus que seule la borne simple compte : aucune partie ne les a";
        board_after: "The board after it", "Le plateau ensuite";
        too_large: "{} is larger than 64 MiB.", "{} dépasse 64 Mio.";
        bad_seed: "Found “{}”, expected a number from 0 to 1000000.", "« {} » n’est pas un nombre de 0 à 1 000 000.";
        which_question: "Which question is this? Name the files qN-input-K and qN-output-K, or use the form below.",
            "De quelle question s’agit-il ? Nommez les fichiers qN-input-K et qN-output-K, ou utilisez le formulaire ci-dessous.";
        by_hand: "By hand: paste an input and an answer", "À la main : coller une entrée et une réponse";
    }
}

pub(crate) fn page(language: Language) -> Page {
    let words = Phrases::of(language);
    let main = html! {
        section.wide.flow {
            h1 { (words.title) }
            p.lead { (words.lead) }
            (no_script(language))
            section.card aria-labelledby="play-title" {
                h2 #play-title { (words.play) }
                form #search.row {
                    label.field { span { (words.seed) }
                        input #seed name="seed" inputmode="numeric" autocomplete="off" value="231" required; }
                    label.field { span { (words.effort) } (efforts(words)) }
                    button.primary { (words.search) }
                    button #stop type="button" hidden { (words.stop) }
                }
                p #search-refused.notice.bad role="alert" hidden {}
                div #progress hidden {
                    dl.figures {
                        div { dt { (words.best) } dd #best { (words.none_yet) } }
                        div { dt { (words.bound) } dd #bound {} }
                        div { dt { (words.missing) } dd #missing {} }
                    }
                    progress #bar max="1" value="0" aria-labelledby="play-title" {}
                    p #state role="status" {}
                    p #silent.notice.frozen role="status" hidden {}
                }
                div #found.buttons hidden {
                    button.primary type="button" data-save="moves" { (words.save_moves) }
                    button type="button" data-save="replay" { (words.save_replay) }
                    button type="button" data-save="page" { (words.save_page) }
                    button type="button" #go-on { (words.go_on) }
                }
            }
            section.card aria-labelledby="judge-title" {
                h2 #judge-title { (words.judge) }
                label #drop.drop { span { (words.drop) } input #files type="file" multiple; }
                details.apart {
                    summary { (words.by_hand) }
                    form #judge.stack {
                        label.field { span { (words.question) }
                            select #question { @for number in 1..=5 { option selected[number == 5] { (number) } } } }
                        div.pair {
                            label.field { span { (words.input) } textarea #input rows="6" spellcheck="false" {} }
                            label.field { span { (words.answer) } textarea #answer rows="6" spellcheck="false" {} }
                        }
                        div.buttons {
                            button.primary { (words.judge_now) }
                            button type="button" #answer-now { (words.answer_now) }
                        }
                    }
                }
                p #judged.notice role="status" hidden {}
            }
            section #watch-section hidden aria-labelledby="watch-title" {
                h2.hidden #watch-title { (words.watch) }
                div #viewer {}
                h2 { (words.losses) }
                div #losses {}
            }
        }
        script #words type="application/json" { (data(&words.json())) }
    };
    Page {
        name: "demon",
        title: words.title,
        parts: &["viewer.css", "viewer.js", "watch.js", "demon.js"],
        main,
    }
}

fn efforts(words: &Phrases) -> Markup {
    html! {
        select #effort {
            option value="8 0" { (words.effort_rounds) }
            option value="1 0" { (words.effort_one) }
            option value="0 10" { (words.effort_10) }
            option value="0 60" { (words.effort_60) }
            option value="0 600" { (words.effort_600) }
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
