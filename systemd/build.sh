#!/bin/sh
# An unpacked archive, and a version's name, in; /opt/okanjo/versions/<name> out: whole, or not at all.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"

PYTHON=${OKANJO_PYTHON:-/usr/bin/python3}
NEEDS_MB=64 # three times a version: the games shall have room, too

main() {
  version=$1
  if [ -e "$VERSIONS/$version/.whole" ]; then
    say version "$version is there"
    return
  fi
  new=$VERSIONS/.new-$version
  trap 'ended $?' EXIT
  trap 'exit 1' HUP INT TERM
  mkdir -p "$VERSIONS"
  rm -rf "$VERSIONS"/.new-* "$VERSIONS"/.gone-*
  room
  libraries
  ours
  "$new/bin/python" -I -m compileall -q -s "$new" -p "/opt/okanjo/versions/$version" "$site" >/dev/null
  "$new/bin/python" -I -m firmware codes --json >/dev/null || fail version "$version does not run here"
  in_its_place
  say version "$version is laid down"
}

# Half a version is of no use to anybody, and a full disk keeps games from being saved.
ended() {
  trap - EXIT
  if [ "$1" = 0 ]; then return; fi
  rm -rf "$new"
  if [ -z "${told:-}" ]; then
    say version "$version could not be laid down: is the disk full (df -h)? Then run this again" >&2
  fi
  exit "$1"
}

room() {
  free_mb=$(($(df --output=avail -k "$VERSIONS" | tail -n 1) / 1024))
  if [ "$free_mb" -lt "$NEEDS_MB" ]; then
    fail version "the disk has only $free_mb MB left, and $NEEDS_MB are needed: make room, then run this again"
  fi
}

# What of the archive begins like this. Beside it there may lie what an older one has left.
listed() { sed 's/^[0-9a-f]* [ *]//' "$top/SHA256SUMS" | grep "^$1"; }

unpack() { "$PYTHON" -I -m zipfile -e "$1" "$site"; }

libraries() {
  "$PYTHON" -I -m venv --without-pip --system-site-packages "$new"
  rm -f "$new"/bin/[Aa]ctivate*
  site=$(echo "$new"/lib/python3.*/site-packages)
  for wheel in $(listed 'wheels/.*-none-any\.whl$'); do unpack "$top/$wheel"; done
  lgpio
}

# Only where the distribution has none, and there is one for this machine and this Python.
lgpio() {
  if "$PYTHON" -I -c 'import lgpio' 2>/dev/null; then return; fi
  case $(dpkg --print-architecture) in
    arm64) machine=aarch64 ;;
    amd64) machine=x86_64 ;;
    *) machine=other ;;
  esac
  tag=$("$PYTHON" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
  wheel=$(listed "wheels/lgpio-.*-$tag-.*_$machine\.whl$" || true)
  if [ -n "$wheel" ]; then
    unpack "$top/$wheel"
  else
    say pins "no lgpio for this system: no buttons, buzzer and plain LEDs; all else works"
  fi
}

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
