#!/bin/sh
# shellcheck shell=dash
# How a start of the service went in; an update whose installer was cut off while it waited (a pulled
# plug) seen through: kept if it became ready, gone back from if it did not.
#   guard.sh ready    the service is ready
#   guard.sh ended    it has ended; $SERVICE_RESULT says how
set -eu

if [ "$1" = ended ] && [ "${SERVICE_RESULT:-success}" = success ]; then exit 0; fi
# shellcheck source=systemd/steps.sh
. "$(dirname "$0")/steps.sh"

main() {
  local now before
  now=$(version_of current)
  if [ -z "$now" ] || was_ready "$now"; then return; fi
  exec 9>"$LOCK"
  if ! flock -n 9; then return; fi # an installer is at work, and sees to it by itself
  if [ "$1" = ready ]; then
    # on a card that has turned read-only it cannot be kept, and the game goes on all the same
    touch "$VERSIONS/$now/.was-ready" || true
    return
  fi
  before=$(version_of "versions/$now/before")
  if [ -z "$before" ] || [ "$before" = "$now" ] || ! was_ready "$before"; then return; fi
  say service "$now did not become ready: going back to $before"
  link "versions/$before" "$OPT/current"
  sync
  if systemd_runs; then systemctl daemon-reload; fi
}

main "$1"
