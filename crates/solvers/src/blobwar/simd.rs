//! The inner loop of the network, compiled twice: for any processor, and for those with AVX2.
//!
//! Both are the same safe Rust, which the compiler turns into vector instructions. The program is built for the oldest
//! processors, so the wider instructions are chosen at run time. Calling a function that was compiled for instructions that the
//! processor may not have is the one thing here that is `unsafe`.
#![allow(
    unsafe_code,
    reason = "the call of the function that was compiled for AVX2, after asking the processor"
)]

use super::network::{ADDED_ROWS, HIDDEN, ROW_UNIT, Row};

/// The weighted sum of the squares of the hidden layer: the sum of a bias and some rows, clipped.
pub(super) fn weighted_squares(rows: &[Row], added: &[u32; ADDED_ROWS], bias: &Row, output: &Row) -> i32 {
    // The standard library asks the processor once and keeps the answer.
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { weighted_squares_avx2(rows, added, bias, output) };
    }
    weighted_squares_anywhere(rows, added, bias, output)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn weighted_squares_avx2(rows: &[Row], added: &[u32; ADDED_ROWS], bias: &Row, output: &Row) -> i32 {
    weighted_squares_anywhere(rows, added, bias, output)
}

/// A part of the hidden layer that fits into the registers.
const LANES: usize = 64;

/// The same for any processor.
#[inline(always)]
pub(super) fn weighted_squares_anywhere(
    rows: &[Row],
    added: &[u32; ADDED_ROWS],
    bias: &Row,
    output: &Row,
) -> i32 {
    let mut total = 0;
    for start in (0..HIDDEN).step_by(LANES) {
        let mut hidden: [i16; LANES] = std::array::from_fn(|lane| bias[start + lane]);
        for &row in added {
            let row = &rows[row as usize][start..start + LANES];
            for (sum, number) in hidden.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*number);
            }
        }
        for (sum, weight) in hidden.iter().zip(&output[start..start + LANES]) {
            let clipped = (*sum).clamp(0, ROW_UNIT as i16);
            // A clipped number times a weight has at most sixteen bits, so that one instruction multiplies and adds.
            let weighted = clipped.wrapping_mul(*weight);
            total += i32::from(weighted) * i32::from(clipped);
        }
    }
    total
}
