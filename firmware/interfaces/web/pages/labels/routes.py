"""What /labels can ask for, and the PDF it gets: drawn by `okanjo labels`, in its own process.

Rule 1: nothing that was asked reaches a command line but as a value of a strict pattern. Whether it
makes sense, the command knows.
Rule 2: reading needs no PIN; drawing costs so much that everybody waits for a turn.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.lobby import missing
from engine.message import Message, gettext, ngettext
from engine.notation import printable
from engine.position import Table
from firmware.common.http.responses import NO_STORE, address_of, json_response
from firmware.interfaces.web.child import run
from firmware.interfaces.web.context import Context, get, refusal
from firmware.paper.errors import FIELDS
from firmware.words.labels import title
from firmware.words.language import offered, own_name, say
from firmware.words.worded import WordedText

if TYPE_CHECKING:
    from firmware.paper.cards.stocks import Stock

LIMIT_S = 60.0
PLACES = ("what", "menu")  # words that stand by themselves, one after the other
OPTIONS = ("stock", "code", "square", "dpi", "only", "from", "language")
VALUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9/,. -]{0,399}")
NOT_MADE = gettext("The labels could not be made.")
ELSEWHERE = gettext("Use the labels page for this.")
ODD_VALUE = gettext("{field} {value}: use letters, digits and , . / -.")


async def choices(context: Context, request: Request) -> Response:
    """Answer the games, menus, stocks and languages to choose from, the page's own language first.
    Of a game: how many cards it has, and that in words for who prints labels and for who checks a
    deck.
    """
    from firmware.paper.cards.stocks import STOCKS
    from firmware.paper.menu.choice import ready_menus

    book = context.codebook
    cards = [label.game for label in book.labels if label.type == "card"]
    language = context.language(request)
    games = []
    for slug, game in book.games.items():
        count = cards.count(slug)
        labels = ngettext("{count} label", "{count} labels", count)
        with_cards = gettext(
            "{title}: {cards}",
            title=title(game),
            cards=ngettext("{count} card", "{count} cards", count),
        )
        descriptions = (say(message, language) for message in (labels, with_cards))
        games.append([slug, say(title(game), language), count, *descriptions])
    stocks = [
        [stock.name, say(_about(stock), language), stock.on_a_page] for stock in STOCKS.values()
    ]
    menus = [
        *_on_table(context.shown.table),
        *((slug, choice.title) for slug, choice in ready_menus(book).items()),
    ]
    return json_response(
        {
            "games": games,
            "menus": [[slug, say(name, language)] for slug, name in menus],
            "stocks": stocks,
            "languages": [[code, own_name(code)] for code in _own_first(language.code)],
            "first": context.shown.never_played,
        }
    )


def _own_first(own: str) -> list[str]:
    return sorted(offered(), key=own.__ne__)


def _on_table(table: Table) -> Iterator[tuple[str, Message]]:
    """Yield the menu that is on the table, once it has all its dishes."""
    from firmware.paper.menu.choice import MenuChoice

    if table.game is not None and not missing(table.game, table.menu):
        choice = MenuChoice.of(table.game, table.menu)
        yield choice.name, gettext("On the table: {menu}", menu=choice.title)


def _about(stock: Stock) -> Message:
    kind = gettext("roll") if stock.roll else stock.about
    return gettext("{name}: {size}, {kind}", name=stock.name, size=stock.size, kind=kind)


async def pdf(context: Context, request: Request) -> Response:
    """Answer the file, with the command's notes in a header."""
    from urllib.parse import quote  # late, like all that only labels need

    if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise refusal(403, ELSEWHERE)
    query = dict(request.query_params)
    own = context.language(request).code
    printed = query.get("language", "")
    words = [*words_of({**query, "language": printed or own}), f"--for-page={own}"]
    parts = ["okanjo", *(query.get(key, "") for key in ("what", "menu", "stock"))]
    parts.append(printed.replace(",", "-"))
    name = "-".join(part for part in parts if part and "," not in part).replace("/", "-")
    draw = partial(_draw, context, request, words)
    host = address_of(request)
    content, notes = await context.drawings.get(host, tuple(words), draw)
    headers = {
        "Content-Type": "application/pdf",
        "Content-Disposition": f'attachment; filename="{name.lower()}.pdf"',
        "Okanjo-Told": quote(notes),
        **NO_STORE,
    }
    return Response(content, 200, headers)


async def _draw(context: Context, request: Request, words: list[str]) -> tuple[bytes, str]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="okanjo-") as folder:
        file = os.path.join(folder, "labels.pdf")
        drawing = [*words, f"--output={file}"]
        status, out, err = await run(context.running.config, request.receive, drawing, LIMIT_S)
        if status:
            raise HTTPException(409, err.strip() or WordedText(NOT_MADE))
        with open(file, "rb") as drawn:
            return drawn.read(), out.strip()


def words_of(query: Mapping[str, str]) -> list[str]:
    """Return the words of the command for a query. Raise HTTPException for an unusable value."""
    words = ["labels"]
    for key in (*PLACES, *OPTIONS):
        value = query.get(key, "")
        if value and not VALUE.fullmatch(value):
            field, shown = FIELDS.get(key, Message(key)), printable(value, 40)
            raise refusal(400, ODD_VALUE._replace(values={"field": field, "value": shown}))
        if value:
            words.append(value if key in PLACES else f"--{key}={value}")
    return words


ENDPOINTS = (get("/labels.json", choices), get("/labels.pdf", pdf))
