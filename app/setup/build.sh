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

has_gpu() {
    nvidia-smi -L 2>/dev/null | grep -q '^GPU 0'
}

# MARIANI_CUDA=on, off or auto (where there is a GPU) is remembered for the next time.
cuda_choice() {
    printf '%s\n' "${MARIANI_CUDA:-$(cat "$build/cuda_choice" 2>/dev/null || echo auto)}"
}

# set_up PACKAGE...: installs what is missing and configures, if it was not done for these packages,
# this choice of CUDA, this nvcc and this GPU before.
set_up() {
    local tool choice configured_for
    take_turn
    if ! install_packages "$root/build/packages.log" "$@"; then
        for tool in cmake ninja c++; do
            command -v $tool >/dev/null || { say "cannot build without $tool"; exit 1; }
        done
        say "going on with what is there; CMake fetches the libraries that it can"
    fi
    choice=$(cuda_choice)
    configured_for="CUDA $choice; $(find_nvcc || echo 'no nvcc'); $(has_gpu && echo 'a GPU'); $(
        missing_packages "$@" 2>/dev/null | tr '\n' ' ')"
    if [ ! -f "$build/build.ninja" ] || [ "$configured_for" != "$(cat "$build/configured_for" 2>/dev/null)" ]; then
        configure "$choice" || exit 1
        printf '%s\n' "$choice" >"$build/cuda_choice"
        printf '%s\n' "$configured_for" >"$build/configured_for"
    fi
}

# configure CUDA: afresh.
configure() {
    mkdir -p "$build"
    say "configuring in $build"
    if ! (cd "$root" && cmake --fresh --preset release "-DMARIANI_CUDA=$1") >"$build/configure.log" 2>&1; then
        cat "$build/configure.log" >&2
        say "configuring failed: the lines above say why (also in $build/configure.log)"
        return 1
    fi
}

# The GPU generations that CMake compiles for, with a ; between them: none without CUDA.
generations() {
    sed -n 's/^-- cuda: nvcc .* for //p' "$build/configure.log"
}

# For whom the build is: what CMake decided.
backends() {
    local generations
    generations=$(generations)
    if [ "$generations" = native ]; then
        printf "for the processor and this machine's NVIDIA GPU"
    elif [ -n "$generations" ]; then
        printf 'for the processor and NVIDIA GPUs (%s)' "$generations"
    elif ! has_gpu; then
        printf 'for the processor alone, as there is no NVIDIA GPU (MARIANI_CUDA=on %s builds for GPUs too)' "${0##"$root/"}"
    else
        printf 'for the processor alone (%s)' "$(sed -n 's/^-- cuda: //p' "$build/configure.log")"
    fi
}

# Processor time of a step, a batch of units or a link, and of a CUDA object for one GPU generation,
# in seconds, on an AMD EPYC of 2024.
step_seconds=3
cuda_seconds=7

duration() {
    if [ "$1" -lt 90 ]; then printf '%d s' "$1"; else printf '%d min' $((($1 + 30) / 60)); fi
}

# build TARGET...: says nothing when all is up to date.
build() {
    local todo steps cuda seconds each
    todo=$(ninja -C "$build" -n "$@" 2>&1)
    case "$todo" in *"no work to do."*) return ;; esac
    steps=$(grep -c '^\[' <<<"$todo")
    cuda=$(grep -c 'CUDA object' <<<"$todo")
    IFS=';' read -ra each <<<"$(generations)"
    seconds=$(((steps * step_seconds + cuda * cuda_seconds * ${#each[@]}) / $(nproc)))
    say "building $(backends): $steps steps, about $(duration $seconds) on $(nproc) cores"
    NINJA_STATUS='[%f/%t] ' ninja -C "$build" "$@" 2>&1 | show_progress
    [ "${PIPESTATUS[0]}" = 0 ] || { say "building failed: the lines above say why"; exit 1; }
}

# Reads ninja's lines: one line with percent and time left where a person watches, else one a minute.
# Whatever is no step of ninja's, as a compiler's error, is shown whole.
show_progress() {
    local line text started=$SECONDS told=$SECONDS
    while IFS= read -r line; do
        case $line in "ninja: Entering directory"*) continue ;; esac
        if [[ ! $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
            [ ! -t 2 ] || printf '\r\033[K' >&2
            printf '%s\n' "$line" >&2
            continue
        fi
        text=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))' %'
        [ "${BASH_REMATCH[1]}" -lt 5 ] || text+=", about $(duration \
            $(((SECONDS - started) * (BASH_REMATCH[2] - BASH_REMATCH[1]) / BASH_REMATCH[1]))) left"
        if [ -t 2 ]; then
            printf '\r\033[Kmariani: building: %s' "$text" >&2
        elif [ $((SECONDS - told)) -ge 60 ]; then
            told=$SECONDS
            say "building: $text"
        fi
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}
