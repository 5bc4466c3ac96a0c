"""A page in a process of its own, watched from outside."""

import json
import os
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
        line = self.child.stdout.readline()
        assert line, self.child.communicate()
        self.told: dict[str, Any] = json.loads(line)
        self.port: int = self.told["port"]

    def threads(self) -> list[str]:
        tasks = Path(f"/proc/{self.child.pid}/task").iterdir()
        return sorted((task / "comm").read_text().strip() for task in tasks)


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
