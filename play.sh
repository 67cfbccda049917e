#!/usr/bin/env bash
# Builds Laplace and answers every qN-input-K of inputs/ into outputs/.
# Needs nothing but a Rust toolchain.
#
#   bash ./play.sh [OPTIONS] [INPUTS [OUTPUTS]]
#
# Options are those of `laplace demon answer`: --spaced, --effort ROUNDS, --time SECONDS, --threads N, --from DIR,
# --force. Without --time, the same inputs give the same outputs on every machine.
# An answer to question 5 that is better than the new one is kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

options=()
folders=()
outputs=
while (($#)); do
    case $1 in
    --out) outputs=${2:?play.sh: --out needs a folder} && shift ;;
    --effort | --time | --threads | --from) # an option whose value is the next word
        options+=("$1" "${2:?play.sh: $1 needs a value}")
        shift
        ;;
    -*) options+=("$1") ;;
    *) folders+=("$1") ;;
    esac
    shift
done
if ((${#folders[@]} > 2)); then
    echo "play.sh: found ${#folders[@]} folders, expected [INPUTS [OUTPUTS]]" >&2
    exit 2
fi
cargo build --release --locked --package laplace
exec "${CARGO_TARGET_DIR:-target}/release/laplace" demon answer "${folders[0]:-inputs}" \
    --out "${outputs:-${folders[1]:-outputs}}" ${options[@]+"${options[@]}"}
