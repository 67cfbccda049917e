//! The network in floating point, its gradient, and the step of Adam.

use laplace_games::random::Random;
use laplace_solvers::blobwar::network::{
    FILTERS, Inputs, MAX_BIAS, MAX_OUTPUT, MAX_ROW, Network, OUTPUT_UNIT, OUTPUTS, Output, ROW_UNIT, ROWS,
    SYMMETRIES,
};

/// The rows of a sample, and its target.
pub type Input = (Inputs, f32);

/// Where the bias, the weights of the outputs and their biases begin in the numbers of a model.
const BIAS: usize = ROWS * FILTERS;
const OUTPUT: usize = BIAS + FILTERS;
const OUTPUT_BIAS: usize = OUTPUT + OUTPUTS * FILTERS;
/// The numbers of a model.
pub(crate) const NUMBERS: usize = OUTPUT_BIAS + OUTPUTS;

/// The parts of a batch, each with a gradient of its own.
pub(crate) const CHUNKS: usize = 2;

/// How fast the averages of Adam forget.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// All numbers of a network, one after the other: rows, bias, weights of the outputs, biases of the outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(pub(crate) Vec<f32>);

/// The sum of gradients, and of losses, over some samples.
pub(crate) struct Gradient {
    pub(crate) numbers: Vec<f32>,
    /// The rows that a sample has, and so a gradient other than 0.
    has_row: Vec<bool>,
    pub(crate) loss: f64,
}

impl Gradient {
    pub(crate) fn new() -> Self {
        Self { numbers: vec![0.0; NUMBERS], has_row: vec![false; ROWS], loss: 0.0 }
    }

    pub(crate) fn clear(&mut self) {
        let (rows, rest) = self.numbers.split_at_mut(BIAS);
        for (row, has_row) in rows.chunks_exact_mut(FILTERS).zip(&mut self.has_row) {
            if std::mem::take(has_row) {
                row.fill(0.0);
            }
        }
        rest.fill(0.0);
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

/// What the filters see from one side.
type Hidden = [f32; FILTERS];

impl Model {
    /// A model of small random numbers.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut number = |limit: f32| {
            let unit = (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
            (2.0 * unit - 1.0) * limit
        };
        let mut numbers: Vec<f32> = (0..ROWS * FILTERS).map(|_| number(0.05)).collect();
        // A hidden number that starts between the clips learns from the first sample on.
        numbers.extend((0..FILTERS).map(|_| 0.3 + number(0.2)));
        numbers.extend((0..OUTPUTS * FILTERS).map(|_| number(0.1)));
        numbers.resize(NUMBERS, 0.0);
        Self(numbers)
    }

    /// The model of a network, to go on with.
    pub fn of(network: &Network) -> Self {
        let (rows, bias, outputs) = network.parts();
        let part = |number: i16, unit: i32| f32::from(number) / unit as f32;
        let mut numbers: Vec<f32> =
            rows.as_flattened().iter().chain(bias).map(|&number| part(number, ROW_UNIT)).collect();
        for Output { weights, .. } in outputs {
            numbers.extend(weights.iter().map(|&weight| part(weight, OUTPUT_UNIT)));
        }
        numbers.extend(outputs.iter().map(|output| output.bias as f32 / (ROW_UNIT * OUTPUT_UNIT) as f32));
        Self(numbers)
    }

    #[inline(always)]
    fn hidden(&self, inputs: &Inputs) -> [Hidden; SYMMETRIES] {
        std::array::from_fn(|symmetry| {
            let mut sums: Hidden = std::array::from_fn(|filter| self.0[BIAS + filter]);
            for row in inputs.rows(symmetry) {
                let start = row * FILTERS;
                for (sum, number) in sums.iter_mut().zip(&self.0[start..start + FILTERS]) {
                    *sum += number;
                }
            }
            sums
        })
    }

    #[inline(always)]
    fn logit_of(&self, hidden: &[Hidden; SYMMETRIES], output: usize) -> f32 {
        let weights = &self.0[OUTPUT + output * FILTERS..OUTPUT + (output + 1) * FILTERS];
        // Sums that do not wait for each other.
        let mut sums = [0.0; FILTERS];
        for hidden in hidden {
            for ((sum, hidden), weight) in sums.iter_mut().zip(hidden).zip(weights) {
                let clipped = hidden.clamp(0.0, 1.0);
                *sum += clipped * clipped * weight;
            }
        }
        sums.iter().sum::<f32>() + self.0[OUTPUT_BIAS + output]
    }

    /// The logit of the probability of a win.
    #[inline(always)]
    pub fn logit(&self, inputs: &Inputs) -> f32 {
        self.logit_of(&self.hidden(inputs), inputs.output())
    }

    /// The cross entropy of a sample.
    #[inline(always)]
    pub fn loss(&self, (inputs, target): &Input) -> f64 {
        cross_entropy(self.logit(inputs), *target)
    }

    /// Adds the gradient of a sample's loss.
    #[inline(always)]
    pub(crate) fn add_gradient(&self, (inputs, target): &Input, gradient: &mut Gradient) {
        let hidden = self.hidden(inputs);
        let output = inputs.output();
        let logit = self.logit_of(&hidden, output);
        gradient.loss += cross_entropy(logit, *target);
        let error = 1.0 / (1.0 + (-logit).exp()) - target;
        let weights = &self.0[OUTPUT + output * FILTERS..OUTPUT + (output + 1) * FILTERS];
        let (of_rows, of_rest) = gradient.numbers.split_at_mut(BIAS);
        let (of_bias, of_outputs) = of_rest.split_at_mut(FILTERS);
        let (of_outputs, of_output_biases) = of_outputs.split_at_mut(OUTPUTS * FILTERS);
        let of_weights = &mut of_outputs[output * FILTERS..(output + 1) * FILTERS];
        of_output_biases[output] += error;
        for (symmetry, hidden) in hidden.iter().enumerate() {
            let mut of_hidden = [0.0; FILTERS];
            for i in 0..FILTERS {
                let clipped = hidden[i].clamp(0.0, 1.0);
                let slope = if hidden[i] > 0.0 && hidden[i] < 1.0 { 2.0 * clipped } else { 0.0 };
                of_weights[i] += error * clipped * clipped;
                of_hidden[i] = error * weights[i] * slope;
                of_bias[i] += of_hidden[i];
            }
            for row in inputs.rows(symmetry) {
                gradient.has_row[row] = true;
                let start = row * FILTERS;
                for (sum, number) in of_rows[start..start + FILTERS].iter_mut().zip(&of_hidden) {
                    *sum += number;
                }
            }
        }
    }

    /// The network of integers nearest to this model.
    pub fn quantised(&self) -> Network {
        let whole = |number: f32, unit: i32| (number * unit as f32).round() as i16;
        let row = |start: usize, unit: i32| std::array::from_fn(|i| whole(self.0[start + i], unit));
        let rows = (0..ROWS).map(|number| row(number * FILTERS, ROW_UNIT)).collect();
        let outputs = std::array::from_fn(|number| Output {
            weights: row(OUTPUT + number * FILTERS, OUTPUT_UNIT),
            bias: (self.0[OUTPUT_BIAS + number] * (ROW_UNIT * OUTPUT_UNIT) as f32).round() as i32,
        });
        Network::new(rows, row(BIAS, ROW_UNIT), outputs)
    }
}

/// A part of the step of Adam: the numbers of a row, or of the bias or the output.
pub(crate) struct AdamPart<'a> {
    pub(crate) start: usize,
    pub(crate) numbers: &'a mut [f32],
    pub(crate) first: &'a mut [f32],
    pub(crate) second: &'a mut [f32],
}

/// What a step of Adam is the same for in all its parts.
pub(crate) struct AdamStep<'a> {
    pub(crate) gradients: [&'a Gradient; CHUNKS],
    /// The samples that the gradients are the sum of.
    pub(crate) samples: usize,
    pub(crate) rate: f32,
    /// The steps so far, this one included.
    pub(crate) steps: u32,
}

impl AdamPart<'_> {
    /// Steps against the mean of the gradients, which are summed in their order.
    ///
    /// A row that no sample has stays as it is, and so do its averages: otherwise a rare row would be pushed on, for many
    /// steps, by the one sample that had it.
    #[inline(always)]
    pub(crate) fn step(&mut self, step: &AdamStep<'_>) {
        let row = self.start / FILTERS;
        if row < ROWS && !step.gradients.iter().any(|gradient| gradient.has_row[row]) {
            return;
        }
        let correction_1 = 1.0 / (1.0 - BETA_1.powi(step.steps as i32));
        let correction_2 = 1.0 / (1.0 - BETA_2.powi(step.steps as i32));
        let scale = 1.0 / step.samples as f32;
        let limit = limit_of(self.start);
        let places = self.start..self.start + self.numbers.len();
        let gradients = step.gradients.map(|gradient| &gradient.numbers[places.clone()]);
        for i in 0..self.numbers.len() {
            let slope = scale * gradients.iter().map(|gradient| gradient[i]).sum::<f32>();
            self.first[i] = BETA_1 * self.first[i] + (1.0 - BETA_1) * slope;
            self.second[i] = BETA_2 * self.second[i] + (1.0 - BETA_2) * slope * slope;
            let change = self.first[i] * correction_1 / ((self.second[i] * correction_2).sqrt() + EPSILON);
            self.numbers[i] = (self.numbers[i] - step.rate * change).clamp(-limit, limit);
        }
    }
}

/// The largest number at a place that integers can hold.
fn limit_of(place: usize) -> f32 {
    match place {
        OUTPUT_BIAS.. => f32::MAX,
        OUTPUT.. => f32::from(MAX_OUTPUT) / OUTPUT_UNIT as f32,
        BIAS.. => f32::from(MAX_BIAS) / ROW_UNIT as f32,
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
    use laplace_solvers::blobwar::network::SCORE_PER_LOGIT;

    fn inputs(count: usize) -> Vec<Input> {
        let mut random = Random::new(9);
        let mut input = || {
            let position = generate::any_position(&mut random);
            let board = position.board();
            let blue = board.blobs(Side::Blue);
            let red = board.blobs(Side::Red);
            let target = random.below(101) as f32 / 100.0;
            (Inputs::of(blue, red, board.playable(), position.stuck_rule()), target)
        };
        (0..count).map(|_| input()).collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut model = Model::random(1);
        for input in inputs(5) {
            let mut gradient = Gradient::new();
            model.add_gradient(&input, &mut gradient);
            let row = input.0.rows(3).nth(7).unwrap() * FILTERS;
            let output = OUTPUT + input.0.output() * FILTERS;
            let output_bias = OUTPUT_BIAS + input.0.output();
            for place in [row, row + 5, row + 11, BIAS + 3, output, output + 9, output_bias] {
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
        assert_eq!(Model::of(&network).quantised(), network);
        let mut random = Random::new(3);
        for _ in 0..100 {
            let position = generate::any_position(&mut random);
            let board = position.board();
            let blue = board.blobs(Side::Blue);
            let red = board.blobs(Side::Red);
            let stuck = position.stuck_rule();
            let logit = f64::from(model.logit(&Inputs::of(blue, red, board.playable(), stuck)));
            let score = f64::from(network.evaluate(blue, red, board.playable(), stuck));
            assert!((score / SCORE_PER_LOGIT - logit).abs() < 0.1, "{score} {logit}");
        }
    }
}
