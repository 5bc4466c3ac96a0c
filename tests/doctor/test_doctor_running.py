"""The doctor beside the program itself, running, killed and hanging; and its scanner, timed."""

import json
import os
import pty
import signal
import subprocess
import threading
import tty

from support.ipc_callers import listening
from support.table_program import OKANJO, ProgramTable, environ, okanjo
from support.waiting import DEADLINE_S, until


class Port:
    """A scanner on a pseudo-terminal that reads the same label again and again, without Enter."""

    def __init__(self):
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        self._over = threading.Event()
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
            os.write(self.master, b"062453")


def looked(folder, *words, **more):
    """What `okanjo doctor --json` says, by part."""
    done = okanjo(folder, *words, "doctor", "--json", **more)
    assert b"Traceback" not in done.stderr
    report = json.loads(done.stdout)
    assert done.returncode == (0 if report["fine"] else 1)
    return {line["part"]: line for line in report["lines"]}


def test_a_program_that_runs_is_asked(tmp_path):
    """It has timed its scanner; then it hangs, and then it ends."""
    words = ("--config", "okanjo.toml")
    with Port() as port:
        running = ProgramTable(tmp_path, f'[[scanner]]\nport = "{port.name}"\n').scan("badge red")
        until(lambda: listening(tmp_path / "okanjo"))
        until(lambda: " ms a digit" in looked(tmp_path, *words)["scanner"]["found"])
        lines = looked(tmp_path, *words)
        assert f"process {running.child.pid}" in lines["service"]["found"]
        assert lines["journal"]["found"] == "everything is saved"
        assert lines["scanner"]["found"] == (
            f"{port.name}: 0.0 ms a digit, and 100 ms more because no Enter ends it"
        )
        running.child.send_signal(signal.SIGSTOP)
        lines = looked(tmp_path, *words)["service"]
        assert lines["state"] == "wrong"
        assert lines["found"] == "Okanjo is running, but it does not answer within 1 s"
        running.child.send_signal(signal.SIGCONT)
        running.kill()
    lines = looked(tmp_path, *words)
    assert lines["service"]["found"] == "Okanjo is not running"
    assert "1 scan; game 1" in lines["journal"]["found"]


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
        until(lambda: listening(tmp_path))
        lines = looked(tmp_path, *words, RUNTIME_DIRECTORY=str(tmp_path))
        assert lines["journal"]["found"] == "UNSAVED: not a directory"
        running.communicate(timeout=DEADLINE_S)
    assert not (tmp_path / "socket").exists()
