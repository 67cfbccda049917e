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
build=${CARGO_TARGET_DIR:-target}
# The first build has nothing to reuse, so that preparing for the next one only costs time.
[ -d "$build/debug" ] || export CARGO_INCREMENTAL=0

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

# target TRIPLE: the standard library for another kind of machine, which rustup can add.
target() {
    [ -d "$(rustc --print target-libdir --target "$1")" ] && return
    rustup target add "$1" || {
        echo "test.sh: the standard library for $1 is missing and could not be downloaded (see above):" \
            "install it with: rustup target add $1" >&2
        exit 1
    }
}

# check NAME COMMAND...: one check that passes or fails as a whole.
check() {
    local name=$1
    shift
    echo "== $name ($SECONDS s)"
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
    echo "== $* ($SECONDS s)"
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

# counted NAME SCRIPT: tests of a script that ends with its own count.
counted() {
    local log counts
    log=$(mktemp)
    echo "== $1 ($SECONDS s)"
    bash "$2" 2>&1 | tee "$log"
    counts=$(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
    counts=${counts:-0 1}
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
    rm -f "$log"
}

# A module is found by its name: an attribute that gives its path takes a file out of another target's hands.
no_path_attributes() {
    ! grep -rnE '^[[:space:]]*#!?\[path' --include='*.rs' --exclude-dir=target .
}

# Every example, which `cargo test` has built, with arguments that make a measuring tool brief.
examples() {
    local game=crates/games/tests/data/demon/q4-input-73 source name log seed words
    log=$(mktemp)
    seed=$(mktemp)
    head -n 1 "$game" >"$seed"
    for source in crates/*/examples/*; do
        name=$(basename "$source" .rs)
        case $name in
            blobwar_measure) words=(speed 10) ;;
            demon_measure) words=(--seeds 1 --moves 200 --seconds 1) ;;
            judge_file) words=("$seed" "$game") ;;
            load) words=(--rounds 1 --only uploads "$build/debug/laplace-arena") ;;
            walls) words=(small) ;;
            well_measure) words=(seeds 2) ;;
            *) words=() ;;
        esac
        echo "$name ${words[*]}"
        "$build/debug/examples/$name" "${words[@]}" </dev/null >"$log" 2>&1 || {
            cat "$log" >&2
            echo "test.sh: the example $source failed" >&2
            return 1
        }
    done
    rm -f "$log" "$seed"
}

# play.sh on a copy of the inputs: every answer is there, and the judge finds none wrong.
play() {
    local out name
    out=$(mktemp -d)
    bash ./play.sh inputs "$out" || return 1
    for input in inputs/*; do
        name=$(basename "$input")
        "$build/release/laplace" demon judge "$input" "$out/${name/input/output}" || return 1
    done
    rm -rf "$out"
}

# The recipe of the engine's network, with a few games: every step works on what the one before it has made.
recipe() {
    local out
    out=$(mktemp -d)
    LAPLACE=$build/release/laplace bash crates/training/recipe.sh "$out" 1000 || return 1
    [ -s "$out/network-12.bin" ] && [ -s "$out/network-12.svg" ] || return 1
    rm -rf "$out"
}

need g++ g++
need tmux tmux
need ps procps
need python3 python3
python3 -c 'import ensurepip, venv' 2>/dev/null || need 'python3 -m venv' python3-venv
need curl curl
need haproxy haproxy
need unzip unzip
need man man-db
need dpkg-shlibdeps dpkg-dev
need bwrap bubblewrap
need node nodejs
need npm npm
need chromium chromium
need firefox-esr firefox-esr
# The programs of PostgreSQL are not on the path.
compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || need initdb postgresql
component fmt rustfmt
component clippy clippy
target wasm32-unknown-unknown

check "formatting" cargo fmt --all --check
check "lints" cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
check "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
check "no path attributes" no_path_attributes
check "libraries can be packaged" cargo package --quiet --allow-dirty --no-verify --offline --exclude-lockfile \
    -p laplace-archive -p laplace-bench -p laplace-certificate -p laplace-contest -p laplace-games -p laplace-grader -p laplace-i18n -p laplace-judge -p laplace-manual \
    -p laplace-matches -p laplace-pages -p laplace-pictures -p laplace-process -p laplace-solvers -p laplace-training -p laplace-web
tests cargo test --workspace --locked --no-fail-fast
check "examples run" examples
check "play.sh answers every input" play
check "the recipe of the engine's network" recipe
counted "the exported pages, in Chromium" crates/pictures/tests/browser/run.sh
# This compiles every library that has to work in a browser.
check "the site builds" env WASM_RUSTFLAGS="-D warnings" bash site/build.sh
export SITE=$build/site
counted "the site without a server, in Chromium and Firefox" site/tests/browser/run.sh
counted "the contest server, in Chromium" crates/arena/tests/browser/run.sh
counted "the Python package" bindings/python/test.sh
if [ "${FUZZ_SECONDS:-5}" -gt 0 ]; then
    check "fuzz targets, ${FUZZ_SECONDS:-5} s each" bash fuzz/run.sh "${FUZZ_SECONDS:-5}"
fi

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
