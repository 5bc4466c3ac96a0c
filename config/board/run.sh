#!/usr/bin/env bash
# What `make board` does: a broker with the settings beside this file, and the board; Ctrl-C ends both.
# With a broker's name, as in `make board BROKER=192.168.1.20`, the board alone. Options follow the name.
set -eu
PATH="$PATH:/usr/sbin"
cd "$(dirname "$0")/../.."
sources=$PWD
ulimit -n 8192 2>/dev/null || true # more than a thousand tables, hundreds of phones
data=${XDG_STATE_HOME:-$HOME/.local/state}/okanjo-board
broker=${1:-}
[ $# = 0 ] || shift
if [ -z "$broker" ]; then
  command -v mosquitto >/dev/null || {
    echo "There is no broker here yet: sudo apt install mosquitto"
    exit 1
  }
  mkdir -p -m 700 "$data/broker"
  cd "$data/broker"
  if [ "$(id -u)" = 0 ]; then chown mosquitto: .; fi
  mosquitto -c "$sources/config/board/mosquitto.conf" >mosquitto.log 2>&1 &
  trap 'kill $! 2>/dev/null || true' EXIT
  sleep 1
  kill -0 $! 2>/dev/null || {
    tail -n 1 mosquitto.log
    echo "If Debian's own broker runs here: sudo systemctl disable --now mosquitto"
    exit 1
  }
fi
cd "$sources"
.venv/bin/python -m firmware board --broker "${broker:-127.0.0.1}" --data "$data" "$@"
