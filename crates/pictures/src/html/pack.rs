//! Steps as text, as short as is easy to read back.
//!
//! Every character is six bits. A step is 18 bits: shape (5, all ones for none), line (5), column (4),
//! number of effects (4, all ones if a further character has it). An effect is a character for its kind and then:
//!
//! | kind | what follows |
//! |---|---|
//! | 0 collapse, 1 empty | the set of lines in 24 bits |
//! | 2 fall | number of groups; each: distance, first line, number of lines, 12 bits a line |
//! | 3 lift | line, column |
//! | 4 turn | code, number of cells; each: line, column |
//! | 5 points | 12 bits |

use crate::film::{Effect, Falling, Step};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const NO_SHAPE: usize = 31;
const MANY_EFFECTS: usize = 15;

pub(super) fn steps(steps: &[Step]) -> String {
    let mut text = Packed::default();
    steps.iter().for_each(|step| text.step(step));
    text.0
}

#[derive(Default)]
struct Packed(String);

impl Packed {
    /// Writes the lowest `6 * digits` bits, the highest first.
    fn number(&mut self, value: usize, digits: u32) {
        for place in (0..digits).rev() {
            let digit = value >> (6 * place) & 63;
            self.0.extend(ALPHABET.get(digit).map(|&letter| char::from(letter)));
        }
    }

    fn step(&mut self, step: &Step) {
        let (shape, line, column) =
            step.arrival.map_or((NO_SHAPE, 0, 0), |arrival| (arrival.shape, arrival.line, arrival.column));
        let count = step.effects.len();
        let head = shape << 13 | line << 8 | column << 4 | count.min(MANY_EFFECTS);
        self.number(head, 3);
        if count >= MANY_EFFECTS {
            self.number(count, 1);
        }
        step.effects.iter().for_each(|effect| self.effect(effect));
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Collapse(lines) => self.lines(0, *lines),
            Effect::Empty(lines) => self.lines(1, *lines),
            Effect::Fall(blocks) => self.fall(blocks),
            Effect::Lift { line, column } => [3, *line, *column].into_iter().for_each(|n| self.number(n, 1)),
            Effect::Turn { code, cells } => {
                [4, usize::from(*code), cells.len()].into_iter().for_each(|n| self.number(n, 1));
                cells.iter().flat_map(|&(line, column)| [line, column]).for_each(|n| self.number(n, 1));
            }
            Effect::Points(points) => {
                self.number(5, 1);
                self.number(*points as usize, 2);
            }
        }
    }

    fn lines(&mut self, kind: usize, lines: u32) {
        self.number(kind, 1);
        self.number(lines as usize, 4);
    }

    fn fall(&mut self, blocks: &[Falling]) {
        let mut distances: Vec<_> = blocks.iter().map(|block| block.distance).collect();
        distances.sort_unstable();
        distances.dedup();
        self.number(2, 1);
        self.number(distances.len(), 1);
        for distance in distances {
            self.group(distance, blocks.iter().filter(|block| block.distance == distance));
        }
    }

    fn group<'a>(&mut self, distance: usize, blocks: impl Iterator<Item = &'a Falling> + Clone) {
        let lines = blocks.clone().map(|block| block.line);
        let first = lines.clone().min().unwrap_or(0);
        let end = lines.max().map_or(first, |last| last + 1);
        [distance, first, end - first].into_iter().for_each(|number| self.number(number, 1));
        for line in first..end {
            let here = blocks.clone().filter(|block| block.line == line);
            self.number(here.map(|block| 1 << block.column).sum(), 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::Arrival;

    #[test]
    fn a_plain_step_takes_three_characters() {
        let arrival = Some(Arrival { shape: 27, line: 22, column: 11 });
        let text = steps(&[Step { arrival, effects: vec![] }, Step::default()]);
        // 27 << 13 | 22 << 8 | 11 << 4 is 226992: the digits 55, 26, 48.
        assert_eq!(text, "3aw-AA");
    }

    #[test]
    fn more_effects_than_fit_are_counted_apart() {
        let text = steps(&[Step { arrival: None, effects: vec![Effect::Points(64); 20] }]);
        assert_eq!(text, format!("-APU{}", "FBA".repeat(20)));
    }
}
