//! Letters of three by five dots, for pictures made of dots.
//!
//! A letter is five octal digits, one for each row from the top; the highest bit is the left dot.

/// Columns of a letter.
pub(crate) const WIDTH: usize = 3;
/// Rows of a letter.
pub(crate) const HEIGHT: usize = 5;

const DIGITS: [u16; 10] =
    [0o75557, 0o26227, 0o71747, 0o71317, 0o55711, 0o74717, 0o74757, 0o71122, 0o75757, 0o75717];

#[rustfmt::skip]
const LETTERS: [u16; 26] = [
    0o25755, 0o65656, 0o34443, 0o65556, 0o74647, 0o74644, 0o34553, 0o55755, 0o72227,
    0o11152, 0o55655, 0o44447, 0o57755, 0o65555, 0o25552, 0o65644, 0o25563, 0o65655,
    0o34216, 0o72222, 0o55557, 0o55552, 0o55775, 0o55255, 0o55222, 0o71247,
];

/// The dots of a letter: column and row of each. Capital and small letters look the same; what is
/// neither letter nor digit is blank.
pub(crate) fn dots(letter: char) -> impl Iterator<Item = (usize, usize)> {
    let rows = glyph(letter.to_ascii_uppercase());
    let places = (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (column, row)));
    places.filter(move |(column, row)| rows >> ((HEIGHT - 1 - row) * WIDTH + (WIDTH - 1 - column)) & 1 == 1)
}

fn glyph(letter: char) -> u16 {
    let from = |table: &[u16], first: char| {
        let place = (letter as usize).checked_sub(first as usize)?;
        table.get(place).copied()
    };
    match letter {
        '0'..='9' => from(&DIGITS, '0').unwrap_or(0),
        'A'..='Z' => from(&LETTERS, 'A').unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seven_looks_like_one() {
        let mut picture = [[' '; WIDTH]; HEIGHT];
        dots('7').for_each(|(column, row)| picture[row][column] = '#');
        let rows = picture.map(|row| row.iter().collect::<String>());
        assert_eq!(rows, ["###", "  #", "  #", " # ", " # "]);
    }

    #[test]
    fn all_letters_and_digits_look_different() {
        let mut seen: Vec<u16> = ('0'..='9').chain('A'..='Z').map(glyph).collect();
        seen.sort_unstable();
        let all = seen.len();
        seen.dedup();
        assert_eq!((seen.len(), all), (36, 36));
    }
}
