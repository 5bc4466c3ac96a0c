#!/bin/sh
# shellcheck shell=dash
# A Raspberry Pi, or any Debian 12 or 13, in; Okanjo installed, started and ready out.
# A step a line. It may be interrupted anywhere and run again at any time: what is done already is
# left alone, and what is half done counts for nothing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$here
[ -d "$top/systemd" ] || top=$(dirname "$here")
# shellcheck source=systemd/steps.sh
. "$top/systemd/steps.sh"
# shellcheck source=systemd/archive.sh
. "$top/systemd/archive.sh"
# shellcheck source=systemd/change.sh
. "$top/systemd/change.sh"
# shellcheck source=systemd/packages.sh
. "$top/systemd/packages.sh"
# shellcheck source=systemd/buses.sh
. "$top/systemd/buses.sh"

PYTHON=${OKANJO_PYTHON:-/usr/bin/python3}

main() {
  local version laid_now='' status
  trap 'leave $?' EXIT
  signals_are_exits
  read_options "$@"
  as_root "$0"
  check_archive
  check_user
  alone
  packages
  check_python
  version=$(id_of_version)
  [ -e "$VERSIONS/$version/.whole" ] || laid_now=yes
  OKANJO_PYTHON=$PYTHON sh "$top/systemd/build.sh" "$version" || {
    status=$?
    if [ "$status" -lt 128 ]; then explained=yes; fi # by build.sh
    exit "$status"
  }
  settings
  buses
  change_to "$version" "$laid_now"
  leave_two
  signals_are_exits # the device is at work
  voice
  farewell
}

# However it ends, the last line is one of ours.
leave() {
  trap - EXIT
  trap '' HUP INT TERM
  if [ "$1" -gt 128 ]; then
    say stopped "half-way. Nothing is broken: run the same line again to continue" >&2
  elif [ "$1" != 0 ] && [ -z "${explained:-}" ]; then
    say stopped "half-way; the line above says why. Nothing is broken: fix that, then $AGAIN" >&2
  fi
  exit "$1"
}

# Without this, a second archive named after the command would seem to be installed.
read_options() {
  case $* in
    "") ;;
    --trust) trusted=yes ;;
    *) fail install "unknown option $*. Unpack one archive, then run: sudo okanjo/install.sh" ;;
  esac
}

check_user() {
  if [ "$(user_number | sort -n | tail -n 1)" -ge "$FIRST_PERSON" ] 2>/dev/null; then
    fail user "the user name okanjo is taken, and Okanjo needs it: write the card again with another user name"
  fi
}

check_python() {
  "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail python "Okanjo needs Python 3.11: use Raspberry Pi OS 12 (Bookworm) or newer"
}

# Its number, and what it is made of: the archive, and the Python it is for.
id_of_version() {
  local number minor sum
  number=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$top/pyproject.toml" | head -n 1)
  minor=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  sum=$({ cat "$top/SHA256SUMS" && echo "$minor"; } | sha256sum | cut -c 1-12)
  echo "$number-$sum"
}

# change_to VERSION LAID_NOW: goes back to the version before unless this one becomes ready. LAID_NOW is
# yes if this installation has brought it.
change_to() {
  local late was back
  was=$(version_of current)
  links_changed=
  lay_links || fail service "nothing was changed"
  say units "installed"
  if [ "$was" = "$1" ] && [ -z "$links_changed" ] && is_settled "$1"; then
    say service "already running"
    return
  fi
  users "$1"
  back=$(way_back "$was" "$1")
  if [ -n "$back" ] && [ "$was" != "$1" ]; then
    link "../$back" "$VERSIONS/$1/before" || fail service "nothing was changed"
  fi
  say service "starting ..."
  if put_to_work "$1"; then
    say service "$1 is $outcome"
    return
  fi
  last_words >&2
  late="$1 did not become ready within $READY_WITHIN_S s"
  if [ -z "$back" ]; then
    fail service "$late. $LOOK"
  fi
  say service "$late: going back to $back"
  if ! put_to_work "$back"; then
    fail service "went back to $back, which is not ready either. $LOOK. Then $AGAIN"
  fi
  # only what nobody has ever seen ready, and came just now, is taken away again
  if [ -n "$2" ] && ! was_ready "$1"; then discard "$VERSIONS/$1"; fi
  fail service "went back to $back, which is $outcome. Nothing else was changed" not-ready
}

# way_back FROM TO: which version to go back to if TO does not become ready; nothing where there is none.
# A version that was ready is the last to be left: then something else has changed, as the settings.
way_back() {
  local back=''
  if [ "$1" = "$2" ]; then
    if ! was_ready "$2"; then back=$(version_of "versions/$2/before"); fi
  elif [ -n "$1" ]; then
    if ! was_ready "$1"; then back=$(version_of "versions/$1/before"); fi
    back=${back:-$1}
  fi
  if [ "$back" != "$2" ]; then echo "$back"; fi
}

# Whether this version is at work already, and well.
is_settled() {
  if ! systemd_runs; then return 0; fi
  was_ready "$1" && [ "$(systemctl is-active okanjo.service)" = active ]
}

# This version and the one before stay.
leave_two() {
  local now before folder
  now=$(version_of current)
  before=$(version_of "versions/$now/before")
  for folder in "$VERSIONS"/*; do
    case ${folder##*/} in
      "$now" | "$before") ;;
      *) discard "$folder" ;;
    esac
  done
  rm -rf "$VERSIONS"/.new-* "$VERSIONS"/.gone-* "$ROOT/opt/.gone-okanjo"
}

farewell() {
  local address
  if ! systemd_runs; then
    say finished "systemd is not running: Okanjo starts with the machine"
    return
  fi
  if [ "$(systemctl is-active okanjo.socket)" = active ]; then
    address=$(hostname -I 2>/dev/null | tr ' ' '\n' | grep -m 1 -F . || true)
    say page "http://$(uname -n | cut -d. -f1).local${address:+ or http://$address}"
  fi
  if [ -e "$RESTART" ]; then
    say ready "restart once for display and lights: sudo reboot"
  else
    say ready "scan a menu or game. To check all parts: sudo okanjo doctor"
  fi
}

main "$@"
