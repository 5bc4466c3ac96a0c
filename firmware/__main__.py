"""The program's entry: carry out one command, return its exit status."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from firmware.common.system.exit_status import FAILED

# As services; a parser for them would be a tenth of a start, 7 ms of CPU, and 1.5 MB that stay.
THE_TABLE, ITS_BROKER = ["run"], (["mqtt"], ["mqtt", "--ends-with-input"])
INTERRUPTED = 130  # as a shell tells of a Ctrl-C
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        _open_streams()
        status = _carry_out(sys.argv[1:] if arguments is None else arguments)
        _flush_output()  # not later: nobody could tell then that its reader has gone
        return status
    except BrokenPipeError:  # `okanjo codes | head`
        _discard_output()
        return 0
    except OSError as why:
        if why.errno not in FULL or why.filename is not None:
            raise
        _discard_output()
        print(f"standard output cannot be written: {why.strerror}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _carry_out(words: Sequence[str]) -> int:
    """Imports are within: a Ctrl-C as early as that is caught, too."""
    if list(words) == THE_TABLE:
        from firmware.main import run

        return run(None)
    if list(words) in ITS_BROKER and "STATE_DIRECTORY" in os.environ:
        from firmware.cli.mqtt import mqtt

        return mqtt(None, asks_password=False, ends_with_input=len(words) > 1)
    from firmware.cli.parser import carry_out

    return carry_out(words)


def _open_streams() -> None:
    """Open /dev/null for each closed stream, or the next file that is opened would be taken for it.

    What a terminal's old character set lacks is escaped.
    """
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 - it stays open
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _flush_output() -> None:
    try:
        sys.stdout.flush()
    except OSError as why:
        if why.errno != errno.EIO or not stat.S_ISCHR(os.fstat(sys.stdout.fileno()).st_mode):
            raise
        _discard_output()  # a terminal that hung up: its window was closed


def _discard_output() -> None:
    """Leave what standard output did not take: the end of the program would try once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
