//! Line charts as SVG: axes with round numbers, a legend, light or dark as the reader likes it.
//!
//! ```
//! use laplace_pictures::chart::{Chart, Line};
//! let chart = Chart {
//!     title: "Score".into(),
//!     x_label: "pieces".into(),
//!     y_label: "points".into(),
//!     lines: vec![Line { name: "this game".into(), points: vec![(0.0, 0.0), (10.0, 800.0)] }],
//! };
//! assert!(chart.to_svg().contains("this game"));
//! ```

use std::fmt::{Display, Write};

use laplace_judge::GameKind;

use crate::film::Film;
use crate::markup::Markup;
use crate::palette::{BLUE, Colour, GREEN, INK, LIGHT_RED, PURPLE, RED, SKY, YELLOW, hex};
use crate::svg;

const WIDTH: usize = 720;
const HEIGHT: usize = 300;
const LEFT: f64 = 88.0;
const RIGHT: f64 = 34.0;
const TOP: f64 = 58.0;
const BOTTOM: f64 = 48.0;
/// The approximate number of ticks on an axis.
const TICKS: f64 = 5.0;
/// The maximum number of points of a line; a chart is not wide enough to show more.
const MAX_POINTS: usize = 1200;

/// Colours of the lines on white and on black, and how each is dashed: no two differ by colour alone.
const LOOKS: [(Colour, Colour, &str); 5] = [
    (BLUE, SKY, "none"),
    (RED, LIGHT_RED, "7 4"),
    (GREEN, GREEN, "2 3"),
    (PURPLE, PURPLE, "9 3 2 3"),
    (INK, YELLOW, "4 4"),
];

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title above it.
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The lines, in the order of the legend.
    pub lines: Vec<Line>,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its points from left to right. Those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
}

impl Line {
    /// A line through values at 0, 1, 2, ...
    pub fn of_values(name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        Self { name: name.into(), points: (0..).map(f64::from).zip(values).collect() }
    }
}

/// The course of a game: a chart of its first number, and one of its second; for Blobwar one of both.
pub fn course(film: &Film) -> String {
    let names = film.series_names();
    let lines = film.series().into_iter().zip(names);
    let lines = lines.map(|(values, name)| Line::of_values(name, values.into_iter().map(f64::from)));
    let chart = |title: &str, lines: Vec<Line>, y_label: &str| Chart {
        title: title.into(),
        x_label: format!("{}s", film.game.step_name()),
        y_label: y_label.into(),
        lines,
    };
    if film.game == GameKind::Blobwar {
        return chart(&film.title, lines.collect(), "blobs").to_svg();
    }
    let titles = [film.title.as_str(), ""];
    let charts = titles.into_iter().zip(names).zip(lines);
    let charts: Vec<_> = charts.map(|((title, name), line)| chart(title, vec![line], name)).collect();
    stacked(&charts)
}

/// Charts one below the other in one picture.
pub fn stacked(charts: &[Chart]) -> String {
    let title = charts.first().map_or("", |chart| &chart.title);
    let mut svg = svg::open(WIDTH, HEIGHT * charts.len().max(1), title);
    svg.style(&line_style());
    for (place, chart) in charts.iter().enumerate() {
        svg.open("g", &[("transform", &format!("translate(0 {})", place * HEIGHT))]);
        chart.draw(&mut svg);
        svg.close();
    }
    svg.finish()
}

impl Chart {
    /// The chart as a picture of its own.
    pub fn to_svg(&self) -> String {
        stacked(std::slice::from_ref(self))
    }

    fn draw(&self, svg: &mut Markup) {
        let values = |of: fn(&(f64, f64)) -> f64| {
            let points = self.lines.iter().flat_map(|line| &line.points);
            points.map(of).filter(|value| value.is_finite()).collect::<Vec<_>>()
        };
        let x = Axis::of(&values(|point| point.0), LEFT, WIDTH as f64 - RIGHT);
        let y = Axis::of(&values(|point| point.1), HEIGHT as f64 - BOTTOM, TOP);
        words(svg, "ink", LEFT, 24.0, "start", 16, &self.title);
        self.legend(svg);
        draw_x_axis(svg, &x, &self.x_label);
        draw_y_axis(svg, &y, &self.y_label);
        for (line, class) in self.lines.iter().zip((0..LOOKS.len()).cycle()) {
            let path = path(&line.points, &x, &y);
            svg.leaf("path", &[("class", &format!("line l{class}")), ("d", &path)]);
        }
    }

    fn legend(&self, svg: &mut Markup) {
        let mut left = LEFT;
        for (line, class) in self.lines.iter().zip((0..LOOKS.len()).cycle()) {
            let path = format!("M{left:.0} 42h22");
            svg.leaf("path", &[("class", &format!("line l{class}")), ("d", &path)]);
            words(svg, "soft", left + 28.0, 46.0, "start", 13, &line.name);
            left += 48.0 + 7.5 * line.name.chars().count() as f64;
        }
    }
}

/// The style of the lines, one class for each look.
fn line_style() -> String {
    let mut light = ".line{fill:none;stroke-width:2;stroke-linejoin:round}".to_owned();
    let mut dark = String::new();
    for (place, (on_white, on_black, dashes)) in LOOKS.iter().enumerate() {
        // Writing to a string cannot fail.
        _ = write!(light, ".l{place}{{stroke:{};stroke-dasharray:{dashes}}}", hex(*on_white));
        _ = write!(dark, ".l{place}{{stroke:{}}}", hex(*on_black));
    }
    format!("{light}@media(prefers-color-scheme:dark){{{dark}}}")
}

/// A path through the points; of too many, the highest of every few, so that no peak is lost.
fn path(points: &[(f64, f64)], x: &Axis, y: &Axis) -> String {
    let finite: Vec<_> = points.iter().filter(|point| point.0.is_finite() && point.1.is_finite()).collect();
    let every = finite.len().div_ceil(MAX_POINTS).max(1);
    let mut path = String::new();
    for few in finite.chunks(every) {
        let Some(highest) = few.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
        let letter = if path.is_empty() { 'M' } else { 'L' };
        _ = write!(path, "{letter}{:.1} {:.1}", x.place(highest.0), y.place(highest.1));
    }
    path
}

fn draw_x_axis(svg: &mut Markup, axis: &Axis, label: &str) {
    let floor = HEIGHT as f64 - BOTTOM;
    for tick in axis.ticks() {
        words(svg, "soft", axis.place(tick), floor + 17.0, "middle", 12, &axis.label(tick));
    }
    svg.leaf("path", &[("class", &"axis"), ("d", &format!("M{LEFT} {floor}H{}", WIDTH as f64 - RIGHT))]);
    words(svg, "soft", (LEFT + WIDTH as f64 - RIGHT) / 2.0, floor + 38.0, "middle", 13, label);
}

fn draw_y_axis(svg: &mut Markup, axis: &Axis, label: &str) {
    for tick in axis.ticks() {
        let y = axis.place(tick);
        svg.leaf("path", &[("class", &"grid"), ("d", &format!("M{LEFT} {y:.1}H{}", WIDTH as f64 - RIGHT))]);
        words(svg, "soft", LEFT - 8.0, y + 4.0, "end", 12, &axis.label(tick));
    }
    let middle = (TOP + HEIGHT as f64 - BOTTOM) / 2.0;
    svg.open("g", &[("transform", &format!("translate(16 {middle}) rotate(-90)"))]);
    words(svg, "soft", 0.0, 0.0, "middle", 13, label);
    svg.close();
}

fn words(svg: &mut Markup, class: &str, x: f64, y: f64, anchor: &str, size: u8, text: &str) {
    let (x, y) = (format!("{x:.1}"), format!("{y:.1}"));
    let place: [(&str, &dyn Display); 5] =
        [("class", &class), ("x", &x), ("y", &y), ("text-anchor", &anchor), ("font-size", &size)];
    svg.text("text", &place, text);
}

/// Values on a stretch of the picture, with round numbers at its ends.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis for these values, with 0 on it.
    fn of(values: &[f64], from: f64, to: f64) -> Self {
        let low = values.iter().copied().fold(0.0, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        let span = if high > low { high - low } else { 1.0 };
        // Counts have no halves: where every value is whole, so is every tick.
        let least = if values.iter().all(|value| value.fract() == 0.0) { 1.0 } else { 0.0 };
        let step = round_step(span / TICKS).max(least);
        let high = if high > low { high } else { low + 1.0 };
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, from, to }
    }

    fn place(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(|tick| self.low + f64::from(tick) * self.step)
    }

    fn label(&self, tick: f64) -> String {
        if self.step < 1.0 {
            return format!("{tick:.2}");
        }
        let digits = format!("{:.0}", tick.abs());
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place) % 3 == 0 {
                text.push('\u{2009}');
            }
            text.push(digit);
        }
        if tick < 0.0 { format!("−{text}") } else { text }
    }
}

/// The round number, 1, 2 or 5 times a power of ten, next above.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| *step >= least).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        let axis = Axis::of(&[0.0, 738_500.0], 0.0, 100.0);
        let labels: Vec<_> = axis.ticks().map(|tick| axis.label(tick)).collect();
        assert_eq!(labels.first().unwrap(), "0");
        assert_eq!(labels.last().unwrap(), "800\u{2009}000");
        assert_eq!((axis.place(0.0), axis.place(800_000.0)), (0.0, 100.0));
    }

    #[test]
    fn counts_have_whole_ticks_and_others_may_not() {
        let labels = |values: &[f64]| {
            let axis = Axis::of(values, 0.0, 100.0);
            axis.ticks().map(|tick| axis.label(tick)).collect::<Vec<_>>()
        };
        assert_eq!(labels(&[0.0, 1.0]), ["0", "1"]);
        assert_eq!(labels(&[0.0]), ["0", "1"]);
        assert_eq!(labels(&[0.0, 3.0]), ["0", "1", "2", "3"]);
        assert_eq!(labels(&[0.0, 0.5]), ["0.00", "0.10", "0.20", "0.30", "0.40", "0.50"]);
    }

    #[test]
    fn a_chart_of_nothing_is_a_chart() {
        let chart =
            Chart { title: String::new(), x_label: String::new(), y_label: String::new(), lines: vec![] };
        assert!(!chart.to_svg().contains("NaN"));
        let line = Line { name: "odd".into(), points: vec![(f64::NAN, 1.0), (1.0, f64::INFINITY)] };
        assert!(!Chart { lines: vec![line], ..chart }.to_svg().contains("NaN"));
    }
}
