#!/usr/bin/env bash
# Builds Laplace and answers every qN-input-K of inputs/ into outputs/.
# Needs nothing but a Rust toolchain. `bash ./play.sh IN OUT` takes other folders.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
cargo build --release --locked --package laplace
exec "${CARGO_TARGET_DIR:-target}/release/laplace" demon answer "${1:-inputs}" --out "${2:-outputs}"
