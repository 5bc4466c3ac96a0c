"""A game for three, scanned; what the display shows at each step out. No screen is made up."""

from __future__ import annotations

from collections.abc import Iterable

from engine.codes import codebook
from engine.position import Scan, Table, empty
from engine.standings import standings
from engine.table import scan
from firmware.screen.raster import Picture
from firmware.screen.render import picture
from firmware.view.panel import draw

PRESET = "cutthroat-combo"
PLAYERS = ("red", "blue", "green")
TRAYS = {
    "red": "temaki temaki eel eel soy-sauce squid-nigiri tofu miso-soup pudding spoon-4",
    "blue": "temaki tofu tofu salmon-nigiri salmon-nigiri miso-soup miso-soup pudding pudding eel",
    "green": "egg-nigiri egg-nigiri eel tofu tofu tofu soy-sauce squid-nigiri squid-nigiri spoon-5",
}
LOBBY = (f"preset {PRESET}",)
SEATS = (*LOBBY, *(f"badge {badge}" for badge in PLAYERS))
START = (*SEATS, "command next")
_ROUND = tuple(
    line
    for badge, tray in TRAYS.items()
    for line in (f"badge {badge}", *(f"face sushi-go-party/{face}" for face in tray.split()))
)
SCORED = (*START, *_ROUND, "command score")
FINISHED = (*SCORED, *(("command next", *_ROUND, "command score") * 2))


def after(lines: Iterable[str]) -> Picture:
    """The display after these scans, each as `type slug`."""
    table: Table = empty()
    book = codebook()
    for line in lines:
        kind, slug = line.split()
        table, _ = scan(table, Scan(book.label(kind, slug), 0))
    return picture(draw(standings(table)))


def boxes(shown: Picture) -> list[tuple[int, int, int, int]]:
    """Its light pixels as few boxes: column, row, width, height."""
    done: list[tuple[int, int, int, int]] = []
    growing: dict[tuple[int, int], int] = {}  # a run's column and width, and where it began
    rows = [*shown.rows(), "." * shown.width]
    for y, row in enumerate(rows):
        runs = set(_runs(row))
        for run in [run for run in growing if run not in runs]:
            begun = growing.pop(run)
            done.append((run[0], begun, run[1], y - begun))
        for run in runs:
            growing.setdefault(run, y)
    return sorted(done)


def _runs(row: str) -> list[tuple[int, int]]:
    """Where each run of light pixels begins, and how long it is."""
    runs, at = [], 0
    for part in row.replace("#.", "#|.").replace(".#", ".|#").split("|"):
        if part[0] == "#":
            runs.append((at, len(part)))
        at += len(part)
    return runs
