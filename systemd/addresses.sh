#!/bin/sh
# This machine's network in, /run/okanjo/addresses out: an address or name a line, best first.
# Only what others can reach: no loopback, nothing that is of this link alone or not valid yet, no
# bridge of a container.
set -eu
file=${1:-${RUNTIME_DIRECTORY:-/run/okanjo}/addresses}

# `ip -o address`: "2: wlan0    inet 192.0.2.7/24 brd ... scope global dynamic wlan0\ ..."
list_addresses() {
  ip -o "$1" address show up scope global 2>/dev/null | while read -r _ device _ address rest; do
    case $device in docker* | veth* | br-* | virbr* | lxc* | cni*) continue ;; esac
    case " $rest " in *" tentative "* | *" deprecated "* | *" dadfailed "* | *" temporary "*) continue ;; esac
    echo "${address%%/*}"
  done
}

list_names() {
  name=$(uname -n)
  echo "$name"
  case $name in *.*) echo "${name%%.*}" ;; esac
  echo "${name%%.*}.local"
}

# in one step, and only if there is news: whoever watches the folder is woken by nothing else
addresses=$(list_addresses -4; list_addresses -6; list_names)
if [ "$addresses" != "$(cat "$file" 2>/dev/null)" ]; then
  echo "$addresses" >"$file.new"
  mv "$file.new" "$file"
fi
