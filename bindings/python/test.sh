#!/usr/bin/env bash
# Builds the wheel once and tests it on the oldest and the newest CPython of this machine, each in a virtual environment of
# its own: tests, examples of the documentation, types. Ends with `N passed, N failed`.
#
#   bindings/python/test.sh                       the oldest and the newest CPython from 3.10 on that can be found
#   PYTHONS="python3.12" bindings/python/test.sh  another choice
#
# Needs Rust, and packages from PyPI (pip's own settings apply). Environments are kept in target/python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../.. && pwd)
environments=${CARGO_TARGET_DIR:-$root/target}/python
mkdir -p "$environments"
passed=0
failed=0

# Every CPython from 3.10 on, one for each version, the oldest first: those on the path and those of pyenv.
pythons() {
    local python
    for python in $(compgen -c python3. | grep -E '^python3\.[0-9]+$' | sort -u) python3 \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
        "$python" -c 'import sys, venv, ensurepip
if sys.implementation.name == "cpython" and sys.version_info >= (3, 10):
    print(sys.version_info[1], sys.executable)' 2>/dev/null || true
    done | sort -n -k1,1 -u | cut -d' ' -f2-
}

# check NAME COMMAND...: one check that passes or fails as a whole.
check() {
    local name=$1
    shift
    echo "== $name"
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "test.sh: FAILED: $name" >&2
    fi
}

# tests COMMAND...: runs pytest and adds its counts to ours.
tests() {
    local log counts status=0
    log=$(mktemp)
    echo "== $*"
    "$@" 2>&1 | tee "$log" || status=$?
    counts=$(tail -n 1 "$log" | python3 -c '
import re, sys
line = sys.stdin.read()
count = lambda *words: sum(int(n) for n, word in re.findall(r"(\d+) (\w+)", line) if word in words)
print(count("passed"), count("failed", "error", "errors"))')
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
    # A file that cannot even be imported has no count of its own.
    if [ "$status" -ne 0 ] && [ "${counts#* }" -eq 0 ]; then
        failed=$((failed + 1))
    fi
    rm -f "$log"
}

if [ -n "${PYTHONS:-}" ]; then
    read -r -a chosen <<<"$PYTHONS"
else
    mapfile -t found < <(pythons)
    chosen=("${found[0]}")
    [ "${#found[@]}" -gt 1 ] && chosen+=("${found[-1]}")
fi
echo "Python: ${chosen[*]}"

wheels=$environments/wheels
rm -rf "$wheels"
first=yes
for python in "${chosen[@]}"; do
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    venv=$environments/$version
    [ -x "$venv/bin/pip" ] || "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement tests/requirements.txt
    if [ "$first" = yes ]; then
        # One wheel for all versions: it is built once.
        "$venv/bin/pip" wheel --quiet --no-deps --wheel-dir "$wheels" .
    fi
    "$venv/bin/pip" install --quiet --force-reinstall --no-deps "$wheels"/laplace-*.whl
    tests "$venv/bin/python" -m pytest -q -p no:cacheprovider
    tests "$venv/bin/python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs laplace
    if [ "$first" = yes ]; then
        tests "$venv/bin/python" -m pytest -q -p no:cacheprovider --doctest-glob='*.md' README.md \
            ../../README.md
        check "types, by mypy" "$venv/bin/mypy" --no-error-summary
        check "types, by pyright" "$venv/bin/pyright" --level error --pythonpath "$venv/bin/python"
    fi
    first=no
done
check "the native half: formatting" cargo fmt --check
check "the native half: lints" cargo clippy --release --locked --quiet -- -D warnings
check "the wheel is smaller than 10 MB" test "$(stat -c %s "$wheels"/laplace-*.whl)" -lt 10000000

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
