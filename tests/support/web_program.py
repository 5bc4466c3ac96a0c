"""A page in a process of its own, watched from outside."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]


class Program:
    """Where it is, and what it says."""

    def __init__(self, folder: Path, before: Sequence[str], pass_fds: Sequence[int]) -> None:
        words = [str(TESTS / "support/web_child.py"), str(folder)]
        self.child = subprocess.Popen(
            [*(before or [sys.executable]), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=pass_fds,
            env={**os.environ, "PYTHONPATH": f"{TESTS.parent}:{TESTS}"},
        )
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        assert line, self.child.communicate()
        self.told: dict[str, Any] = json.loads(line)
        self.port: int = self.told["port"]

    def rss_kb(self) -> int:
        status = Path(f"/proc/{self.child.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1])

    def switches(self) -> int:
        """How often any of its threads went to sleep, which is as often as it was woken."""
        tasks = Path(f"/proc/{self.child.pid}/task").glob("*/status")
        found = (re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", one.read_text()) for one in tasks)
        return sum(int(one[1]) for one in found if one)

    def threads(self) -> list[str]:
        tasks = Path(f"/proc/{self.child.pid}/task").iterdir()
        return sorted((task / "comm").read_text().strip() for task in tasks)

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.child.pid}/fd"))


@contextmanager
def program(
    folder: Path, before: Sequence[str] = (), pass_fds: Sequence[int] = ()
) -> Iterator[Program]:
    """Running; at its end nothing may stand on standard error."""
    running = Program(folder, before, pass_fds)
    try:
        yield running
    except BaseException:
        running.child.kill()
        running.child.communicate()
        raise
    running.child.terminate()
    _, wrong = running.child.communicate(timeout=90)
    assert wrong == b""
    assert running.child.returncode == 0
