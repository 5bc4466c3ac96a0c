"""How all tests run, and a command in this process."""

import os
import signal
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support import table_program

# Nothing of Hypothesis's is held to a time, as any machine may be busy.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

for number in (signal.SIGHUP, signal.SIGINT):
    if signal.getsignal(number) is signal.SIG_IGN:
        # Under nohup, or behind a script's "&": a handler, unlike SIG_IGN, is not inherited by the
        # programs that tests start.
        signal.signal(number, lambda number, frame: None)

# With tests of five seconds and more.
LONGEST = {
    "test_acts",
    "test_board",
    "test_fuzz",
    "test_guard",
    "test_installer",
    "test_page_moves",
    "test_release",
    "test_whole_table",
    "test_whole_tournament",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These begin first, so that at the end no process waits for one of them."""
    items.sort(key=lambda item: item.path.stem not in LONGEST)


@pytest.fixture
def okanjo(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> table_program.Okanjo:
    """`table_program.okanjo` in this process: most commands cost less than a start."""
    from firmware.__main__ import main

    def okanjo(
        folder: Path, *words: str, stdin: bytes = b""
    ) -> "subprocess.CompletedProcess[bytes]":
        monkeypatch.chdir(folder)
        for name in ("HOME", "XDG_STATE_HOME"):
            monkeypatch.setenv(name, str(folder))
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
        own = () if "--config" in words else table_program.settings(folder)
        capfdbinary.readouterr()  # what was logged before is not the command's
        usual = os.umask(0o022)
        os.umask(usual)
        try:
            status = main([*own, *words])
        finally:
            os.umask(usual)  # which a board makes stricter, for all that comes after it here
        return subprocess.CompletedProcess(words, status, *capfdbinary.readouterr())

    return okanjo
