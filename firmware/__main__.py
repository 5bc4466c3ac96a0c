"""The command line: words in, one of the commands below carried out, an exit status out."""

from __future__ import annotations

import os
import sys
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper

TYPE_CHECKING = False  # typing's own costs a start more than it is worth
if TYPE_CHECKING:
    from collections.abc import Sequence

AS_A_SERVICE = ["run"]  # a parser for that would be a tenth of its start: 7 ms of CPU
UNTOLD = 1  # it was done, but what it found could not be written


class Untold(Exception):
    """Standard output takes nothing; the text says why."""


class Out(TextIOWrapper):
    """Standard output, whose trouble is not taken for any other file's."""

    _owed = ""

    def owe(self, why: str) -> None:
        """A desk, which writes past it, could not: scoring goes on, the end of it will tell."""
        self._owed = why

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except BrokenPipeError:
            raise
        except OSError as why:
            raise Untold(why.strerror) from None

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            raise
        except OSError as why:
            raise Untold(why.strerror) from None
        if self._owed:
            owed, self._owed = self._owed, ""
            raise Untold(owed)


class Err(TextIOWrapper):
    """Standard error. That it cannot be written changes nothing about what happened."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            return


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command. Mistakes of its user are told in a sentence, never as a traceback."""
    try:
        _streams()
        status = _carried_out(arguments)
        sys.stdout.flush()  # not later: nobody could tell then that its reader has gone
        return status
    except BrokenPipeError:  # `okanjo codes | head`: nobody listens any more
        _silence()
        return 0
    except Untold as why:
        _silence()
        print(f"standard output cannot be written: {why}", file=sys.stderr)
        return UNTOLD
    except KeyboardInterrupt:
        return 130


def _carried_out(arguments: Sequence[str] | None) -> int:
    """Imports are within: a Ctrl-C as early as that is one, too."""
    words = sys.argv[1:] if arguments is None else arguments
    if list(words) == AS_A_SERVICE:
        from firmware.main import run

        return run(None)
    from firmware.cli.parser import parser

    try:
        asked = parser().parse_args(words)
    except SystemExit as told:  # by argparse: help, or what would be right
        return int(told.code or 0)
    return int(asked.command(asked))


def _streams() -> None:
    """All three there: what is opened next must not take the place of one that was closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    if sys.stdin is None:
        sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)), "utf-8")
    if sys.stdout is sys.__stdout__:  # ours to change, and nobody's who listens within
        code = sys.stdout.encoding if sys.stdout else "utf-8"
        at_once = bool(sys.stdout and sys.stdout.write_through)
        a_line = bool(sys.stdout and sys.stdout.isatty())
        there = FileIO(1, "w", closefd=False)
        out = there if at_once else BufferedWriter(there)
        # a name may be in no old code page
        sys.stdout = Out(out, code, "backslashreplace", None, a_line, at_once)
    if sys.stderr is sys.__stderr__:
        code = sys.stderr.encoding if sys.stderr else "utf-8"
        there = FileIO(2, "w", closefd=False)
        sys.stderr = Err(there, code, "backslashreplace", write_through=True)


def _silence() -> None:
    """Leave what standard output did not take: the end of the program would try once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
