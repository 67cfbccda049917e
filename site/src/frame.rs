//! The frame of every page: the server's, without accounts.

use laplace_i18n::Language;
use laplace_pages::{engine, logo, with_code};
use maud::{DOCTYPE, Markup, html};

use crate::words::Phrases;

/// A page of the site.
pub(crate) struct Page {
    /// The name of its file, without an ending.
    pub(crate) name: &'static str,
    /// Its title in its language.
    pub(crate) title: &'static str,
    /// Its style sheets and scripts after those of every page, in their order.
    pub(crate) parts: &'static [&'static str],
    /// What is on it.
    pub(crate) main: Markup,
}

/// The themes that a visitor can choose.
const THEMES: [&str; 3] = ["system", "light", "dark"];

impl Page {
    /// The name of a page's file.
    pub(crate) fn file(name: &str, language: Language) -> String {
        match language {
            Language::English => format!("{name}.html"),
            Language::French => format!("{name}.fr.html"),
        }
    }

    /// The whole document.
    pub(crate) fn render(&self, language: Language) -> String {
        let words = language.words();
        let page = html! {
            (DOCTYPE)
            html lang=(language.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · Laplace" }
                    link rel="icon" href="icon.svg" type="image/svg+xml";
                    link rel="stylesheet" href="arena.css";
                    link rel="stylesheet" href="site.css";
                    @for other in Language::ALL {
                        link rel="alternate" hreflang=(other.code()) href=(Self::file(self.name, other));
                    }
                    // Not deferred: the theme is there before the first picture.
                    script src="theme.js" {}
                    @for part in ["worker-source.js", "engine.js", "site.js"].iter().chain(self.parts) {
                        @if part.ends_with(".css") {
                            link rel="stylesheet" href=(part);
                        } @else {
                            script defer src=(part) {}
                        }
                    }
                }
                body {
                    a.skip href="#main" { (words.skip) }
                    (self.header(language))
                    main #main { (self.main) }
                    (self.footer(language))
                    (engine::words(language, "module-source.js"))
                }
            }
        };
        page.into_string()
    }

    fn header(&self, language: Language) -> Markup {
        let words = Phrases::of(language);
        let pages =
            [("demon", words.demon), ("well", words.well), ("blobwar", "Blobwar"), ("sheet", words.sheet)];
        html! {
            header.top {
                div.wide {
                    a.brand href=(Self::file("index", language)) { (logo()) "Laplace" }
                    nav aria-label=(language.words().navigation) {
                        @for (name, title) in pages {
                            a href=(Self::file(name, language)) aria-current=[(name == self.name).then_some("page")] { (title) }
                        }
                    }
                }
            }
        }
    }

    fn footer(&self, language: Language) -> Markup {
        let words = language.words();
        let names = [words.theme_system, words.theme_light, words.theme_dark];
        html! {
            footer.wide {
                p { (Phrases::of(language).about) }
                div {
                    nav.themes aria-label=(words.theme) {
                        @for (code, name) in THEMES.into_iter().zip(names) {
                            button.plain type="button" data-choose-theme=(code) { (name) }
                        }
                    }
                    nav aria-label=(words.language) {
                        @for other in Language::ALL {
                            @if other == language {
                                span aria-current="true" lang=(other.code()) { (other.name()) }
                            } @else {
                                a href=(Self::file(self.name, other)) hreflang=(other.code()) lang=(other.code())
                                    data-choose-language=(other.code()) { (other.name()) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The note for browsers without scripts.
pub(crate) fn no_script(language: Language) -> Markup {
    html! { noscript { p.notice.bad { (with_code(Phrases::of(language).no_script)) } } }
}
