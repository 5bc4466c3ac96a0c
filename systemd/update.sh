#!/bin/sh
# The file of a release in; the same installed out, if the version at work finds its signature right:
# `okanjo update`. Nothing of it is run before.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"
# shellcheck source=systemd/archive.sh
. "$here/archive.sh"

main() {
  as_root "okanjo update FILE"
  [ -f "$1" ] || fail update "there is no file $1"
  folder=$OPT/.update
  trap 'rm -rf "$folder"' EXIT
  signals_are_exits
  rm -rf "$folder"
  mkdir -m 700 "$folder"
  quietly tar -xf "$1" -C "$folder" --no-same-owner okanjo ||
    fail archive "this is not a release file, or it is damaged: $ONCE_MORE"
  top=$folder/okanjo
  check_archive
  sh "$top/install.sh"
}

main "$@"
