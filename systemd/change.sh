# Puts an installed version to work: users, links, units, and the change itself. To be sourced after
# steps.sh.
#   sets $links_changed yes once a link or unit is new; $outcome, in which state the version is now
# shellcheck shell=dash disable=SC2034

# Each unit, and what it starts with, if not with another of them. A unit is a file that never changes
# (what it says is for `systemctl enable, disable, mask`), and beside it a link through "current" to all
# that the version says of it. A link in its place would not do: `enable` would follow it into the
# version of the day.
UNITS="
okanjo.socket sockets.target
okanjo.service multi-user.target
okanjo-addresses.service multi-user.target
okanjo-addresses.path multi-user.target
okanjo-addresses.timer timers.target
okanjo-mqtt.path multi-user.target
okanjo-mqtt.service
okanjo-request.path multi-user.target
okanjo-request.service
okanjo-change@.service
okanjo-photo.socket sockets.target
okanjo-photo.service
okanjo-camera.socket sockets.target
okanjo-camera@.service
okanjo-voice.socket sockets.target
okanjo-voice@.service
okanjo-newest.socket sockets.target
okanjo-newest@.service
okanjo-stick@.service
okanjo-wifi.timer timers.target
okanjo-wifi.service
"
UNITS_AT=/usr/local/lib/systemd/system
# What else is linked from where, and where it lies in a version's folder.
LINKS="
/etc/sysusers.d/okanjo.conf okanjo.sysusers
/etc/udev/rules.d/70-okanjo.rules okanjo.udev.rules
/etc/modules-load.d/okanjo.conf okanjo.modules
/usr/local/bin/okanjo okanjo.sh
"
READY_WITHIN_S=${OKANJO_READY_WITHIN_S:-30}
STAYS_S=${OKANJO_STAYS_S:-2}
LOOK="To see why: sudo journalctl -u okanjo"

# All that the system finds of the current version, it finds by links through "current": to change
# that one link is to change all at once.
lay_links() {
  local place name unit target
  while read -r place name; do
    if [ -n "$place" ]; then link "/opt/okanjo/current/system/$name" "$ROOT$place" || return 1; fi
  done <<END
$LINKS
END
  while read -r unit target; do
    if [ -n "$unit" ]; then lay_unit "$unit" "$target" || return 1; fi
  done <<END
$UNITS
END
}

# lay_unit UNIT TARGET: once the unit is there, the owner says whether it starts with the machine; so the
# file comes last. It is on the disk before it has its name, as an empty one would mean "masked".
lay_unit() {
  local file="$ROOT$UNITS_AT/$1"
  link "../../../../../../opt/okanjo/current/system/$1" "$file.d/00-okanjo.conf" || return 1
  if [ -s "$file" ]; then return 0; fi
  if [ -n "$2" ]; then link "$UNITS_AT/$1" "$ROOT/etc/systemd/system/$2.wants/$1" || return 1; fi
  if {
    echo "# Of Okanjo. What it does is said by the version at work: systemctl cat $1"
    if [ -n "$2" ]; then printf '[Install]\nWantedBy=%s\n' "$2"; fi
  } >"$file.new" && sync "$file.new" && mv -Tf "$file.new" "$file"; then
    links_changed=yes
  else
    cannot_be_laid "$file"
  fi
}

# users VERSION: whom it runs as.
users() {
  if ! quietly systemd-sysusers ${ROOT:+--root="$ROOT"} "$VERSIONS/$1/system/okanjo.sysusers"; then
    fail users "the user okanjo could not be created: fix what these lines say, then $AGAIN"
  fi
  say users "okanjo, with access to its devices"
}

# put_to_work VERSION: 1 if it does not become ready. The old version is stopped first, as it may still
# import a file or two. So is its socket, as a phone that calls would start it again, and what reads photos.
put_to_work() {
  trap '' HUP INT TERM PIPE # from here to the end nobody is to hang up half-way
  outcome=current
  if systemd_runs; then
    systemctl stop okanjo.socket okanjo.service okanjo-photo.socket okanjo-photo.service \
      okanjo-camera.socket okanjo-voice.socket okanjo-newest.socket 2>/dev/null || true
  fi
  if ! link "versions/$1" "$OPT/current"; then
    if systemd_runs; then start_all; fi
    fail service "could not be changed to $1: the old version keeps running"
  fi
  sync
  if ! systemd_runs; then return 0; fi
  systemctl daemon-reload
  reload_devices
  case $(systemctl is-enabled okanjo.service 2>/dev/null) in
    masked*)
      say service "masked by you: not started"
      return 0
      ;;
  esac
  start_all
  if ! becomes_ready; then return 1; fi
  if ! was_ready "$1"; then touch "$VERSIONS/$1/.was-ready" || true; fi
  sync
  outcome=ready
}

# The socket first: it cannot be had once the service runs. Path and timer only where the owner has
# left them on, and anew, as the version may say something else of them.
start_all() {
  local unit verb
  systemctl start okanjo.socket 2>/dev/null || say page \
    "none: another program uses port 80, or the socket is masked. Fix that, then: sudo systemctl restart okanjo"
  systemctl start --no-block okanjo.service || true
  for unit in okanjo-addresses.path okanjo-addresses.timer okanjo-mqtt.path okanjo-mqtt.service okanjo-request.path; do
    verb=try-restart
    if systemctl is-enabled --quiet "$unit" >/dev/null 2>&1; then verb=restart; fi
    systemctl "$verb" --no-block "$unit" 2>/dev/null || true
  done
}

# Whether the service becomes ready, and stays ready for a moment.
becomes_ready() {
  local pid until=$(($(uptime_s) + READY_WITHIN_S))
  while [ "$(uptime_s)" -lt "$until" ]; do
    if [ "$(systemctl is-active okanjo.service)" = active ]; then
      pid=$(systemctl show --property MainPID okanjo.service)
      sleep "$STAYS_S"
      if [ "$(systemctl show --property MainPID okanjo.service)" = "$pid" ] &&
        [ "$(systemctl is-active okanjo.service)" = active ]; then return 0; fi
    fi
    sleep 0.2
  done
  return 1
}

# Rules and drivers, as the current version has them.
reload_devices() {
  local subsystem module
  if [ -n "$ROOT" ]; then return 0; fi
  if [ -S /run/udev/control ]; then
    udevadm control --reload || true
    for subsystem in gpio i2c-dev spidev tty; do
      udevadm trigger --subsystem-match="$subsystem" || true
    done
  fi
  grep -v '^#' "$OPT/current/system/okanjo.modules" | while read -r module; do
    modprobe --quiet "$module" 2>/dev/null || true
  done
}

# What the service said last, to tell why.
last_words() { journalctl --unit okanjo.service --lines 5 --no-pager --output cat 2>/dev/null | quoted; }
