"""What importing evdev brings along: in a program of its own, as it can be imported only once."""

import subprocess
import sys
from pathlib import Path

import pytest

ASKED = """
import sys
from drivers.scanner.evdev_device import plain_evdev
print(plain_evdev().InputDevice.__mro__[1].__module__, "asyncio" in sys.modules)
"""
NEEDY = "from .eventio_async import EventIO\nclass InputDevice(EventIO): pass\n"


def asked(folder: Path, words: str = ASKED) -> subprocess.CompletedProcess[str]:
    """What a new interpreter says, in which that folder comes first."""
    path = f"{folder}:{Path(__file__).parents[2]}"
    return subprocess.run(
        [sys.executable, "-c", words],
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_evdev_comes_without_asyncio(tmp_path: Path) -> None:
    pytest.importorskip("evdev", reason="keyboard-type scanners need evdev")
    assert asked(tmp_path).stdout.split() == ["evdev.eventio", "False"]


def test_an_evdev_that_needs_its_other_half_has_it(tmp_path: Path) -> None:
    (tmp_path / "evdev").mkdir()
    (tmp_path / "evdev" / "__init__.py").write_text(NEEDY)
    (tmp_path / "evdev" / "eventio_async.py").write_text("class EventIO: pass\n")
    assert asked(tmp_path).stdout.split() == ["evdev.eventio_async", "False"]


def test_no_evdev_is_an_import_error(tmp_path: Path) -> None:
    told = asked(tmp_path, 'import sys; sys.modules["evdev"] = None' + ASKED)
    assert told.stderr.splitlines()[-1].startswith("ModuleNotFoundError")
