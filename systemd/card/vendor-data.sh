#!/bin/sh
# Okanjo for an empty card: copy this file, vendor-data, and okanjo-….tar.gz to bootfs (docs/install.md).
# cloud-init (NoCloud) reads it from there at the first start and runs it once. It writes that down before
# it does (scripts_vendor), so a plug that is pulled then would end it for good. Therefore this lays down a
# program and its unit, and no more: that goes on at each start until Okanjo is installed.
# By hand: sudo sh /boot/firmware/vendor-data
set -eu
umask 022
root=${OKANJO_ROOT:-} # for trying it out
if [ -e "$root/opt/okanjo/current" ]; then exit 0; fi
place=$root/usr/local/lib/okanjo-setup
units=$root/etc/systemd/system
mkdir -p "$place" "$units/multi-user.target.wants"

cat >"$place/allowed-signers" <<'END_OF_SIGNERS'
@allowed-signers@
END_OF_SIGNERS

cat >"$place/setup.py" <<'END_OF_PROGRAM'
@card/setup.py@
END_OF_PROGRAM

cat >"$units/okanjo-setup.service" <<'END_OF_UNIT'
@card/okanjo-setup.service@
END_OF_UNIT

# only what is whole on the card is started with the machine
sync
ln -sf ../okanjo-setup.service "$units/multi-user.target.wants/okanjo-setup.service"
sync
# systemd finds a unit that is new by itself: a daemon-reload takes a small Pi seconds
systemctl start --no-block okanjo-setup.service
