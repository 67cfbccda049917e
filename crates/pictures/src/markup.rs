//! A small writer of XML: elements, attributes, text, all of it escaped.

use std::fmt::{Display, Write};

/// Text that can stand in an element or in a quoted attribute of XML and HTML.
///
/// Control characters, which XML cannot hold, become the replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            control if control.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A document under construction.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    text: String,
    open: Vec<&'static str>,
}

impl Markup {
    /// Opens an element that has children.
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[(&str, &dyn Display)]) {
        self.start(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element opened last.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            // Writing to a string cannot fail.
            _ = writeln!(self.text, "</{name}>");
        }
    }

    /// An element without content.
    pub(crate) fn leaf(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element with text in it.
    pub(crate) fn text(&mut self, name: &str, attributes: &[(&str, &dyn Display)], content: impl Display) {
        self.start(name, attributes);
        _ = writeln!(self.text, ">{}</{name}>", escape(&content.to_string()));
    }

    /// A style sheet; it is ours and must not hold what XML reads as markup.
    pub(crate) fn style(&mut self, sheet: &str) {
        self.indent();
        _ = writeln!(self.text, "<style>{sheet}</style>");
    }

    /// Closes everything and gives the document.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        self.indent();
        _ = write!(self.text, "<{name}");
        for (key, value) in attributes {
            _ = write!(self.text, " {key}=\"{}\"", escape(&value.to_string()));
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n(' ', self.open.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_markup() {
        let mut markup = Markup::default();
        markup.open("g", &[("class", &"a\"><b")]);
        markup.text("text", &[], "</text><script>'&\u{7}");
        let expected = "<g class=\"a&quot;&gt;&lt;b\">\n \
                        <text>&lt;/text&gt;&lt;script&gt;&#39;&amp;\u{fffd}</text>\n</g>\n";
        assert_eq!(markup.finish(), expected);
    }
}
