#!/usr/bin/env bash
# Runs tests again and again on a machine that is made busy, and ends with a table of passes and failures. A test that
# fails here depends on time.
#
#   .ci/stress.sh [--all] [--jobs N] [ROUNDS] [FILTER...]
#
#   .ci/stress.sh 10                       ten rounds of the suites that touch terminals, processes or sockets
#   .ci/stress.sh --jobs 5 10              the same, five rounds beside each other: more stress, in half the time
#   .ci/stress.sh --all 1                  one round of every suite of the workspace
#   .ci/stress.sh 20 view:: progress::     only tests whose names contain one of these
#
# A round runs every suite twice: one test at a time, then 16. stress-ng works on every core beside them, with memory
# and disk; all of it runs at nice 19, so that the tests get a small share of the processor and the machine stays usable.
# Each round is added to the table as it ends: interrupted by Ctrl-C, the script prints what was run until then.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

suites=(laplace/cli laplace-arena/server laplace-matches/matches laplace-process/process)
rounds=3
if [ "${1:-}" = --all ]; then
    suites+=(laplace-archive/outputs laplace-certificate/certificate laplace-games/it laplace-judge/judge
        laplace-pictures/pictures laplace-solvers/solvers)
    shift
fi
jobs=1
if [ "${1:-}" = --jobs ]; then
    jobs=$2
    shift 2
fi
case "${1:-}" in
    '' | *[!0-9]*) ;;
    *) rounds=$1 && shift ;;
esac
command -v stress-ng >/dev/null || {
    echo "stress.sh: 'stress-ng' is missing: install it with: apt-get install stress-ng" >&2
    exit 1
}

# The whole workspace is built as test.sh builds it, so that nothing is compiled again after it.
built=$(cargo test --workspace --quiet --locked --no-run --message-format=json) || exit 1
declare -A binaries
for suite in "${suites[@]}"; do
    binaries[$suite]=$(sed -n 's/.*"kind":\["test"\].*"name":"'"${suite#*/}"'".*"executable":"\([^"]*\)".*/\1/p' <<<"$built" | tail -n 1)
    if [ -z "${binaries[$suite]}" ]; then
        echo "stress.sh: found no test binary of $suite" >&2
        exit 1
    fi
done

# One line for each test that failed, with the number of its failures, then all of them together.
table() {
    awk -v logs="$logs" '
        $1 == "counts" { passed += $2; failed += $3 }
        $1 == "failed" { failures[$2 " " $3]++ }
        END {
            for (test in failures) printf "%4d failures: %s\n", failures[test], test
            printf "%d passed, %d failed (logs: %s)\n", passed, failed, logs
            exit failed > 0 || passed == 0
        }' "$logs/results"
}

logs=$(mktemp -d)
touch "$logs/results"
renice -n 19 $$ >/dev/null
stress-ng --quiet --cpu "$(nproc)" --io 1 --vm 1 --vm-bytes 64M &
load=$!
trap 'kill "$load" 2>/dev/null' EXIT
trap 'kill $(jobs -p) 2>/dev/null; table; exit 130' INT TERM

# run SUITE THREADS ROUND [FILTER...]: one run, in the folder where cargo would run it.
run() {
    local suite=$1 threads=$2 folder=${1%/*} log
    log=$logs/${suite/\//-}-$threads-threads-$3
    folder=crates/${folder#laplace-}
    [ "$folder" = crates/laplace ] && folder=crates/cli
    shift 3
    (cd "$folder" && "${binaries[$suite]}" --test-threads "$threads" "$@") >"$log" 2>&1
    # The names of failed tests are listed behind the last line "failures:". What a test prints stands between its name and
    # its result, so those lines cannot be counted.
    awk -v suite="$suite" '
        /^failures:$/ { count = 0; next }
        /^    [^ ]/ { names[count++] = $1 }
        /^test result:/ {
            print "counts", $4, $6
            for (i = 0; i < count && $6 > 0; i++) print "failed", suite, names[i]
            ended = 1
        }
        # A binary that does not come to its end has no result.
        END { if (!ended) { print "counts", 0, 1; print "failed", suite, "(the whole run)" } }' "$log" >>"$logs/results"
}
for ((round = 1; round <= rounds; round++)); do
    # stress-ng is one job more.
    while [ "$(jobs -rp | wc -l)" -gt "$jobs" ]; do wait -n; done
    for threads in 1 16; do
        for suite in "${suites[@]}"; do
            run "$suite" "$threads" "$round" "$@"
        done
        echo "round $round of $rounds, $threads at a time: done after $SECONDS s" >&2
    done &
done
while [ "$(jobs -rp | wc -l)" -gt 1 ]; do wait -n; done
table
