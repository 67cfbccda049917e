#!/bin/sh
# Builds the fuzz targets with the stable toolchain and runs each for a while.
#
#   fuzz/run.sh [SECONDS_EACH] [TARGET...]      default: 5 seconds, every target
set -eu
cd "$(dirname "$0")"

seconds=5
case "${1:-}" in
    '' | *[!0-9]*) ;;
    *) seconds=$1 && shift ;;
esac
if [ $# -eq 0 ]; then
    for source in fuzz_targets/*.rs; do set -- "$@" "$(basename "$source" .rs)"; done
fi

# The coverage options of cargo-fuzz. With --target, build scripts are built without them.
coverage='-Cpasses=sancov-module'
for option in level=4 inline-8bit-counters pc-table trace-compares; do
    coverage="$coverage -Cllvm-args=-sanitizer-coverage-$option"
done
export RUSTFLAGS="--cfg fuzzing $coverage -Ccodegen-units=1"
triple=$(rustc -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-$PWD/target}
for name in "$@"; do bins="${bins:-} --bin $name"; done
# shellcheck disable=SC2086 # one word for each option
cargo build --quiet --release --target "$triple" --target-dir "$target" $bins

logs=$PWD/target/logs
mkdir -p "$logs"
clean=0
failed=0
for name in "$@"; do
    mkdir -p "corpus/$name" "artifacts/$name"
    # Games are short, since the slow rules play every move too; inputs of the UAI server are short, since every line
    # may start a search.
    case "$name" in blobwar_play) longest=30 ;; *_play) longest=120 ;; blobwar_uai) longest=400 ;; *) longest=4096 ;; esac
    if "$target/$triple/release/$name" -max_total_time="$seconds" -max_len=$longest -timeout=10 \
        -rss_limit_mb=1024 -artifact_prefix="artifacts/$name/" "corpus/$name" "seeds/$name" \
        >"$logs/$name.log" 2>&1; then
        clean=$((clean + 1))
    else
        failed=$((failed + 1))
        echo "$name failed: see $logs/$name.log and $PWD/artifacts/$name" >&2
    fi
done
echo "$clean targets clean, $failed failed"
[ "$failed" -eq 0 ]
