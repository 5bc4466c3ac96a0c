"""An update whose installer was cut off, and a program that ends: in; what becomes of them by what
okanjo.service alone has done, out. stub_service.py does what is in there, and nothing besides.
"""

import os
import signal
import subprocess
from pathlib import Path

from support.fake_pi import NEVER_READY, SOON_S, FakePi
from support.waiting import until

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


def test_one_that_never_becomes_ready_is_gone_back_from(installed: FakePi) -> None:
    installed.other["OKANJO_READY_WITHIN_S"] = SOON_S
    good = installed.current
    installer = waiting(installed, installed.another(NEVER_READY, "firmware/main.py"))
    bad = installed.current
    ended(installed, "timeout")
    assert installed.current == bad  # the installer is at work, and sees to it by itself
    cut_off(installer)
    ended(installed, "success")
    assert installed.current == bad  # stopped by hand
    until(lambda: installed.current == good and installed.state == "active")
    installed.whole()


def test_one_that_becomes_ready_is_kept(installed: FakePi, tmp_path: Path) -> None:
    """And is the one to come back to from then on."""
    go = tmp_path / "go"
    late = LATE.format(go=str(go))
    cut_off(waiting(installed, installed.another(late, "firmware/main.py")))
    kept = installed.current
    assert not was_ready(installed)
    go.touch()
    until(lambda: installed.state == "active")
    assert was_ready(installed)
    before = pid(installed)
    os.kill(before, signal.SIGKILL)
    begun_anew(installed, before)
    assert installed.current == kept
    installed.whole()
