"""Check what `okanjo labels` was asked for: words of the command line become a Job.

What makes no sense raises RequestError: its text says what would.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from engine.cards import Game
from engine.codes import Codebook, Label
from engine.message import Message, gettext
from engine.notation import printable
from firmware.paper.cards import layout, stocks
from firmware.paper.cards.layout import LabelPlan, Symbology
from firmware.paper.cards.names import cards, faces
from firmware.paper.cards.stocks import Stock
from firmware.paper.errors import (
    CODE,
    DPI,
    FIRST,
    LANGUAGE,
    ONLY,
    SQUARE,
    STOCK,
    RequestError,
    unknown,
)
from firmware.words.language import ENGLISH, Language, installed, language_of

if TYPE_CHECKING:
    import argparse

PAPERS = ("table", "guide", "menu")
FOR_WHAT = gettext("labels for what? okanjo labels {first} or {last}")
ODD_OUTPUT = gettext(
    "-o {file}: use FILE.pdf, or a folder for one PNG per label; add --csv for a table"
)
TOO_MANY_LANGUAGES = gettext("paper has room for two languages, such as {language} de,en")
SAME_LANGUAGE = gettext("{language} {code},{code} has the same language twice")
Form = Literal["pdf", "png", "csv"]
Choice = TypeVar("Choice", str, int, Symbology)


class Job(NamedTuple):
    """What to print, on what, where to. `deck` are all the game's cards, `cards` those asked for;
    `square` is the side in mm of a square for photos, or 0; `first` is the first place of a sheet,
    from 0; `output` None is standard output; `second` is the language of second names, if any.
    """

    game: Game
    deck: tuple[Label, ...]
    cards: tuple[Label, ...]
    stock: Stock
    dpi: int
    code: Symbology
    square: int
    plan: LabelPlan
    first: int
    form: Form
    output: str | None
    language: Language
    second: Language | None = None


def parse(
    arguments: argparse.Namespace,
    slug: str,
    book: Codebook,
    language: Language = ENGLISH,
    second: Language | None = None,
) -> Job:
    """Check a request for a game's labels."""
    game = book.games[slug]
    deck = cards(book, game)
    wanted = deck if arguments.only is None else select_cards(arguments.only, deck, game.slug)
    mm = arguments.square or ("10" if arguments.for_photo else "")
    square = parse_choice(SQUARE, mm, layout.PHOTO_MM) if mm else 0
    stock = _parse_stock(arguments.stock, square)
    dpi = parse_choice(DPI, arguments.dpi, layout.ALL_DPI)
    usual_code = "datamatrix" if square else "code128"
    code = parse_choice(gettext("code"), arguments.code or usual_code, layout.CODES)
    if square and code == "code128":
        why = gettext("photos need the square: {code} datamatrix or both", code=CODE)
        raise RequestError(why)
    form, output = choose_output(arguments.output, f"{game.slug}-labels", arguments.csv)
    first = _parse_first(arguments.first, stock, form)
    words = tuple(
        faces(deck, game, language, second)
    )  # the whole deck's: a label printed later looks the same
    plan = layout.plan(layout.LabelSize(stock.width, stock.height, dpi), code, words, square)
    if plan is None:
        raise RequestError(layout.refusal(stock, dpi, code, words, square))
    return Job(
        game, deck, wanted, stock, dpi, code, square, plan, first, form, output, language, second
    )


def parse_languages(text: str) -> tuple[Language, Language | None]:
    """Return the languages that `--language` names: `de`, or `de,en` for both on one sheet."""
    there = {ENGLISH.code, *installed()}
    first, *others = (code.strip() for code in text.split(","))
    for code in (first, *others):
        if code not in there:
            raise unknown(gettext("language"), code, sorted(there))
    if len(others) > 1:
        raise RequestError(TOO_MANY_LANGUAGES._replace(values={"language": LANGUAGE}))
    if first in others:
        raise RequestError(SAME_LANGUAGE._replace(values={"language": LANGUAGE, "code": first}))
    return language_of(first), language_of(others[0]) if others else None


def parse_subject(subject: str | None, games: Sequence[str]) -> str:
    """Return a game's slug, or one of the papers."""
    there = [*games, *PAPERS]
    if subject is None:
        *first, last = there
        raise RequestError(FOR_WHAT._replace(values={"first": ", ".join(first), "last": last}))
    return parse_choice(gettext("game"), subject, there)


def parse_choice(subject: Message, text: str, choices: Sequence[Choice]) -> Choice:
    """Return the choice that the text names, in any case of letters."""
    for choice in choices:
        if text.strip().lower() == str(choice):
            return choice
    raise unknown(subject, text, [str(choice) for choice in choices])


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
        raise RequestError(ODD_OUTPUT._replace(values={"file": printable(output)}))
    return "png", output


def _parse_stock(text: str | None, square: int) -> Stock:
    name = (stocks.FOR_PHOTOS if square else stocks.DEFAULT) if text is None else text
    known = stocks.stock(name)
    if known is None:
        raise RequestError(
            gettext(
                "{unknown}; for other labels give the size in mm: {stock} 32x16 (up to {largest})",
                unknown=unknown(gettext("stock"), name, stocks.STOCKS).message,
                stock=STOCK,
                largest=f"{stocks.LARGEST_MM:g}",
            )
        )
    return known


def _parse_first(text: str | None, stock: Stock, form: Form) -> int:
    """Return the first free place of the first sheet, counted from 0."""
    if text is None:
        return 0
    if stock.roll or form != "pdf":
        raise RequestError(gettext("{first} works only for sheets, as PDF", first=FIRST))
    place = int(text) if re.fullmatch(r"\d{1,4}", text.strip(), re.ASCII) else 0
    if place not in range(1, stock.on_a_page + 1):
        raise RequestError(
            gettext(
                "{first} {place}: {stock} has labels 1 to {last}, counted row by row",
                first=FIRST,
                place=printable(text),
                stock=stock.name,
                last=stock.on_a_page,
            )
        )
    return place - 1


def select_cards(text: str, cards: Sequence[Label], game: str) -> tuple[Label, ...]:
    """Return the cards that `--only` names: kinds, faces, single cards or codes, in deck order."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise RequestError(
            gettext(
                "{only} names no card: use a kind ({only} maki) or a code from a label", only=ONLY
            )
        )
    wanted: set[str] = set()
    for name in names:
        wanted |= _codes_of(name, cards, game)
    return tuple(card for card in cards if card.code in wanted)


def _codes_of(name: str, cards: Sequence[Label], game: str) -> set[str]:
    """Return the codes of the cards that a name stands for."""
    slug = name.lower().removeprefix(f"{game}/")
    codes = {card.code for card in cards if slug in (card.code, *_names(card))}
    if not codes:
        own = {other for card in cards for other in _names(card)}
        # A single card's name is suggested only to a name with a slash.
        there = [other for other in sorted(own) if ("/" in slug) == ("/" in other)]
        raise unknown(gettext("kind or card of {game} called", game=game), name, there)
    return codes


def _names(card: Label) -> tuple[str, str, str]:
    """Return a card's names: its kind's, its face's, its own (`maki`, `maki-1`, `maki-1/2`)."""
    return str(card.kind), str(card.face), f"{card.face}/{card.copy}"
