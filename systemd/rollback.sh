#!/bin/sh
# The version before becomes the current one, and the other way round: `okanjo rollback`.
set -eu

# shellcheck source=systemd/steps.sh
. "$(dirname "$0")/steps.sh"

main() {
  as_root "okanjo rollback"
  alone
  now=$(version_of current)
  before=$(version_of previous)
  if [ -z "$before" ] || [ "$before" = "$now" ]; then
    fail rollback "there is no version before this one"
  fi
  say service "going back from $now to $before ..."
  if put_to_work "$before"; then
    link "versions/$now" "$OPT/previous" || true
    sync
    say service "$before is ready"
    return
  fi
  last_words >&2
  put_to_work "$now" || true
  fail service "$before did not become ready within $READY_WITHIN_S s: $now goes on"
}

main "$@"
