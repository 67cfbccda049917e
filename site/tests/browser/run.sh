#!/usr/bin/env bash
# Builds the site, opens it in Chromium and Firefox and compares it with the command line. Ends with `N passed, N failed`.
#
#   LAPLACE=path/to/laplace SITE=folder SHOTS=folder site/tests/browser/run.sh
#
# Needs node, npm, Debian's chromium and firefox-esr (or CHROMIUM=path, FIREFOX=path), and the program built. Pictures of every page go to
# SHOTS [default: a temporary folder, whose name is printed]. SITE is a site that is built already [default: it is built].
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
build=${CARGO_TARGET_DIR:-$root/target}
newest() { ls -t "$build/release/$1" "$build/debug/$1" 2>/dev/null | head -n 1; }
LAPLACE=$(realpath "${LAPLACE:-$(newest laplace)}")
if [ -z "${SITE:-}" ]; then
    SITE=$build/site
    bash "$root/site/build.sh" "$SITE"
fi
SHOTS=${SHOTS:-$(mktemp -d)}
SITE=$(realpath "$SITE")
export LAPLACE SITE SHOTS
mkdir -p "$SHOTS"
for folder in "$root/crates/pictures/tests/browser" "$root/crates/arena/tests/browser"; do
    cd "$folder"
    [ -d node_modules ] || npm ci --silent --no-audit --no-fund
done
echo "pictures of the pages: $SHOTS"
# Node 20 has the client of WebSocket, by which Firefox is driven, behind this flag; later versions have it without one.
flags=()
node -e 'process.exit(typeof WebSocket === "function" ? 0 : 1)' || flags=(--experimental-websocket)
cd "$root/site/tests/browser"
exec node "${flags[@]}" run.mjs
