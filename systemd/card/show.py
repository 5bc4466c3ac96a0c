"""Show each line that is read on an OLED, as Okanjo draws; the last one stays.

For the minutes before Okanjo is installed: its release is unpacked by then, but no package is
there. So the system's own Python runs this, with the libraries that the release brings.
"""

import select
import sys
from collections.abc import Callable
from io import FileIO
from itertools import cycle
from pathlib import Path
from zipfile import ZipFile

RELEASE = Path(__file__).resolve().parents[2]
LIBRARIES = RELEASE / "wheels/unpacked"  # luma is a folder of two wheels
for wheel in (*RELEASE.glob("wheels/luma*.whl"), *RELEASE.glob("wheels/smbus2*.whl")):
    with ZipFile(wheel) as file:
        file.extractall(LIBRARIES)
sys.path[:0] = [str(RELEASE), str(LIBRARIES)]  # -I leaves only the system's own

import luma.oled.device  # noqa: E402, F401 (needs Pillow, which may not be there yet: then this ends)

from drivers.display.oled import Oled, Picture  # noqa: E402
from firmware.core.screen.raster import Paper  # noqa: E402
from firmware.words.line import broken  # noqa: E402

WIDTH, HEIGHT, BAR, LINE = 128, 64, 10, 9
ROWS = (HEIGHT - BAR) // LINE
EACH_S = 4.0  # of a sentence that takes more than one sheet


def sheets(sentence: str) -> list[bytes]:
    lines = [*broken(sentence)]
    return [_drawn(lines[start : start + ROWS]) for start in range(0, len(lines), ROWS)]


def _drawn(lines: list[str]) -> bytes:
    paper = Paper(WIDTH, HEIGHT)
    paper.write(2, 1, "OKANJO")
    paper.invert(0, 0, WIDTH, BAR)
    for row, line in enumerate(lines):
        paper.write(1, BAR + 1 + row * LINE, line)
    return paper.picture().pages


def follow(lines: FileIO, show: Callable[[Picture], object]) -> None:
    """Until they end. They have no buffer: `select` would not see what is in it."""
    number, pages = 0, cycle([bytes(WIDTH * HEIGHT // 8)])
    while True:
        if select.select([lines], [], [], EACH_S)[0]:
            if not (line := lines.readline()):
                break
            number, pages = number + 1, cycle(sheets(line.decode().strip()))
        show(Picture(next(pages), number))


def main() -> None:
    display = Oled(lambda event: None)
    display.start()
    follow(FileIO(sys.stdin.fileno()), display.show)
    display.stop()


if __name__ == "__main__":
    main()
