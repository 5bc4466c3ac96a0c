"""The log: every record is one safe line, and no scan waits for its reader."""

import logging
import os
from collections.abc import Iterator

import pytest

from firmware.common.system.log import StderrHandler

Pipe = tuple[int, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    read, write = os.pipe()
    yield read, write
    os.close(read)
    os.close(write)


def log(handler: logging.Handler, text: str, level: int = logging.INFO) -> None:
    handler.emit(logging.LogRecord("firmware", level, "", 0, text, None, None))


def stream(descriptor: int) -> dict[str, str]:
    status = os.fstat(descriptor)
    return {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}


def test_a_record_is_one_safe_line(pipe: Pipe) -> None:
    read, write = pipe
    handler = StderrHandler(write, {})
    log(handler, "scanner found: \x1b[31mred\x07")
    log(handler, "first\nsecond")
    assert os.read(read, 4096) == b"scanner found: \\x1b[31mred\\x07\nfirst second\n"


def test_the_journal_gets_a_priority_and_only_the_journal(pipe: Pipe) -> None:
    read, write = pipe
    log(StderrHandler(write, stream(write)), "scanner found: usb\nand more")
    log(StderrHandler(write, stream(write)), "a sticker called lost: lost: x", logging.ERROR)
    log(StderrHandler(write, {"JOURNAL_STREAM": "1:2"}), "plain", logging.WARNING)
    assert (
        os.read(read, 4096)
        == b"<6>scanner found: usb and more\n<3>a sticker called lost: lost: x\nplain\n"
    )


@pytest.mark.timeout(60)
def test_a_reader_that_sleeps_holds_nobody_up(pipe: Pipe) -> None:
    read, write = pipe
    handler = StderrHandler(write, {})
    for _ in range(100):
        log(handler, "x" * 5000)  # far more than a pipe holds
    assert len({*os.read(read, 1 << 20).splitlines()}) == 1  # each of them whole
    log(handler, "another")
    assert os.read(read, 1 << 20) == b"another\n"
