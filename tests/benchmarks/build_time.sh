#!/usr/bin/env bash
# tests/benchmarks/build_time.sh [COMMIT]: clones the repository into a temporary folder and runs the README's two
# commands there, cold: without ccache and without what was fetched before. Prints for each the processor time, the wall
# time and the steps, and the ten units that took the most processor time. MARIANI_CUDA=on builds for GPUs too;
# MARIANI_PRESET=develop compiles unit by unit instead, without tests.
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd) || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
git clone --quiet "$root" "$folder/mariani" && git -C "$folder/mariani" checkout --quiet "${1:-HEAD}" || exit 1
cd "$folder/mariani" || exit 1

# In front of every compiler: its processor time goes to a log, with what it made.
cat >"$folder/timed" <<'END'
#!/usr/bin/env bash
for word; do [ "$previous" = -o ] && made=$word; previous=$word; done
TIMEFORMAT="%U %S $made"
{ time "$@" 2>&3; } 3>&2 2>>"$UNITS"
END
chmod +x "$folder/timed"
export UNITS="$folder/units" CCACHE_DISABLE=1
export CMAKE_C_COMPILER_LAUNCHER="$folder/timed" CMAKE_CXX_COMPILER_LAUNCHER="$folder/timed"
export CMAKE_CUDA_COMPILER_LAUNCHER="$folder/timed"

# timed COMMAND...: the figures of one of the two commands, also of one that fails.
timed() {
    local times failed=0
    : >"$UNITS"
    TIMEFORMAT='%U %S %R'
    times=$({ time "$@" >"$folder/log" 2>&1 </dev/null; } 2>&1) || failed=1
    awk -v command="$*" '{ printf "%s: %.0f s of processor time, %.0f s in all", command, $1 + $2, $3 }' <<<"$times"
    printf ', %s units\n' "$(wc -l <"$UNITS")"
    awk '{ printf "  %6.1f s  %s\n", $1 + $2, $3 }' "$UNITS" | sort -rn | head -n 10
    [ "$failed" -eq 0 ] || { tail -n 30 "$folder/log"; exit 1; }
}

if [ -n "${MARIANI_PRESET:-}" ]; then
    cmake --preset "$MARIANI_PRESET" -DMARIANI_TESTS=OFF "-DMARIANI_CUDA=${MARIANI_CUDA:-AUTO}" >"$folder/log" || exit 1
    timed ninja -C "build/$MARIANI_PRESET" mariani
else
    timed app/run.sh info
    timed tests/run.sh
    tail -n 3 "$folder/log"
fi
