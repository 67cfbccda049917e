//! A move of the Ataxx protocol that is read is written again letter for letter.

#![no_main]

use laplace_games::blobwar::Move;
use laplace_games::blobwar::format::uai;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    match uai::read(text) {
        Ok(read) => {
            assert_eq!(read.to_string().as_bytes(), text);
            assert!(Move::all_conceivable().any(|known| known == read));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
