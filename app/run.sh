#!/usr/bin/env bash
# Sets up what is missing, builds build/release/mariani and runs it with the arguments given here.
# From any folder; as root or with sudo; silent when there is nothing to do.
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd) || exit 1
# shellcheck source=app/setup/build.sh
. "$root/app/setup/build.sh"

set_up "${build_packages[@]}"
build mariani
exec 9>&-
exec "$root/build/release/mariani" "$@"
