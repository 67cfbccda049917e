#!/usr/bin/env bash
# Makes the engine's network from nothing: twelve generations of games against itself, each followed by a training.
#
#   bash crates/training/recipe.sh FOLDER            all of it; about eight hours of processor time
#   bash crates/training/recipe.sh FOLDER DIVISOR    a rehearsal with a DIVISOR-th part of the games
#
# FOLDER gets the games and networks; network-12.bin is what stands in crates/solvers/src/blobwar/network.bin. Interrupted, the same
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

# train NUMBER OPTIONS...: the network of a generation, unless it is there. RATE is the first learning rate.
train() {
    local network=$folder/network-$1.bin
    shift
    [ -e "$network" ] || "$LAPLACE" blobwar train -o "$network" --curve "${network%.bin}.svg" --rate "${RATE:-0.002}" "$@"
}

games 1 60032 1000 --counts
train 1 --epochs 6 --score-share 0.5 "$folder/games-1.bin"
games 2 50048 600 --network "$folder/network-1.bin"
train 2 --epochs 4 --score-share 0.4 "$folder/games-1.bin" "$folder/games-2.bin"
games 3 49792 600 --network "$folder/network-2.bin"
train 3 --epochs 6 --score-share 0.4 "$folder/games-2.bin" "$folder/games-3.bin"
games 4 92480 800 --network "$folder/network-3.bin" --mix 55,20,15,10
train 4 --epochs 5 --score-share 0.5 "$folder/games-4.bin"
games 5 103808 500 --network "$folder/network-4.bin" --mix 60,20,12,8
train 5 --epochs 3 --score-share 0.5 "$folder/games-5.bin"
games 6 179840 500 --network "$folder/network-5.bin" --mix 60,20,12,8
train 6 --epochs 3 --score-share 0.5 "$folder/games-5.bin" "$folder/games-6.bin"
# Deeper searches, whose scores say more than the results of quick games.
games 7 26048 3000 --network "$folder/network-6.bin" --mix 75,15,5,5
games 8 1472 10000 --network "$folder/network-6.bin" --mix 1,0,0,0
train 7 --from "$folder/network-6.bin" --epochs 4 --score-share 0.9 "$folder/games-7.bin" "$folder/games-8.bin"
# Very many quick games, from which a network that begins from nothing learns what the last one knows without its noise.
games 9 114752 80 --network "$folder/network-7.bin" --mix 66,18,10,6
RATE=0.003 train 8 --epochs 3 --score-share 0.8 "$folder/games-9.bin"
games 10 20672 2000 --network "$folder/network-7.bin" --mix 66,18,10,6
RATE=0.001 train 9 --from "$folder/network-8.bin" --epochs 3 --score-share 0.9 "$folder/games-10.bin"
games 11 19136 1500 --network "$folder/network-9.bin" --mix 66,18,10,6
RATE=0.0015 train 10 --from "$folder/network-8.bin" --epochs 4 --score-share 0.9 "$folder/games-10.bin" "$folder/games-11.bin"
# Many quick games and some deeper ones together, in small steps, which the second layer of the network learns from.
games 12 128000 80 --network "$folder/network-10.bin" --mix 66,18,10,6
games 13 18368 2000 --network "$folder/network-10.bin" --mix 66,18,10,6
RATE=0.0015 train 11 --from "$folder/network-10.bin" --epochs 3 --batch 2048 --score-share 0.85 "$folder/games-12.bin" "$folder/games-13.bin"
games 14 129984 400 --network "$folder/network-11.bin" --mix 66,18,10,6
RATE=0.0012 train 12 --from "$folder/network-11.bin" --epochs 3 --batch 2048 --score-share 0.85 "$folder/games-12.bin" "$folder/games-13.bin" "$folder/games-14.bin"
