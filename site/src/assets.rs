//! Style sheets and scripts: those of the server's pages and of exported games, and the site's own.

use laplace_pages::{blobwar, engine};

const OWN: [(&str, &str); 10] = [
    ("site.css", include_str!("../assets/site.css")),
    ("theme.js", include_str!("../assets/theme.js")),
    ("site.js", include_str!("../assets/site.js")),
    ("grid.js", include_str!("../assets/grid.js")),
    ("watch.js", include_str!("../assets/watch.js")),
    ("demon.js", include_str!("../assets/demon.js")),
    ("well.js", include_str!("../assets/well.js")),
    ("blobwar-tools.js", include_str!("../assets/blobwar-tools.js")),
    ("sheet.js", include_str!("../assets/sheet.js")),
    ("home.js", include_str!("../assets/home.js")),
];

const SHARED: [(&str, &str); 7] = [
    ("arena.css", laplace_pages::STYLE),
    ("icon.svg", laplace_pages::ICON),
    ("blobwar.css", blobwar::STYLE),
    ("blobwar-module.js", blobwar::BY_MODULE),
    ("engine.js", engine::SCRIPT),
    ("viewer.css", laplace_pictures::html::STYLE),
    ("viewer.js", laplace_pictures::html::SCRIPT),
];

/// All of them: name and content.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    OWN.into_iter().chain(SHARED).chain(blobwar::SCRIPTS)
}
