#!/bin/sh
# shellcheck shell=dash
# The file of a release in; the same installed out, if the version at work finds its signature right.
# Nothing of it is run before.
#   update.sh FILE                 all of it: `okanjo update FILE`
#   update.sh --by-page-look FILE  no more than to unpack and check it, by okanjo-request.service
#   update.sh --by-page            check and install what lies unpacked, by okanjo-change@.service
# The page knows no --trust: it takes only what is signed by a key that the version at work names, and
# nothing older.
set -eu

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"
# shellcheck source=systemd/archive.sh
. "$here/archive.sh"

PYTHON=${OKANJO_PYTHON:-/usr/bin/python3}
folder=$ROOT/var/lib/okanjo-update # root's own
top=$folder/okanjo

main() {
  as_root "okanjo update FILE"
  signals_are_exits
  mkdir -p "$folder" "$ROOT/run/okanjo-request"
  chmod 700 "$folder"
  exec 8>"$ROOT/run/okanjo-request/lock"
  flock -n 8 || fail archive "another update is running: wait for its end, then $AGAIN" busy
  trap 'rm -rf "$top"; rmdir "$folder" 2>/dev/null || true' EXIT
  case $1 in
    --by-page-look)
      unpack "$2"
      check_for_page
      grep -vxFf "$OPT/current/CHANGELOG.md" "$top/CHANGELOG.md" >"${OKANJO_NEWS:-/dev/null}" || true
      trap - EXIT
      ;;
    --by-page)
      check_for_page
      sh "$top/install.sh"
      ;;
    *)
      [ -f "$1" ] || fail update "there is no file $1"
      unpack "$(readlink -f "$1")"
      check_archive
      sh "$top/install.sh"
      ;;
  esac
}

unpack() {
  local why
  rm -rf "$top"
  why=$("$PYTHON" -I "$here/unpack.py" "$1" "$folder") && return
  case $why in
    full) fail archive "the disk is full (df -h): free some space, then $AGAIN" full ;;
    too-large) fail archive "larger than any release: $ONCE_MORE" too-large ;;
    links) fail archive "it has links, devices or odd names in it, as no release has: $ONCE_MORE" links ;;
    damaged) fail archive "damaged: $ONCE_MORE" damaged ;;
    *) fail archive "this is not a release file: $ONCE_MORE" no-release ;;
  esac
}

check_for_page() {
  local now new
  grep -qs '^[^#]' "$OPT/current/system/allowed-signers" ||
    fail signature "the version at work names nobody whom it trusts: sudo okanjo update FILE" no-key
  check_archive
  now=$(version_of current)
  now=${now%%-*}
  new=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$top/pyproject.toml" | head -n 1)
  if [ "$new" != "$now" ] && [ "$(printf '%s\n%s\n' "$new" "$now" | sort -V | head -n 1)" = "$new" ]; then
    fail archive "$new is older than $now: sudo okanjo update FILE" older
  fi
}

main "$@"
