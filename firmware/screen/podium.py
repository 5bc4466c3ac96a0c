"""Draw the end of the game: the first three, and a QR."""

from collections.abc import Sequence

from firmware.screen.font import LETTERS, cut, measure
from firmware.screen.raster import Paper
from firmware.screen.score_grid import Field, fitted, fitting
from firmware.view.sheets import Player

STEPS = (21, 31, 38)  # the first rows of the steps, a place each
ORDER = {0: (), 1: (0,), 2: (0, 1), 3: (1, 0, 2)}  # the winner stands in the middle
STEP = (0, 60, 60, 42)  # pixels wide, by how many there are


def steps(paper: Paper, players: Sequence[Player]) -> None:
    """A podium in the left upper 128 x 64 pixels; a winner's step is light."""
    wide = STEP[len(players)]
    left = (128 - wide * len(players)) // 2
    for at, which in enumerate(ORDER[len(players)]):
        player = players[which]
        x, top = left + at * wide, STEPS[min(3, player.place or 3) - 1]
        live = str(player.live)
        paper.write_centred(x + wide // 2, top - 9, cut(player.name, wide - 1))
        paper.frame(x + 1, top, wide - 2, 64 - top)
        shown, face = fitted(live, fitting([live], wide - 6), wide - 6)
        paper.write_centred(x + wide // 2, top + 5, shown, face)
        if player.place == 1:
            paper.invert(x + 2, top + 1, wide - 4, 64 - top - 2)


def listed(paper: Paper, players: Sequence[Player], width: int) -> None:
    """The same as a list, where the other half of a small display shows a code."""
    first, *others = players
    paper.write(2, 13, cut(first.name, width - 3))
    live = str(first.live)
    paper.write(2, 23, live, fitting([live], width - 3))
    for at, player in enumerate(others[:2]):
        live, y = str(player.live), 46 + at * 9
        paper.write_right(width - 4, y, live)
        place = f"{player.place} {player.name}"
        paper.write(2, y, cut(place, width - 10 - measure(LETTERS, live)))


def code(paper: Paper, square: Field, rows: Sequence[str]) -> None:
    """A QR, dark on light as phones want it, as large as whole pixels allow."""
    scale = max(1, (square.width - 4) // len(rows))
    paper.invert(*square)
    side = scale * len(rows)
    x, y = square.x + (square.width - side) // 2, square.y + (square.height - side) // 2
    paper.stamp(x, y, rows, scale)
