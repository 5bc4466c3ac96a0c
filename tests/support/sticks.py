"""USB sticks: real file systems on loop devices, what is on them laid there before; as root."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.records.backup.stick import serve, tell

SCRIPT = Path(__file__).parents[2] / "systemd/stick.sh"


def ran(*words: str | Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    around = {**os.environ, **environment}
    command = [*map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=around, check=False)


class Stick:
    """A stick of so many MB with the files of a folder on it, as an ext4."""

    def __init__(self, folder: Path, label: str = "", size_mb: int = 8) -> None:
        self.content, self.image = folder / "content", folder / "stick.img"
        self._places = folder / "places"
        self.content.mkdir(parents=True, exist_ok=True)
        self._label, self._size_mb, self.device = label, size_mb, ""
        self.told: object = None

    def made(self) -> None:
        self.image.write_bytes(b"")
        os.truncate(self.image, self._size_mb << 20)
        words = f"mkfs.ext4 -q -F -N 20000 -m 0 -L {self._label or 'none'} -d".split()
        done = ran(*words, self.content, self.image)
        if done.returncode:
            pytest.skip(f"no ext4 can be made here: {done.stderr}")

    @contextmanager
    def device_of(self, *options: str) -> Iterator[str]:
        done = ran("losetup", "--show", "-f", *options, self.image)
        if done.returncode:
            pytest.skip(f"no loop device here: {done.stderr}")
        device = done.stdout.strip()
        try:
            yield device
        finally:
            ran("losetup", "-d", device)

    def script(self, verb: str, device: str) -> int:
        environment = {"OKANJO_STICKS": str(self._places)}
        name = os.path.basename(device)
        return ran("sh", SCRIPT, verb, name, **environment).returncode

    def plugged_in(self, program: Path, *options: str) -> None:
        with self.device_of(*options) as device:
            self.looked_after(device, program)

    def looked_after(self, device: str, program: Path) -> None:
        """As the unit does it, its steps in their order."""
        place = self._places / os.path.basename(device)
        assert self.script("mount", device) == 0
        try:
            if place.exists():
                serve(str(place), str(program))
        finally:
            self.script("umount", device)
            tell(str(place), str(program))
            assert self.script("clean", device) == 0
        assert not place.exists()

    @contextmanager
    def looked_at(self) -> Iterator[Path]:
        """What is on it now."""
        with self.device_of() as device:
            assert ran("mount", "-o", "ro", device, self.content).returncode == 0
            try:
                yield self.content
            finally:
                ran("umount", self.content)
