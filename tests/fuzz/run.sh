#!/usr/bin/env bash
# tests/fuzz/run.sh [SECONDS] [TARGET...]: builds the fuzz targets and runs them, 20 seconds each
# unless another number is given, as many at a time as there are processors. Each begins with what it
# found before (build/fuzz/found, which may be removed) and with its corpus. Exit status 1: a target
# found a fault; its input and the command that repeats it are named.
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd) || exit 1
# shellcheck source=app/setup/build.sh
. "$root/app/setup/build.sh"
build="$root/build/fuzz"

# run_target SECONDS TARGET: its output goes to a log; one line says how it went.
run_target() {
    local found="$build/found/$2" log="$build/found/$2.log" options=() status
    local dictionary="$root/tests/fuzz/dictionaries/$2.txt"
    [ -f "$dictionary" ] && options=("-dict=$dictionary")
    mkdir -p "$found/corpus" "$found/tmp"
    # An input may take no more than half a GiB at once. Two minutes are no matter of a slow machine.
    TMPDIR="$found/tmp" "$build/fuzz/$2" -max_total_time="$1" -timeout=120 -rss_limit_mb=1536 \
        -malloc_limit_mb=512 -max_len=65536 -print_final_stats=1 -artifact_prefix="$found/fault-" \
        "${options[@]}" "$found/corpus" "$root/tests/fuzz/corpus/$2" >"$log" 2>&1
    status=$?
    rm -rf "$found/tmp"
    if [ $status = 0 ]; then
        say "fuzz $2: $(awk '/number_of_executed_units/ { print $2 }' "$log") inputs, no fault"
        return 0
    fi
    say "fuzz $2: FAULT, see $log; $(grep -m 1 -E 'SUMMARY|ERROR' "$log")"
    grep -o "$found/fault-[^ ]*" "$log" | sort -u | while read -r input; do
        say "repeat it with: $build/fuzz/$2 $input"
    done
    return 1
}

seconds=20
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
    seconds=$1
    shift
fi
targets=("$@")
if [ ${#targets[@]} = 0 ]; then
    mapfile -t targets < <(cd "$root/tests/fuzz" && for file in *_target.cpp; do echo "${file%_target.cpp}"; done)
fi

take_turn
install_packages "$root/build/packages.log" "${build_packages[@]}" "${fuzz_packages[@]}" ||
    command -v clang++-14 >/dev/null || exit 1
if [ ! -f "$build/build.ninja" ]; then
    mkdir -p "$build"
    (cd "$root" && cmake --preset fuzz) >"$build/configure.log" 2>&1 ||
        { cat "$build/configure.log" >&2; exit 1; }
fi
build "${targets[@]/#/fuzz_}"
exec 9>&-

export root build
export -f run_target say
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I '{}' bash -c 'run_target "$@"' run_target "$seconds" '{}' || exit 1
