#!/bin/bash
# A folder ($1) in; what `make test` says of this checkout on an arm64 Debian 12 out. Each program is
# emulated (qemu-user), the kernel is this machine's own. There is no Chromium, and no strace, which
# could trace nothing but the emulator: the tests that need them skip, and are named.
# Needs root on Debian 12 (amd64), see host.sh, and a package index. All mounts are in a namespace of
# its own, and gone with it, however it ends. The Debian and its .venv are kept for the next time.
#   CORES=4 tests/virtual_pi/tests_arm.sh build/virtual-pi-arm    quicker; 1 is usual
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
root=$folder/tests-root
home=$root/root/okanjo
CERTIFICATES=/etc/ssl/certs/ca-certificates.crt
PACKAGES=python3-venv,python3-dev,gcc,libc6-dev,make,systemd,procps,ca-certificates
# how much longer than on a processor that is there (pyproject.toml, fake_pi.py)
SLOWER=${SLOWER:-6}
TIMEOUT_S=$((240 * SLOWER))
READY_WITHIN_S=$((8 * SLOWER))

# What cannot come right under qemu-user, and why: nothing here is about arm64.
LEFT_OUT=(
  # more open files in a message than there is room for: the emulator takes them all, and closes none
  "tests/ipc/test_ipc.py::test_files_that_nobody_asked_for_are_closed[30-"
)

inside() {
  # that profile of Hypothesis's own does without a deadline for each example
  local words="-rs --timeout=$TIMEOUT_S --hypothesis-profile=ci" one
  for one in "${LEFT_OUT[@]}"; do words+=" '--deselect=$one'"; done
  mount --make-rprivate /
  mount --bind "$root" "$root" # tests that mount something look for a mount at their /
  cd "$root" # the one that was there before is below it
  mount --rbind /dev "$root/dev"
  mount --rbind /sys "$root/sys"
  mount -t proc proc "$root/proc"
  # shellcheck disable=SC2046 # words of its own
  nice env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    PIP_CERT=$CERTIFICATES SSL_CERT_FILE=$CERTIFICATES $(network) \
    OKANJO_READY_WITHIN_S=$READY_WITHIN_S PYTEST_XDIST_AUTO_NUM_WORKERS="${CORES:-1}" \
    PYTEST_ADDOPTS="$words" \
    chroot "$root" make --no-print-directory -C /root/okanjo test
}

# How this machine gets at a package index; its folders of wheels are of no use over there.
network() {
  local name value
  for name in index-url extra-index-url trusted-host; do
    value=$(pip_setting "$name" | tr ' ' '\n' | sed '/^file:/d' | awk 'NR == 1')
    [ -z "$value" ] || echo "PIP_$(echo "$name" | tr 'a-z-' 'A-Z_')=$value"
  done
  env | grep -i '^\(https\?\|no\)_proxy=' || true
}

pip_setting() {
  local place
  for place in :env: install user global site; do
    if "$here/../../.venv/bin/pip" config get "$place.$1" 2>/dev/null; then return; fi
  done
}

copy() {
  rm -rf "$root"/tmp/*
  mkdir -p "$home"
  find "$home" -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {} +
  (cd "$here/../.." && git ls-files -z | tar --create --null --ignore-failed-read --files-from=-) |
    tar --extract -C "$home"
  cp --remove-destination /etc/resolv.conf /etc/hosts "$root/etc/"
  if [ -e "${PIP_CERT:=$CERTIFICATES}" ]; then cp "$PIP_CERT" "$root$CERTIFICATES"; fi
}

if [ "${2:-}" = inside ]; then inside; exit; fi # bash is its init: it buries whom others leave behind
[ "$(id -u)" = 0 ] || { echo "The arm64 Debian is built, and entered, as root." >&2; exit 2; }
# shellcheck source=tests/virtual_pi/host.sh
. "$here/host.sh"
tools mmdebstrap
runs_arm64
[ -e "$root/.done" ] || debian "$root" bookworm arm64 "$PACKAGES"
copy
began=$SECONDS
unshare --mount --pid --fork --kill-child "$0" "$folder" inside &
all_of_it=$! # which heeds no other signal
trap 'kill -KILL $all_of_it 2>/dev/null || true' EXIT
trap 'exit 130' HUP INT TERM
wait "$all_of_it"
say "make test, on arm64, in $((SECONDS - began)) s"
