"""What /history asks for in, its answers out: the list and its figures, one game, the exports."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from microdot import Request, Response

from firmware.history.export import AsJson, AsTable, link
from firmware.history.games import Played, Titles
from firmware.history.reader import Unreadable
from firmware.history.statistics import Chosen
from firmware.web.handlers import JSON, NUMBER, Around, Route, asset, fresh
from firmware.web.pages.history_view import view, whole
from firmware.web.request import TurnedAway

if TYPE_CHECKING:
    from engine.catalogue import Games
    from firmware.history.async_reader import History

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

    async def game(self, number: int) -> Played:
        with sentence():
            found = await self.history.game(number, self.games, self.names)
        if found is None:
            raise TurnedAway(404, NONE)
        return found

    async def newest(self) -> Played:
        """That is finished."""
        with sentence():
            found = await self.history.last_finished(self.games, self.names)
        if found is None:
            raise TurnedAway(404, "No game is finished yet.")
        return found


def known(around: Around) -> Known:
    """By what was shown last."""
    shown = around.page.feed.newest
    if shown is None:
        raise TurnedAway(503, "Okanjo is just starting; try again.", Retry_After="1")
    return Known(around.history, shown.table.games, shown.table.names)


@contextmanager
def sentence() -> Iterator[None]:
    """A journal that cannot be read is told of, and no mistake of ours."""
    try:
        yield
    except Unreadable as why:
        raise TurnedAway(503, str(why)) from why


async def games(around: Around, request: Request) -> Response:
    """What the page shows."""
    asked = {key: request.args.get(key, "") for key in ("player", "menu", "game")}
    page = request.args.get("page", "1")
    if not (page.isascii() and page.isdigit() and 0 < len(page) < 7 and int(page)):
        raise TurnedAway(400, "Pages are numbered 1, 2, 3, ...")
    here = known(around)
    with sentence():
        counted = await here.history.counted(here.games, here.names)
        now = await here.history.on_table(here.games, here.names)
    return fresh(view(counted, now, Chosen(**asked), int(page), here.titles))


async def game(around: Around, request: Request) -> Response:
    """One game with all its rounds."""
    here = known(around)
    return fresh(whole(await here.game(request.g.number), here.titles))


async def to_bg_stats(around: Around, request: Request) -> Response:
    """A short address for a long one: of that game, or of the newest that is finished."""
    here = known(around)
    found = await (here.game(request.g.number) if request.g.number else here.newest())
    there = link(found, here.titles, time.time())
    if not there:
        raise TurnedAway(409, UNFINISHED)
    return Response("", 302, {"Location": there, "Cache-Control": "no-store"})


async def as_csv(around: Around, request: Request) -> Response:
    """A row a seat; with the mark that tells a spreadsheet that it is UTF-8."""
    here = known(around)
    with sentence():
        counted = await here.history.counted(here.games, here.names)
    out = AsTable(counted.kinds, counted.rounds, here.titles)
    return _file(request, CSV, "okanjo.csv", _written(here, out, "\ufeff"))


async def as_json(around: Around, request: Request) -> Response:
    """All there is."""
    here = known(around)
    with sentence():
        await here.history.counted(here.games, here.names)  # so that trouble comes before the head
    return _file(request, JSON, "okanjo.json", _written(here, AsJson(here.titles), ""))


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


def _file(request: Request, kind: str, name: str, content: Any) -> Response:
    headers = {
        "Content-Type": kind,
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(b"" if request.method == "HEAD" else content, 200, headers)


CHOICE = ("player", "menu", "game", "page")
HISTORY: Mapping[str, tuple[Route, ...]] = {
    "/history": (Route(asset, takes=CHOICE),),  # the page itself reads them from its address
    "/history.json": (Route(games, takes=CHOICE),),
    f"/games/{NUMBER}": (Route(game),),
    **{
        path: (Route(to_bg_stats),)
        for short in ("/bg", "/BG")  # capitals make a QR smaller
        for path in (short, f"{short}/{NUMBER}")
    },
    "/export/games.csv": (Route(as_csv),),
    "/export/games.json": (Route(as_json),),
}
