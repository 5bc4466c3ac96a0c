"""How many meet again, by field: the table in docs/tournaments.md.

`make pairings` makes it anew, which takes a quarter of an hour. The same sources make the same
figures on every machine.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

from support.tournaments import meetings, tournament

DOCUMENT = Path(__file__).parents[2] / "docs/tournaments.md"
PLAYERS = (*range(13, 29), 30, 32, 35, 36, 40)
TABLES, ROUNDS = (3, 4, 5), (5, 6, 7)
TABLE = re.compile(r"(?<=\| of 3 \| of 4 \| of 5 \|\n\|---\|---\|---\|---\|\n)(\|.*\n)+")


def repeats(players: int, wanted: int, rounds: int) -> int:
    """How often two meet who have met before, in one tournament with random results."""
    met = meetings(tournament(players, wanted, rounds, Random(f"1-{players}-{wanted}-{rounds}")))
    return sum((times - 1) * pairs for times, pairs in met.items())


def row(players: int, fields: Iterable[Iterable[int]]) -> str:
    """The line of so many players: by table size, and by rounds within a cell."""
    cells = (", ".join(map(str, figures)) for figures in fields)
    return f"| {players} | {' | '.join(cells)} |\n"


def written(text: str) -> dict[tuple[int, int, int], int]:
    """The table's figures in a text: by players, table size and rounds."""
    table = TABLE.search(text)
    assert table, "the table is not there"
    figures = dict[tuple[int, int, int], int]()
    for line in table[0].splitlines():
        players, *cells = line.strip("| ").split(" | ")
        for wanted, cell in zip(TABLES, cells, strict=True):
            for rounds, figure in zip(ROUNDS, cell.split(", "), strict=True):
                figures[int(players), wanted, rounds] = int(figure)
    return figures


if __name__ == "__main__":
    lines = [
        row(n, ([repeats(n, wanted, rounds) for rounds in ROUNDS] for wanted in TABLES))
        for n in PLAYERS
    ]
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(TABLE.sub("".join(lines), text), encoding="utf-8")
