# shellcheck shell=bash
# Configures and builds the release preset. Sourced by app/run.sh, tests/run.sh and .ci/run, which
# set root to the repository's folder.

: "${root:?}"
# shellcheck source=app/setup/packages.sh
. "$root/app/setup/packages.sh"
build="$root/build/release"
# Checkouts in several folders share what ccache keeps.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=true

# Two scripts started at once take turns. The lock goes with the descriptor: close 9 before running
# anything that stays.
take_turn() {
    mkdir -p "$root/build" || exit 1
    exec 9>"$root/build/.turn"
    if command -v flock >/dev/null && ! flock -n 9; then
        say "waiting for another set-up or build in $root/build"
        flock 9
    fi
}

find_nvcc() {
    PATH="$PATH:${CUDA_HOME:-/usr/local/cuda}/bin" command -v nvcc
}

# set_up PACKAGE...: installs what is missing and configures, if it was not done for these packages
# and this nvcc before.
set_up() {
    local tool configured_for
    take_turn
    if ! install_packages "$root/build/packages.log" "$@"; then
        for tool in cmake ninja c++; do
            command -v $tool >/dev/null || { say "cannot build without $tool"; exit 1; }
        done
        say "going on with what is there; CMake fetches the libraries that it can"
    fi
    configured_for="$(find_nvcc || echo 'no nvcc'); $(missing_packages "$@" 2>/dev/null | tr '\n' ' ')"
    if [ ! -f "$build/build.ninja" ] || [ "$configured_for" != "$(cat "$build/configured_for" 2>/dev/null)" ]; then
        say "configuring in $build"
        if ! (cd "$root" && cmake --fresh --preset release) >"$root/build/configure.log" 2>&1; then
            cat "$root/build/configure.log" >&2
            say "configuring failed: the lines above say why (also in $root/build/configure.log)"
            exit 1
        fi
        printf '%s\n' "$configured_for" >"$build/configured_for"
    fi
}

# build TARGET...: says nothing when all is up to date.
build() {
    case "$(ninja -C "$build" -n "$@" 2>&1)" in
    *"no work to do."*) ;;
    *)
        say "building (the first time takes some minutes)"
        ninja -C "$build" "$@" >&2 || { say "building failed: the lines above say why"; exit 1; }
        ;;
    esac
}
