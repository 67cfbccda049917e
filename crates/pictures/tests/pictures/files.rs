//! The files that are made: well formed, the same every time, and safe with any title.

use gif::{ColorOutput, DecodeOptions};
use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_judge::recording::Recording;
use laplace_pictures::{Film, cast, chart, html, svg};

const NASTY: &str = "</script><script>alert(1)</script>\u{2028}\u{1b}[2J\"'&{{script}}{{data}}";

fn film(text: &str) -> Film {
    Film::of(&Recording::of_demon(text.as_bytes()).unwrap())
}

fn game() -> Film {
    let text = input(Question::Q4, Family::Tetrises, 7).unwrap();
    Film { title: NASTY.into(), ..film(&text) }
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let all = || {
        let film = game();
        let moving = (laplace_pictures::gif::range(&film, 0, 30, 200, 1), cast::range(&film, 0, 30, 200));
        (html::page(&film), svg::position(&film, 30), chart::course(&film), moving)
    };
    assert_eq!(all(), all());
}

#[test]
fn a_title_is_text_in_every_file() {
    let film = game();
    let page = html::page(&film);
    assert_eq!(page.matches("<script").count(), 2, "the data and the viewer");
    assert_eq!(page.matches("</script").count(), 2);
    let data = html::data(&film);
    assert!(!data.contains(['<', '\u{2028}']));
    let read: serde_json::Value = serde_json::from_str(&data).unwrap();
    assert_eq!(read["title"], NASTY);
    for picture in [svg::position(&film, 0).unwrap(), chart::course(&film)] {
        assert!(!picture.contains("<script") && !picture.contains('\u{1b}'));
    }
    let recording = cast::range(&film, 0, 1, 100).unwrap();
    assert!(!recording.lines().nth(1).unwrap().contains("alert(1)\u{1b}"));
}

#[test]
fn pages_request_nothing_from_other_hosts() {
    let page = html::page(&game());
    let addresses = page.match_indices("http").map(|(place, _)| &page[place..place + 26]);
    // The name of a language is not an address; neither is `http-equiv`.
    let others: Vec<_> = addresses
        .filter(|found| !found.starts_with("http://www.w3.org/2000/svg") && !found.starts_with("http-equiv"))
        .collect();
    assert_eq!(others, [] as [&str; 0]);
}

#[test]
fn a_gif_has_a_frame_for_every_moment() {
    let film = game();
    let bytes = laplace_pictures::gif::range(&film, 40, 60, 200, 1).unwrap();
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (208, 450));
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    let clearing = film.steps[40..60].iter().filter(|step| step.weight() > 0).count();
    assert!(clearing > 0);
    assert_eq!(delays.len(), 1 + 20 + clearing, "the start, each piece, each clearing");
    let until_last = delays.len() - 1;
    assert!(delays[..until_last].iter().all(|delay| [10, 20].contains(delay)));
}

#[test]
fn a_gif_is_enlarged_dot_by_dot() {
    let film = game();
    let decode = |scale: u16| {
        let bytes = laplace_pictures::gif::range(&film, 40, 44, 200, scale).unwrap();
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let mut frames = vec![(0, 0, decoder.width(), decoder.height(), Vec::new())];
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.buffer.to_vec()));
        }
        frames
    };
    let (small, large) = (decode(1), decode(3));
    assert_eq!(small.len(), large.len());
    for ((left, top, width, height, dots), frame) in small.into_iter().zip(large) {
        assert_eq!((frame.0, frame.1, frame.2, frame.3), (3 * left, 3 * top, 3 * width, 3 * height));
        for (place, dot) in frame.4.iter().enumerate() {
            let (line, column) = (place / usize::from(frame.2), place % usize::from(frame.2));
            assert_eq!(*dot, dots[line / 3 * usize::from(width) + column / 3]);
        }
    }
}

#[test]
fn a_cast_is_json_line_by_line_and_time_goes_on() {
    let text = cast::range(&game(), 0, 74, 50).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let header = lines.next().unwrap();
    assert_eq!((&header["version"], &header["width"]), (&2.into(), &32.into()));
    let times: Vec<_> = lines.map(|event| event[0].as_f64().unwrap()).collect();
    assert!(times.is_sorted());
    let last = times.last().unwrap();
    assert!((last - 75.0 * 0.05).abs() < 0.01, "{last}");
}

#[test]
fn ranges_outside_of_the_game_are_refused() {
    let film = game();
    let last = film.steps.len();
    assert!(svg::position(&film, last).is_some());
    assert!(svg::position(&film, last + 1).is_none());
    for (from, to) in [(0, last + 1), (last + 1, last + 1), (5, 4)] {
        assert!(laplace_pictures::gif::range(&film, from, to, 100, 1).is_none());
        assert!(cast::range(&film, from, to, 100).is_none());
    }
    assert!(laplace_pictures::gif::range(&film, last, last, 100, 1).is_some());
}

#[test]
fn a_whole_game_fits_in_a_small_page() {
    let text = input(Question::Q4, Family::TooLong, 3).unwrap();
    let page = html::page(&film(&text));
    assert!(page.len() < 200_000, "{} bytes", page.len());
}
