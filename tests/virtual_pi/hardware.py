"""In: a machine's disk and plugs. Out: the words that start QEMU with a Pi's worth of hardware.

Two cores, a disk, a network that ends at this machine, its page apart, four serial wires (its
console, its shell, its display's glass, a scanner) and USB with a keyboard-type scanner.
"""

SOCKETS = ("monitor", "shell", "glass", "serial")
KERNEL = (
    "console=ttyS0 rootwait mitigations=off nokaslr audit=0 quiet net.ifnames=0 panic=-1 "
    "no_timer_check systemd.show_status=0"
)
BOARD = (
    "-machine pc,i8042=off,vmport=off,hpet=off -accel tcg,thread=multi,tb-size=512 -cpu Nehalem "
    "-smp 2 -m 512 -nodefaults -no-user-config -display none -no-reboot"
)
PLUGGED = (
    "-serial chardev:console -serial chardev:shell -mon chardev=monitor,mode=control "
    "-device virtio-serial-pci -device virtserialport,chardev=glass,name=glass "
    "-device virtio-net-pci,netdev=net,romfile= -device qemu-xhci,id=usb "
    "-device usb-kbd,bus=usb.0,port=1,id=scanner"
)
SERIAL = "usb-serial,bus=usb.0,port=2,chardev=serial,always-plugged=on"


def qemu(machine, moment):
    """All of it, for a machine that begins at a moment, or (None) from cold."""
    words = ["qemu-system-x86_64", *BOARD.split()]
    words += ["-kernel", f"{machine.folder}/vmlinuz", "-initrd", f"{machine.folder}/initrd.gz"]
    words += ["-append", KERNEL, "-drive", f"{machine.disk},if=none,id=disk,cache=writeback"]
    words += ["-device", "virtio-blk-pci,drive=disk"]
    words += ["-chardev", f"file,id=console,path={machine.console}"]
    for name in SOCKETS:
        words += ["-chardev", f"socket,id={name},path={machine.socket(name)},server=on,wait=off"]
    forward = f"hostfwd=tcp:127.0.0.1:{machine.port}-10.0.2.15:80"
    words += ["-netdev", f"user,id=net,restrict=on,ipv6=off,{forward}", *PLUGGED.split()]
    if machine.serial_plugged:
        words += ["-device", SERIAL]
    if machine.cargo:
        words += ["-drive", f"file={machine.cargo},format=raw,readonly=on,if=none,id=cargo"]
        words += ["-device", "virtio-blk-pci,drive=cargo"]
    return [*words, "-loadvm", moment] if moment else words
