//! Lists of numbers that are read are written and read again: seeds, pieces, placings, droppings.

#![no_main]

use laplace_games::demon::format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    if let Ok(seed) = format::read_seed(text) {
        assert_eq!(format::read_seed(format::write_seed(seed).as_bytes()), Ok(seed));
    }
    if let Ok((seed, pieces)) = format::read_pieces(text) {
        assert_eq!(format::read_pieces(format::write_pieces(seed, &pieces).as_bytes()), Ok((seed, pieces)));
    }
    if let Ok(placings) = format::read_placings(text) {
        assert_eq!(format::read_placings(format::write_placings(&placings).as_bytes()), Ok(placings));
    }
    if let Ok(numbered) = format::read_droppings(text) {
        let droppings: Vec<_> = numbered.into_iter().map(|(_, dropping)| dropping).collect();
        let again = format::read_droppings(format::write_droppings(&droppings).as_bytes()).expect("just written");
        assert!(again.into_iter().map(|(_, dropping)| dropping).eq(droppings));
    }
});
