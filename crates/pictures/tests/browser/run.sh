#!/usr/bin/env bash
# Opens exported pages in Chromium and holds them to the judge. Ends with `N passed, N failed`.
#
#   LAPLACE=path/to/laplace crates/pictures/tests/browser/run.sh
#
# Needs node, npm and Debian's chromium (or CHROMIUM=path), and the program built.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
LAPLACE=$(realpath "${LAPLACE:-${CARGO_TARGET_DIR:-$root/target}/release/laplace}")
export LAPLACE
cd "$root/crates/pictures/tests/browser"
[ -d node_modules/playwright-core ] || npm ci --silent --no-audit --no-fund
exec node run.mjs
