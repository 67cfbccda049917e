#!/usr/bin/env bash
# Makes the pictures of the README again, with the program's own commands.
#
#   cargo build --release && docs/make-pictures.sh
#
# The two PNGs are the exported page in Chromium; they are left as they are if node or chromium is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
laplace=$(realpath "${LAPLACE:-${CARGO_TARGET_DIR:-$root/target}/release/laplace}")
out="$root/docs/pictures"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
cd "$work"

"$laplace" demon gen 4 --family tetrises --seed 7 -o demon.txt
"$laplace" demon export demon.txt --svg "$out/demon.svg" --piece 47 --plot "$out/demon-course.svg" \
    --gif "$out/demon.gif" --from 30 --to 56 --ms 220 --html demon.html

"$laplace" well gen --figures 200 --seed 4 -o Tetris.in
"$laplace" well solve Tetris.in -o Tetris.out
"$laplace" well export --gif "$out/well.gif" --from 0 --to 40 --ms 220

# Every figure in rotation 0, for the page of rules.
printf '7\n2 4 6 1 3 5 7\n' >figures.in
printf '0 0\n0 3\n0 6\n0 9\n0 0\n0 3\n0 6\n' >figures.out
"$laplace" well export --in figures.in --out figures.out --rows 7 --svg "$out/well-figures.svg"

"$laplace" blobwar export "$root/docs/games/blobwar.json" --svg "$out/blobwar.svg" --piece 40 --html blobwar.html

if command -v node >/dev/null && command -v "${CHROMIUM:-chromium}" >/dev/null; then
    cd "$root/crates/pictures/tests/browser"
    [ -d node_modules/playwright-core ] || npm ci --silent --no-audit --no-fund
    node screenshot.mjs "$work/demon.html#piece=47" "$out/page.png" light 772 740
    node screenshot.mjs "$work/blobwar.html#piece=40" "$out/page-phone.png" dark 390 780
fi
ls -l "$out"
