# What install.sh, rollback.sh and uninstall.sh have in common: where things lie, one line a step, and
# the change from one version to another. To be read by them, after `set -eu`.
# shellcheck shell=sh disable=SC2034

umask 022
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"

ROOT=${OKANJO_ROOT:-} # for trying it out: everything below lies in this folder
OPT=$ROOT/opt/okanjo
VERSIONS=$OPT/versions
UNITS="okanjo.socket okanjo.service okanjo-addresses.service okanjo-addresses.path okanjo-addresses.timer"
# what is linked from where, and where it lies in a version's folder
LINKS="
/etc/sysusers.d/okanjo.conf okanjo.sysusers
/etc/udev/rules.d/70-okanjo.rules okanjo.udev.rules
/etc/modules-load.d/okanjo.conf okanjo.modules
/usr/local/bin/okanjo okanjo.sh
"
# what starts with the machine; laid by hand, as `systemctl enable` links to the version of the day
WANTS="
multi-user.target.wants okanjo.service
multi-user.target.wants okanjo-addresses.service
multi-user.target.wants okanjo-addresses.path
sockets.target.wants okanjo.socket
timers.target.wants okanjo-addresses.timer
"
LOCK=$ROOT/run/okanjo-install.lock # not in /run/lock, where anybody may write
READY_WITHIN_S=${OKANJO_READY_WITHIN_S:-30}
STAYS_S=${OKANJO_STAYS_S:-2}

say() { printf '%-12s %s\n' "$1" "$2"; }

fail() {
  say "$1" "$2" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" != 0 ] && [ -z "$ROOT" ]; then
    echo "This changes the system: sudo $1" >&2
    exit 2
  fi
}

# One at a time: a second one waits for the first.
alone() {
  exec 9>"$LOCK"
  flock -n 9 || {
    say waiting "another installation is at work"
    flock 9
  }
}

systemd_runs() { [ -d "$ROOT/run/systemd/system" ]; }

# The version that a link stands for; nothing when there is none, or it is not whole.
version_of() {
  found=$(readlink "$OPT/$1" 2>/dev/null) || return 0
  if [ -x "$OPT/$found/bin/python" ]; then echo "${found#versions/}"; fi
}

# link TARGET NAME: in one step, whatever was there; whether anything changed
link() {
  if [ "$(readlink "$2" 2>/dev/null)" = "$1" ]; then return 1; fi
  mkdir -p "$(dirname "$2")"
  ln -sfn "$1" "$2.new"
  mv -Tf "$2.new" "$2"
}

# All that the system finds of the current version, it finds by links through "current": to change
# that one link is to change all at once.
lay_links() {
  changed=
  for unit in $UNITS; do
    if link "/opt/okanjo/current/system/$unit" "$ROOT/etc/systemd/system/$unit"; then changed=yes; fi
  done
  while read -r place name; do
    if [ -n "$place" ] && link "/opt/okanjo/current/system/$name" "$ROOT$place"; then changed=yes; fi
  done <<EOF
$LINKS
EOF
  while read -r place unit; do
    if [ -n "$place" ] && link "../$unit" "$ROOT/etc/systemd/system/$place/$unit"; then changed=yes; fi
  done <<EOF
$WANTS
EOF
  [ -n "$changed" ]
}

uptime_s() { cut -d. -f1 /proc/uptime; }

# Whether the service becomes ready, and stays it for a moment.
becomes_ready() {
  until=$(($(uptime_s) + READY_WITHIN_S))
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

# Put a version to work: the old one is stopped first, as it may still import a file or two. Whether
# the new one becomes ready.
put_to_work() {
  trap '' HUP INT TERM # from here to the end nobody is to hang up half-way
  if ! systemd_runs; then
    link "versions/$1" "$OPT/current" || true
    lay_links || true
    sync
    return 0
  fi
  systemctl stop okanjo.service 2>/dev/null || true
  link "versions/$1" "$OPT/current" || true
  lay_links || true
  sync
  systemctl daemon-reload
  reload_devices
  systemctl restart --no-block okanjo.service
  if ! becomes_ready; then return 1; fi
  : >"$VERSIONS/$1/.was-ready"
  sync
}

# Rules, groups and drivers, as the current version has them.
reload_devices() {
  systemd-sysusers ${ROOT:+--root="$ROOT"} "$OPT/current/system/okanjo.sysusers" 2>/dev/null
  if [ -n "$ROOT" ]; then return; fi
  if [ -S /run/udev/control ]; then
    udevadm control --reload
    for subsystem in gpio i2c-dev spidev tty; do
      udevadm trigger --subsystem-match="$subsystem" || true
    done
  fi
  grep -v '^#' "$OPT/current/system/okanjo.modules" | while read -r module; do
    modprobe --quiet "$module" 2>/dev/null || true
  done
}

# What the service said last, to tell why.
last_words() { journalctl --unit okanjo.service --lines 5 --no-pager --output cat 2>/dev/null | sed 's/^/  | /'; }
