# Sourced by the scripts of this folder: run in the repository, report in one sentence.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '· %s\n' "$1"; }

fail() { printf 'fivefold: %s\n' "$1" >&2; exit 1; }

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; }

# apt_install LOG PACKAGE...: installs Debian packages; succeeds or fails quietly.
apt_install() {
    local log=$1; shift
    mkdir -p build
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"; } \
        >> "$log" 2>&1
}
