"""Lines in, a journal written and an answer a line out: a process to kill, trace and starve.

    python journal_child.py FOLDER [SYNCHRONOUS]

A code is appended: "saved 7" or "unsaved 7", with how many scans this journal now ends with.
Other lines: retry; fill and free the disk; run COMMAND.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import GameNow


def main() -> None:
    folder, synchronous = sys.argv[1], (sys.argv[2:] or ["FULL"])[0]
    journal = Journal(folder, synchronous=synchronous)
    ballast = os.path.join(folder, "ballast")
    answer(journal)
    for line in sys.stdin.buffer:
        word, _, rest = line.decode().strip().partition(" ")
        if word.isdigit():
            journal.append(word, 0, 1.0, GameNow(1))
        elif word == "retry":
            journal.retry()
        elif word == "fill":
            fill(ballast)
        elif word == "free":
            os.remove(ballast)
        elif word == "run":
            os.system(rest)  # noqa: S605 - the test's own words
        answer(journal)
    os._exit(0)  # as if the plug were pulled: nothing is tidied up


def answer(journal: Journal) -> None:
    last = journal.last_game()
    seq = last.scans[-1].seq if last and last.scans else 0
    state = "saved" if journal.saved else "unsaved"
    os.write(1, f"{state} {seq} {journal.trouble}".strip().encode() + b"\n")


def fill(ballast: str) -> None:
    """Write until the disk is full to the last byte."""
    with open(ballast, "wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue


if __name__ == "__main__":
    main()
