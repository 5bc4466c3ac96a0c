"""Fixtures of the devices' tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.scanner_bench import Usb


@pytest.fixture
def usb(tmp_path: Path) -> Iterator["Usb"]:
    """A bus to plug keyboard-type scanners into."""
    from support.scanner_bench import Usb  # late: it needs evdev

    usb = Usb(tmp_path)
    yield usb
    usb.close()
