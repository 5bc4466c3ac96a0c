"""Build the command line that starts QEMU with a Pi's worth of hardware.

One core, a disk, a network that ends at this machine, its page apart, four serial wires (its
console, its shell, its display's glass, a scanner) and USB with a keyboard-type scanner.
"""

from typing import NamedTuple

SOCKETS = ("monitor", "shell", "glass", "serial")
KERNEL = (
    "rootwait mitigations=off nokaslr audit=0 quiet net.ifnames=0 panic=-1 systemd.show_status=0 "
    "trace_event=gpio:gpio_value"
)
# One core: when a kernel with two changes its own code, QEMU's second one may go on with the old
# code for ever. It takes no more of this machine for the same work.
BOARD = "-accel tcg,tb-size=512 -smp 1 -m 512 -nodefaults -no-user-config -display none -no-reboot"
PLUGGED = (
    "-mon chardev=monitor,mode=control "
    "-device virtio-serial-pci -device virtserialport,chardev=glass,name=glass "
    "-device virtio-net-pci,netdev=net,romfile= -device qemu-xhci,id=usb "
    "-device usb-kbd,bus=usb.0,port=1,id=scanner"
)
SERIAL = "usb-serial,bus=usb.0,port=2,chardev=serial,always-plugged=on"


class Board(NamedTuple):
    """What differs from one architecture to another."""

    program: str
    machine: str
    console: str  # and what else the kernel has to be told
    wires: str  # those of console and shell


BOARDS = {
    "amd64": Board(
        "qemu-system-x86_64",
        "-machine pc,i8042=off,vmport=off,hpet=off -cpu Nehalem",
        "console=ttyS0 no_timer_check",
        "-serial chardev:console -serial chardev:shell",
    ),
    "arm64": Board(
        "qemu-system-aarch64",
        "-machine virt -cpu cortex-a72",  # a Pi 4's
        # its own pins, but a power key, are not to be taken for the first chip of a Pi
        "console=ttyAMA0 initcall_blacklist=pl061_gpio_driver_init",
        "-serial chardev:console -device pci-serial,chardev=shell",
    ),
}


def board(folder):
    """The one that the system in a folder is made for."""
    with open(f"{folder}/architecture") as file:
        return BOARDS[file.read().strip()]


def qemu(machine, moment):
    """All of it, for a machine that begins at a moment, or (None) from cold."""
    here = board(machine.folder)
    words = [here.program, *here.machine.split(), *BOARD.split()]
    words += ["-kernel", f"{machine.folder}/vmlinuz", "-initrd", f"{machine.folder}/initrd.gz"]
    words += ["-append", f"{here.console} {KERNEL} {machine.kernel}"]
    words += ["-drive", f"{machine.disk},if=none,id=disk,cache=writeback"]
    words += ["-device", "virtio-blk-pci,drive=disk"]
    words += ["-chardev", f"file,id=console,path={machine.console}"]
    for name in SOCKETS:
        words += ["-chardev", f"socket,id={name},path={machine.socket(name)},server=on,wait=off"]
    forward = f"hostfwd=tcp:127.0.0.1:{machine.port}-10.0.2.15:80"
    words += ["-netdev", f"user,id=net,restrict=on,ipv6=off,{forward}"]
    words += [*here.wires.split(), *PLUGGED.split()]
    if machine.serial_plugged:
        words += ["-device", SERIAL]
    if machine.cargo:
        words += ["-drive", f"file={machine.cargo},format=raw,readonly=on,if=none,id=cargo"]
        words += ["-device", "virtio-blk-pci,drive=cargo"]
    return [*words, "-loadvm", moment] if moment else words
