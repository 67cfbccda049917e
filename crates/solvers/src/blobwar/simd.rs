//! What the processor's own instructions are needed for: the inner loops of the network and of its trainer, and prefetching.
//!
//! The program is built for the oldest processors, so AVX2 is chosen at run time. The loops of the trainer are compiled twice from the
//! same safe Rust, which the compiler turns into vector instructions. It finds them for the sums of the network, but not for its
//! second layer, so that all of the network is written for AVX2 beside the version for any processor. Calling a function that was
//! compiled for instructions that the processor may not have, loading a register and passing an address to the instruction
//! that prefetches or to the system, which may then use huge pages, is all that is `unsafe` here.
#![allow(
    unsafe_code,
    reason = "calls of functions that were compiled for AVX2, after asking the processor; loads of registers; prefetching; huge pages"
)]

use super::network::{
    AlignedRow, FILTERS, OutputTable, POOL_SHIFT, ROW_UNIT, Row, SECOND, SECOND_SHIFT, SECOND_SUM_UNIT,
    SYMMETRIES,
};

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

/// The size of a huge page of x86-64 and of most other processors.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// A vector for a large table of this length, in huge pages if the system has them: a search reads such tables all over, and
/// finding the address of a page of 4 KiB then takes longer than reading it (`docs/blobwar.md`). An error if the system refuses
/// the memory.
pub(super) fn huge_vec<T>(length: usize) -> Result<Vec<T>, std::collections::TryReserveError> {
    let mut table = Vec::new();
    table.try_reserve_exact(length)?;
    #[cfg(target_os = "linux")]
    if length * size_of::<T>() >= HUGE_PAGE {
        let start = table.as_ptr() as usize;
        let first_page = start - start % HUGE_PAGE;
        let end = (start + length * size_of::<T>()).next_multiple_of(HUGE_PAGE);
        // SAFETY: this is advice about how to map the memory of some addresses, and changes no contents. If some of them are not
        // mapped, it is an error, which does not matter.
        let _ = unsafe {
            rustix::mm::madvise(first_page as *mut _, end - first_page, rustix::mm::Advice::LinuxHugepage)
        };
    }
    Ok(table)
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

/// The answer of a network, in units of a logit: what the filters see, the rows of some tiles and those that are the same from every
/// side, is clipped, squared and summed over the sides; an output makes the answer of that.
#[inline]
pub(super) fn answer(tiles: &[AlignedRow], added: &[u32], shared: &[&Row], output: &OutputTable) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::answer(tiles, added, shared, output) };
    }
    answer_anywhere(tiles, added, shared, output)
}

/// The same for any processor.
pub(super) fn answer_anywhere(
    tiles: &[AlignedRow],
    added: &[u32],
    shared: &[&Row],
    output: &OutputTable,
) -> i32 {
    let mut hidden = [[0_i16; FILTERS]; SYMMETRIES];
    for &tile in added {
        for (sum, number) in hidden.as_flattened_mut().iter_mut().zip(&tiles[tile as usize].0) {
            *sum = sum.wrapping_add(*number);
        }
    }
    for side in &mut hidden {
        for row in shared {
            for (sum, number) in side.iter_mut().zip(*row) {
                *sum = sum.wrapping_add(*number);
            }
        }
    }
    let mut pooled = [0; FILTERS];
    for side in &hidden {
        for (sum, &number) in pooled.iter_mut().zip(side) {
            // Sixteen bits hold the square, and, without its last bits, the sum of eight.
            let clipped = number.clamp(0, ROW_UNIT as i16) as u16;
            *sum += (clipped.wrapping_mul(clipped) >> POOL_SHIFT) as i16;
        }
    }
    let pooled = pooled.map(i32::from);
    let mut second: [i32; SECOND] = output.second_bias;
    for (weights, two) in output.second.iter().zip(pooled.chunks_exact(2)) {
        for (sum, weights) in second.iter_mut().zip(weights) {
            *sum += i32::from(weights[0]) * two[0] + i32::from(weights[1]) * two[1];
        }
    }
    let mut answer = output.bias;
    for (&weight, number) in output.of_pooled.iter().zip(pooled) {
        answer += i32::from(weight) * number;
    }
    for (weight, sum) in output.of_second.iter().zip(second) {
        answer += weight * (sum.clamp(0, SECOND_SUM_UNIT) >> SECOND_SHIFT);
    }
    answer
}

/// What the compiler does not find itself in [`answer_anywhere`], step by step the same.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{AlignedRow, FILTERS, OutputTable, POOL_SHIFT, ROW_UNIT, Row};
    use super::{SECOND, SECOND_SHIFT, SECOND_SUM_UNIT, SYMMETRIES};
    #[allow(clippy::wildcard_imports, reason = "the names of all instructions have a prefix")]
    use std::arch::x86_64::*;

    const _: () = assert!(FILTERS == 16 && SECOND == 16, "one register holds a number of each filter");

    /// A register from 32 bytes.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(numbers: &Row) -> __m256i {
        // SAFETY: there are 32 bytes to read, at any address.
        unsafe { _mm256_loadu_si256(std::ptr::from_ref(numbers).cast()) }
    }

    /// A register from 32 bytes at a multiple of 32: for other addresses the compiler makes two loads.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn load_aligned<T: Copy, const LENGTH: usize>(numbers: &[T; LENGTH]) -> __m256i {
        const { assert!(size_of::<T>() * LENGTH == 32) };
        let start: *const __m256i = std::ptr::from_ref(numbers).cast();
        debug_assert!(start.is_aligned());
        // SAFETY: there are 32 bytes to read. They are a part of an `AlignedRow` or an `OutputTable`, which begin at a multiple of
        // 32 bytes, and a multiple of 32 bytes lies before them.
        unsafe { _mm256_load_si256(start) }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn answer(tiles: &[AlignedRow], added: &[u32], shared: &[&Row], output: &OutputTable) -> i32 {
        let zero = _mm256_setzero_si256();
        let mut hidden = [zero; SYMMETRIES];
        for &tile in added {
            let (sides, _) = tiles[tile as usize].0.as_chunks::<FILTERS>();
            for (sum, side) in hidden.iter_mut().zip(sides) {
                *sum = _mm256_add_epi16(*sum, load_aligned(side));
            }
        }
        // Last, as what is counted is known later than the tiles.
        let mut same = zero;
        for row in shared {
            same = _mm256_add_epi16(same, load(row));
        }
        let mut pooled = zero;
        for sum in hidden {
            let seen = _mm256_add_epi16(sum, same);
            let clipped = _mm256_min_epi16(_mm256_max_epi16(seen, zero), _mm256_set1_epi16(ROW_UNIT as i16));
            let square = _mm256_mullo_epi16(clipped, clipped);
            pooled = _mm256_add_epi16(pooled, _mm256_srli_epi16::<{ POOL_SHIFT as i32 }>(square));
        }
        let (second_bias, _) = output.second_bias.as_chunks::<8>();
        let mut second = [load_aligned(&second_bias[0]), load_aligned(&second_bias[1])];
        let mut answer = _mm256_madd_epi16(load_aligned(&output.of_pooled), pooled);
        let halves = [_mm256_castsi256_si128(pooled), _mm256_extracti128_si256::<1>(pooled)];
        for (half, weights) in halves.into_iter().zip(output.second.as_chunks::<4>().0) {
            let twos = [
                _mm_broadcastd_epi32(half),
                _mm_broadcastd_epi32(_mm_srli_si128::<4>(half)),
                _mm_broadcastd_epi32(_mm_srli_si128::<8>(half)),
                _mm_broadcastd_epi32(_mm_srli_si128::<12>(half)),
            ];
            for (two, weights) in twos.into_iter().zip(weights) {
                let two = _mm256_broadcastsi128_si256(two);
                for (sum, weights) in second.iter_mut().zip(weights.as_chunks::<8>().0) {
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(load_aligned(weights), two));
                }
            }
        }
        for (sum, weights) in second.into_iter().zip(output.of_second.as_chunks::<8>().0) {
            let clipped = _mm256_min_epi32(_mm256_max_epi32(sum, zero), _mm256_set1_epi32(SECOND_SUM_UNIT));
            let number = _mm256_srli_epi32::<{ SECOND_SHIFT as i32 }>(clipped);
            answer = _mm256_add_epi32(answer, _mm256_mullo_epi32(number, load_aligned(weights)));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(answer), _mm256_extracti128_si256::<1>(answer));
        let two = _mm_add_epi32(four, _mm_srli_si128::<8>(four));
        let one = _mm_add_epi32(two, _mm_srli_si128::<4>(two));
        output.bias + _mm_cvtsi128_si32(one)
    }
}
