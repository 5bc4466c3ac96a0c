"""A request that hangs keeps neither an end nor a restart waiting, and no scan."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from support.backup_tools import backup_of, played
from support.page_program import PageProgram, running
from support.table_program import left
from support.waiting import until
from support.web_commands import children, stopped
from support.web_site import all_of, answer, caller, raw_answer, request

from firmware.common.http.limits import Limits
from firmware.common.system.swap import READY

END_S = Limits().end_s
LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]
BACKUP = "application/octet-stream"


@pytest.fixture
def packed(tmp_path: Path) -> bytes:
    played(tmp_path / "there", "party-tally")
    return backup_of(tmp_path / "there")


def restoring(program: PageProgram, token: str, packed: bytes) -> bytes:
    headers: dict[str, str | None] = {"Authorization": f"Bearer {token}", "Content-Type": BACKUP}
    return request("POST", "/setup/restore", headers, packed)


@contextmanager
def hung(program: PageProgram, token: str, packed: bytes) -> Iterator[tuple[socket.socket, int]]:
    """A restore that hangs in its thread: what checks the backup was stopped, and is not killed
    before minutes are over.
    """
    while True:
        line = caller(program.port, restoring(program, token, packed))
        checks = until(lambda: children(program.pid, b"firmware.records.backup.check"))
        if stopped(checks[0]):
            break
        all_of(line)  # it was done before it could be stopped, and the program starts anew
        line.close()
        until(program.run)
    try:
        yield line, int(checks[0])
    finally:
        line.close()
        with suppress(ProcessLookupError):
            os.kill(int(checks[0]), signal.SIGKILL)


def test_the_program_ends_within_seconds(tmp_path: Path, packed: bytes) -> None:
    program = PageProgram(tmp_path)
    until(program.run)
    with hung(program, program.token(program.pin()), packed):
        began = time.monotonic()
        program.child.send_signal(signal.SIGTERM)
        try:
            assert program.child.wait(60) == 0
        except subprocess.TimeoutExpired:
            program.kill()
            raise
        took = time.monotonic() - began
    assert took > END_S - 1  # and not as long as it hangs
    _, errors = program.child.communicate()
    assert errors.decode() == "page: something hangs, and was left after 5 s\n"


def test_a_change_of_settings_is_in_force_and_scans_are_taken(
    tmp_path: Path, packed: bytes
) -> None:
    with running(PageProgram(tmp_path)) as program:
        token = program.token(program.pin())
        with hung(program, token, packed) as (_, checks):
            before, port = program.run(), program.port
            program.scan(*LOBBY)
            changes = {"changes": {"names.red": "Ann"}}
            assert program.post("/setup/change", changes, token).json["saved"]
            until(lambda: program.run() not in ("", before))
            assert program.port == port
            card = "card sushi-go-party/tempura/1"
            program.scan(card)
            busy = answer(raw_answer(program.port, restoring(program, token, packed)))
            assert (busy.status, "is running" in busy.json["error"]) == (409, True)
            os.kill(checks, signal.SIGKILL)  # as its time limit does in the end
            sent = restoring(program, token, packed)
            until(lambda: answer(raw_answer(program.port, sent)).status == 200)
            program.pin()  # the page is there again, at the port that the backup's settings have


def test_what_was_begun_comes_too_late(tmp_path: Path, packed: bytes) -> None:
    """A restore that goes on meanwhile comes too late, and changes nothing."""
    program = PageProgram(tmp_path)
    until(program.run)
    program.scan(*LOBBY)
    with hung(program, program.token(program.pin()), packed) as (_, checks):
        program.child.send_signal(signal.SIGTERM)
        os.kill(checks, signal.SIGCONT)
        assert program.child.wait(60) == 0
    program.child.communicate()
    assert not (tmp_path / "okanjo" / READY).exists()
    assert left(tmp_path)["phase"] == "playing"
