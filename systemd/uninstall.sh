#!/bin/sh
# shellcheck shell=dash
# Okanjo gone from this machine, but for the settings and the games. Cut off anywhere, it can be run again.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
[ -e "$here/steps.sh" ] || here=$here/systemd
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"
# shellcheck source=systemd/change.sh
. "$here/change.sh"

main() {
  local names
  as_root "$0"
  alone
  trap '' HUP INT TERM PIPE # a moment's work: nobody is to stop it half-way
  names=$(echo "$UNITS" | cut -d ' ' -f 1 | sed 's/@/@*/')
  if systemd_runs; then
    # shellcheck disable=SC2086 # names, one a word
    systemctl stop $names 2>/dev/null || true
  fi
  say service "stopped"
  remove_links
  if systemd_runs; then
    systemctl daemon-reload
    # shellcheck disable=SC2086
    systemctl reset-failed $names 2>/dev/null || true
    if [ -z "$ROOT" ] && [ -S /run/udev/control ]; then udevadm control --reload; fi
  fi
  remove_user
  rm -rf "$ROOT/run/okanjo" "$ROOT/run/okanjo-request" "$ROOT/run/okanjo-newest" "$ROOT/var/lib/okanjo-mqtt" \
    "$ROOT/var/lib/okanjo-update" "$ROOT/var/lib/okanjo-wifi"
  discard "$OPT" # last, as this script may lie in it
  rm -rf "$ROOT/opt/.gone-okanjo"
  say removed "settings in $ROOT/etc/okanjo and games in $ROOT/var/lib/okanjo are kept"
  say "" "(so are system packages, groups, I2C and SPI)"
}

remove_links() {
  local unit target place
  echo "$UNITS" | while read -r unit target; do
    if [ -z "$unit" ]; then continue; fi
    rm -f "$ROOT/etc/systemd/system/$target.wants/$unit" "$ROOT$UNITS_AT/$unit"
    rm -rf "$ROOT$UNITS_AT/$unit.d"
  done
  echo "$LINKS" | while read -r place _; do
    if [ -n "$place" ]; then rm -f "$ROOT$place"; fi
  done
}

# Its files fall to root, so that no later user of the same number finds itself their owner. A person
# of that name stays.
remove_user() {
  local number
  number=$(user_number)
  if [ -z "$number" ] || [ "$number" -ge "$FIRST_PERSON" ]; then return; fi
  if [ -d "$ROOT/var/lib/okanjo" ]; then chown -R 0:0 "$ROOT/var/lib/okanjo" || true; fi
  userdel ${ROOT:+--prefix "$ROOT"} okanjo >/dev/null 2>&1 || say user "okanjo could not be removed"
}

main "$@"
