#!/usr/bin/env bash
# Installs what the tests need, runs all of them, and ends with the numbers passed and failed.
#
#   bash ./test.sh            everything
#   FUZZ_SECONDS=60 ./test.sh each fuzz target for that long (default 5; 0 leaves fuzzing out)
#
# The quick loop while developing is `cargo nextest run`, or `cargo test` where nextest is not installed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
export CARGO_TERM_COLOR=never

passed=0
failed=0

# need COMMAND PACKAGE: installs Debian's package if the command is missing and we may.
need() {
    command -v "$1" >/dev/null && return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        as_root=(sudo -n)
        if ! sudo -n true 2>/dev/null; then
            echo "test.sh: '$1' is missing and this is not root: install it with: apt-get install $2" >&2
            exit 1
        fi
    fi
    "${as_root[@]}" apt-get update -qq >/dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2" >/dev/null || {
        echo "test.sh: could not install $2" >&2
        exit 1
    }
}

# component NAME: a part of the Rust toolchain that rustup can add.
component() {
    cargo "$1" --version >/dev/null 2>&1 && return
    rustup component add "$2" 2>/dev/null || {
        echo "test.sh: 'cargo $1' is missing: install it with: rustup component add $2" >&2
        exit 1
    }
}

# check NAME COMMAND...: one check that passes or fails as a whole.
check() {
    local name=$1
    shift
    echo "== $name"
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "test.sh: FAILED: $name" >&2
    fi
}

# tests COMMAND...: runs cargo test and adds its counts to ours.
tests() {
    local log
    log=$(mktemp)
    echo "== $*"
    "$@" 2>&1 | tee "$log"
    local status=${PIPESTATUS[0]} counts
    counts=$(awk '/^test result:/ { p += $4; f += $6 } END { print p + 0, f + 0 }' "$log")
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
    # A test that does not even compile has no count of its own.
    if [ "$status" -ne 0 ] && [ "${counts#* }" -eq 0 ]; then
        failed=$((failed + 1))
    fi
    rm -f "$log"
}

# browser NAME SCRIPT: pages in a real Chromium; the script ends with its own count.
browser() {
    local log counts
    log=$(mktemp)
    echo "== $1, in Chromium"
    bash "$2" 2>&1 | tee "$log"
    counts=$(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
    counts=${counts:-0 1}
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
    rm -f "$log"
}

# play.sh on a copy of the inputs: every answer is there, and the judge finds none wrong.
play() {
    local out name
    out=$(mktemp -d)
    bash ./play.sh inputs "$out" || return 1
    for input in inputs/*; do
        name=$(basename "$input")
        "${CARGO_TARGET_DIR:-target}/release/laplace" demon judge "$input" "$out/${name/input/output}" || return 1
    done
    rm -rf "$out"
}

need g++ g++
need tmux tmux
need ps procps
need python3 python3
need node nodejs
need npm npm
need chromium chromium
# The programs of PostgreSQL are not on the path.
compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || need initdb postgresql
component fmt rustfmt
component clippy clippy

check "formatting" cargo fmt --all --check
check "lints" cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
check "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
tests cargo test --workspace --locked --no-fail-fast
check "play.sh answers every input" play
browser "the exported pages" crates/pictures/tests/browser/run.sh
browser "the contest server" crates/arena/tests/browser/run.sh
if [ "${FUZZ_SECONDS:-5}" -gt 0 ]; then
    check "fuzz targets, ${FUZZ_SECONDS:-5} s each" bash fuzz/run.sh "${FUZZ_SECONDS:-5}"
fi

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
