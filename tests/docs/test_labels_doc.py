"""docs/labels.md, held to the program: its commands, stocks, counts, times and quoted words."""

import re
import shlex
import tomllib
from argparse import Namespace
from collections.abc import Iterator
from itertools import takewhile
from math import ceil
from pathlib import Path

import pytest

from drivers.scanner.code_collector import SILENCE
from drivers.scanner.hid import FASTER_THAN_HANDS_MS
from engine.codes import Codebook
from engine.games import GAMES
from engine.refusals import Refused
from firmware.cli.parser import parser
from firmware.doctor.scan import WAIT_S
from firmware.doctor.scanners import DIGITS, QUICK_MS
from firmware.labels.cards.stocks import DEFAULT, STOCKS
from firmware.labels.render.barcodes import CODE_128_LEAST_MM, DATAMATRIX_LEAST_MM
from firmware.labels.request import PAPERS, choose_output, parse, parse_subject
from firmware.stickers.csv_import import rows_of

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "labels.md").read_text(encoding="utf-8")
PROSE = " ".join(TEXT.split())
SETTINGS = (ROOT / "config" / "okanjo.toml").read_text(encoding="utf-8")
BOOK = Codebook(GAMES)
# One label is found, peeled and stuck in so many seconds: an estimate, and called one there.
QUICKLY, CAREFULLY = 6, 8


def code() -> Iterator[str]:
    """Every line of shell in a block, and every piece of code within a sentence or table."""
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.S):
        yield from block.splitlines()
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", TEXT, flags=re.S))


COMMANDS = sorted(
    {one.removeprefix("sudo ") for one in code() if re.search(r"^(sudo )?okanjo ", one)}
)


def asked(command: str) -> Namespace:
    words, _, _ = command.partition(" > ")
    return parser().parse_args(shlex.split(words)[1:])


def test_there_are_commands_of_each_sort() -> None:
    assert {one.split()[1] for one in COMMANDS} == {
        "labels",
        "teach",
        "doctor",
        "backup",
        "codes",
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one(command: str) -> None:
    asked(command)


@pytest.mark.parametrize("command", [one for one in COMMANDS if "labels" in one])
def test_what_is_printed_is_there_and_not_refused(command: str) -> None:
    one = asked(command)
    if one.stocks:
        return
    if parse_subject(one.what, list(BOOK.games)) in PAPERS:
        assert one.stock in (None, "letter")
        assert choose_output(one.output, one.what)[0] == "pdf"
        return
    for dpi in [one.dpi] if one.dpi else ["203", "300", "600"]:
        wished = parse(Namespace(**{**vars(one), "dpi": dpi}), one.what, BOOK)
        form = "csv" if one.csv else "png" if one.output.endswith("/") else "pdf"
        assert (wished.form, wished.output) == (form, one.output)
        assert wished.cards


def test_the_stocks_are_as_the_program_has_them() -> None:
    told = re.findall(r"\b(L?\d{4}) \(([\d.]+) × ([\d.]+) mm", PROSE)
    assert {name for name, _, _ in told} == {one.name for one in STOCKS.values() if not one.roll}
    for name, width, height in told:
        assert (round(STOCKS[name].width, 1), round(STOCKS[name].height, 1)) == (
            float(width),
            float(height),
        )
    assert f"{STOCKS[DEFAULT].on_a_page} on A4), the one you get if you name none" in PROSE


def test_the_table_counts_every_deck() -> None:
    head, rows = table("| Deck |")
    for game, title in ((game.slug, game.title) for game in BOOK.games.values()):
        row = dict(zip(head, next(row for row in rows if row[0] == title), strict=True))
        count = sum(one.type == "card" and one.game == game for one in BOOK.labels)
        assert row["Labels"] == str(count)
        for name in head[2:-1]:
            assert row[name] == str(ceil(count / STOCKS[name].on_a_page)), (title, name)
        minutes = [round(count * each / 60) for each in (QUICKLY, CAREFULLY)]
        assert row["Sticking, minutes"] == "–".join(map(str, minutes))
    assert len(rows) == len(BOOK.games)
    assert f"{QUICKLY} to {CAREFULLY} seconds a label" in PROSE


def table(begins: str) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of the table whose head begins so."""
    lines = TEXT.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(begins))
    rows = list(takewhile(lambda line: line.startswith("|"), lines[first:]))
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return cells[0], cells[2:]


def test_the_times_are_the_programs() -> None:
    keys = 2 * (DIGITS + 1)  # a press and a release, of each digit and of Enter
    assert f"At 10 ms a label takes {10 * keys} ms, at 1 ms {keys}" in PROSE
    assert f"waits {1000 * SILENCE:.0f} ms to be sure" in PROSE
    assert f"From {FASTER_THAN_HANDS_MS} ms a digit on" in PROSE
    assert f"beyond {1000 * SILENCE:.0f} its codes fall apart" in PROSE
    assert f"within {WAIT_S:.0f} seconds" in PROSE
    assert f"Up to {QUICK_MS} is fine" in PROSE
    assert "# double_read_ms = 500" in SETTINGS
    assert "the same code only within half a second" in PROSE


def test_the_finest_bars_are_the_programs() -> None:
    finest = f"({CODE_128_LEAST_MM} mm for Code 128, {DATAMATRIX_LEAST_MM} mm for DataMatrix)"
    assert finest in PROSE
    assert f"Code 128 at 10 mil ({CODE_128_LEAST_MM} mm)" in PROSE


def test_every_deck_on_one_side_of_its_stack() -> None:
    party = sum(one.type == "card" and one.game == "sushi-go-party" for one in BOOK.labels)
    assert f"about 0.1 mm: {party} of them make {party * 0.1:.0f} mm" in PROSE


@pytest.mark.parametrize(
    ("text", "reason"), [("060638", "misread"), ("4006381333931", "unknown-code")]
)
def test_the_display_says_what_is_quoted(text: str, reason: str) -> None:
    told = BOOK.read(text)
    assert isinstance(told, Refused)
    assert told.reason == reason
    assert f'"{told.message.splitlines()[0]}"' in PROSE


def test_the_stickers_that_are_shown_can_be_taught() -> None:
    (file,) = re.findall(r"```csv\n(.*?)```", TEXT, re.S)
    rows = rows_of(file.encode(), BOOK, {})
    assert [BOOK.read(code) for _, code in rows] == [
        BOOK.label("face", "sushi-go-party/soy-sauce"),
        BOOK.label("card", "sushi-go-party/maki-1/3"),
    ]


def test_the_settings_are_ones_there_are() -> None:
    for block in re.findall(r"```toml\n(.*?)```", TEXT, re.S):
        for one in tomllib.loads(block)["scanner"]:
            assert all(f"# {key} = " in SETTINGS for key in one)


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / target).exists()
    wiring = (ROOT / "docs" / "wiring.md").read_text(encoding="utf-8")
    assert "## Does it work?" in wiring
    assert 'Wiring](wiring.md), "Does it work?"' in PROSE
