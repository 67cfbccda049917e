#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "blobwar")]
pub mod blobwar;
#[cfg(feature = "demon")]
pub mod demon;
mod number;
pub mod random;
pub mod text;
#[cfg(feature = "well")]
pub mod well;

pub use number::ValueError;
