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
rm -rf "$logs"
mkdir -p "$logs"

# fuzz NAME: one target; leaves NAME.failed beside its log if it found something.
fuzz() {
    mkdir -p "corpus/$1" "artifacts/$1"
    # Games are short, since the slow rules play every move too; inputs of the UAI server are short, since every line
    # may start a search.
    case "$1" in blobwar_play) longest=30 ;; *_play) longest=120 ;; blobwar_uai) longest=400 ;; *) longest=4096 ;; esac
    "$target/$triple/release/$1" -max_total_time="$seconds" -max_len=$longest -timeout=10 \
        -rss_limit_mb=1024 -artifact_prefix="artifacts/$1/" "corpus/$1" "seeds/$1" >"$logs/$1.log" 2>&1 || {
        touch "$logs/$1.failed"
        echo "$1 failed: see $logs/$1.log and $PWD/artifacts/$1" >&2
    }
}

# A target has one thread, so that as many run beside each other as there are cores.
cores=$(nproc)
running=0
for name in "$@"; do
    fuzz "$name" &
    running=$((running + 1))
    if [ "$running" -ge "$cores" ]; then
        wait
        running=0
    fi
done
wait
failed=$(find "$logs" -name '*.failed' | wc -l)
echo "$(($# - failed)) targets clean, $failed failed"
[ "$failed" -eq 0 ]
