"""What /history asks for: the list and its figures, one game, the exports."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from engine.message import gettext
from firmware.common.http.responses import JSON, NO_STORE, json_response
from firmware.interfaces.web.context import Context, get, refusal
from firmware.interfaces.web.pages.history.edit import day_in
from firmware.interfaces.web.pages.history.people import people as people_view
from firmware.interfaces.web.pages.history.view import view, whole
from firmware.interfaces.web.pages.history.year import year_view
from firmware.interfaces.web.pages.looks import linked_looks
from firmware.records.history.async_reader import unhurried
from firmware.records.history.export import AsJson, AsTable, link
from firmware.records.history.games import Played, Titles
from firmware.records.history.reader import LAST_FINISHED, NOW, numbered
from firmware.records.history.statistics import Chosen
from firmware.records.history.year import days_of
from firmware.words.labels import title
from firmware.words.language import ENGLISH, Language, say

CSV = "text/csv; charset=UTF-8"
AT_ONCE = 16_384  # characters of an export


async def games(context: Context, request: Request) -> Response:
    """Answer what the page shows."""
    query = request.query_params
    since, until = (day_in(query.get(key, "")) for key in ("from", "to"))
    players = context.history.players()
    player, menu, game = (query.get(key, "") for key in ("player", "menu", "game"))
    chosen = Chosen(players.get(player, player), menu, game, since, until)
    page = query.get("page", "1")
    if not (page.isascii() and page.isdigit() and 0 < len(page) < 7 and int(page)):
        raise refusal(400, gettext("Pages are numbered 1, 2, 3, ..."))
    games, history = context.shown.table.games, context.history
    now = await history.find(NOW, games)
    sums = await history.sums(games, since, until)
    kept = await history.kept(games)
    language = context.language(request)
    shown_by = titles(context, language)
    shown = view(kept, sums, now, chosen, int(page), shown_by)
    by_game = {say(title(game), language): linked_looks(game, language) for game in games.values()}
    merged = [
        [name, shown_by.player(name), shown_by.player(player)] for name, player in players.items()
    ]
    return json_response({**shown, "merged": merged, "looks": by_game})


async def people(context: Context, request: Request) -> Response:
    """Answer a player's figures, or how all compare; they may come later than the page."""
    players, player = context.history.players(), request.query_params.get("player", "")
    kept = await context.history.rated(context.shown.table.games)
    language = context.language(request)
    shown = people_view(kept, players.get(player, player), titles(context, language))
    return json_response(shown)


async def year(context: Context, request: Request) -> Response:
    """Answer a year's page; without a `year`, that of the last game."""
    games, history = context.shown.table.games, context.history
    written = request.query_params.get("year", "")
    if written and not re.fullmatch("2[0-9]{3}", written):
        raise refusal(400, gettext("Write the year with four digits."))
    years = (await history.kept(games)).years()
    number = int(written or (years[0] if years else time.localtime().tm_year))
    since, until = days_of(number)
    sums = await history.sums(games, since, until)
    kept = await history.kept(games)
    finished = kept.finished(Chosen(since=since, until=until))
    played = [game async for game in unhurried(finished)]
    language = context.language(request)
    return json_response(year_view(number, years, played, sums, titles(context, language)))


async def game(context: Context, request: Request) -> Response:
    """Answer one game with all its rounds."""
    played, language = await find(context, request), context.language(request)
    then = titles(context, language).then(played)
    looks = linked_looks(then.games.get(played.game), language)
    return json_response({**whole(played, then), "looks": looks})


async def to_bg_stats(context: Context, request: Request) -> Response:
    """A short address for a long one: of that game, or of the newest that is finished."""
    address = link(await find(context, request), titles(context), time.time())
    if not address:
        raise refusal(409, gettext("Only a finished game can be sent to BG Stats."))
    return RedirectResponse(address, 302, NO_STORE)


async def find(context: Context, request: Request) -> Played:
    """Find the game whose number is in the path; without a number, the newest that is finished."""
    which, none = LAST_FINISHED, gettext("No game is finished yet.")
    if "number" in request.path_params:
        written = request.path_params["number"]
        if not re.fullmatch("[1-9][0-9]{0,8}", written):
            raise HTTPException(404)
        which = numbered(int(written))
        none = gettext("This game does not exist. See all games at /history.")
    played = await context.history.find(which, context.shown.table.games)
    if played is None:
        raise refusal(404, none)
    return played


def titles(context: Context, language: Language = ENGLISH) -> Titles:
    """What games and cards are called today; exports are in English."""
    return Titles(context.shown.table.games, language)


async def as_csv(context: Context, request: Request) -> Response:
    """A row a seat; with the mark that tells a spreadsheet that it is UTF-8."""
    kept = await context.history.kept(context.shown.table.games)
    kinds, rounds = dict[str, str](), 0
    async for record in unhurried(kept.all()):
        rounds = max(rounds, record.rounds)
        for kind in record.by:
            kinds.setdefault(kind, record.game)
    out = AsTable(kinds, rounds, titles(context))
    return _file(CSV, "okanjo.csv", _written(context, out, "\ufeff"))


async def as_json(context: Context, request: Request) -> Response:
    """All there is."""
    await context.history.kept(context.shown.table.games)  # its errors come before the head
    return _file(JSON, "okanjo.json", _written(context, AsJson(titles(context)), ""))


async def _written(context: Context, out: AsTable | AsJson, begun: str) -> AsyncIterator[bytes]:
    """Piece by piece: all of it may be much."""
    begun += out.head()
    async for played in context.history.all(context.shown.table.games):
        if isinstance(played, Played):
            begun += out.of(played)
        if len(begun) > AT_ONCE:
            yield begun.encode("utf-8", "replace")
            begun = ""
    yield (begun + out.end()).encode("utf-8", "replace")


def _file(kind: str, name: str, content: AsyncIterator[bytes]) -> Response:
    attachment = f'attachment; filename="{name}"'
    headers = {"Content-Type": kind, "Content-Disposition": attachment, **NO_STORE}
    return StreamingResponse(content, 200, headers)


ENDPOINTS = (
    get("/history.json", games),
    get("/people.json", people),
    get("/year.json", year),
    get("/games/{number}", game),
    get("/bg", to_bg_stats),
    get("/BG", to_bg_stats),  # capitals make a QR smaller
    get("/bg/{number}", to_bg_stats),
    get("/BG/{number}", to_bg_stats),
    get("/export/games.csv", as_csv),
    get("/export/games.json", as_json),
)
