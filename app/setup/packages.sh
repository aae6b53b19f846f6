# shellcheck shell=bash
# The Debian and Ubuntu packages that mariani needs, and how the scripts install the missing ones.
# Sourced by app/setup/build.sh, never run by itself.
# shellcheck disable=SC2034 # the lists are used by the scripts that source this

build_packages=(
    build-essential cmake ninja-build
    libglfw3-dev python3-glad libglm-dev libtbb-dev libhwy-dev libpng-dev libwebp-dev libgmp-dev libmpfr-dev
    libzstd-dev libxxhash-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libfmt-dev libgtest-dev libbenchmark-dev
    libgl1 libgl1-mesa-dri libegl-dev fonts-inter fonts-noto-core fonts-jetbrains-mono fonts-dejavu-core
    libtiff-dev liblcms2-dev libcpp-httplib-dev libpango1.0-dev
)
test_packages=(
    universal-ctags strace xvfb xdotool xclip x11-utils python3-jsonschema python3-numpy python3-pil
    pkgconf libopenmpi-dev openmpi-bin libmpich-dev mpich
)
check_packages=(clang-format-14 shellcheck)
fuzz_packages=(clang-14 libclang-rt-14-dev)

say() { printf 'mariani: %s\n' "$*" >&2; }

# missing_packages PACKAGE...: those that are not installed, one a line.
missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            printf '%s\n' "$package"
    done
}

# as_root COMMAND...: asks for a password only where somebody can type one.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "$@"
}

# install_packages LOG PACKAGE...: installs what is missing of PACKAGE..., apt's output to LOG.
# Status 0: nothing is missing any more; 1: one line has said what is, and why.
install_packages() {
    local log=$1 reason missing
    shift
    if ! command -v apt-get >/dev/null; then
        say "this is not Debian or Ubuntu, so nothing is installed; needed are what Debian calls: $*"
        return 1
    fi
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        say "cannot install packages (not root, and there is no sudo); as root: apt-get install ${missing[*]}"
        return 1
    fi
    say "installing ${missing[*]}"
    # The package lists are fetched only where what is there does not suffice.
    apt_install "${missing[@]}" >"$log" 2>&1 && return 0
    as_root apt-get update -q >>"$log" 2>&1
    apt_install "${missing[@]}" >>"$log" 2>&1 && return 0
    reason=$(grep -E '^(E:|sudo:)' "$log" | tail -n 1)
    mapfile -t missing < <(missing_packages "$@")
    say "cannot install packages (${reason:-see $log}); as root: apt-get install ${missing[*]}"
    return 1
}
