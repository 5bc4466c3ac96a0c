#!/bin/sh
# shellcheck shell=dash
# An unpacked archive, and a version's name, in; /opt/okanjo/versions/<name> out: whole, or not at all.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"

PYTHON=${OKANJO_PYTHON:-/usr/bin/python3}
NEEDS_MB=100 # twice a version: the games shall have room, too

main() {
  readonly version="$1"
  readonly new="$VERSIONS/.new-$version" # what is being built
  if [ -e "$VERSIONS/$version/.whole" ]; then
    say version "$version is already installed"
    return
  fi
  trap 'leave $?' EXIT
  signals_are_exits
  mkdir -p "$VERSIONS"
  rm -rf "$VERSIONS"/.new-* "$VERSIONS"/.gone-*
  check_room
  say version "installing $version ..."
  create_environment
  install_libraries
  install_okanjo
  quietly "$new/bin/python" -I -m compileall -q -j 0 -s "$new" -p "/opt/okanjo/versions/$version" "$site"
  quietly "$new/bin/python" -I -m firmware codes --json || fail version "$version does not run here"
  move_in_place
  say version "$version is installed"
}

# Half a version is of no use to anybody, and a full disk keeps games from being saved. If it was
# stopped by a signal, so was the installer, which says so.
leave() {
  trap - EXIT
  trap '' HUP INT TERM
  if [ "$1" = 0 ]; then return; fi
  rm -rf "$new"
  if [ "$1" -lt 128 ] && [ -z "${explained:-}" ]; then
    say version "$version could not be installed: is the disk full (df -h)? Then $AGAIN" >&2
  fi
  exit "$1"
}

check_room() {
  local free_mb
  free_mb=$(($(df --output=avail -k "$VERSIONS" | tail -n 1) / 1024))
  if [ "$free_mb" -lt "$NEEDS_MB" ]; then
    fail version "the disk has only $free_mb MB left, and $NEEDS_MB MB are needed: free some space, then $AGAIN" full
  fi
}

create_environment() {
  quietly "$PYTHON" -I -m venv --without-pip --system-site-packages "$new"
  rm -f "$new"/bin/[Aa]ctivate*
  site=$(echo "$new"/lib/python3.*/site-packages)
  readonly site
}

# To unpack and compile them is most of an installation's time. Most updates have the same ones as the
# current version: then they are copied from there, compiled as they are.
install_libraries() {
  local wheel
  for wheel in $(wheels); do grep -F "$wheel" "$top/SHA256SUMS"; done >"$new/wheels"
  say_what_is_missing
  if ! cmp -s "$new/wheels" "$OPT/current/wheels" || ! copied "$OPT/current/${site#"$new/"}"; then
    for wheel in $(wheels); do quietly "$PYTHON" -I -m zipfile -e "$top/$wheel" "$site"; done
  fi
  rm -rf "$site/engine" "$site/drivers" "$site/firmware" # copied, too, be it only half
}

# What runs anywhere, and of the rest what is for this machine; lgpio only where the distribution has none.
wheels() {
  files_of_archive 'wheels/.*-none-any\.whl$'
  has_lgpio || wheel_of lgpio
  wheel_of zxing_cpp
}

say_what_is_missing() {
  grep -q wheels/lgpio- "$new/wheels" || has_lgpio ||
    say pins "no lgpio for this system: buttons, buzzer and plain LEDs do not work; the rest does"
  grep -q wheels/zxing_cpp- "$new/wheels" ||
    say photos "no zxing-cpp for this system ($(dpkg --print-architecture)), only for 64 bits: photos of trays cannot be read; the rest works"
}

# copied FOLDER: the libraries in there; not if another Python has made it, or not all can be read.
copied() { [ -d "$1" ] && quietly cp -a "$1/." "$site"; }

install_okanjo() {
  local package path
  cd "$top"
  for package in engine drivers firmware; do files_of_archive "$package/" | xargs -d '\n' cp --parents -t "$site"; done
  mkdir "$new/system"
  files_of_archive systemd/ | xargs -d '\n' cp -t "$new/system"
  # where a unit finds it, whichever Python this is
  ln -s "../${site#"$new/"}/drivers/voice/speak.sh" "$new/system/speak.sh"
  for path in LICENSE CHANGELOG.md docs/ config/; do
    files_of_archive "$path" | xargs -d '\n' cp --parents -t "$new"
  done
  chmod -R u=rwX,go=rX "$new" # whoever unpacked it may have kept it to themselves
}

# The mark comes last, when all else is on the disk.
move_in_place() {
  sync -f "$new"
  : >"$new/.whole"
  sync -f "$new"
  discard "$VERSIONS/$version"
  mv -T "$new" "$VERSIONS/$version"
  sync -f "$VERSIONS"
}

main "$@"
