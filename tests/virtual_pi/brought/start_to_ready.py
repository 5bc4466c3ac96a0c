"""In a virtual Pi: Okanjo installed and stopped. Out: what it costs from start to ready, as JSON.

Each line is two figures in seconds of CPU: that start, and the bare imports beside it. The program
is stopped the moment it says that it is ready, before its parts begin.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys

HERE = "/opt/okanjo/current"
SHIPPED, SETTINGS = f"{HERE}/config/okanjo.toml", "/etc/okanjo/okanjo.toml"
OKANJO = [f"{HERE}/bin/python", "-I", "-m", "firmware", "run"]  # as its unit says
IMPORTS = ["/usr/bin/python3", "-c", "import evdev, sqlite3, PIL.Image"]
AS_ITSELF = ["setpriv", "--reuid", "okanjo", "--regid", "okanjo", "--init-groups", "--"]
NOTIFY = "/run/okanjo/notify-probe"


def cpu_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(NOTIFY)
        shutil.chown(NOTIFY, "okanjo")
        around = {"PATH": os.environ["PATH"], "LG_WD": "/run/okanjo", "NOTIFY_SOCKET": NOTIFY}
        okanjo = subprocess.Popen(
            [*AS_ITSELF, *OKANJO], env=around, cwd="/run/okanjo", stdin=subprocess.DEVNULL
        )
        while b"READY=1" not in line.recv(4096):
            pass
        okanjo.send_signal(signal.SIGSTOP)
        used = cpu_of(okanjo.pid)
        okanjo.kill()
        okanjo.wait()
    os.unlink(NOTIFY)
    return used


def imports():
    child = subprocess.Popen(IMPORTS)
    _, _, used = os.wait4(child.pid, 0)
    return used.ru_utime + used.ru_stime


subprocess.run(["mount", "--bind", SHIPPED, SETTINGS], check=True)
try:
    for _ in range(int(sys.argv[1])):
        print(json.dumps([start(), imports()]), flush=True)
finally:
    subprocess.run(["umount", SETTINGS], check=True)
