"""An update whose installer was cut off, and a program that ends: in; what becomes of them by what
okanjo.service alone has done, out. stub_systemctl.py does what is in there, and nothing besides.
"""

import os
import signal
import subprocess
from pathlib import Path

from support.fake_pi import FakePi, another
from support.installations import NEVER_READY, install, until, whole

pytest_plugins = "support.installer_bench"  # the fixtures
LATE = """

at_once = run


def run(config: object) -> int:
    import os
    import time

    while not os.path.exists({go!r}):
        time.sleep(0.01)
    return at_once(config)
"""


def waiting(pi: FakePi, archive: Path) -> "subprocess.Popen[str]":
    """An installer that has started its version, and waits for it."""
    was = pi.current
    running = pi.begin(archive / "install.sh")
    until(lambda: pi.current != was and pi.state == "activating")
    return running


def cut_off(installer: "subprocess.Popen[str]") -> None:
    """Its plug is pulled."""
    os.killpg(installer.pid, signal.SIGKILL)
    installer.communicate()


def ended(pi: FakePi, result: str) -> None:
    """What the unit has done when its program ends so, done by hand."""
    script = pi.root / "opt/okanjo/current/system/guard.sh"
    environ = {**pi.environment, "SERVICE_RESULT": result}
    subprocess.run(["sh", str(script), "ended"], env=environ, check=True)


def was_ready(pi: FakePi) -> bool:
    return (pi.root / "opt/okanjo/current/.was-ready").exists()


def pid(pi: FakePi) -> int:
    return int((pi.root / "run/stub/pid").read_text())


def begun_anew(pi: FakePi, before: int) -> None:
    """Until it is another process that is ready; its number comes after "activating"."""
    until(lambda: pid(pi) not in (0, before) and pi.state == "active")


def test_one_that_never_becomes_ready_is_gone_back_from(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    install(pi, archive)
    good = pi.current
    installer = waiting(pi, another(archive, tmp_path / "bad", NEVER_READY, "firmware/main.py"))
    bad = pi.current
    ended(pi, "timeout")
    assert pi.current == bad  # the installer is at work, and sees to it by itself
    cut_off(installer)
    ended(pi, "success")
    assert pi.current == bad  # stopped by hand
    until(lambda: pi.current == good and pi.state == "active")
    whole(pi)


def test_one_that_becomes_ready_is_kept(pi: FakePi, archive: Path, tmp_path: Path) -> None:
    """And is the one to come back to from then on."""
    install(pi, archive)
    go = tmp_path / "go"
    late = LATE.format(go=str(go))
    cut_off(waiting(pi, another(archive, tmp_path / "late", late, "firmware/main.py")))
    kept = pi.current
    assert not was_ready(pi)
    go.touch()
    until(lambda: pi.state == "active")
    assert was_ready(pi)
    before = pid(pi)
    os.kill(before, signal.SIGKILL)
    begun_anew(pi, before)
    assert pi.current == kept
    whole(pi)
