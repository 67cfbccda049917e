#!/usr/bin/env bash
# Runs the tests that touch terminals, processes or sockets again and again on a machine that is made busy, and ends
# with a table of passes and failures. A test that fails here depends on time.
#
#   .ci/stress.sh [ROUNDS] [FILTER...]     default: 3 rounds of every such test
#   .ci/stress.sh 20 view:: progress::     only tests whose names contain one of these
#
# stress-ng works twice on every core at nice 10 while the tests run at nice 19, where the scheduler gives them about a
# sixteenth of the processor: first one at a time, then 16.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

rounds=3
case "${1:-}" in
    '' | *[!0-9]*) ;;
    *) rounds=$1 && shift ;;
esac
command -v stress-ng >/dev/null || {
    echo "stress.sh: 'stress-ng' is missing: install it with: apt-get install stress-ng" >&2
    exit 1
}

# suite PACKAGE TEST: the path of an integration test's binary, built if need be.
suite() {
    cargo test --quiet --locked --package "$1" --test "$2" --no-run --message-format=json |
        sed -n 's/.*"name":"'"$2"'".*"executable":"\([^"]*\)".*/\1/p' | tail -n 1
}
cli=$(suite laplace cli)
server=$(suite laplace-arena server)
if [ -z "$cli" ] || [ -z "$server" ]; then
    echo "stress.sh: the tests could not be built" >&2
    exit 1
fi

logs=$(mktemp -d)
nice -n 10 stress-ng --quiet --cpu $((2 * $(nproc))) --io 1 --vm 1 --vm-bytes 64M &
load=$!
trap 'kill "$load" 2>/dev/null' EXIT

# run PACKAGE BINARY THREADS ROUND [FILTER...]: one round, in the folder where cargo would run it.
run() {
    local package=$1 binary=$2 threads=$3 log=$logs/$1-$3-threads-$4
    shift 4
    (cd "crates/$package" && nice -n 19 "$binary" --test-threads "$threads" "$@") >"$log" 2>&1
    sed -n 's/^test \(.*\) \.\.\. \(ok\|FAILED\)$/\2 '"$package"' \1/p' "$log" >>"$logs/results"
    # A binary that does not come to its end has no line for the test that ended it.
    grep -q '^test result:' "$log" || echo "FAILED $package (the whole run, see $log)" >>"$logs/results"
}
for ((round = 1; round <= rounds; round++)); do
    for threads in 1 16; do
        run cli "$cli" "$threads" "$round" "$@"
        run arena "$server" "$threads" "$round" "$@"
        echo "round $round of $rounds, $threads at a time: done" >&2
    done
done

# One line for each test that failed, then all of them together.
awk -v logs="$logs" '
    { test = $0; sub(/^[^ ]* /, "", test); seen[test] = 1 }
    $1 == "ok" { passes[test]++; passed++ }
    $1 == "FAILED" { failures[test]++; failed++ }
    END {
        printf "%8s %8s  %s\n", "passes", "failures", "test"
        for (test in seen) if (failures[test]) printf "%8d %8d  %s\n", passes[test], failures[test], test
        printf "%8d %8d  all tests (logs: %s)\n", passed, failed, logs
        exit failed > 0
    }' "$logs/results"
