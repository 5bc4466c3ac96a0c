"""An update whose installer was cut off, and a program that ends: in; what becomes of them by what
okanjo.service alone has done, out. stub_systemctl.py does what is in there, and nothing besides.
"""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from fake_pi import FakePi, another
from installations import NEVER_READY, install, whole

pytest_plugins = "installer_bench"  # the fixtures
SLOW = "\nimport time\n\ntime.sleep(2)\n"


def until(what: Callable[[], object], within_s: float = 60) -> None:
    end = time.monotonic() + within_s
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def cut_off_while_it_waits(pi: FakePi, archive: Path) -> str:
    """An installer whose plug is pulled once its version has been started; that version."""
    was = pi.current
    running = pi.begin(archive / "install.sh")
    until(lambda: pi.current != was and pi.state == "activating")
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    return pi.current


def was_ready(pi: FakePi) -> bool:
    return (pi.root / "opt/okanjo/current/.was-ready").exists()


def pid(pi: FakePi) -> int:
    return int((pi.root / "run/stub/pid").read_text())


def test_one_that_never_becomes_ready_is_gone_back_from(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    install(pi, archive)
    good = pi.current
    bad = another(archive, tmp_path / "bad", NEVER_READY, "firmware/wiring.py")
    assert cut_off_while_it_waits(pi, bad) != good
    until(lambda: pi.current == good and pi.state == "active")
    whole(pi)


def test_one_that_becomes_ready_is_kept(pi: FakePi, archive: Path, tmp_path: Path) -> None:
    """And is the one to come back to from then on."""
    install(pi, archive)
    slow = another(archive, tmp_path / "slow", SLOW, "firmware/wiring.py")
    kept = cut_off_while_it_waits(pi, slow)
    assert not was_ready(pi)
    until(lambda: pi.state == "active")
    assert was_ready(pi)
    os.kill(pid(pi), signal.SIGKILL)
    until(lambda: pi.state == "activating")
    until(lambda: pi.state == "active")
    assert pi.current == kept
    whole(pi)


def test_whatever_ends_it_it_is_started_again(pi: FakePi, archive: Path) -> None:
    install(pi, archive)
    for how in (signal.SIGKILL, signal.SIGTERM):
        before = pid(pi)
        os.kill(before, how)
        until(lambda before=before: pi.state == "active" and pid(pi) not in (0, before))  # type: ignore[misc]
    whole(pi)
