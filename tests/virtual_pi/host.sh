# Names of packages in; they are on this machine, and with them arm64 programs run here as if they
# were its own. To be read by others, after `set -euo pipefail`, as root on Debian 12 (amd64).
# shellcheck shell=bash

export DEBIAN_FRONTEND=noninteractive LC_ALL=C
BINFMT=/proc/sys/fs/binfmt_misc

say() { printf '%5ss  %s\n' "$SECONDS" "$*"; }

# A mirror may stumble.
apt_get() { apt-get -qq -o Acquire::Retries=3 "$@"; }

# tools NAMES...: those that are missing are fetched
tools() {
  local tool
  local missing=()
  for tool in "$@"; do dpkg -s "$tool" >/dev/null 2>&1 || missing+=("$tool"); done
  [ ${#missing[@]} != 0 ] || return 0
  apt_get update
  apt_get install --yes --no-install-recommends "${missing[@]}" >/dev/null
  say "tools: ${missing[*]}"
}

# The kernel is told who runs arm64 programs (binfmt_misc). That holds for the whole machine, until
# it is switched off; where somebody has told it already, nothing is changed.
runs_arm64() {
  tools qemu-user-static arch-test
  [ -e $BINFMT/status ] || mount -t binfmt_misc none $BINFMT
  [ -e $BINFMT/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$BINFMT/register
}

# debian ROOT SUITE ARCHITECTURE PACKAGES [HOOKS...]: a minimal Debian, without papers
debian() {
  local root=$1 suite=$2 architecture=$3 packages=$4
  shift 4
  rm -rf "$root"
  mmdebstrap --quiet --variant=minbase --mode=root --format=directory --arch="$architecture" \
    --include="$packages" --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --aptopt='Apt::Install-Recommends "false"; Acquire::Retries "3"' "$@" "$suite" "$root" >/dev/null
  echo "$packages" >"$root/.done"
  say "Debian, $architecture: $(du -sh "$root" | cut -f1)"
}
