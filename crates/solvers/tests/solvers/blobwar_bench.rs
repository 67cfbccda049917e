//! The bench.

use laplace_solvers::Control;
use laplace_solvers::blobwar::bench;

#[test]
fn the_bench_is_the_same_twice_and_can_be_stopped() {
    let run = || bench::run(4, &Control::default()).unwrap().nodes;
    assert_eq!(run(), run());
    assert_eq!(bench::run(60, &Control::stopped_by(&|| true)), None);
}
