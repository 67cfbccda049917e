//! The words that all pages of the site share.

use laplace_i18n::phrases;

phrases! {
    /// The words of the frame and of the module's worker.
    Phrases {
        home: "Start", "Accueil";
        demon: "The demon", "Le démon";
        well: "The well", "Le puits";
        sheet: "Exercise sheet", "Feuille d’exercices";
        about: "Laplace. Everything on this page runs in your browser; nothing is sent anywhere.",
            "Laplace. Tout sur cette page se passe dans votre navigateur ; rien n’est envoyé nulle part.";
        no_script: "This page plays and judges in your browser, for which it needs JavaScript. The command `laplace` does the same in a terminal.",
            "Cette page joue et juge dans votre navigateur, ce qui demande JavaScript. La commande `laplace` fait la même chose dans un terminal.";
        no_wasm: "This browser has no WebAssembly, or it is switched off: the page cannot play or judge. Any browser since 2023 will do.",
            "Ce navigateur n’a pas WebAssembly, ou il est désactivé : la page ne peut ni jouer ni juger. Tout navigateur depuis 2023 convient.";
        no_module: "The program of this page (module-source.js) could not be loaded. Check the connection and try again.",
            "Le programme de cette page (module-source.js) n’a pas pu être chargé. Vérifiez la connexion et réessayez.";
        old_browser: "This browser cannot run the program of this page: it needs WebAssembly with SIMD, as every browser since 2023 has.",
            "Ce navigateur ne peut pas exécuter le programme de cette page : il faut WebAssembly avec SIMD, présent dans tout navigateur depuis 2023.";
        lost: "The computation was lost: the browser ended it, perhaps for lack of memory. What had been found is kept; try again.",
            "Le calcul est perdu : le navigateur l’a interrompu, peut-être faute de mémoire. Ce qui avait été trouvé est gardé ; réessayez.";
    }
}

#[cfg(test)]
mod tests {
    use laplace_i18n::typography::check_pairs;

    #[test]
    fn every_text_is_in_both_languages() {
        check_pairs(super::Phrases::PAIRS);
    }
}
