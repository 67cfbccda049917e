//! The words that all pages of the site share.

use laplace_i18n::phrases;

phrases! {
    /// The words of the frame.
    Phrases {
        demon: "The demon", "Le démon";
        well: "The well", "Le puits";
        sheet: "Exercise sheet", "Feuille d’exercices";
        about: "Laplace. Everything on this page runs in your browser; nothing is sent anywhere.",
            "Laplace. Tout sur cette page se passe dans votre navigateur ; rien n’est envoyé nulle part.";
        no_script: "This page plays and judges in your browser, for which it needs JavaScript. The command `laplace` does the same in a terminal.",
            "Cette page joue et juge dans votre navigateur, ce qui demande JavaScript. La commande `laplace` fait la même chose dans un terminal.";
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
