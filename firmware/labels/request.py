"""The words on the command line in, a Wish out: every one of them checked.

A wish that makes no sense is `Unclear`: its text says what would.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from engine.cards import Game
from engine.codes import Codebook, Label
from engine.notation import printable
from firmware.labels.cards import layout, sizes, stocks
from firmware.labels.cards.layout import Code, Plan
from firmware.labels.cards.stocks import Stock
from firmware.labels.cards.wording import cards, faces
from firmware.labels.errors import Unclear, unknown
from firmware.labels.only import only

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

PAPERS = ("table", "guide")
Form = Literal["pdf", "png", "csv"]


class Wish(NamedTuple):
    """What to print, on what, where to. `deck` are all the game's cards, `cards` those asked for;
    `first` is the first place of a sheet, from 0; `output` None is standard output.
    """

    game: Game
    deck: tuple[Label, ...]
    cards: tuple[Label, ...]
    stock: Stock
    dpi: int
    code: Code
    plan: Plan
    first: int
    form: Form
    output: str | None


def wish(asked: argparse.Namespace, slug: str, book: Codebook) -> Wish:
    """A game's labels."""
    game = book.games[slug]
    deck = cards(book, game)
    wanted = deck if asked.only is None else only(asked.only, deck, book, game.slug)
    stock, dpi, code = _stock(asked.stock), dots(asked.dpi), symbols(asked.code)
    form, output = place(asked.output, f"{game.slug}-labels", asked.csv)
    first = _first(asked.first, stock, form)
    words = tuple(faces(deck, game))  # the whole deck's: a label printed later looks the same
    plan = layout.plan(layout.Label(stock.width, stock.height, dpi), code, words)
    if plan is None:
        raise sizes.refusal(stock, dpi, code, words)
    return Wish(game, deck, wanted, stock, dpi, code, plan, first, form, output)


def what(asked: str | None, games: Sequence[str]) -> str:
    """A game, or one of the papers."""
    there = [*games, *PAPERS]
    if asked is None:
        raise Unclear(f"labels of what? okanjo labels {', '.join(there[:-1])} or {there[-1]}")
    slug = asked.strip().lower()
    if slug not in there:
        raise unknown("game", asked, there)
    return slug


def dots(asked: str | None) -> int:
    """Dots to an inch."""
    known = {str(dpi): dpi for dpi in sizes.ALL_DPI}
    if asked is None:
        return 300
    if asked.strip() not in known:
        raise Unclear(
            f"--dpi {printable(asked)}: it is 203, 300 or 600. Label printers have 203 or 300;"
            " for other office printers take 600 if they have 600 or 1200"
        )
    return known[asked.strip()]


def symbols(asked: str | None) -> Code:
    """The kind of code."""
    if asked is None:
        return "code128"
    if asked.strip().lower() not in layout.CODES:
        raise unknown("code", asked, layout.CODES)
    return cast(Code, asked.strip().lower())


def place(output: str | None, name: str, csv: bool = False) -> tuple[Form, str | None]:
    """What is made, and where it goes: by how the output is called."""
    if csv:
        return "csv", None if output in (None, "-") else output
    if output is None:
        return "pdf", f"{name}.pdf"
    if os.path.isdir(output) or output.endswith("/"):
        return "png", output
    ending = os.path.splitext(output)[1].lower()
    if ending == ".pdf":
        return "pdf", output
    if not output or ending in (".png", ".csv", ".txt", ".svg", ".jpg", ".jpeg") or output == "-":
        raise Unclear(
            f"-o {printable(output)}: it is FILE.pdf, or a folder for one PNG a label;"
            " for a table add --csv"
        )
    return "png", output


def _stock(asked: str | None) -> Stock:
    name = stocks.DEFAULT if asked is None else asked
    found = stocks.stock(name)
    if found is None and stocks.like_a_size(name):  # the stock it is most like would be no help
        raise Unclear(
            f"--stock {printable(name)}: a label's width and height are in mm, each more than 0 and"
            f" up to {stocks.LARGEST_MM:g}: --stock 32x16"
        )
    if found is None:
        raise Unclear(
            f"{unknown('stock', name, stocks.STOCKS)}; any other label by its size in mm:"
            f" --stock 32x16 (up to {stocks.LARGEST_MM:g})"
        )
    return found


def _first(asked: str | None, stock: Stock, form: Form) -> int:
    """Which place of the first sheet is the first that is still there; 0 is the first of all."""
    if asked is None:
        return 0
    if stock.roll or form != "pdf":
        raise Unclear("--from is for sheets as PDF; a roll has no places to leave out")
    numbers = re.fullmatch(r"\s*(\d{1,4})(?:\s*,\s*(\d{1,4}))?\s*", asked, re.ASCII)
    row, column = (int(one) if one else 0 for one in numbers.groups()) if numbers else (0, 0)
    if numbers and numbers[2] and row in range(1, stock.rows + 1):
        if column in range(1, stock.columns + 1):
            return (row - 1) * stock.columns + column - 1
    elif numbers and not numbers[2] and row in range(1, stock.on_a_page + 1):
        return row - 1
    raise Unclear(
        f"--from {printable(asked)}: {stock.name} has places 1 to {stock.on_a_page}, counted row by"
        f" row; or ROW,COLUMN, up to {stock.rows},{stock.columns}"
    )
