#!/usr/bin/env bash
# Starts the real server, opens its pages in Chromium and plays a contest. Ends with `N passed, N failed`.
#
#   ARENA=path/to/laplace-arena LAPLACE=path/to/laplace SITE=folder SHOTS=folder crates/arena/tests/browser/run.sh
#
# Needs node, npm and Debian's chromium (or CHROMIUM=path), and both programs built (of two
# builds, the newest is taken). Pictures of every page go
# to SHOTS [default: a temporary folder, whose name is printed]. SITE is a site that is built already [default: it is built].
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
build=${CARGO_TARGET_DIR:-$root/target}
newest() { ls -t "$build/release/$1" "$build/debug/$1" 2>/dev/null | head -n 1; }
ARENA=$(realpath "${ARENA:-$(newest laplace-arena)}")
LAPLACE=$(realpath "${LAPLACE:-$(newest laplace)}")
if [ -z "${SITE:-}" ]; then
    SITE=$build/site
    bash "$root/site/build.sh" "$SITE"
fi
SHOTS=${SHOTS:-$(mktemp -d)}
SITE=$(realpath "$SITE")
export ARENA LAPLACE SITE SHOTS
mkdir -p "$SHOTS"
for folder in "$root/crates/pictures/tests/browser" "$root/crates/arena/tests/browser"; do
    cd "$folder"
    [ -d node_modules ] || npm ci --silent --no-audit --no-fund
done
echo "pictures of the pages: $SHOTS"
exec node run.mjs
