"""Draw docs/screen.png: three pages of the display in the README's round.

`PYTHONPATH=.:tests python -m support.readme_picture` draws it anew.
"""

from pathlib import Path

from PIL import Image
from support.pictures import image_of

from engine.catalogue import codebook_of
from engine.position import Table, empty
from engine.standings import standings
from firmware.cli.replay import lines_of, replay
from firmware.screen.render import picture
from firmware.view.panel import draw

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "screen.png"
SCALE, GAP, GLASS, LIT = 3, 24, (12, 16, 20), (190, 230, 255)
NAMES = {"red": "Chris", "blue": "Meredith", "green": "Kerry"}


def _after(scans: str) -> Table:
    """The table once the scan of that line has been made for the last time."""
    lines = [*lines_of(str(ROOT / "docs" / "first-round.txt"))]
    end = max(at for at, line in enumerate(lines) if line.startswith(scans))
    table = empty(names=NAMES)
    return replay(lines[: end + 1], "README", table, codebook_of(table.games)).table


def drawn() -> Image.Image:
    """The start of the round, a tray explained, and everybody's score."""
    pages = (
        draw(standings(_after("command next"))),
        draw(standings(_after("face sushi-go-party/spoon-4")), "tray"),
        draw(standings(_after("command score"))),
    )
    screens = [image_of(picture(page), SCALE) for page in pages]
    width, height = screens[0].size
    board = Image.new("RGB", (3 * (width + GAP) + GAP, height + 2 * GAP), GLASS)
    for at, screen in enumerate(screens):
        board.paste(LIT, (GAP + at * (width + GAP), GAP), screen)
    return board


if __name__ == "__main__":
    drawn().save(FILE, optimize=True)
