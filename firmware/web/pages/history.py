"""What /history asks for in, its answers out: the list and its figures, one game, the exports."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from engine.catalogue import Games
from firmware.history.async_reader import History
from firmware.history.export import AsJson, AsTable, link
from firmware.history.games import Played, Titles
from firmware.history.reader import LAST_FINISHED, NOW, Unreadable, numbered
from firmware.history.statistics import Chosen
from firmware.web.context import JSON, NO_STORE, Context, Endpoint, json_response
from firmware.web.pages.history_view import view, whole

CSV = "text/csv; charset=UTF-8"
AT_ONCE = 16_384  # characters of an export
NONE = "There is no such game; all of them are at /history."
UNFINISHED = "Only a finished game can go to BG Stats."


class Known(NamedTuple):
    """The games and names of today, and the history as seen with them."""

    history: History
    games: Games
    names: Mapping[str, str]

    @property
    def titles(self) -> Titles:
        return self.history.titles(self.games)

    async def find(self, which: str, none: str = NONE) -> Played:
        with sentence():
            found = await self.history.find(which, self.games, self.names)
        if found is None:
            raise HTTPException(404, none)
        return found


def known(context: Context) -> Known:
    """By what was shown last."""
    table = context.shown.table
    return Known(context.history, table.games, table.names)


@contextmanager
def sentence() -> Iterator[None]:
    """A journal that cannot be read is told of, and no mistake of ours."""
    try:
        yield
    except Unreadable as why:
        raise HTTPException(503, str(why)) from why


async def games(context: Context, request: Request) -> Response:
    """What the page shows."""
    query = request.query_params
    chosen = Chosen(**{key: query.get(key, "") for key in ("player", "menu", "game")})
    page = query.get("page", "1")
    if not (page.isascii() and page.isdigit() and 0 < len(page) < 7 and int(page)):
        raise HTTPException(400, "Pages are numbered 1, 2, 3, ...")
    here = known(context)
    with sentence():
        counted = await here.history.counted(here.games, here.names)
        now = await here.history.find(NOW, here.games, here.names)
    return json_response(view(counted, now, chosen, int(page), here.titles))


async def game(context: Context, request: Request) -> Response:
    """One game with all its rounds."""
    here = known(context)
    return json_response(whole(await here.find(number_of(request)), here.titles))


async def to_bg_stats(context: Context, request: Request) -> Response:
    """A short address for a long one: of that game, or of the newest that is finished."""
    here = known(context)
    if "number" in request.path_params:
        found = await here.find(number_of(request))
    else:
        found = await here.find(LAST_FINISHED, "No game is finished yet.")
    there = link(found, here.titles, time.time())
    if not there:
        raise HTTPException(409, UNFINISHED)
    return RedirectResponse(there, 302, NO_STORE)


def number_of(request: Request) -> str:
    """The game whose number stands in the path."""
    written = request.path_params["number"]
    if not re.fullmatch("[1-9][0-9]{0,8}", written):
        raise HTTPException(404)
    return numbered(int(written))


async def as_csv(context: Context, request: Request) -> Response:
    """A row a seat; with the mark that tells a spreadsheet that it is UTF-8."""
    here = known(context)
    with sentence():
        counted = await here.history.counted(here.games, here.names)
    out = AsTable(counted.kinds, counted.rounds, here.titles)
    return _file(CSV, "okanjo.csv", _written(here, out, "\ufeff"))


async def as_json(context: Context, request: Request) -> Response:
    """All there is."""
    here = known(context)
    with sentence():
        await here.history.counted(here.games, here.names)  # so that trouble comes before the head
    return _file(JSON, "okanjo.json", _written(here, AsJson(here.titles), ""))


async def _written(here: Known, out: AsTable | AsJson, kept: str) -> AsyncIterator[bytes]:
    """Piece by piece: all of it may be much."""
    kept += out.head()
    async for played in here.history.all(here.games, here.names):
        if isinstance(played, Played):
            kept += out.of(played)
        if len(kept) > AT_ONCE:
            yield kept.encode("utf-8", "replace")
            kept = ""
    yield (kept + out.end()).encode("utf-8", "replace")


def _file(kind: str, name: str, content: AsyncIterator[bytes]) -> Response:
    attachment = f'attachment; filename="{name}"'
    headers = {"Content-Type": kind, "Content-Disposition": attachment, **NO_STORE}
    return StreamingResponse(content, 200, headers)


ENDPOINTS = (
    Endpoint("/history.json", games),
    Endpoint("/games/{number}", game),
    *(
        Endpoint(path, to_bg_stats)
        for short in ("/bg", "/BG")  # capitals make a QR smaller
        for path in (short, f"{short}/{{number}}")
    ),
    Endpoint("/export/games.csv", as_csv),
    Endpoint("/export/games.json", as_json),
)
