#!/bin/sh
# An unpacked archive, and a version's name, in; /opt/okanjo/versions/<name> out: whole, or not at all.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"

PYTHON=${OKANJO_PYTHON:-/usr/bin/python3}
NEEDS_MB=100 # twice a version: the games shall have room, too

main() {
  version=$1
  if [ -e "$VERSIONS/$version/.whole" ]; then
    say version "$version is already installed"
    return
  fi
  new=$VERSIONS/.new-$version
  trap 'ended $?' EXIT
  signals_are_exits
  mkdir -p "$VERSIONS"
  rm -rf "$VERSIONS"/.new-* "$VERSIONS"/.gone-*
  room
  say version "installing $version ..."
  libraries
  ours
  quietly "$new/bin/python" -I -m compileall -q -j 0 -s "$new" -p "/opt/okanjo/versions/$version" "$site"
  quietly "$new/bin/python" -I -m firmware codes --json || fail version "$version does not run here"
  in_its_place
  say version "$version is installed"
}

# Half a version is of no use to anybody, and a full disk keeps games from being saved. If it was
# stopped by a signal, so was the installer, who says so.
ended() {
  trap - EXIT
  trap '' HUP INT TERM
  if [ "$1" = 0 ]; then return; fi
  rm -rf "$new"
  if [ "$1" -lt 128 ] && [ -z "${told:-}" ]; then
    say version "$version could not be installed: is the disk full (df -h)? Then $AGAIN" >&2
  fi
  exit "$1"
}

room() {
  free_mb=$(($(df --output=avail -k "$VERSIONS" | tail -n 1) / 1024))
  if [ "$free_mb" -lt "$NEEDS_MB" ]; then
    fail version "the disk has only $free_mb MB left, and $NEEDS_MB MB are needed: free some space, then $AGAIN" full
  fi
}

# To unpack and compile them is most of an installation's time. Most updates have the same ones as the version at work:
# then they are copied from there, compiled as they are.
libraries() {
  quietly "$PYTHON" -I -m venv --without-pip --system-site-packages "$new"
  rm -f "$new"/bin/[Aa]ctivate*
  site=$(echo "$new"/lib/python3.*/site-packages)
  for wheel in $(wheels); do grep -F "$wheel" "$top/SHA256SUMS"; done >"$new/wheels"
  missing
  if ! cmp -s "$new/wheels" "$OPT/current/wheels" || ! copied "$OPT/current/${site#"$new/"}"; then
    for wheel in $(wheels); do quietly "$PYTHON" -I -m zipfile -e "$top/$wheel" "$site"; done
  fi
  rm -rf "$site/engine" "$site/drivers" "$site/firmware" # copied, too, be it only half
}

# What runs anywhere, and of the rest what is for this machine; lgpio only where the distribution has none.
wheels() {
  listed 'wheels/.*-none-any\.whl$'
  has_lgpio || wheel_of lgpio
  wheel_of zxing_cpp
}

missing() {
  grep -q wheels/lgpio- "$new/wheels" || has_lgpio ||
    say pins "no lgpio for this system: buttons, buzzer and plain LEDs do not work; the rest does"
  grep -q wheels/zxing_cpp- "$new/wheels" ||
    say photos "no zxing-cpp for this system ($(dpkg --print-architecture)), only for 64 bits: photos of trays cannot be read; the rest works"
}

# copied FOLDER: the libraries in there; not if another Python has made it, or not all can be read.
copied() { [ -d "$1" ] && quietly cp -a "$1/." "$site"; }

ours() {
  cd "$top"
  for package in engine drivers firmware; do listed "$package/" | xargs -d '\n' cp --parents -t "$site"; done
  mkdir "$new/system"
  listed systemd/ | xargs -d '\n' cp -t "$new/system"
  for one in LICENSE CHANGELOG.md docs/ config/; do listed "$one" | xargs -d '\n' cp --parents -t "$new"; done
  chmod -R u=rwX,go=rX "$new" # whoever unpacked it may have kept it to themselves
}

# The mark comes last, when all else is on the disk.
in_its_place() {
  sync -f "$new"
  : >"$new/.whole"
  sync -f "$new"
  discard "$VERSIONS/$version"
  mv -T "$new" "$VERSIONS/$version"
  sync -f "$VERSIONS"
}

main "$@"
