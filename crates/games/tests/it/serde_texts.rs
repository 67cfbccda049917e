//! The feature `serde`: values travel as the numbers and texts of the games' own formats, and bad ones are refused.

use std::fmt::Debug;

use laplace_games::{blobwar, demon, well};
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};

/// Checks that a value is written as that JSON and read back from it.
#[track_caller]
fn travels<T: serde::Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(to_string(&value).unwrap(), json);
    assert_eq!(from_str::<T>(json).unwrap(), value);
}

#[test]
fn the_demons_values_travel_as_its_texts_write_them() {
    travels(demon::Piece::ALL[5], "6");
    travels(demon::Rotation::R3, "3");
    travels(demon::Column::LEFTMOST, "0");
    travels(demon::Seed::new(231).unwrap(), "231");
    travels("11 3".parse::<demon::Move>().unwrap(), "\"11 3\"");
    travels("q5-input-073".parse::<demon::format::FileName>().unwrap(), "\"q5-input-073\"");
    travels(demon::generate::Family::TopOut, "\"top-out\"");
}

#[test]
fn the_wells_values_travel_as_its_texts_write_them() {
    travels(well::Figure::ALL[6], "7");
    travels(well::Move::new(3, 9).unwrap(), "\"3 9\"");
    travels(well::generate::Family::OnlySAndZ, "\"only-s-and-z\"");
}

#[test]
fn blobwars_values_travel_as_its_texts_write_them() {
    travels("b2".parse::<blobwar::Cell>().unwrap(), "9");
    travels("g1g3".parse::<blobwar::Move>().unwrap(), "\"g1g3\"");
    travels(blobwar::Move::Pass, "\"0000\"");
    travels(blobwar::Side::Red, "\"o\"");
    travels(blobwar::StuckRule::Ends, "\"ends\"");
}

#[test]
fn a_value_outside_its_type_is_refused_with_what_was_expected() {
    let refusal = from_str::<demon::Piece>("8").unwrap_err().to_string();
    assert!(refusal.starts_with("found `8`, expected a piece from 1 to 7"), "{refusal}");
    let refusal = from_str::<well::Move>("\"4 0\"").unwrap_err().to_string();
    assert!(refusal.contains("expected a rotation from 0 to 3 and a column from 0 to 9"), "{refusal}");
    assert!(from_str::<blobwar::Side>("\"b\"").is_err());
    assert!(from_str::<demon::Seed>("1000001").is_err());
}
