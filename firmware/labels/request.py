"""Check what `okanjo labels` was asked for: words of the command line become a Job.

What makes no sense raises RequestError: its text says what would.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.cards import Game
from engine.codes import Codebook, Label
from engine.notation import printable
from engine.refusals import Refused
from firmware.labels.cards import layout, stocks
from firmware.labels.cards.layout import Plan, Symbology
from firmware.labels.cards.names import cards, faces
from firmware.labels.cards.stocks import Stock
from firmware.labels.errors import RequestError, unknown

if TYPE_CHECKING:
    import argparse

PAPERS = ("table", "guide")
Form = Literal["pdf", "png", "csv"]


class Job(NamedTuple):
    """What to print, on what, where to. `deck` are all the game's cards, `cards` those asked for;
    `square` are the mm of one for photos, or 0; `first` is the first place of a sheet, from 0;
    `output` None is standard output.
    """

    game: Game
    deck: tuple[Label, ...]
    cards: tuple[Label, ...]
    stock: Stock
    dpi: int
    code: Symbology
    square: int
    plan: Plan
    first: int
    form: Form
    output: str | None


def parse(asked: argparse.Namespace, slug: str, book: Codebook) -> Job:
    """Check a request for a game's labels."""
    game = book.games[slug]
    deck = cards(book, game)
    wanted = deck if asked.only is None else select_cards(asked.only, deck, book, game.slug)
    square = _parse_square(asked.square, asked.for_photo)
    stock, dpi = _parse_stock(asked.stock, square), parse_dpi(asked.dpi)
    code = parse_code(asked.code or ("datamatrix" if square else "code128"))
    if square and code == "code128":
        raise RequestError("photos need the square: --code datamatrix or both")
    form, output = choose_output(asked.output, f"{game.slug}-labels", asked.csv)
    first = _parse_first(asked.first, stock, form)
    words = tuple(faces(deck, game))  # the whole deck's: a label printed later looks the same
    plan = layout.plan(layout.LabelSize(stock.width, stock.height, dpi), code, words, square)
    if plan is None:
        raise RequestError(layout.refusal(stock, dpi, code, words, square))
    return Job(game, deck, wanted, stock, dpi, code, square, plan, first, form, output)


def parse_subject(asked: str | None, games: Sequence[str]) -> str:
    """Return a game's slug, or one of the papers."""
    there = [*games, *PAPERS]
    if asked is None:
        raise RequestError(f"labels for what? okanjo labels {', '.join(there[:-1])} or {there[-1]}")
    slug = asked.strip().lower()
    if slug not in there:
        raise unknown("game", asked, there)
    return slug


def parse_dpi(asked: str) -> int:
    """Return the printer's dots to an inch."""
    for dpi in layout.ALL_DPI:
        if asked.strip() == str(dpi):
            return dpi
    raise RequestError(
        f"--dpi {printable(asked)}: use 203, 300 or 600. Label printers have 203 or 300;"
        " for office printers use 600 if they have 600 or 1200"
    )


def parse_code(asked: str) -> Symbology:
    """Return the kind of code."""
    for code in layout.CODES:
        if asked.strip().lower() == code:
            return code
    raise unknown("code", asked, layout.CODES)


def _parse_square(asked: str | None, for_photo: bool) -> int:
    """Return the mm of a square for photos; 0: there shall be none."""
    if asked is None:
        return layout.PHOTO_MM[0] if for_photo else 0
    for mm in layout.PHOTO_MM:
        if asked.strip() == str(mm):
            return mm
    raise RequestError(f"--square {printable(asked)}: use 10, 12 or 8, in mm with its margin")


def choose_output(output: str | None, name: str, csv: bool = False) -> tuple[Form, str | None]:
    """Tell by the output's name what is made; return that, and where it goes."""
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
        raise RequestError(
            f"-o {printable(output)}: use FILE.pdf, or a folder for one PNG per label;"
            " add --csv for a table"
        )
    return "png", output


def _parse_stock(asked: str | None, square: int) -> Stock:
    name = (stocks.FOR_PHOTOS if square else stocks.DEFAULT) if asked is None else asked
    found = stocks.stock(name)
    if found is None:
        raise RequestError(
            f"{unknown('stock', name, stocks.STOCKS)}; for other labels give the size in mm:"
            f" --stock 32x16 (up to {stocks.LARGEST_MM:g})"
        )
    return found


def _parse_first(asked: str | None, stock: Stock, form: Form) -> int:
    """Return the first free place of the first sheet; 0 is the first of all."""
    if asked is None:
        return 0
    if stock.roll or form != "pdf":
        raise RequestError("--from works only for sheets, as PDF")
    place = int(asked) if re.fullmatch(r"\d{1,4}", asked.strip(), re.ASCII) else 0
    if place not in range(1, stock.on_a_page + 1):
        raise RequestError(
            f"--from {printable(asked)}: {stock.name} has labels 1 to {stock.on_a_page}, counted"
            " row by row"
        )
    return place - 1


def select_cards(
    asked: str, cards: Sequence[Label], book: Codebook, game: str
) -> tuple[Label, ...]:
    """Return the cards that `--only` names: kinds, faces, single cards or codes, in deck order."""
    names = [name.strip() for name in asked.split(",") if name.strip()]
    if not names:
        raise RequestError("--only names no card: use a kind (--only maki) or a code from a label")
    wanted: set[str] = set()
    for name in names:
        wanted |= _codes_of(name, cards, book, game)
    return tuple(card for card in cards if card.code in wanted)


def _codes_of(name: str, cards: Sequence[Label], book: Codebook, game: str) -> set[str]:
    """Return the codes of the cards that a name stands for."""
    if name.isascii() and name.isdigit():
        return {_by_code(name, book, game)}
    slug = name.lower()
    before, _, rest = slug.partition("/")
    if rest and before in book.games:
        if before != game:
            raise RequestError(f"{slug} is a card of {before}, not of {game}")
        slug = rest
    found = {card.code for card in cards if slug in _names(card)}
    if not found:
        own = {one for card in cards for one in _names(card)}
        # A single card's name is suggested only to a name with a slash.
        there = [one for one in sorted(own) if ("/" in slug) == ("/" in one)]
        raise unknown(f"kind or card of {game} called", name, there)
    return found


def _names(card: Label) -> tuple[str, str, str]:
    """Return a card's names: its kind's, its face's, its own (`maki`, `maki-1`, `maki-1/2`)."""
    return str(card.kind), str(card.face), f"{card.face}/{card.copy}"


def _by_code(digits: str, book: Codebook, game: str) -> str:
    label = book.read(digits)
    if isinstance(label, Refused):
        if label.reason == "misread":
            raise RequestError(f"{digits} is mistyped: its last digit does not fit the others")
        raise RequestError(f"{digits} is not an Okanjo code; a card's has six digits")
    if label.type != "card":
        where = "print the table sheet: okanjo labels table"
        raise RequestError(f"{digits} is not a card but the {label.name}: {where}")
    if label.game != game:
        raise RequestError(f"{digits} is a card of {label.game}: okanjo labels {label.game}")
    return digits
