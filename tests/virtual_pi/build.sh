#!/bin/bash
# A folder ($1) and an architecture ($2: amd64, arm64) in; in that folder base.img, vmlinuz and initrd.gz
# out: a Debian 12 with a stock kernel that QEMU boots, with what stands in for a Pi's hardware; and (amd64)
# card.img, a card with the partitions of Raspberry Pi OS and a Debian 13 with cloud-init on it. Not Okanjo:
# that comes by its own installer. Needs root on Debian 12 (amd64); for arm64 see host.sh, too.
# What is there already is left alone: remove the folder to begin anew.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
architecture=${2:-amd64}
# shellcheck source=tests/virtual_pi/host.sh
. "$here/host.sh"
TOOLS="qemu-utils mmdebstrap e2fsprogs kmod cpio xz-utils gcc make dosfstools exfatprogs mtools fdisk"
# the serial port that the shell is on
case $architecture in
  amd64) TOOLS+=" qemu-system-x86" SHELL_PORT=ttyS1 ;;
  arm64) TOOLS+=" qemu-system-arm gcc-aarch64-linux-gnu" SHELL_PORT=ttyS0 ;;
  *) echo "no such architecture: $architecture" >&2; exit 2 ;;
esac
# what a Raspberry Pi OS Lite has anyway
LITE=systemd,systemd-sysv,udev,kmod,dbus,procps,iproute2,python3,openssh-client
# what the installer fetches: it lies in the image as an archive of its own, as there is no network
LATER="python3-cbor2 python3-evdev python3-pil python3-spidev alsa-utils espeak-ng"
# what the scenario of the Wi-Fi installs, and where radios are simulated
WIFI="network-manager wpasupplicant dnsmasq-base nftables iw hostapd busybox"
RADIOS="net/wireless net/mac80211 net/rfkill drivers/net/wireless/mac80211_hwsim.ko net/netfilter net/ipv4/netfilter"
# sound cards that are none, for the scenario of the voice
SOUND="sound/soundcore.ko sound/core sound/drivers/snd-aloop.ko sound/drivers/snd-dummy.ko"
DISK_ID=0badcafe # the card's, by which its partitions are named
MODULES="crypto lib fs/ext4 fs/jbd2 fs/fat fs/nls fs/fuse fs/configfs fs/autofs drivers/virtio drivers/block drivers/input
drivers/hid drivers/usb drivers/i2c drivers/spi drivers/gpio drivers/char drivers/net/virtio_net.ko
drivers/net/net_failover.ko net/core net/ipv6 drivers/rtc drivers/watchdog drivers/md drivers/scsi block fs/exfat"

# apt as it were on a machine of that architecture: no more than to look up and to fetch.
apt_there() { APT_CONFIG=$folder/apt.conf "$@"; }

# Lists of before name packages that are no longer there.
lists() {
  apt_get update
  echo 'APT::Sandbox::User "root";' >"$folder/apt.conf"
  [ "$architecture" != "$(dpkg --print-architecture)" ] || return 0
  mkdir -p "$folder/lists/partial"
  cat >>"$folder/apt.conf" <<CONF
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
Dir::State::Lists "$folder/lists";
Dir::Cache "$folder/lists";
CONF
  apt_there apt_get update
}

kernel() {
  [ -e "$folder/kernel/version" ] && [ -e "$folder/kernel/x/usr/src" ] && return
  rm -rf "$folder/kernel" && mkdir -p "$folder/kernel"
  lists
  local version deb
  version=$(apt_there apt-cache depends "linux-image-$architecture" | sed -n 's/.*Depends: linux-image-//p' | head -n 1)
  (
    cd "$folder/kernel"
    apt_there apt_get download "linux-image-$version" "linux-headers-$version" busybox-static
    for deb in *.deb; do dpkg-deb -x "$deb" x; done
  )
  tools "linux-headers-${version%-*}-common" "linux-kbuild-$(echo "$version" | cut -d. -f1,2)"
  cp "$folder"/kernel/x/boot/vmlinuz-* "$folder/vmlinuz"
  echo "$version" >"$folder/kernel/version"
  say "kernel $version"
}

# apt leaves what is for later in its own way: nothing is installed
system_and_later() {
  [ "$(cat "$root/.done" 2>/dev/null)" != "$packages $fetched" ] || return 0
  mkdir -p "$later/partial"
  # shellcheck disable=SC2016 # they are for mmdebstrap's own shell
  debian "$root" "$suite" "$architecture" "$packages" \
    --customize-hook='APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -qq install --yes --download-only \
      -o Dir::Cache::archives='"$later $fetched"
  echo "$packages $fetched" >"$root/.done"
}

# An archive for apt: the packages, and an index of them.
archive() {
  local place=$root/var/local/packages deb
  rm -rf "$place" && mkdir -p "$place"
  cp "$later"/*.deb "$place/"
  for deb in "$place"/*.deb; do
    dpkg-deb -f "$deb"
    echo "Filename: ./${deb##*/}"
    echo "Size: $(stat -c %s "$deb")"
    echo "SHA256: $(sha256sum "$deb" | cut -d' ' -f1)"
    echo
  done >"$place/Packages"
  rm -f "$root"/etc/apt/sources.list.d/*
  echo 'deb [trusted=yes] file:/var/local/packages ./' >"$root/etc/apt/sources.list"
}

drivers() {
  local version from to module
  version=$(cat "$folder/kernel/version")
  from=$folder/kernel/x/lib/modules/$version
  to=$root/usr/lib/modules/$version
  rm -rf "$root/usr/lib/modules" && mkdir -p "$to"
  cp "$from"/modules.{order,builtin,builtin.modinfo} "$to/"
  for module in $MODULES $RADIOS $SOUND fs/mbcache.ko; do
    [ -e "$from/kernel/$module" ] || continue
    mkdir -p "$to/kernel/$(dirname "$module")"
    cp -r "$from/kernel/$module" "$to/kernel/$(dirname "$module")/"
  done
  cp -r "$folder/gpio-sim/modules" "$to/extra"
  depmod -b "$root" "$version"
}

# Nobody logs in; the first console is the scanner's to type into, if it is let. What has no part in what
# is tested is not started, and the log is kept in memory, as on a Pi: there are many cold starts.
system() {
  local unit
  echo raspberrypi >"$root/etc/hostname"
  : >"$root/etc/machine-id"
  rm -f "$root/etc/resolv.conf"
  echo '/dev/vda / ext4 defaults,noatime 0 1' >"$root/etc/fstab"
  for unit in getty@.service serial-getty@.service systemd-timesyncd.service apt-daily.timer \
    apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service \
    systemd-networkd-wait-online.service systemd-binfmt.service proc-sys-fs-binfmt_misc.automount \
    systemd-logind.service systemd-user-sessions.service systemd-update-utmp.service \
    systemd-update-utmp-runlevel.service systemd-network-generator.service systemd-pstore.service \
    systemd-tmpfiles-clean.timer dev-hugepages.mount sys-kernel-debug.mount modprobe@drm.service \
    modprobe@dm_mod.service modprobe@efi_pstore.service modprobe@loop.service; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
  for unit in systemd-journald systemd-networkd systemd-udevd; do
    mkdir -p "$root/etc/systemd/system/$unit.service.d"
    printf '[Service]\nSystemCallFilter=\n' >"$root/etc/systemd/system/$unit.service.d/quick.conf"
  done
  rm -rf "$root/var/log/journal"
  cat >"$root/etc/systemd/network/50-wired.network" <<'NET'
[Match]
Name=eth0
[Network]
Address=10.0.2.15/24
Gateway=10.0.2.2
NET
  printf '%s\n' virtio_net xhci_pci usbhid hid_generic evdev cuse >"$root/etc/modules-load.d/virtual-pi.conf"
  # the display's bus is there before Okanjo is, whose installer has to make gpio, i2c and spi first
  cat >"$root/etc/udev/rules.d/99-virtual-pi.rules" <<'RULES'
SUBSYSTEM=="cuse", KERNEL=="i2c-*", GROUP="dialout", MODE="0660"
RULES
  mkdir -p "$root/usr/local/lib/virtual-pi" "$root/etc/systemd/system/okanjo.service.d"
  cp "$here"/guest/*.py "$root/usr/local/lib/virtual-pi/"
  cp "$chip" "$root/usr/local/lib/virtual-pi/ssd1306.py"
  cp "$here"/guest/*.service "$root/etc/systemd/system/"
  sed -i "s/ttyS1/$SHELL_PORT/" "$root/etc/systemd/system/virtual-pi-agent.service"
  cp "$here/guest/okanjo.conf" "$root/etc/systemd/system/okanjo.service.d/virtual-pi.conf"
  systemctl --quiet --root="$root" enable virtual-pi-agent virtual-pi-board systemd-networkd 2>/dev/null
}

# A first file system that finds the disk, and no more.
initrd() {
  local tree=$folder/initrd module version
  version=$(cat "$folder/kernel/version")
  rm -rf "$tree" && mkdir -p "$tree"/{bin,dev,proc,sys,newroot,modules}
  cp "$folder/kernel/x/bin/busybox" "$tree/bin/"
  for module in crc32c_generic virtio_pci virtio_blk ext4; do
    modprobe -d "$root" -S "$version" --show-depends "$module" 2>/dev/null | sed -n 's/^insmod \(\S*\).*/\1/p' || true
  done | awk '!seen[$0]++' >"$folder/modules.list"
  while read -r module; do
    cp "$module" "$tree/modules/"
    basename "$module"
  done <"$folder/modules.list" >"$tree/modules/order"
  cp "$here/guest/init" "$tree/init"
  chmod +x "$tree/init"
  (cd "$tree" && find . | cpio -o -H newc --quiet | gzip -1) >"$folder/initrd.gz"
}

image() {
  truncate -s 1200M "$folder/base.img.new"
  mke2fs -q -t ext4 -d "$root" "$folder/base.img.new"
  mv "$folder/base.img.new" "$folder/base.img"
  say "base.img: $(du -h "$folder/base.img" | cut -f1)"
}

# The partitions of a card where Raspberry Pi OS has them, and cloud-init told to read the first.
reads_card() {
  mkdir -p "$root/boot/firmware" "$root/etc/systemd/system/cloud-init-local.service.d"
  printf '%s\n' "PARTUUID=$DISK_ID-01 /boot/firmware vfat defaults 0 2" \
    "PARTUUID=$DISK_ID-02 / ext4 defaults,noatime 0 1" >"$root/etc/fstab"
  cat >"$root/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg" <<'CLOUD'
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
CLOUD
  printf '[Unit]\nRequiresMountsFor=/boot/firmware\n' \
    >"$root/etc/systemd/system/cloud-init-local.service.d/card.conf"
  printf '%s\n' vfat nls_cp437 nls_ascii >>"$root/etc/modules-load.d/virtual-pi.conf"
}

# card.img: an image of Raspberry Pi OS as it is given out, before anybody has customised it.
card() {
  local new=$folder/card.img.new start=8 bootfs=512 system=1200 # megabytes
  rm -f "$new"
  truncate -s $((start + bootfs + system))M "$new"
  printf '%s\n' "label: dos" "label-id: 0x$DISK_ID" "${start}MiB ${bootfs}MiB c" \
    "$((start + bootfs))MiB ${system}MiB 83" | sfdisk -q "$new"
  mkfs.vfat --offset $((start * 2048)) -F 32 -n bootfs "$new" $((bootfs * 1024)) >/dev/null
  put() { MTOOLS_SKIP_CHECK=1 mcopy -i "$new@@${start}M" - "::$1"; }
  echo "Raspberry Pi reference 2026-10-06" | put issue.txt
  echo "root=PARTUUID=$DISK_ID-02 rootfstype=ext4 fsck.repair=yes rootwait" | put cmdline.txt
  echo "dtparam=audio=on" | put config.txt
  echo "#cloud-config" | put user-data
  echo "dsmode: local" | put meta-data
  echo "network: {version: 2}" | put network-config
  mke2fs -q -t ext4 -d "$root" -E offset=$(((start + bootfs) << 20)) "$new" ${system}M
  mv "$new" "$folder/card.img"
  say "card.img: $(du -h "$folder/card.img" | cut -f1)"
}

chip="$here/../support/display_models.py" # modelled at the end of the bus

# All that goes in from this folder, so that a change of it makes a new image.
ours() { cat "$here"/{build,host,gpio_sim}.sh "$here"/guest/* "$chip" | sha256sum; }

[ "$(id -u)" = 0 ] || { echo "The virtual Pi is built as root." >&2; exit 2; }
images="base.img"
if [ "$architecture" = amd64 ]; then images+=" card.img"; fi
# shellcheck disable=SC2086 # names, one a word
if (cd "$folder" && ls $images) >/dev/null 2>&1 && [ "$(ours)" = "$(cat "$folder/ours" 2>/dev/null)" ]; then exit 0; fi
echo "$architecture" >"$folder/architecture"
# shellcheck disable=SC2086 # names, one a word
tools $TOOLS
if [ "$architecture" = arm64 ]; then runs_arm64; fi
(
  kernel
  "$here/gpio_sim.sh" "$folder" "$(cat "$folder/kernel/version")"
) &
suite=bookworm packages=$LITE fetched="$LATER $WIFI" root=$folder/root later=$folder/later
system_and_later
wait $!
archive
drivers
system
initrd
rm -f "$folder/base.img" "$folder/installed.qcow2" # which is but the difference to it
image
if [ "$architecture" = amd64 ]; then
  suite=trixie packages=$LITE,cloud-init,avahi-daemon,dosfstools fetched=$LATER
  root=$folder/card-root later=$folder/card-later
  system_and_later
  archive
  drivers
  system
  reads_card
  card
fi
ours >"$folder/ours"
