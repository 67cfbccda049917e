//! The WebAssembly module in pages: the scripts that start it in workers, and their words.
//!
//! A page that runs it has [`words`], then the scripts `worker-source.js` (which `site/build.sh` makes of [`WORKER`]) and
//! [`SCRIPT`]. The module itself, `module-source.js`, is loaded when it is needed.

use laplace_i18n::{Language, phrases};
use maud::{Markup, html};

use crate::blobwar::data;

/// The script `engine.js`, which defines `site.call` and `site.search`.
pub const SCRIPT: &str = include_str!("../assets/engine.js");

/// The program of the worker, to be put behind the functions that `wasm-bindgen` makes.
pub const WORKER: &str = include_str!("../assets/worker.js");

phrases! {
    /// What can go wrong with the module.
    Phrases {
        no_wasm: "This browser has no WebAssembly, or it is switched off: the page cannot play or judge. Any browser since 2023 will do.",
            "Ce navigateur n’a pas WebAssembly, ou il est désactivé : la page ne peut ni jouer ni juger. Tout navigateur depuis 2023 convient.";
        no_module: "The program of this page (module-source.js) could not be loaded. Check the connection and try again.",
            "Le programme de cette page (module-source.js) n’a pas pu être chargé. Vérifiez la connexion et réessayez.";
        renewed: "The site was renewed while this page was open. Load the page again.",
            "Le site a été mis à jour pendant que cette page était ouverte. Rechargez la page.";
        old_browser: "This browser cannot run the program of this page: it needs WebAssembly with SIMD, as every browser since 2023 has.",
            "Ce navigateur ne peut pas exécuter le programme de cette page : il faut WebAssembly avec SIMD, présent dans tout navigateur depuis 2023.";
        lost: "The computation was lost: the browser ended it, perhaps for lack of memory. What had been found is kept; try again.",
            "Le calcul est perdu : le navigateur l’a interrompu, peut-être faute de mémoire. Ce qui avait été trouvé est gardé ; réessayez.";
    }
}

/// The element that `engine.js` reads: its words, and the address of the module.
pub fn words(language: Language, module: &str) -> Markup {
    let mut words = Phrases::of(language).json();
    words["module"] = module.into();
    html! { script #engine-words type="application/json" { (data(&words)) } }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_text_is_in_both_languages() {
        laplace_i18n::typography::check_pairs(super::Phrases::PAIRS);
    }
}
