//! The network in floating point, its gradient, and the step of Adam.

use laplace_games::random::Random;
use laplace_solvers::blobwar::network::{
    HIDDEN, INPUTS, MAX_OUTPUT, MAX_ROW, Network, OUTPUT_UNIT, ROW_UNIT, ROWS,
};

/// The rows of a sample, and its target.
pub type Input = ([u16; INPUTS], f32);

/// Where the bias, the weights of the output and its bias begin in the numbers of a model.
const BIAS: usize = ROWS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;
/// The numbers of a model.
pub(crate) const NUMBERS: usize = OUTPUT_BIAS + 1;

/// How fast the averages of Adam forget.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// All numbers of a network, one after the other: rows, bias, output, bias of the output.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(pub(crate) Vec<f32>);

/// The sum of gradients, and of losses, over some samples.
pub(crate) struct Gradient {
    pub(crate) numbers: Vec<f32>,
    pub(crate) loss: f64,
}

impl Gradient {
    pub(crate) fn new() -> Self {
        Self { numbers: vec![0.0; NUMBERS], loss: 0.0 }
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.fill(0.0);
        self.loss = 0.0;
    }
}

/// The averages of Adam.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Averages {
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) steps: u32,
}

impl Averages {
    pub(crate) fn new() -> Self {
        Self { first: vec![0.0; NUMBERS], second: vec![0.0; NUMBERS], steps: 0 }
    }
}

type Hidden = [f32; HIDDEN];

impl Model {
    /// A model of small random numbers.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut number = |limit: f32| {
            let unit = (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
            (2.0 * unit - 1.0) * limit
        };
        let mut numbers: Vec<f32> = (0..BIAS).map(|_| number(0.05)).collect();
        // A hidden number that starts between the clips learns from the first sample on.
        numbers.extend((0..HIDDEN).map(|_| 0.3 + number(0.2)));
        numbers.extend((0..HIDDEN).map(|_| number(0.3)));
        numbers.push(0.0);
        Self(numbers)
    }

    fn hidden(&self, rows: &[u16; INPUTS]) -> Hidden {
        let mut hidden: Hidden = std::array::from_fn(|i| self.0[BIAS + i]);
        for &row in rows {
            let start = usize::from(row) * HIDDEN;
            for (sum, number) in hidden.iter_mut().zip(&self.0[start..start + HIDDEN]) {
                *sum += number;
            }
        }
        hidden
    }

    fn logit_of(&self, hidden: &Hidden) -> f32 {
        let output = &self.0[OUTPUT..OUTPUT_BIAS];
        let sum: f32 =
            hidden.iter().zip(output).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum();
        sum + self.0[OUTPUT_BIAS]
    }

    /// The logit of the probability of a win.
    pub fn logit(&self, rows: &[u16; INPUTS]) -> f32 {
        self.logit_of(&self.hidden(rows))
    }

    /// The cross entropy of a sample.
    pub fn loss(&self, (rows, target): &Input) -> f64 {
        cross_entropy(self.logit(rows), *target)
    }

    /// Adds the gradient of a sample's loss.
    pub(crate) fn add_gradient(&self, (rows, target): &Input, gradient: &mut Gradient) {
        let hidden = self.hidden(rows);
        let logit = self.logit_of(&hidden);
        gradient.loss += cross_entropy(logit, *target);
        let error = 1.0 / (1.0 + (-logit).exp()) - target;
        let output = &self.0[OUTPUT..OUTPUT_BIAS];
        let (of_rows, of_rest) = gradient.numbers.split_at_mut(BIAS);
        let (of_bias, of_output) = of_rest.split_at_mut(HIDDEN);
        let mut of_hidden = [0.0; HIDDEN];
        for i in 0..HIDDEN {
            let clipped = hidden[i].clamp(0.0, 1.0);
            let slope = if hidden[i] > 0.0 && hidden[i] < 1.0 { 2.0 * clipped } else { 0.0 };
            of_output[i] += error * clipped * clipped;
            of_hidden[i] = error * output[i] * slope;
            of_bias[i] += of_hidden[i];
        }
        of_output[HIDDEN] += error;
        for &row in rows {
            let start = usize::from(row) * HIDDEN;
            for (sum, number) in of_rows[start..start + HIDDEN].iter_mut().zip(&of_hidden) {
                *sum += number;
            }
        }
    }

    /// The network of integers nearest to this model.
    pub fn quantised(&self) -> Network {
        let whole = |number: f32, unit: i32| (number * unit as f32).round() as i16;
        let row = |start: usize, unit: i32| std::array::from_fn(|i| whole(self.0[start + i], unit));
        let rows = (0..ROWS).map(|number| row(number * HIDDEN, ROW_UNIT)).collect();
        let output_bias = (self.0[OUTPUT_BIAS] * (ROW_UNIT * OUTPUT_UNIT) as f32).round() as i32;
        Network::new(rows, row(BIAS, ROW_UNIT), row(OUTPUT, OUTPUT_UNIT), output_bias)
    }
}

/// A part of the step of Adam: numbers `start..start + numbers.len()`.
pub(crate) struct AdamPart<'a> {
    pub(crate) start: usize,
    pub(crate) numbers: &'a mut [f32],
    pub(crate) first: &'a mut [f32],
    pub(crate) second: &'a mut [f32],
}

impl AdamPart<'_> {
    /// Steps against the mean of the gradients of `samples` samples, which are summed in their order.
    pub(crate) fn step(&mut self, gradients: &[Gradient], samples: usize, rate: f32, steps: u32) {
        let correction_1 = 1.0 - BETA_1.powi(steps as i32);
        let correction_2 = 1.0 - BETA_2.powi(steps as i32);
        let scale = 1.0 / samples as f32;
        for i in 0..self.numbers.len() {
            let place = self.start + i;
            let slope = scale * gradients.iter().map(|gradient| gradient.numbers[place]).sum::<f32>();
            self.first[i] = BETA_1 * self.first[i] + (1.0 - BETA_1) * slope;
            self.second[i] = BETA_2 * self.second[i] + (1.0 - BETA_2) * slope * slope;
            let step = self.first[i] / correction_1 / ((self.second[i] / correction_2).sqrt() + EPSILON);
            let limit = limit_of(place);
            self.numbers[i] = (self.numbers[i] - rate * step).clamp(-limit, limit);
        }
    }
}

/// The largest number at a place that integers can hold.
fn limit_of(place: usize) -> f32 {
    match place {
        OUTPUT_BIAS.. => f32::MAX,
        OUTPUT.. => f32::from(MAX_OUTPUT) / OUTPUT_UNIT as f32,
        _ => f32::from(MAX_ROW) / ROW_UNIT as f32,
    }
}

/// The cross entropy of a logit and a target, which is never infinite.
fn cross_entropy(logit: f32, target: f32) -> f64 {
    let logit = f64::from(logit);
    // ln(1 + e^x) without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - f64::from(target) * logit
}

#[cfg(test)]
mod tests {
    use super::*;
    use laplace_games::blobwar::{Side, generate};
    use laplace_solvers::blobwar::network::{SCORE_PER_LOGIT, rows};

    fn inputs(count: usize) -> Vec<Input> {
        let mut random = Random::new(9);
        let mut input = || {
            let position = generate::any_position(&mut random);
            let board = position.board();
            let blue = board.blobs(Side::Blue);
            let red = board.blobs(Side::Red);
            let target = random.below(101) as f32 / 100.0;
            (rows(blue, red, board.playable(), position.stuck_rule()), target)
        };
        (0..count).map(|_| input()).collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut model = Model::random(1);
        for input in inputs(5) {
            let mut gradient = Gradient::new();
            model.add_gradient(&input, &mut gradient);
            let row = usize::from(input.0[7]) * HIDDEN;
            for place in [row, row + 5, row + 77, BIAS + 3, OUTPUT, OUTPUT + 9, OUTPUT_BIAS] {
                const STEP: f32 = 1e-2;
                let old = model.0[place];
                model.0[place] = old + STEP;
                let above = model.loss(&input);
                model.0[place] = old - STEP;
                let below = model.loss(&input);
                model.0[place] = old;
                let slope = (above - below) / f64::from(2.0 * STEP);
                let found = f64::from(gradient.numbers[place]);
                assert!((slope - found).abs() < 2e-3 + 0.02 * slope.abs(), "{place}: {slope} {found}");
            }
        }
    }

    #[test]
    fn the_network_of_integers_is_near_the_model() {
        let model = Model::random(2);
        let network = model.quantised();
        let mut random = Random::new(3);
        for _ in 0..100 {
            let position = generate::any_position(&mut random);
            let board = position.board();
            let blue = board.blobs(Side::Blue);
            let red = board.blobs(Side::Red);
            let stuck = position.stuck_rule();
            let logit = f64::from(model.logit(&rows(blue, red, board.playable(), stuck)));
            let score = f64::from(network.evaluate(blue, red, board.playable(), stuck));
            assert!((score / SCORE_PER_LOGIT - logit).abs() < 0.1, "{score} {logit}");
        }
    }
}
