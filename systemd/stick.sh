#!/bin/sh
# A USB stick that was plugged in -> mounted for a backup, if it is meant for one; and unmounted again.
#   stick.sh mount NAME     /dev/NAME at /run/okanjo-stick/NAME/disk
#   stick.sh umount NAME
#   stick.sh clean NAME
# Law: of what is on the stick nothing is run, no link leads anywhere, and no file system is tried but
# three. Whoever reads and writes there has no right to mount.
set -eu
device=${OKANJO_DEVICES:-/dev}/$2
place=${OKANJO_STICKS:-/run/okanjo-stick}/$2

property() { blkid -p -o value -s "$1" "$device" || true; }

ours() { [ "$(property LABEL | tr "[:lower:]" "[:upper:]")" = OKANJO ]; }

case $1 in
  mount)
    type=$(property TYPE)
    case $type in
      vfat | exfat) options=,umask=077 ;;
      ext4) options=,errors=remount-ro ;;
      *)
        echo "$2 is left alone: ${type:-no file system}"
        exit 0
        ;;
    esac
    # the system's own disk may be a USB one
    for at in $(findmnt --noheadings --output TARGET --source "$device" || true); do
      case $at in
        / | /boot* | /usr* | /var*) exit 0 ;;
      esac
    done
    mkdir -p "$place/disk"
    chmod 700 "${place%/*}"
    mount -i -t "$type" -o "nosuid,nodev,noexec,nosymfollow,noatime$options" "$device" "$place/disk" || {
      if ours; then echo stick-failed >"$place/told"; fi
      exit 1
    }
    if ours; then mkdir "$place/disk/okanjo" 2>/dev/null || true; fi
    ;;
  umount)
    # torn out, it may still be held; then it goes when nobody has it any more
    if mountpoint -q "$place/disk"; then umount "$place/disk" || umount -l "$place/disk"; fi
    ;;
  clean)
    if mountpoint -q "$place/disk"; then exit 1; fi
    rm -f "$place/told" "$place/brought"
    rmdir "$place/disk" "$place" 2>/dev/null || true
    ;;
esac
