//! The network in floating point, its gradient, and the step of Adam.

use laplace_games::random::Random;
use laplace_solvers::blobwar::network::{
    ANSWER_WEIGHT_UNIT, FILTERS, Inputs, LOGIT_UNIT, MAX_ANSWER_BIAS, MAX_ANSWER_WEIGHT, MAX_BIAS,
    MAX_POOLED_WEIGHT, MAX_ROW, MAX_SECOND_BIAS, MAX_SECOND_WEIGHT, Network, OUTPUTS, Output,
    POOLED_WEIGHT_UNIT, ROW_UNIT, ROWS, SECOND, SECOND_SUM_UNIT, SECOND_WEIGHT_UNIT, SYMMETRIES,
};

/// The rows of a sample, and its target.
pub type Input = (Inputs, f32);

/// Where each part begins in the numbers of a model. The parts of the outputs have one piece for each output.
const BIAS: usize = ROWS * FILTERS;
const SECOND_WEIGHTS: usize = BIAS + FILTERS;
const SECOND_BIAS: usize = SECOND_WEIGHTS + OUTPUTS * SECOND * FILTERS;
const OF_POOLED: usize = SECOND_BIAS + OUTPUTS * SECOND;
const OF_SECOND: usize = OF_POOLED + OUTPUTS * FILTERS;
const OUTPUT_BIAS: usize = OF_SECOND + OUTPUTS * SECOND;
/// The numbers of a model.
pub(crate) const NUMBERS: usize = OUTPUT_BIAS + OUTPUTS;
// A step of Adam takes the numbers of a part by FILTERS, and a part has one limit.
const _: () = assert!((OUTPUTS * SECOND).is_multiple_of(FILTERS));

/// The parts of a batch, each with a gradient of its own.
pub(crate) const CHUNKS: usize = 2;

/// How fast the averages of Adam forget.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// All numbers of a network, one after the other: rows, bias, and the parts of the outputs.
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

/// The largest of the random weights that a second layer begins with.
const SECOND_START: f32 = 0.125;

/// What the filters see from one side, or what there is of them over all sides.
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
        // Every output begins with the same second layer, so that phases stay alike where there are few samples.
        let second: Vec<f32> = (0..SECOND * FILTERS).map(|_| number(SECOND_START)).collect();
        let second_bias: Vec<f32> = (0..SECOND).map(|_| 0.3 + number(0.2)).collect();
        let of_pooled: Vec<f32> = (0..FILTERS).map(|_| number(0.1)).collect();
        let of_second: Vec<f32> = (0..SECOND).map(|_| number(0.3)).collect();
        for part in [second, second_bias, of_pooled, of_second] {
            for _ in 0..OUTPUTS {
                numbers.extend(&part);
            }
        }
        numbers.resize(NUMBERS, 0.0);
        Self(numbers)
    }

    /// The model of a network, to go on with.
    pub fn of(network: &Network) -> Self {
        let (rows, bias, outputs) = network.parts();
        let part = |number: i16, unit: i32| f32::from(number) / unit as f32;
        let mut numbers: Vec<f32> =
            rows.as_flattened().iter().chain(bias).map(|&number| part(number, ROW_UNIT)).collect();
        for output in outputs {
            let weights = output.second.as_flattened().iter();
            numbers.extend(weights.map(|&weight| part(weight, SECOND_WEIGHT_UNIT)));
        }
        for output in outputs {
            numbers.extend(output.second_bias.map(|bias| bias as f32 / SECOND_SUM_UNIT as f32));
        }
        for output in outputs {
            numbers.extend(output.of_pooled.map(|weight| part(weight, POOLED_WEIGHT_UNIT)));
        }
        for output in outputs {
            numbers.extend(output.of_second.map(|weight| part(weight, ANSWER_WEIGHT_UNIT)));
        }
        numbers.extend(outputs.map(|output| output.bias as f32 / LOGIT_UNIT as f32));
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

    /// The squares of the clipped numbers, summed over the sides.
    #[inline(always)]
    fn pooled(hidden: &[Hidden; SYMMETRIES]) -> Hidden {
        let mut pooled = [0.0; FILTERS];
        for hidden in hidden {
            for (sum, hidden) in pooled.iter_mut().zip(hidden) {
                let clipped = hidden.clamp(0.0, 1.0);
                *sum += clipped * clipped;
            }
        }
        pooled
    }

    /// The piece of an output in a part that begins at `start`.
    #[inline(always)]
    fn piece<const LENGTH: usize>(&self, start: usize, output: usize) -> &[f32] {
        &self.0[start + output * LENGTH..start + (output + 1) * LENGTH]
    }

    /// The second layer before it is clipped.
    #[inline(always)]
    fn second(&self, pooled: &Hidden, output: usize) -> [f32; SECOND] {
        let weights = self.piece::<{ SECOND * FILTERS }>(SECOND_WEIGHTS, output);
        let bias = self.piece::<SECOND>(SECOND_BIAS, output);
        std::array::from_fn(|number| bias[number] + dot(&weights[number * FILTERS..], pooled))
    }

    #[inline(always)]
    fn logit_of(&self, pooled: &Hidden, second: &[f32; SECOND], output: usize) -> f32 {
        let clipped = second.map(|number| number.clamp(0.0, 1.0));
        dot(self.piece::<FILTERS>(OF_POOLED, output), pooled)
            + dot(self.piece::<SECOND>(OF_SECOND, output), &clipped)
            + self.0[OUTPUT_BIAS + output]
    }

    /// The logit of the probability of a win.
    #[inline(always)]
    pub fn logit(&self, inputs: &Inputs) -> f32 {
        let pooled = Self::pooled(&self.hidden(inputs));
        self.logit_of(&pooled, &self.second(&pooled, inputs.output()), inputs.output())
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
        let pooled = Self::pooled(&hidden);
        let output = inputs.output();
        let second = self.second(&pooled, output);
        let logit = self.logit_of(&pooled, &second, output);
        gradient.loss += cross_entropy(logit, *target);
        let error = 1.0 / (1.0 + (-logit).exp()) - target;
        let of_pooled = self.add_output_gradient(&pooled, &second, output, error, gradient);
        let (of_rows, of_rest) = gradient.numbers.split_at_mut(BIAS);
        for (symmetry, hidden) in hidden.iter().enumerate() {
            let mut of_hidden = [0.0; FILTERS];
            for i in 0..FILTERS {
                of_hidden[i] = of_pooled[i] * 2.0 * hidden[i] * slope_of_clip(hidden[i]);
                of_rest[i] += of_hidden[i];
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

    /// Adds the gradient of the numbers of an output; returns that of the sums over the sides.
    #[inline(always)]
    fn add_output_gradient(
        &self,
        pooled: &Hidden,
        second: &[f32; SECOND],
        output: usize,
        error: f32,
        gradient: &mut Gradient,
    ) -> Hidden {
        let weights = self.piece::<{ SECOND * FILTERS }>(SECOND_WEIGHTS, output);
        let of_second = self.piece::<SECOND>(OF_SECOND, output);
        let numbers = &mut gradient.numbers;
        numbers[OUTPUT_BIAS + output] += error;
        let mut of_pooled = [0.0; FILTERS];
        for i in 0..FILTERS {
            of_pooled[i] = error * self.0[OF_POOLED + output * FILTERS + i];
            numbers[OF_POOLED + output * FILTERS + i] += error * pooled[i];
        }
        for number in 0..SECOND {
            numbers[OF_SECOND + output * SECOND + number] += error * second[number].clamp(0.0, 1.0);
            let of_sum = error * of_second[number] * slope_of_clip(second[number]);
            numbers[SECOND_BIAS + output * SECOND + number] += of_sum;
            let start = SECOND_WEIGHTS + (output * SECOND + number) * FILTERS;
            let of_weights = &mut numbers[start..start + FILTERS];
            let weights = &weights[number * FILTERS..(number + 1) * FILTERS];
            for i in 0..FILTERS {
                of_pooled[i] += of_sum * weights[i];
                of_weights[i] += of_sum * pooled[i];
            }
        }
        of_pooled
    }

    /// The network of integers nearest to this model.
    pub fn quantised(&self) -> Network {
        fn row<const LENGTH: usize>(numbers: &[f32], start: usize, unit: i32) -> [i16; LENGTH] {
            std::array::from_fn(|i| (numbers[start + i] * unit as f32).round() as i16)
        }
        let whole = |number: f32, unit: i32| (number * unit as f32).round() as i32;
        let numbers = &self.0;
        let rows = (0..ROWS).map(|number| row(numbers, number * FILTERS, ROW_UNIT)).collect();
        let outputs = std::array::from_fn(|output| Output {
            second: std::array::from_fn(|number| {
                row(numbers, SECOND_WEIGHTS + (output * SECOND + number) * FILTERS, SECOND_WEIGHT_UNIT)
            }),
            second_bias: std::array::from_fn(|number| {
                whole(numbers[SECOND_BIAS + output * SECOND + number], SECOND_SUM_UNIT)
            }),
            of_pooled: row(numbers, OF_POOLED + output * FILTERS, POOLED_WEIGHT_UNIT),
            of_second: row(numbers, OF_SECOND + output * SECOND, ANSWER_WEIGHT_UNIT),
            bias: whole(numbers[OUTPUT_BIAS + output], LOGIT_UNIT),
        });
        Network::new(rows, row(numbers, BIAS, ROW_UNIT), outputs)
    }
}

/// The sum of the products, as eight sums that do not wait for each other.
#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// The slope of a number that is clipped to 0..1.
#[inline(always)]
fn slope_of_clip(number: f32) -> f32 {
    if number > 0.0 && number < 1.0 { 1.0 } else { 0.0 }
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
        OUTPUT_BIAS.. => MAX_ANSWER_BIAS as f32 / LOGIT_UNIT as f32,
        OF_SECOND.. => f32::from(MAX_ANSWER_WEIGHT) / ANSWER_WEIGHT_UNIT as f32,
        OF_POOLED.. => f32::from(MAX_POOLED_WEIGHT) / POOLED_WEIGHT_UNIT as f32,
        SECOND_BIAS.. => MAX_SECOND_BIAS as f32 / SECOND_SUM_UNIT as f32,
        SECOND_WEIGHTS.. => f32::from(MAX_SECOND_WEIGHT) / SECOND_WEIGHT_UNIT as f32,
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
            let output = input.0.output();
            let second = SECOND_WEIGHTS + output * SECOND * FILTERS;
            let second_bias = SECOND_BIAS + output * SECOND;
            let of_pooled = OF_POOLED + output * FILTERS;
            let of_second = OF_SECOND + output * SECOND;
            let of_outputs = [second, second + 37, second_bias + 7, of_pooled + 9, of_second + 12];
            let others = [row, row + 5, row + 11, BIAS + 3, OUTPUT_BIAS + output];
            for place in others.into_iter().chain(of_outputs) {
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
