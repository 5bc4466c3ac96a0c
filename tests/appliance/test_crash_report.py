"""The file on the mistake that ended the program: one, whole, safe to print, told by the doctor."""

import os
import subprocess
import sys
from pathlib import Path

from support.doctor_machines import FakeMachine, in_words
from support.table_program import environ, settings

from firmware.common.settings.load import load
from firmware.common.system.crash_report import FILE, read_last, write_report
from firmware.doctor.machine import Case
from firmware.doctor.system import crash


def mistaken(words: str = "what\x1b[31m nobody\nthought of") -> Exception:
    try:
        raise RuntimeError(words)
    except RuntimeError as mistake:
        return mistake


def test_it_says_when_what_and_where_on_its_first_line(tmp_path: Path) -> None:
    assert write_report(str(tmp_path), mistaken(), "1.2", lambda: 0.0)
    first, _, traceback = (tmp_path / FILE).read_text().partition("\n")
    assert first.startswith("1970-01-01 00:00:00 UTC, Okanjo 1.2: RuntimeError: what\\x1b[31m nob")
    assert "(test_crash_report.py:" in first
    assert "Traceback" in traceback
    assert read_last(str(tmp_path)) == first


def test_the_doctor_tells_of_it_and_fails_nothing_for_it(tmp_path: Path) -> None:
    fake = FakeMachine(tmp_path)
    case = Case(fake.machine, load(str(fake.config)))
    assert list(crash(case)) == []
    write_report(str(fake.state), mistaken(), "1.2")
    (line,) = map(in_words, crash(case))
    assert "RuntimeError" in line.found
    assert FILE in line.do
    assert not line.fails


# Beside the main thread no signal can be seen to: that ends a program that nobody wrote like this.
BESIDE = """
import sys, threading
from firmware.main import run
ends = []
beside = threading.Thread(target=lambda: ends.append(run(sys.argv[1])))
beside.start()
beside.join()
sys.exit(ends[0] if ends else 9)
"""


def test_a_program_that_is_ended_by_a_mistake_leaves_it_behind(tmp_path: Path) -> None:
    """The file has all of it; systemd's journal has one line, marked as an error."""
    _, config = settings(tmp_path)
    with (tmp_path / "journal").open("wb") as journal:
        stat = os.fstat(journal.fileno())
        ended = subprocess.run(
            [sys.executable, "-c", BESIDE, config],
            stdin=subprocess.DEVNULL,
            stderr=journal,
            env=environ(tmp_path, JOURNAL_STREAM=f"{stat.st_dev}:{stat.st_ino}"),
            timeout=120,
        )
    assert ended.returncode == 1
    assert "ValueError: signal only works in main thread" in read_last(str(tmp_path / "okanjo"))
    log = (tmp_path / "journal").read_bytes()
    assert log.startswith(b"<3>ended by a bug in Okanjo, please report it: ValueError")
    assert log.count(b"\n") == 1
