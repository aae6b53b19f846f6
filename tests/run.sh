#!/usr/bin/env bash
# Sets up what is missing, builds everything and runs every test that this machine can run.
# Arguments go to ctest: tests/run.sh -R model. From any folder; as root or with sudo.
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd) || exit 1
# shellcheck source=app/setup/build.sh
. "$root/app/setup/build.sh"

# An X server of our own on a free number, ended with this script.
start_display() {
    local number
    if ! command -v Xvfb >/dev/null; then
        say "not run here: tests that need a display (no DISPLAY, and no Xvfb)"
        return
    fi
    exec {number_out}<> <(:)
    Xvfb -displayfd "$number_out" -screen 0 1280x1024x24 -nolisten tcp >"$root/build/xvfb.log" 2>&1 9>&- &
    display_pid=$!
    trap 'kill "$display_pid" 2>/dev/null' EXIT
    if read -r -t 60 number <&"$number_out"; then
        export DISPLAY=":$number"
    else
        say "not run here: tests that need a display (Xvfb did not start: see $root/build/xvfb.log)"
    fi
}

say_what_cannot_run() {
    if ! has_gpu; then
        say "not run here: tests of the cuda backend (no NVIDIA GPU: nvidia-smi lists none)"
    elif ! find_nvcc >/dev/null; then
        say "not run here: tests of the cuda backend (no nvcc: looked in PATH and /usr/local/cuda/bin)"
    fi
}

set_up "${build_packages[@]}" "${test_packages[@]}"
build all
[ -n "${DISPLAY:-}" ] || start_display
exec 9>&-
say_what_cannot_run
# The window's tests share them, and are to see those of the program that was just built.
rm -rf "$root/build/release/tests/thumbnails"
# One more than processors: the window's tests wait for each other's states a third of their time.
ctest --test-dir "$root/build/release" --output-on-failure --parallel "$(($(nproc) + 1))" "$@" |
    tee "$root/build/tests.log"
status=${PIPESTATUS[0]}
# Once more, as ctest lists skipped and failed tests below its counts.
grep -E '^[0-9]+% tests passed|^Total Test time' "$root/build/tests.log"
exit "$status"
