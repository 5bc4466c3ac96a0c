"""In a virtual Pi, as its board: 54 pins (gpio-sim), a Pi's name, I2C with an SSD1306.

What the display's glass holds goes out through a virtual port at each change. The file `display`
says whether it is plugged in: "gone" means that nobody answers on its address, and that it has lost
its power, too.
"""

import base64
import errno
import json
import os
import socket
import subprocess
import threading
import time
from contextlib import suppress

from cuse_i2c import serve
from ssd1306 import Ssd1306  # tests/support/display_models.py

RUN = "/run/virtual-pi"
DISPLAY, CPU = f"{RUN}/display", f"{RUN}/cpuinfo"
PORT = "/dev/virtio-ports/glass"
PINS = "/sys/kernel/config/gpio-sim/pi"
ADDRESS = 0x3C
MODEL = "/sys/firmware/devicetree/base/model"
NAME = "Raspberry Pi Zero 2 W Rev 1.0"
ZERO_2_W = f"\nHardware\t: BCM2835\nRevision\t: 902120\nModel\t\t: {NAME}\n"


class Display:
    """An SSD1306 on its bus, that can be plugged off; tells of every change of its glass."""

    def __init__(self):
        self.chip = Ssd1306(seed=time.monotonic_ns())
        self.away = False
        self.told = self.port = None

    def write(self, address, content):
        if address != ADDRESS or self._gone():
            raise OSError(errno.EREMOTEIO, "no acknowledgement")
        if not content:
            return
        if content[0] & 0x40:
            self.chip.data(bytes(content[1:]))
        else:
            for byte in content[1:]:
                self.chip.command(byte)
        self._tell()

    def _gone(self):
        try:
            with open(DISPLAY) as file:
                gone = file.read().strip() == "gone"
        except FileNotFoundError:
            gone = False
        if gone and not self.away:
            self.chip.power()
        self.away = gone
        return gone

    def _tell(self):
        glass = "".join(self.chip.glass()).translate({ord("."): "0", ord("#"): "1"})
        state = self.chip.lit and self.chip.powered, glass
        if state == self.told:
            return
        self.told = state
        pixels = int(glass, 2).to_bytes(len(glass) // 8, "big")
        line = {
            "at": time.monotonic(),
            "lit": state[0],
            "glass": base64.b64encode(pixels).decode(),
        }
        with suppress(OSError):  # nobody listens
            if self.port is None:
                self.port = os.open(PORT, os.O_WRONLY | os.O_NONBLOCK)
            os.write(self.port, json.dumps(line).encode() + b"\n")


def pins():
    """A chip like a Pi's."""
    subprocess.run(["modprobe", "gpio-sim"], check=True)
    if not os.path.ismount("/sys/kernel/config"):
        subprocess.run(["mount", "-t", "configfs", "none", "/sys/kernel/config"], check=True)
    if os.path.exists(PINS):
        return
    bank = f"{PINS}/bank"
    os.makedirs(bank)
    for name, value in {"num_lines": "54", "label": "pinctrl-bcm2835"}.items():
        with open(f"{bank}/{name}", "w") as file:
            file.write(value)
    with open(f"{PINS}/live", "w") as file:
        file.write("1")


def a_pi():
    """Okanjo and its installer look up the board's model, gpiozero its revision."""
    if subprocess.run(["grep", "-qs", NAME, MODEL], check=False).returncode:
        subprocess.run(["mount", "-t", "tmpfs", "none", "/sys/firmware"], check=True)
        os.makedirs(os.path.dirname(MODEL))
        with open(MODEL, "w") as file:
            file.write(f"{NAME}\0")
    with open("/proc/cpuinfo") as cpuinfo:
        text = cpuinfo.read()
    if "Revision" in text:
        return
    with open(CPU, "w") as file:
        file.write(text + ZERO_2_W)
    subprocess.run(["mount", "--bind", CPU, "/proc/cpuinfo"], check=True)


def ready_with(path):
    """systemd is told once the bus is there."""
    while not os.path.exists(path):
        time.sleep(0.02)
    subprocess.run(["udevadm", "settle"], check=False)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])


def main():
    os.makedirs(RUN, exist_ok=True)
    pins()
    a_pi()
    subprocess.run(["modprobe", "cuse"], check=True)
    threading.Thread(target=ready_with, args=("/dev/i2c-1",), daemon=True).start()
    serve(Display(), "i2c-1")


if __name__ == "__main__":
    main()
