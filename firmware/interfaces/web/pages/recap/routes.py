"""What /recap asks for: the evenings, and the pictures of one, each drawn in a process of its own.

Rule 1: what the pictures are to be like is in the address, and nowhere else.
Rule 2: reading needs no PIN; drawing costs so much that everybody waits for a turn, and no other
site may ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware.common.http.responses import NO_STORE, json_response
from firmware.common.system import child
from firmware.common.system.text import Json
from firmware.interfaces.web.child import piped
from firmware.interfaces.web.context import Context, get, refusal
from firmware.interfaces.web.pages.recap.words import Choice, Words, day_written
from firmware.paper.recap.content import LOOKS, pack
from firmware.records.history.evenings import Evening, evening, evenings, last_evening_of
from firmware.records.history.games import DatedGame, Played, Titles
from firmware.records.history.reader import numbered

DRAWING = "firmware.paper.recap.drawing"
LIMIT_S = 30.0  # a Pi Zero with other work
MOST_GAMES = 40  # of an evening; a clock that stands still may make many evenings one
TYPES = {"png": "image/png", "gif": "image/gif"}
NO_EVENING = gettext("No game was finished on this evening.")
NONE_YET = gettext("No game is finished yet.")
UNDATED = gettext(
    "Nobody knows when these games were played. Set the date of a game on /history, at Names, note,"
    " place, date."
)
NOT_MADE = gettext("The picture could not be made.")
ELSEWHERE = gettext("Use the recap page for this.")


async def about(context: Context, request: Request) -> Response:
    """Answer all evenings, and of the one that is meant its players, its games and the pictures in
    words; a sentence where there are no pictures.
    """
    titles = Titles(context.shown.table.games, context.language(request))
    dates = (await context.history.kept(context.shown.table.games)).dates()
    numbers = evenings(dates)
    day = request.query_params.get("evening") or last_evening_of(dates)
    answer: Json = {
        "evening": day,
        "evenings": [[each, day_written(each, titles)] for each in numbers],
        "players": [],
        "games": [],
        "note": "",
    }
    if day not in numbers:
        return json_response({**answer, "note": titles.say(_none(day, dates))})
    played = await _evening(context, day, numbers[day], titles)
    words = Words(played, _choice(request), titles, context.shown.table.games)
    race = words.race(_raced(played, request))
    return json_response(
        {
            **answer,
            "players": words.players(),
            "games": [[game.number, words.listed(game)] for game in played.games],
            "game": _raced(played, request).number,
            "has_place": bool(played.venues),
            "card": words.told(words.card()),
            "race": words.told_race(race),
        }
    )


async def card(context: Context, request: Request) -> Response:
    """Answer the picture of an evening."""
    words, played = await _words(context, request)
    packed = pack(words.card(), words.instead())
    return await _drawn(context, request, packed, f"okanjo-{played.day}.png")


async def race(context: Context, request: Request) -> Response:
    """Answer the race of a game, the evening's last if none is named."""
    words, played = await _words(context, request)
    game = _raced(played, request)
    name = f"okanjo-{played.day}-{played.games.index(game) + 1}.gif"
    return await _drawn(context, request, pack(words.race(game), words.instead()), name)


def _none(day: str, dates: Sequence[DatedGame]) -> Message:
    """Why there are no pictures."""
    if day:
        return NO_EVENING
    return UNDATED if dates else NONE_YET


async def _words(context: Context, request: Request) -> tuple[Words, Evening]:
    """The words of the evening that is meant, the last if none is named."""
    if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise refusal(403, ELSEWHERE)
    games = context.shown.table.games
    titles = Titles(games, context.language(request))
    dates = (await context.history.kept(games)).dates()
    numbers = evenings(dates)
    day = request.query_params.get("evening") or last_evening_of(dates)
    if day not in numbers:
        raise refusal(404, _none(day, dates))
    played = await _evening(context, day, numbers[day], titles)
    return Words(played, _choice(request), titles, games), played


async def _evening(context: Context, day: str, numbers: list[int], titles: Titles) -> Evening:
    """The evening, its games read with their rounds."""
    games = context.shown.table.games
    played = [
        game
        for number in numbers[-MOST_GAMES:]
        if (game := await context.history.find(numbered(number), games))
    ]
    if not played:
        raise refusal(404, NO_EVENING)
    return evening(day, played, [slug for slug in games if titles.unit(slug)])


def _raced(played: Evening, request: Request) -> Played:
    """The game whose race is meant."""
    number = request.query_params.get("game", "")
    return next((game for game in played.games if f"{game.number}" == number), played.games[-1])


def _choice(request: Request) -> Choice:
    """How the pictures are to be."""
    query = request.query_params
    look = next((look for look in LOOKS if look == query.get("look")), LOOKS[0])
    without = frozenset(query.getlist("without"))
    return Choice(look, without, query.get("names") == "no", query.get("place") == "no")


async def _drawn(context: Context, request: Request, packed: bytes, name: str) -> Response:
    picture = await context.drawings.picture(packed, partial(_draw, request, packed))
    headers = {
        "Content-Type": TYPES[name.rpartition(".")[2]],
        "Content-Disposition": f'inline; filename="{name}"',
        **NO_STORE,
    }
    return Response(picture, 200, headers)


async def _draw(request: Request, packed: bytes) -> bytes:
    status, out, _ = await piped(request.receive, child.command(DRAWING), LIMIT_S, packed)
    if status or not out:
        raise refusal(503, NOT_MADE)
    return out


ENDPOINTS = (get("/recap.json", about), get("/recap.png", card), get("/recap.gif", race))
