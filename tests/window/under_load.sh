#!/usr/bin/env bash
# under_load.sh [ROUNDS]: the window's tests so many times in a row (default: 20), beside 12 processes
# of stress-ng that want the processor. Ends with 1 at the first failure.
set -u
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd) || exit 1
rounds=${1:-20}
command -v stress-ng >/dev/null || { echo "under_load.sh needs stress-ng: apt-get install stress-ng" >&2; exit 1; }

stress-ng --cpu 12 --quiet &
load=$!
trap 'kill "$load"; wait "$load" 2>/dev/null' EXIT
for ((round = 1; round <= rounds; ++round)); do
    if ! ctest --test-dir "$root/build/release" -R '^window\.' -LE gpu --output-on-failure; then
        echo "failed in round $round of $rounds" >&2
        exit 1
    fi
done
echo "$rounds rounds without a failure"
