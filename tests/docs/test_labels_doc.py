"""docs/labels.md, held to the program: its stocks, its counts, its example of stickers."""

import re
from itertools import takewhile
from math import ceil
from pathlib import Path

from engine.codes import Codebook
from engine.games import GAMES
from firmware.core.stickers.csv_import import rows_of
from firmware.paper.cards.stocks import DEFAULT, STOCKS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "labels.md").read_text(encoding="utf-8")
PROSE = " ".join(TEXT.split())
SETTINGS = (ROOT / "config" / "okanjo.toml").read_text(encoding="utf-8")
BOOK = Codebook(GAMES)
# One label is found, peeled and stuck in so many seconds: an estimate, and called one there.
QUICKLY, CAREFULLY = 6, 8


def test_the_stocks_are_as_the_program_has_them() -> None:
    sizes = re.findall(r"\b(L?\d{4}) \(([\d.]+) × ([\d.]+) mm", PROSE)
    assert {name for name, _, _ in sizes} == {
        stock.name for stock in STOCKS.values() if not stock.roll
    }
    for name, width, height in sizes:
        assert (round(STOCKS[name].width, 1), round(STOCKS[name].height, 1)) == (
            float(width),
            float(height),
        )
    assert f"The default is {DEFAULT} (" in PROSE
    assert f"{STOCKS[DEFAULT].on_a_page} on A4)" in PROSE


def test_the_table_counts_every_deck() -> None:
    head, rows = table("| Deck |")
    for game, title in ((game.slug, game.title) for game in BOOK.games.values()):
        row = dict(zip(head, next(row for row in rows if row[0] == title), strict=True))
        count = sum(label.type == "card" and label.game == game for label in BOOK.labels)
        assert row["Labels"] == str(count)
        for name in head[2:-1]:
            assert row[name] == str(ceil(count / STOCKS[name].on_a_page)), (title, name)
        minutes = [round(count * each / 60) for each in (QUICKLY, CAREFULLY)]
        assert row["Sticking, minutes"] == "–".join(map(str, minutes))
    assert len(rows) == len(BOOK.games)
    assert f"{QUICKLY} to {CAREFULLY} seconds per label" in PROSE


def table(begins: str) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of the table whose head begins so."""
    lines = TEXT.splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith(begins))
    rows = list(takewhile(lambda line: line.startswith("|"), lines[first:]))
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return cells[0], cells[2:]


def test_the_stickers_that_are_shown_can_be_taught() -> None:
    (file,) = re.findall(r"```csv\n(.*?)```", TEXT, re.S)
    rows = rows_of(file.encode(), BOOK, {})
    assert [BOOK.read(code) for _, code in rows] == [
        BOOK.label("face", "sushi-go-party/soy-sauce"),
        BOOK.label("card", "sushi-go-party/maki-1/3"),
    ]
