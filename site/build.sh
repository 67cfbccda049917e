#!/usr/bin/env bash
# Builds the site that needs no server: one folder of static files, for any web server or a USB stick.
#
#   bash site/build.sh [FOLDER]        [default: target/site]
#
# WASM_RUSTFLAGS has further flags for the module: test.sh denies warnings with them.
#
# Needs a Rust toolchain with the target wasm32-unknown-unknown, which is added with rustup if it is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=$(realpath -m "${1:-$build/site}")
triple=wasm32-unknown-unknown
[ -d "$(rustc --print target-libdir --target "$triple")" ] || rustup target add "$triple"
# Every browser since 2023 has 128-bit SIMD; the network's loops are vectorised by the compiler.
RUSTFLAGS="-Ctarget-feature=+simd128 ${WASM_RUSTFLAGS:-}" cargo build --locked --quiet --release --target "$triple" -p laplace-web
cargo run --locked --quiet -p laplace-site -- "$build/$triple/release/laplace_web.wasm" "$out"
