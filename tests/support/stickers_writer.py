"""A folder, a first number and a most of bytes in (0: any); stickers taught one after the other,
each told once it counts, until the end of the world out. What goes wrong is told, and ends it."""

import itertools
import os
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.codes import codebook
from firmware.stickers.store import NotTaught, Stickers

LABELS = codebook().labels


def row(number: int) -> tuple[str, str]:
    return f"foreign \x1d,{number}", LABELS[number % len(LABELS)].code


def main() -> None:
    folder, first, most, count = sys.argv[1], *map(int, sys.argv[2:5])
    stickers = Stickers(folder, codebook())
    if most:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    for number in itertools.islice(itertools.count(first), count or None):
        try:
            stickers.learn([row(number)])
        except NotTaught as why:
            print(f"not taught: {why}; {len(stickers.rows())}", flush=True)
            return
        os.write(1, b"%d\n" % number)


if __name__ == "__main__":
    main()
