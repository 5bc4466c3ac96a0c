"""In a virtual Pi: what a program might try, tried. Out: what of it was possible, as JSON.

With `--look`, only what may be tried by root, too, without harm.
"""

import ctypes
import json
import mmap
import os
import socket
import stat
import sys
import tempfile
import time
from contextlib import suppress

FAMILIES = {"INET": 2, "INET6": 10, "NETLINK": 16, "PACKET": 17, "BLUETOOTH": 31, "VSOCK": 40}
PSEUDO = {"null", "zero", "full", "random", "urandom", "tty", "ptmx"}
HOMES = ("/home", "/root", "/run/user")
SECRETS = ("/etc/shadow", "/proc/1/environ", "/var/lib/systemd/random-seed", "/dev/mem")
TRACE = ".a-probe-was-here"
NEW_USER, NEW_NET = 0x10000000, 0x40000000


def families():
    """Kinds of sockets that can be opened."""
    names = []
    for name, number in FAMILIES.items():
        kind = socket.SOCK_STREAM if number in (2, 10, 40) else socket.SOCK_RAW
        with suppress(OSError), socket.socket(number, kind):
            names.append(name)
    return names


def devices():
    """Real devices that open, and for what."""
    access = {}
    for folder, _, names in os.walk("/dev"):
        for name in names:
            path = os.path.join(folder, name)
            with suppress(OSError):
                mode = os.stat(path, follow_symlinks=False).st_mode
                if not (stat.S_ISCHR(mode) or stat.S_ISBLK(mode)):
                    continue
                if name in PSEUDO or folder == "/dev/pts":
                    continue
                able = "".join(
                    letter
                    for letter, how in (("r", os.O_RDONLY), ("w", os.O_WRONLY))
                    if opens(path, how)
                )
                if able:
                    access[path] = able
    return access


def opens(path, how):
    try:
        os.close(os.open(path, how | os.O_NONBLOCK | os.O_NOCTTY))
    except OSError as error:
        return error.errno == 16  # busy: it would have been let
    return True


def answers(path):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        with suppress(OSError), socket.socket(socket.AF_UNIX, kind) as line:
            line.settimeout(2)
            line.connect(path)
            return True
    return False


def seen(paths):
    """Which of them are there."""
    return [path for path in paths if os.path.lexists(path)]


def homes():
    """What there is to see where people live."""
    names = []
    for folder in HOMES:
        with suppress(OSError):
            names += [os.path.join(folder, name) for name in os.listdir(folder)]
    return names


def everywhere():
    """Doors of others that let us in, folders that take a new file, files that could be changed."""
    doors, folders, files = [], [], []
    for folder, inside, names in os.walk("/"):
        if folder == "/":
            inside[:] = [name for name in inside if name not in ("proc", "sys")]
        with suppress(OSError):
            path = os.path.join(folder, TRACE)
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
            os.unlink(path)
            folders.append(folder)
        for name in names:
            path = os.path.join(folder, name)
            with suppress(OSError):
                mode = os.stat(path, follow_symlinks=False).st_mode
                if stat.S_ISSOCK(mode) and answers(path):
                    doors.append(path)
                elif stat.S_ISREG(mode) and os.access(path, os.W_OK):
                    files.append(path)
    return doors, folders, files


def kernel_files():
    """Switches of the kernel that could be turned."""
    writable = []
    for top in ("/proc/sys", "/sys"):
        for folder, _, names in os.walk(top):
            paths = [os.path.join(folder, name) for name in names]
            writable += [
                path for path in paths if os.path.isfile(path) and os.access(path, os.W_OK)
            ]
    return writable


def others():
    """Processes of others that can be seen."""
    return [
        int(name)
        for name in os.listdir("/proc")
        if name.isdigit() and not os.path.samefile(f"/proc/{name}", "/proc/self")
        if os.stat(f"/proc/{name}").st_uid != os.getuid()
    ]


def secrets():
    return [path for path in SECRETS if opens(path, os.O_RDONLY)]


def calls():
    """What only the system's owner may, and did not fail."""
    c = ctypes.CDLL(None, use_errno=True)
    trace = os.path.join(tempfile.gettempdir(), TRACE)
    with open(trace, "w") as file:
        file.write("#!/bin/sh\n")
    tries = {
        "mount": lambda: c.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0,
        "unshare user": lambda: c.unshare(NEW_USER) == 0,
        "unshare network": lambda: c.unshare(NEW_NET) == 0,
        "setuid": lambda: c.setuid(0) == 0,
        "set-user-ID": lambda: c.chmod(trace.encode(), 0o4755) == 0,
        "realtime": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) is None,
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5) is None,
        "clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()) is None,
        "hostname": lambda: socket.sethostname("probe") is None,
        "device": lambda: c.mknod(f"{trace}.device".encode(), 0o20600, 0x101) == 0,
        "trace": lambda: c.ptrace(16, 1, 0, 0) == 0,
        "module": lambda: c.syscall(313, 0, b"", 0) == 0,
        "kernel log": lambda: c.klogctl(3, ctypes.create_string_buffer(64), 64) >= 0,
        "reboot": lambda: c.reboot(0) == 0,  # CAD off
        "code": executable,
        "chroot": lambda: os.chroot(tempfile.gettempdir()) is None,
    }
    possible = []
    for name, attempt in tries.items():
        with suppress(OSError):
            if attempt():
                possible.append(name)
    for path in (trace, f"{trace}.device"):
        with suppress(OSError):
            os.unlink(path)
    return possible


def executable():
    """Memory that can be written and run."""
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()
    return True


def main():
    doors, folders, files = everywhere()
    report = {
        "families": families(),
        "devices": devices(),
        "sockets": doors,
        "seen": seen(path for path in sys.argv[1:] if path.startswith("/")),
        "homes": homes(),
        "folders": folders,
        "files": files,
        "kernel": kernel_files(),
        "others": others(),
        "secrets": secrets(),
    }
    if "--look" not in sys.argv:
        report["calls"] = calls()
    print("PROBE " + json.dumps(report), flush=True)


main()
