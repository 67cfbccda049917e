#!/usr/bin/env bash
# Makes the engine's network from nothing: four generations of games against itself, each followed by a training.
#
#   bash crates/training/recipe.sh FOLDER            all of it; about two hours of processor time
#   bash crates/training/recipe.sh FOLDER DIVISOR    a rehearsal with a DIVISOR-th part of the games
#
# FOLDER gets the games and networks; network-4.bin is what stands in crates/solvers/src/blobwar/network.bin. Interrupted, the same
# command goes on where it was. LAPLACE names the program; without it a release build is made.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [ $# -lt 1 ]; then
    echo "usage: bash crates/training/recipe.sh FOLDER [DIVISOR]" >&2
    exit 2
fi
folder=$1
divisor=${2:-1}
mkdir -p "$folder"
if [ -z "${LAPLACE:-}" ]; then
    cargo build --release --locked --quiet --package laplace
    LAPLACE=${CARGO_TARGET_DIR:-target}/release/laplace
fi

# games NUMBER GAMES NODES EVALUATION...: the games of a generation.
games() {
    local number=$1 games=$2 nodes=$3
    shift 3
    "$LAPLACE" blobwar datagen "$folder/games-$number.bin" --games $((games / divisor)) --nodes "$nodes" --seed "$number" "$@"
}

# train NUMBER OPTIONS...: the network of a generation, unless it is there.
train() {
    local network=$folder/network-$1.bin
    shift
    [ -e "$network" ] || "$LAPLACE" blobwar train -o "$network" --curve "${network%.bin}.svg" --rate 0.002 "$@"
}

games 1 60032 1000 --counts
train 1 --epochs 6 --score-share 0.5 "$folder/games-1.bin"
games 2 50048 600 --network "$folder/network-1.bin"
train 2 --epochs 4 --score-share 0.4 "$folder/games-1.bin" "$folder/games-2.bin"
games 3 49792 600 --network "$folder/network-2.bin"
train 3 --epochs 6 --score-share 0.4 "$folder/games-2.bin" "$folder/games-3.bin"
games 4 92480 800 --network "$folder/network-3.bin" --mix 55,20,15,10
train 4 --epochs 5 --score-share 0.5 "$folder/games-4.bin"
