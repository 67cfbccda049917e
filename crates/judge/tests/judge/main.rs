//! The judges, recordings and replays, on the contests' samples, on long games and on any bytes.

mod common;
mod demon_total;
mod frames;
mod limits;
mod recording;
mod replay;
mod samples;
mod well_total;
