"""The doctor beside the program itself, running, killed and hanging; and one scan, timed."""

import json
import os
import pty
import signal
import subprocess
import threading
import time
import tty

from support.doctor_machines import FakeMachine
from support.table_program import OKANJO, Piped, environ, okanjo

from firmware.doctor.machine import Case
from firmware.settings.load import load

DEADLINE_S = 90.0


class Port:
    """A scanner on a pseudo-terminal that reads the same label again and again."""

    def __init__(self, code=b"062453\r"):
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        self._code, self._over = code, threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._over.set()
        self._thread.join()
        os.close(self.master)
        os.close(self._slave)

    def _run(self):
        while not self._over.wait(0.5):  # longer than any reader sleeps: each is one code
            os.write(self.master, self._code)


def case(folder, settings, told=None):
    fake = FakeMachine(folder, settings)
    return Case(fake.machine, load(str(fake.config)), told)


def looked(folder, *words, **more):
    """What `okanjo doctor --json` says, by part."""
    done = okanjo(folder, *words, "doctor", "--json", **more)
    assert b"Traceback" not in done.stderr
    told = json.loads(done.stdout)
    assert done.returncode == (0 if told["fine"] else 1)
    return {line["part"]: line for line in told["lines"]}


def heard(folder, *words, **more):
    """The same once the program that was started just now listens."""
    end = time.monotonic() + DEADLINE_S
    while (found := looked(folder, *words, **more))["service"]["state"] != "ok":
        assert time.monotonic() < end
    return found


def test_a_program_that_runs_is_asked(tmp_path):
    running = Piped(tmp_path)
    running.scan("badge red")
    found = heard(tmp_path)
    assert f"process {running.child.pid}" in found["service"]["found"]
    assert found["journal"]["found"] == "all is saved"
    assert running.leave() == (0, "")
    found = looked(tmp_path)
    assert found["service"]["found"] == "Okanjo does not run"
    assert found["journal"]["found"].startswith("1 scans; game 1")


def test_a_program_that_hangs_is_told(tmp_path):
    running = Piped(tmp_path)
    heard(tmp_path)
    running.child.send_signal(signal.SIGSTOP)
    found = looked(tmp_path)["service"]
    running.child.send_signal(signal.SIGCONT)
    assert found["state"] == "wrong"
    assert found["found"] == "Okanjo runs, but it does not answer within 1 s"
    assert running.leave() == (0, "")


def test_the_scanner_of_a_program_that_runs_is_timed(tmp_path):
    """A serial one that sends no suffix: silence ends its codes."""
    with Port(b"062453") as port:
        (tmp_path / "okanjo.toml").write_text(f'[[scanner]]\nport = "{port.name}"\n')
        running = Piped(tmp_path, "--config", "okanjo.toml")
        heard(tmp_path, "--config", "okanjo.toml")
        done = okanjo(tmp_path, "--config", "okanjo.toml", "doctor", "--scan", "--json")
        lines = {line["part"]: line for line in json.loads(done.stdout)["lines"]}
        assert lines["scan"]["found"] == (
            f"{port.name}: 0.0 ms a digit, and 100 ms more because no Enter ends it"
        )
        assert b"Scan a label now" in done.stderr
        running.kill()


def test_a_program_without_a_disk_says_so_from_its_runtime_folder(tmp_path):
    (tmp_path / "okanjo.toml").write_text('[state]\nfolder = "/dev/null/none"\n[web]\non = false\n')
    words = ("--config", "okanjo.toml")
    with subprocess.Popen(
        [*OKANJO, *words, "run"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ(tmp_path, RUNTIME_DIRECTORY=str(tmp_path)),
        cwd=tmp_path,
    ) as running:
        found = heard(tmp_path, *words, RUNTIME_DIRECTORY=str(tmp_path))
        assert found["journal"]["found"] == "UNSAVED: not a directory"
        running.communicate(timeout=DEADLINE_S)
    assert not (tmp_path / "control").exists()
