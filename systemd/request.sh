#!/bin/sh
# What okanjo.service asks for by a word in its folder, done by root. The service can write there, so no
# link is followed, no more than a word is read, and nothing of it is run.
#   request.sh            whatever is asked for (okanjo-request.service)
#   request.sh go-back    that, or update, where more rights are (okanjo-change@.service)
set -eu

here=$(dirname "$(readlink -f "$0")") # to the end, whatever becomes current
# shellcheck source=systemd/steps.sh
. "$here/steps.sh"

ASKED=$ROOT/run/okanjo/request
FILE=$ROOT/var/lib/okanjo/update # of a release, laid down with the word
FOLDER=$ROOT/run/okanjo-request
TOLD=$FOLDER/progress # what is said, a line a step; the first has the word, the last how it ended

main() {
  word=$(dd if="$ASKED" iflag=nofollow,nonblock bs=16 count=1 status=none 2>/dev/null) || true
  case $word in update | go-back | restart | switch-off | stick) ;; *) word=nothing ;; esac
  # whoever sees the word taken finds nothing of what was asked for before
  { mkdir -p "$FOLDER" && rm -f "$FOLDER/why" "$FOLDER/status" "$FOLDER/news" && say asked "$word" | tee "$TOLD"; } || true
  rm -rf "$ASKED" # before anything is done: as long as it is there, this is started again
  case $word in
    update)
      told sh "$here/update.sh" --by-page-look "$FILE"
      rm -rf "$FILE"
      if [ "$(cat "$FOLDER/status")" = 0 ]; then
        rm "$FOLDER/status"
        systemctl start "okanjo-change@$word.service" || true
      fi
      ;;
    go-back) systemctl start "okanjo-change@$word.service" || true ;;
    restart) told systemctl reboot ;;
    switch-off) told systemctl poweroff ;;
    stick) told read_sticks ;;
  esac
  say ended "$(cat "$FOLDER/status" 2>/dev/null) $(cat "$FOLDER/why" 2>/dev/null)" | tee -a "$TOLD"
}

# Each USB stick that is plugged in is looked at once more, as when it came; its unit asks the service
# what of it is wanted.
read_sticks() {
  for block in "$ROOT"/sys/class/block/*; do
    case $(readlink "$block") in
      */usb[0-9]*/block/*) systemctl start --no-block "okanjo-stick@${block##*/}.service" ;;
    esac
  done
}

# told WORDS: what it says goes to the page, and to the log; its exit status into a file, as a pipe has none
# but its last command's, and why it failed, in a word, too.
told() {
  {
    status=0
    OKANJO_WHY=$FOLDER/why OKANJO_NEWS=$FOLDER/news OKANJO_AGAIN="choose the file again" "$@" || status=$?
    echo "$status" >"$FOLDER/status"
  } 2>&1 | tee -a "$TOLD"
}

case ${1:-} in
  "") main ;;
  update) told sh "$here/update.sh" --by-page ;;
  go-back) told sh "$here/rollback.sh" ;;
esac
