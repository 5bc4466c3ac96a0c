#!/bin/sh
# shellcheck shell=dash
# The version before becomes the current one, and the other way round: `okanjo rollback`.
set -eu

here=$(dirname "$0")
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"
# shellcheck source=systemd/change.sh
. "$here/change.sh"

main() {
  local now before
  as_root "okanjo rollback"
  alone
  now=$(version_of current)
  before=$(version_of "versions/$now/before")
  if [ -z "$before" ] || [ "$before" = "$now" ]; then
    fail rollback "there is no earlier version" no-earlier
  fi
  say service "going back from $now to $before ..."
  if ! lay_links || ! link "../$now" "$VERSIONS/$before/before"; then fail service "nothing was changed"; fi
  users "$before"
  if put_to_work "$before"; then
    say service "$before is $outcome"
    return
  fi
  last_words >&2
  if put_to_work "$now"; then
    fail service "$before did not become ready within $READY_WITHIN_S s: $now keeps running" not-ready
  fi
  fail service "neither $before nor $now becomes ready. $LOOK"
}

main "$@"
