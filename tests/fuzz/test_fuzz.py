"""Every parser of bytes that come from elsewhere, given some thousands of damaged ones.

Each refuses them in a sentence, or takes them: no other exception, no crash, and no more memory or
time than the table in targets.py says.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from support.table_program import ROOT, environ

KILLED = """
import os, pathlib, signal, sys
from fuzz import fuzzing, reading, targets

def begin():
    assert fuzzing.MEMORY in reading.scratch().parents
    return lambda content: os.kill(os.getpid(), signal.SIGKILL)

fuzzing.MEMORY = pathlib.Path(sys.argv[1])
targets.TARGETS["seats"] = targets.TARGETS["seats"]._replace(begin=begin)
print(fuzzing.fuzz("seats", 0, 1))
"""


def python(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environ(folder, PYTHONPATH=f"{ROOT}:{ROOT / 'tests'}"),
        text=True,
        check=False,
    )


@pytest.mark.timeout(24 * 3600)
def test_whatever_comes_is_taken_or_refused_in_a_sentence(tmp_path: Path) -> None:
    """All in one process: what several of them import takes longer than most of them."""
    done = python(tmp_path, "-m", "fuzz", "all")
    assert done.returncode == 0, done.stdout


def test_a_process_that_a_case_has_ended_leaves_nothing(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", KILLED, str(tmp_path))
    assert "seats, case seeds, status -9; again: " in done.stdout
    assert [*tmp_path.iterdir()] == []
