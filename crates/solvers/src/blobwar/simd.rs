//! What the processor's own instructions are needed for: the inner loops of the network and of its trainer, and prefetching.
//!
//! The inner loops are compiled twice, for any processor and for those with AVX2, from the same safe Rust, which the compiler
//! turns into vector instructions. The program is built for the oldest processors, so the wider instructions are chosen at run
//! time. Calling a function that was compiled for instructions that the processor may not have, and passing an address to the
//! instruction that prefetches, is all that is `unsafe` here.
#![allow(
    unsafe_code,
    reason = "the call of the function that was compiled for AVX2, after asking the processor; prefetching"
)]

use super::network::{AlignedRow, HIDDEN, ROW_UNIT};

/// Loads the cache line of a value in the background.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction has no effect but on the cache, whatever the address is.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Does work that was compiled for AVX2, too, if the processor has it. Only what is inlined into `work` is compiled twice.
/// Both give the same results: the compiler does not reorder sums of floating point numbers.
#[inline]
pub fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    // The standard library asks the processor once and keeps the answer.
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { vectorised_avx2(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn vectorised_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// The weighted sum of the squares of the hidden layer: the sum of a bias and some rows, clipped.
#[inline]
pub(super) fn weighted_squares(
    rows: &[AlignedRow],
    added: &[u32],
    bias: &AlignedRow,
    output: &AlignedRow,
) -> i32 {
    vectorised(|| weighted_squares_anywhere(rows, added, bias, output))
}

/// A part of the hidden layer that fits into the registers.
const LANES: usize = 128;

/// The same for any processor.
#[inline(always)]
pub(super) fn weighted_squares_anywhere(
    rows: &[AlignedRow],
    added: &[u32],
    bias: &AlignedRow,
    output: &AlignedRow,
) -> i32 {
    let mut total = 0;
    for start in (0..HIDDEN).step_by(LANES) {
        let mut hidden: [i16; LANES] = std::array::from_fn(|lane| bias.0[start + lane]);
        for &row in added {
            let row = &rows[row as usize].0[start..start + LANES];
            for (sum, number) in hidden.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*number);
            }
        }
        for (sum, weight) in hidden.iter().zip(&output.0[start..start + LANES]) {
            let clipped = (*sum).clamp(0, ROW_UNIT as i16);
            // A clipped number times a weight has at most sixteen bits, so that one instruction multiplies and adds.
            let weighted = clipped.wrapping_mul(*weight);
            total += i32::from(weighted) * i32::from(clipped);
        }
    }
    total
}
