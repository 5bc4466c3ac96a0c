"""In a booted machine, by root: photos are read, whatever becomes of the unit that reads them.

Run by Okanjo's own Python. Out: a line a step, each of which went well.
"""

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from PIL import Image, ImageDraw
from ppf.datamatrix import DataMatrix

from firmware.core.photo.client import Reader
from firmware.core.photo.errors import PhotoRefused

UNIT = "okanjo-photo.service"
CODES = [f"{number}" for number in range(210_001, 210_007)]
# A copy of the service's unit that has the same sandbox, and only starts something else.
COPY = Path("/run/systemd/system/okanjo-asks.service")
GONE = re.compile(r"(Type|NotifyAccess|Exec\w+|WatchdogSec|Timeout\w+|Restart|RestartSec)=")
IDLE_AT_ONCE = "import firmware.core.photo.reader as one; one.IDLE_S = 1; one.main()"
WITHIN_S = 120


def systemctl(*words):
    done = subprocess.run(["systemctl", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def shown(property_name, unit=UNIT):
    return systemctl("show", "--property", property_name, "--value", unit)


def until(true):
    end = time.monotonic() + WITHIN_S
    while not true():
        assert time.monotonic() < end, systemctl("status", UNIT)
        time.sleep(0.05)


def tray():
    """Labels of 10 by 10 modules on a table that keeps a reader busy."""
    picture = Image.effect_noise((800, 600), 120)
    draw = ImageDraw.Draw(picture)
    for index, digits in enumerate(CODES):
        left, top, module = 60 + index % 3 * 240, 75 + index // 3 * 250, 6
        draw.rectangle((left - 12, top - 12, left + 72, top + 72), fill=255)
        for y, row in enumerate(DataMatrix(digits).matrix):
            for x, black in enumerate(row):
                if black:
                    corner = left + x * module, top + y * module
                    draw.rectangle((*corner, corner[0] + 5, corner[1] + 5), fill=0)
    return saved(picture)


def saved(picture):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=90)
    return file.getvalue()


def read(photo):
    """By the unit, and not by a child."""
    reader = Reader()
    *_, reading = reader.read(photo, len(CODES))
    assert reader._child is None
    assert sorted(reading.codes) == CODES, reading


def refused(photo, meanwhile):
    answers = Reader().read(photo, 99)
    try:
        meanwhile(answers)
        list(answers)
    except PhotoRefused as why:
        return str(why)
    raise AssertionError("a photo was read by nobody")


def by_the_service():
    """A photo asked for from within the sandbox of okanjo.service."""
    unit = systemctl("cat", "okanjo.service").splitlines()
    kept = [line for line in unit if not GONE.match(line)]
    here = f"{sys.executable} -I {os.path.abspath(__file__)} ask"
    COPY.write_text("\n".join([*kept, "[Service]", "Type=oneshot", f"ExecStart={here}", ""]))
    systemctl("daemon-reload")
    systemctl("start", COPY.name)
    assert shown("Result", COPY.name) == "success", systemctl("status", COPY.name)
    COPY.unlink()
    systemctl("daemon-reload")


def killed(photo):
    def kill(answers):
        next(answers)
        os.kill(int(shown("MainPID")), signal.SIGKILL)

    return refused(photo, kill)


def out_of_memory():
    """By the kernel's own hand; "" where it does not count memory."""
    if shown("MemoryCurrent") == "[not set]":
        return ""
    systemctl("stop", UNIT)
    systemctl("set-property", "--runtime", UNIT, "MemoryMax=20M")  # it begins in half of that
    why = refused(saved(Image.new("L", (4000, 3000), 255)), list)
    systemctl("set-property", "--runtime", UNIT, "MemoryMax=250M")
    return why


def idle(photo):
    folder = Path(f"/run/systemd/system/{UNIT}.d")
    folder.mkdir(exist_ok=True)
    words = f'ExecStart={sys.executable} -I -c "{IDLE_AT_ONCE}"'
    (folder / "90-idle.conf").write_text(f"[Service]\nExecStart=\n{words}\n")
    systemctl("daemon-reload")
    systemctl("stop", UNIT)
    read(photo)
    until(lambda: shown("ActiveState") == "inactive")
    result = shown("Result")
    (folder / "90-idle.conf").unlink()
    systemctl("daemon-reload")
    return result


def main():
    photo = tray()
    by_the_service()
    assert shown("MainPID") != "0"
    print("read by the unit, for the service, from within its sandbox")
    print("killed in mid-photo:", killed(photo))
    read(photo)
    print("and the next one is read")
    print("out of memory:", out_of_memory() or "not counted here")
    print("idle, it ends:", idle(photo))
    read(photo)
    print("and the next one is read")


if __name__ == "__main__":
    main() if sys.argv[1:] != ["ask"] else read(tray())
