#!/bin/bash
# A Debian suite in, the release installed, hung, updated, rolled back and removed in it out: on a
# systemd that has really booted, within some four minutes. A container, so there are no devices,
# and its cgroups do not hold the service to DeviceAllow; the virtual Pi does.
#   tests/virtual_pi/nspawn.sh [bookworm|trixie]
# As root on Debian 12 or newer. Its root is kept in build/nspawn for the next time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/virtual_pi/host.sh
. "$here/host.sh"

suite=${1:-bookworm}
cd "$here/../.."
work=$PWD/build/nspawn
base=$work/$suite
root=$work/$suite-runs
machine=okanjo-$suite
# as Raspberry Pi OS Lite is, as far as the installer can tell
SYSTEM=systemd,systemd-sysv,udev,kmod,dbus,procps,python3,sudo,ca-certificates,iproute2,curl

[ "$(id -u)" = 0 ] || { echo "A machine is booted as root." >&2; exit 2; }
tools mmdebstrap systemd-container procps mosquitto mosquitto-clients
if [ ! -e "$base" ]; then
  mkdir -p "$work"
  debian "$base.new" "$suite" "$(dpkg --print-architecture)" "$SYSTEM"
  mv "$base.new" "$base"
fi

archive=$(sh systemd/dist.sh | tail -n 1)
rm -rf "$root"
cp -a --reflink=auto "$base" "$root"
: >"$root/etc/machine-id"
echo "$machine" >"$root/etc/hostname"
cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
mkdir -p "$root/root"
tar -xzf "$archive" -C "$root/root"
mv "$root/root/okanjo" "$root/root/good"

# Another version: more at the end of one of its files, and the sums that go with it.
another() {
  cp -a "$root/root/good" "$root/root/$1"
  printf '%b' "$3" >>"$root/root/$1/$2"
  (cd "$root/root/$1" && find . -type f ! -name SHA256SUMS -printf '%P\0' | sort -z |
    xargs -0 sha256sum >../sums && mv ../sums SHA256SUMS)
}
another newer CHANGELOG.md "newer\n"
another never firmware/main.py "\n\ndef run(config):\n    import time\n\n    time.sleep(600)\n"

systemd-nspawn --quiet --directory="$root" --boot --register=no --keep-unit --machine="$machine" \
  --console=pipe --resolv-conf=off </dev/null >"$work/$suite.log" 2>&1 &
container=$!
leader=
in_it() { nsenter --target "$leader" --all env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin HOME=/root LC_ALL=C "$@"; }
end() {
  in_it systemctl poweroff 2>/dev/null || true
  wait "$container" || true
}
trap end EXIT

# until SECONDS WORDS...: wait for a command to succeed
until_true() {
  local last=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    if ((SECONDS > last)); then
      echo "never came true: $*" >&2
      exit 1
    fi
    sleep 0.2
  done
}
check() {
  if [ "$2" != "$3" ]; then
    echo "FAILED: $1: $2, not $3" >&2
    in_it journalctl --no-pager -u 'okanjo*' | tail -n 30 >&2
    exit 1
  fi
  echo "ok: $1: $2"
}
child() { leader=$(pgrep -P "$container" | head -n 1) && [ -n "$leader" ]; }
until_true 10 child
leader=$(pgrep -P "$container" | head -n 1)
booted() { in_it systemctl is-system-running | grep -Eq 'running|degraded'; }
until_true 30 booted

current() { basename "$(in_it readlink /opt/okanjo/current)"; }
pid() { in_it systemctl show --property MainPID --value okanjo.service; }
page() { in_it curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1/; }
new_process() { [ "$(pid)" != "$old" ] && [ "$(pid)" != 0 ] && in_it systemctl is-active okanjo.service; }

began=$SECONDS
in_it /root/good/install.sh --trust
echo "installed in $((SECONDS - began)) s"
check "page" "$(page)" 200
in_it okanjo doctor
check "units, by systemd's own word" "$(in_it systemd-analyze verify --man=no okanjo.service okanjo.socket \
  okanjo-addresses.service okanjo-addresses.path okanjo-addresses.timer okanjo-photo.socket \
  okanjo-mqtt.path okanjo-mqtt.service okanjo-request.path okanjo-request.service okanjo-change@.service \
  okanjo-photo.service okanjo-camera.socket okanjo-camera@.service okanjo-voice.socket okanjo-voice@.service \
  okanjo-newest.socket okanjo-newest@.service okanjo-stick@.service \
  okanjo-wifi.timer okanjo-wifi.service 2>&1)" ""
first=$(current)
in_it /root/good/install.sh --trust >/dev/null
check "installed once more" "$(current)" "$first"

old=$(pid)
cp tests/virtual_pi/brought/photos.py "$root/usr/local/lib/photos.py"
in_it /opt/okanjo/current/bin/python -I /usr/local/lib/photos.py
check "the service notices nothing of photos" "$(pid)" "$old"
check "page" "$(page)" 200

# A program in the place of a camera: what it writes, and who it is. The group video has no name in the
# unit's own name space of users.
asks() { in_it /opt/okanjo/current/bin/python -I -c "from drivers.camera import Unit; print(Unit().take()[3:].decode().strip())" 2>&1 | tail -n 1; }
in_it cp /etc/okanjo/okanjo.toml /root/settings
in_it sed -i '/^\[camera\]/,/^$/s/^# kind = "none"/kind = "pi"/' /etc/okanjo/okanjo.toml
check "no camera's program" "$(asks | grep -c 'rpicam-still is missing')" 1
in_it sh -c "printf '#!/bin/sh\nprintf \"\\\\377\\\\330\\\\377\"; id -nG\n' >/usr/bin/rpicam-still"
in_it chmod 755 /usr/bin/rpicam-still
check "a picture, by the camera's own unit" "$(asks)" "okanjo nogroup"
in_it rm /usr/bin/rpicam-still
in_it cp /root/settings /etc/okanjo/okanjo.toml

# The container has the host's network, so a broker there is one for it, too.
mosquitto -p 18831 >"$work/mosquitto.log" 2>&1 &
broker=$!
in_it sed -i '/^\[mqtt\]/,/^$/{s/^# host = .*/host = "127.0.0.1"/;s/^# port = .*/port = 18831/}' /etc/okanjo/okanjo.toml
in_it systemctl restart okanjo.service
check "a broker hears of it" "$(timeout 30 mosquitto_sub -p 18831 -t 'okanjo/+/availability' -C 1)" online
check "and doctor knows" "$(in_it okanjo doctor | grep -c '^MQTT *ok')" 1
in_it cp /root/settings /etc/okanjo/okanjo.toml
in_it systemctl restart okanjo.service
gone() { [ "$(in_it systemctl is-active okanjo-mqtt.service)" = inactive ]; }
until_true 10 gone
kill "$broker"

in_it /root/newer/install.sh --trust >/dev/null
second=$(current)
in_it okanjo rollback
check "rolled back" "$(current)" "$first"
in_it okanjo rollback >/dev/null
check "and forward" "$(current)" "$second"

enabled() { in_it systemctl is-enabled okanjo.service || true; }
in_it systemctl disable --quiet okanjo.service
in_it /root/newer/install.sh --trust >/dev/null
check "switched off by its owner, installed once more" "$(enabled)" disabled
in_it systemctl enable --quiet okanjo.service
check "and on again" "$(enabled)" enabled

status=0
said=$(in_it /root/never/install.sh --trust 2>&1) || status=$?
echo "$said"
check "an update that is never ready" "$status" 1
says() { grep -qF "$1" <<<"$said" && echo so; }
check "has been waited for" "$(says "did not become ready within 30 s")" so
check "and the one before is ready" "$(says "went back to $second, which is ready")" so
check "goes back" "$(current)" "$second"
check "page" "$(page)" 200

in_it sh -c 'setsid /root/never/install.sh --trust >/dev/null 2>&1 & echo $! >/run/installer'
went_over() { [ "$(current)" != "$second" ] && [ "$(in_it systemctl is-active okanjo.service)" = activating ]; }
until_true 60 went_over
in_it kill -KILL -- "-$(in_it cat /run/installer)"
back() { [ "$(current)" = "$second" ] && [ "$(in_it systemctl is-active okanjo.service)" = active ]; }
until_true 60 back
echo "ok: so does one whose installer is killed"
check "page" "$(page)" 200

old=$(pid)
in_it kill -STOP "$old"
began=$SECONDS
until_true 60 new_process
echo "ok: hung, and running again after $((SECONDS - began)) s"
check "page" "$(page)" 200

in_it systemctl stop okanjo.socket okanjo.service
in_it timeout 3 okanjo run </dev/null || true # by root, and its files are root's
in_it systemctl start okanjo.socket okanjo.service
check "after root has played, the journal" "$(in_it okanjo doctor | grep -c 'everything is saved')" 1

in_it /opt/okanjo/current/system/uninstall.sh
left=$(in_it find / -xdev -path /root -prune -o -path /proc -prune -o -path /sys -prune -o -name '*okanjo*' -print |
  sort | tr '\n' ' ')
check "what is left" "$left" "/etc/okanjo /etc/okanjo/okanjo.toml /var/lib/okanjo "
in_it /root/good/install.sh --trust >/dev/null
check "and installed again, page" "$(page)" 200
echo "all of it, on $suite, in $SECONDS s"
