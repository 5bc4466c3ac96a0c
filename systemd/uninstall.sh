#!/bin/sh
# Okanjo gone from this machine, but for the settings and the games.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
for steps in "$here/steps.sh" "$here/systemd/steps.sh"; do
  # shellcheck source=systemd/steps.sh
  if [ -e "$steps" ]; then . "$steps" && break; fi
done

main() {
  as_root "$0"
  alone
  trap '' HUP
  if systemd_runs; then
    # shellcheck disable=SC2086 # names, one a word
    systemctl stop $UNITS 2>/dev/null || true
  fi
  say service "stopped"
  for unit in $UNITS; do rm -f "$ROOT/etc/systemd/system/$unit"; done
  echo "$WANTS" | while read -r place unit; do
    if [ -n "$place" ]; then rm -f "$ROOT/etc/systemd/system/$place/$unit"; fi
  done
  echo "$LINKS" | while read -r place _; do
    if [ -n "$place" ]; then rm -f "$ROOT$place"; fi
  done
  if systemd_runs; then
    systemctl daemon-reload
    # shellcheck disable=SC2086
    systemctl reset-failed $UNITS 2>/dev/null || true
    if [ -z "$ROOT" ] && [ -S /run/udev/control ]; then udevadm control --reload; fi
  fi
  rm -rf "$OPT" "$ROOT/run/okanjo"
  user
  say removed "kept are the settings in $ROOT/etc/okanjo, games in $ROOT/var/lib/okanjo"
  say "" "(and what is not Okanjo's alone: the distribution's packages, I2C and SPI)"
}

# Its files fall to root, so that no later user of the same number finds itself their owner.
user() {
  if ! grep -qs '^okanjo:' "$ROOT/etc/passwd"; then return; fi
  if [ -d "$ROOT/var/lib/okanjo" ]; then chown -R 0:0 "$ROOT/var/lib/okanjo" || true; fi
  userdel ${ROOT:+--prefix "$ROOT"} okanjo >/dev/null 2>&1 || say user "okanjo could not be removed"
}

main "$@"
