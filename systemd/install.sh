#!/bin/sh
# A Raspberry Pi, or any Debian 12 or 13, in; Okanjo installed, started and ready out.
# A step a line. It may be interrupted anywhere and run again at any time: what is done already is
# left alone, and what is half done counts for nothing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$here
[ -d "$top/systemd" ] || top=$(dirname "$here")
# shellcheck source=systemd/steps.sh
. "$top/systemd/steps.sh"

PYTHON=${OKANJO_PYTHON:-/usr/bin/python3}
PACKAGES="python3 python3-cbor2 python3-evdev python3-pil python3-spidev"

main() {
  as_root "$0"
  check_archive
  alone
  packages
  check_python
  version=$(id_of_version)
  build "$version"
  settings
  buses
  change_to "$version"
  leave_two
  farewell
}

check_archive() {
  if ! [ -e "$top/SHA256SUMS" ]; then
    fail archive "this is no release archive: in a checkout it is made and installed by: make install"
  fi
  (cd "$top" && sha256sum --check --quiet --strict SHA256SUMS) >/dev/null 2>&1 ||
    fail archive "it has come damaged: fetch and unpack it once more"
  say archive "whole"
}

has_package() { dpkg-query --show --showformat '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

# What has no wheel comes from the distribution; lgpio only where that has it.
packages() {
  missing=
  for package in $PACKAGES python3-lgpio; do
    if ! has_package "$package"; then missing="$missing $package"; fi
  done
  if [ "$missing" = " python3-lgpio" ] && [ -z "$(candidate python3-lgpio)" ]; then missing=; fi
  if [ -z "$missing" ]; then
    say packages "all there"
    return
  fi
  export DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1
  # a Pi's first start updates itself: wait for that, and finish what was cut off
  if [ -n "$(dpkg --audit 2>/dev/null)" ]; then dpkg --configure -a >/dev/null || true; fi
  say packages "fetching$missing ..."
  apt-get -qq -o DPkg::Lock::Timeout=600 update || true
  if [ -z "$(candidate python3-lgpio)" ]; then missing=$(echo "$missing" | sed 's/ python3-lgpio//'); fi
  # shellcheck disable=SC2086 # names, one a word
  if [ -n "$missing" ] && ! told=$(apt-get -qq -o DPkg::Lock::Timeout=600 install --yes \
    --no-install-recommends $missing 2>&1); then
    echo "$told" | tail -n 5 | sed 's/^/  | /' >&2
    fail packages "could not be fetched: is the network there? Then run this again"
  fi
  say packages "installed"
}

candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p' | grep -v '(none)' || true; }

check_python() {
  "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail python "Okanjo needs Python 3.11: take Raspberry Pi OS 12 (Bookworm) or newer"
}

# Its number, and what it is made of: the archive, and the Python it is for.
id_of_version() {
  number=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$top/pyproject.toml" | head -n 1)
  minor=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  sum=$({ cat "$top/SHA256SUMS" && echo "$minor"; } | sha256sum | cut -c 1-12)
  echo "$number-$sum"
}

# A version's folder, under another name until it is whole and on the disk.
build() {
  if [ -x "$VERSIONS/$1/bin/python" ]; then
    say version "$1 is there"
    return
  fi
  mkdir -p "$VERSIONS"
  rm -rf "$VERSIONS"/.new-*
  new=$VERSIONS/.new-$1
  "$PYTHON" -I -m venv --without-pip --system-site-packages "$new"
  rm -f "$new"/bin/[Aa]ctivate*
  site=$(echo "$new"/lib/python3.*/site-packages)
  for wheel in "$top"/wheels/*-none-any.whl; do unpack "$wheel" "$site"; done
  lgpio "$site"
  cp -R "$top/engine" "$top/drivers" "$top/firmware" "$site/"
  mkdir "$new/system"
  cp "$top"/systemd/* "$new/system/"
  cp -R "$top/LICENSE" "$top/CHANGELOG.md" "$top/docs" "$top/config" "$new/"
  "$new/bin/python" -I -m compileall -q -s "$new" -p "/opt/okanjo/versions/$1" "$site" >/dev/null ||
    fail version "$1 cannot be compiled: is the disk full?"
  "$new/bin/python" -I -m firmware codes --json >/dev/null || fail version "$1 does not run here"
  sync -f "$new"
  mv -T "$new" "$VERSIONS/$1"
  sync -f "$VERSIONS"
  say version "$1 is laid down"
}

unpack() { "$PYTHON" -I -m zipfile -e "$1" "$2"; }

# Only where the distribution has none, and there is one for this machine and this Python.
lgpio() {
  if "$PYTHON" -I -c 'import lgpio' 2>/dev/null; then return; fi
  case $(dpkg --print-architecture) in
    arm64) machine=aarch64 ;;
    amd64) machine=x86_64 ;;
    *) machine=other ;;
  esac
  tag=$("$PYTHON" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
  for wheel in "$top"/wheels/lgpio-*-"$tag"-*_"$machine".whl; do
    if [ -e "$wheel" ]; then
      unpack "$wheel" "$1"
      return
    fi
  done
  say pins "no lgpio for this system: no buttons, buzzer and plain LEDs; all else works"
}

# The owner's file is never touched.
settings() {
  file=$ROOT/etc/okanjo/okanjo.toml
  if [ -e "$file" ]; then
    say settings "yours are kept: $file"
    return
  fi
  mkdir -p "$ROOT/etc/okanjo"
  cp "$top/config/okanjo.toml" "$file.new"
  sync "$file.new"
  mv "$file.new" "$file"
  say settings "$file"
}

# I2C and SPI, on a Pi, where config.txt says nothing of them.
buses() {
  if ! grep -aqs "Raspberry Pi" "$ROOT/sys/firmware/devicetree/base/model"; then
    say "I2C, SPI" "no Raspberry Pi: nothing to switch on"
    return
  fi
  boot=$ROOT/boot/firmware/config.txt
  [ -e "$boot" ] || boot=$ROOT/boot/config.txt
  add=
  if ! says i2c_arm && ! says i2c; then add="dtparam=i2c_arm=on,i2c_arm_baudrate=400000"; fi
  if ! says spi; then add="$add dtparam=spi=on"; fi
  if [ -z "$add" ]; then
    say "I2C, SPI" "as $boot says"
    return
  fi
  cp "$boot" "$boot.new"
  # config.txt has sections: these lines are for every board
  # shellcheck disable=SC2086 # lines, one a word
  printf '%s\n' "" "[all]" $add >>"$boot.new"
  sync "$boot.new"
  mv "$boot.new" "$boot"
  sync -f "$boot"
  restart_needed=yes
  say "I2C, SPI" "switched on in $boot"
}

# Whether a line of config.txt sets this parameter, to whatever.
says() { grep -Eq "^[[:space:]]*(dtparam|device_tree_param)=([^,]*,)*$1(=|,|[[:space:]]*\$)" "$boot"; }

# Back to where it was, unless the new version becomes ready.
change_to() {
  was=$(version_of current)
  before=$(version_of previous)
  if [ "$was" = "$1" ] && settled; then
    say service "runs already"
    return
  fi
  if [ -n "$was" ] && [ "$was" != "$1" ] && [ -e "$VERSIONS/$was/.was-ready" ]; then
    link "versions/$was" "$OPT/previous" || true
  fi
  if [ "$was" = "$1" ]; then was=$before; fi
  say service "starting ..."
  first_links "$1"
  if put_to_work "$1"; then
    start_the_rest
    say service "$1 is ready"
    return
  fi
  last_words >&2
  if [ -z "$was" ] || [ "$was" = "$1" ]; then
    start_the_rest
    fail service "$1 did not become ready within $READY_WITHIN_S s. Why: sudo journalctl -u okanjo"
  fi
  say service "$1 did not become ready within $READY_WITHIN_S s: going back to $was"
  if put_to_work "$was"; then ready="which is ready"; else ready="which is not ready either"; fi
  if [ -n "$before" ] && [ "$before" != "$was" ]; then link "versions/$before" "$OPT/previous" || true; fi
  rm -rf "${VERSIONS:?}/$1"
  fail service "went back to $was, $ready. Nothing else was changed"
}

# Whether all of it is as it should be: links, units and the service itself.
settled() {
  if lay_links; then return 1; fi
  if ! systemd_runs; then return 0; fi
  [ -e "$VERSIONS/$version/.was-ready" ] && [ "$(systemctl is-active okanjo.service)" = active ]
}

# Before a first version starts: its users and its page's port have to be there.
first_links() {
  if [ -n "$(version_of current)" ]; then return; fi
  link "versions/$1" "$OPT/current" || true
  lay_links || true
  reload_devices
  if ! systemd_runs; then return; fi
  systemctl daemon-reload
  systemctl start okanjo.socket 2>/dev/null ||
    say page "port 80 is taken by another program: no page until it is free"
}

start_the_rest() {
  if ! systemd_runs; then return; fi
  systemctl start okanjo.socket okanjo-addresses.path okanjo-addresses.timer 2>/dev/null || true
  systemctl start okanjo-addresses.service 2>/dev/null || true
}

# This version and the one before stay.
leave_two() {
  now=$(version_of current)
  before=$(version_of previous)
  for folder in "$VERSIONS"/* "$VERSIONS"/.new-*; do
    case ${folder##*/} in
      "$now" | "$before") ;;
      *) rm -rf "$folder" ;;
    esac
  done
}

farewell() {
  if ! systemd_runs; then
    say finished "systemd does not run here: Okanjo starts with the machine"
    return
  fi
  if [ "$(systemctl is-active okanjo.socket)" = active ]; then
    say page "http://$(uname -n | cut -d. -f1).local"
  fi
  if [ -n "${restart_needed:-}" ]; then
    say ready "restart once, for display and lights: sudo reboot"
  else
    say ready "scan a menu or game card. What it sees of its parts: sudo okanjo doctor"
  fi
}

main "$@"
