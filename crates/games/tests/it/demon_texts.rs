//! The contest's files: what is read is written again, any other text is refused with the right error.
//!
//! In the data, `<24>` stands for 24 empty lines of the board.

use crate::common::texts::{check_accepted, check_refused};
use laplace_games::demon::format::{self, BoardStyle, FileName, Picture};
use laplace_games::text::SyntaxError;

const ACCEPTED: &str = include_str!("../data/demon/accepted.txt");
const REFUSED: &str = include_str!("../data/demon/refused.txt");
const EMPTY_LINE: &str = "............\n";

/// Replaces each `<count>` of the data by that number of empty lines.
fn expanded(text: &[u8]) -> Vec<u8> {
    let mut long = text.to_vec();
    for count in (1..=25).rev() {
        let short = format!("<{count}>").into_bytes();
        while let Some(at) = long.windows(short.len()).position(|window| window == short) {
            long.splice(at..at + short.len(), EMPTY_LINE.repeat(count).into_bytes());
        }
    }
    long
}

fn shortened(mut text: String) -> String {
    for count in (2..=24).rev() {
        text = text.replace(&EMPTY_LINE.repeat(count), &format!("<{count}>"));
    }
    text
}

fn board_text(picture: &Picture) -> String {
    picture.lines(BoardStyle::Packed).map(|line| line + "\n").collect()
}

/// Reads a text of the named kind and writes it again; the error in words if it is refused.
fn rewritten(kind: &str, text: &[u8]) -> Result<String, String> {
    if kind == "name" {
        let name = str::from_utf8(text).expect("names are text").parse::<FileName>();
        return name.map(|name| name.to_string()).map_err(|error| error.to_string());
    }
    read_file(kind, &expanded(text)).map(shortened).map_err(|error| error.to_string())
}

fn read_file(kind: &str, text: &[u8]) -> Result<String, SyntaxError> {
    Ok(match kind {
        "seed" => format::write_seed(format::read_seed(text)?),
        "pieces" => format::read_pieces(text).map(|(seed, pieces)| format::write_pieces(seed, &pieces))?,
        "placings" => format::write_placings(&format::read_placings(text)?),
        "droppings" => {
            let droppings: Vec<_> = format::read_droppings(text)?.into_iter().map(|(_, read)| read).collect();
            format::write_droppings(&droppings)
        }
        "moves" => {
            let file = format::read_moves(text)?;
            let seed = file.seed();
            let moves = file.map(|line| line.map(|(_, read)| read)).collect::<Result<Vec<_>, _>>()?;
            format::write_moves(seed, moves)
        }
        "placed" => {
            let (incorrect, picture) = format::read_placed(text)?;
            format::write_placings(&incorrect) + &board_text(&picture)
        }
        "board" => board_text(&format::read_board(text)?),
        "score" => {
            let (picture, score) = format::read_board_and_score(text)?;
            format!("{}{score}\n", board_text(&picture))
        }
        other => panic!("no kind {other}"),
    })
}

#[test]
fn every_accepted_text_is_read_and_written_as_the_file_says() {
    check_accepted(ACCEPTED, 30, rewritten);
}

#[test]
fn every_refused_text_is_refused_in_the_words_of_the_file() {
    check_refused(REFUSED, 60, rewritten);
}
