//! What the `export` commands of the three games share: the files they write.

use std::io::{self, IsTerminal};

use clap::Args;
use laplace_judge::GameKind;
use laplace_judge::recording::Recording;
use laplace_pictures::{Film, cast, chart, gif, html, svg};

use crate::failure::Failure;
use crate::files::FileArg;

/// The number of steps that moving pictures show without `--to`.
const DEFAULT_RANGE: usize = 100;

/// What to write, and where.
#[derive(Debug, Args)]
pub(crate) struct Outputs {
    /// A web page that plays the game, everything inside
    #[arg(long, value_name = "FILE")]
    html: Option<FileArg>,
    /// The position after a step, as an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<FileArg>,
    /// The position after a step, as text
    #[arg(long, value_name = "FILE")]
    text: Option<FileArg>,
    /// A range of steps as a moving GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<FileArg>,
    /// A range of steps as a terminal recording, asciinema's format 2
    #[arg(long, value_name = "FILE")]
    cast: Option<FileArg>,
    /// The course of the game as an SVG chart
    #[arg(long, value_name = "FILE")]
    plot: Option<FileArg>,
    /// For --svg and --text: which step [default: the last]
    #[arg(long, value_name = "N")]
    piece: Option<usize>,
    /// For --gif and --cast: show the steps after this one
    #[arg(long, value_name = "A", default_value_t = 0)]
    from: usize,
    /// For --gif and --cast: up to this one [default: 100 steps]
    #[arg(long, value_name = "B")]
    to: Option<usize>,
    /// For --gif and --cast: milliseconds a step
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    ms: u32,
    /// For --gif: how many times as large [default: 1, and 3 for Blobwar]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(gif::MAX_SCALE)))]
    scale: Option<u16>,
    /// Title of the page and the pictures [default: made from the game]
    #[arg(long)]
    title: Option<String>,
}

impl Outputs {
    /// Makes every requested file, then writes them: a wrong range leaves no file behind, and none replaces an input.
    pub(crate) fn write(&self, game: &Recording, inputs: &[FileArg]) -> Result<(), Failure> {
        let mut film = Film::of(game);
        if let Some(title) = &self.title {
            film.title.clone_from(title);
        }
        let made = self.make(&film)?;
        if made.is_empty() {
            let flags = "--html, --svg, --text, --gif, --cast, --plot";
            return Err(Failure::Usage(format!("nothing to write: give at least one of {flags}")));
        }
        for (place, _) in &made {
            inputs.iter().try_for_each(|input| place.check_not_input(input))?;
        }
        made.into_iter().try_for_each(|(place, bytes)| place.write(&bytes))
    }

    fn make(&self, film: &Film) -> Result<Vec<(&FileArg, Vec<u8>)>, Failure> {
        let mut made = Vec::new();
        if let Some(place) = &self.html {
            made.push((place, html::page(film).into_bytes()));
        }
        if let Some(place) = &self.plot {
            made.push((place, chart::course(film).into_bytes()));
        }
        let piece = self.piece.unwrap_or(film.steps.len());
        let outside = || outside(film, "--piece", piece);
        if let Some(place) = &self.svg {
            made.push((place, svg::position(film, piece).ok_or_else(outside)?.into_bytes()));
        }
        if let Some(place) = &self.text {
            made.push((place, film.board(piece).ok_or_else(outside)?.to_string().into_bytes()));
        }
        self.make_moving(film, &mut made)?;
        Ok(made)
    }

    fn make_moving<'a>(&'a self, film: &Film, made: &mut Vec<(&'a FileArg, Vec<u8>)>) -> Result<(), Failure> {
        if self.gif.is_none() && self.cast.is_none() {
            return Ok(());
        }
        let (from, to) = self.range(film)?;
        let empty = || outside(film, "--to", to);
        if let Some(place) = &self.gif {
            // The board of Blobwar is small.
            let scale = self.scale.unwrap_or(if film.game == GameKind::Blobwar { 3 } else { 1 });
            refuse_terminal("--gif", place)?;
            made.push((place, gif::range(film, from, to, self.ms, scale).ok_or_else(empty)?));
        }
        if let Some(place) = &self.cast {
            made.push((place, cast::range(film, from, to, self.ms).ok_or_else(empty)?.into_bytes()));
        }
        Ok(())
    }

    fn range(&self, film: &Film) -> Result<(usize, usize), Failure> {
        let last = film.steps.len();
        if self.from > last {
            return Err(outside(film, "--from", self.from));
        }
        let to = self.to.unwrap_or(last.min(self.from + DEFAULT_RANGE));
        match to {
            _ if to > last => Err(outside(film, "--to", to)),
            _ if to < self.from => Err(Failure::Usage(format!("--from {} comes after --to {to}", self.from))),
            _ => Ok((self.from, to)),
        }
    }
}

/// Refuses to write bytes that are not text to a terminal.
fn refuse_terminal(flag: &str, place: &FileArg) -> Result<(), Failure> {
    match place {
        FileArg::Stdio if io::stdout().is_terminal() => {
            Err(Failure::Usage(format!("{flag} -: not to a terminal; give a file, or redirect the output")))
        }
        _ => Ok(()),
    }
}

fn outside(film: &Film, flag: &str, found: usize) -> Failure {
    let step = film.game.step_name();
    let last = film.steps.len();
    Failure::Usage(format!("{flag} {found}: the game has {step}s 0 to {last}"))
}
