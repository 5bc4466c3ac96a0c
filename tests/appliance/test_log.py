"""The log: every line is written, made safe, and nobody ever waits for its reader."""

import os

from support.scanner_facts import eventually

from firmware.system.log import MOST_WAITING, Log


def test_lines_come_out_one_by_one_and_safe() -> None:
    read, write = os.pipe()
    log = Log(write)
    log("scanner found: \x1b[31mred\x07")
    log("second")
    log.close()
    assert os.read(read, 4096) == b"scanner found: \\x1b[31mred\\x07\nsecond\n"
    os.close(read)
    os.close(write)


def test_a_reader_that_sleeps_holds_nobody_up_and_is_told_what_it_missed() -> None:
    read, write = os.pipe()
    log = Log(write)
    for _ in range(4 * MOST_WAITING):
        log("x" * 4000)  # far more than a pipe holds
    told = b""

    def all_read() -> bool:
        nonlocal told
        told += os.read(read, 1 << 20)
        return b"lines were not read in time" in told

    log("the next line")  # dropped as well, or the first to tell of it
    eventually(lambda: all_read() or log("another"))
    log.close()
    os.close(read)
    os.close(write)


def test_a_reader_that_has_gone_ends_nothing() -> None:
    read, write = os.pipe()
    os.close(read)
    log = Log(write)
    log("into the void")
    log.close()
    os.close(write)
