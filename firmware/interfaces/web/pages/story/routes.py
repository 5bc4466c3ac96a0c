"""What decided the newest round and game, and those of the history: loaded once they are over."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.position import Table
from engine.review.story import closed_rounds, story
from engine.standings import Standings, standings
from firmware.common.http.responses import json_response
from firmware.common.system.text import Json
from firmware.core.view.effects import tie_break
from firmware.interfaces.web.context import Context, get
from firmware.interfaces.web.pages.history.routes import find
from firmware.interfaces.web.reviews import BestCards, best_cards
from firmware.records.history.oddities import Told
from firmware.records.history.reader import numbered
from firmware.words import story as words
from firmware.words.language import Language, say


async def newest(context: Context, request: Request) -> Response:
    """The newest round that is over, and the game."""
    table, language = context.shown.table, context.language(request)
    cards = await context.reviews.best_cards(table)
    odd: Told = ()
    if table.phase == "scored" and _tells_oddities(context):
        context.reviews.get_ready(table, context.history)
    if table.phase == "finished" and _tells_oddities(context):
        odd = await context.reviews.oddities(table, context.history)
    return json_response(_told(table, [(table, cards)], odd, language))


async def of_game(context: Context, request: Request) -> Response:
    """A game of the history, with its players' names of today, and all its rounds."""
    played, games = await find(context, request), context.shown.table.games
    table = await context.history.table(numbered(played.number), games)
    if table is None:
        raise HTTPException(404)
    names = {sat.badge: sat.name for sat in played.seats}
    seats = tuple(seat._replace(name=names.get(seat.badge, seat.name)) for seat in table.seats)
    rounds = [closed._replace(seats=seats) for closed in closed_rounds(table)]
    cards = [(closed, await best_cards(closed)) for closed in rounds]
    table = table._replace(seats=seats)
    is_odd = table.phase == "finished" and _tells_oddities(context)
    odd = await context.history.oddities(table) if is_odd else ()
    return json_response(_told(table, cards, odd, context.language(request)))


def _tells_oddities(context: Context) -> bool:
    return context.running.settings.web.oddities


def _told(
    table: Table, rounds: Sequence[tuple[Table, BestCards]], odd: Told, language: Language
) -> Json:
    """All of it as parts, each with a heading and its sentences; `short` for who sits far away: of
    the oddities the rarest.
    """
    now = standings(table._replace(last=None))
    oddities = [say(words.oddity(first, now, *rest), language) for first, *rest in odd]
    tale = _story(now, language)
    whole = [*tale, *oddities]
    parts = [{"heading": say(words.STORY, language), "sentences": whole}] if whole else []
    short = [*tale, *oddities[:1]]
    for closed, cards in rounds:
        then = standings(closed._replace(last=None))
        sentences = [say(words.best_card(card, then), language) for card in cards]
        if sentences:
            heading = say(words.heading(closed), language)
            parts.append({"heading": heading, "sentences": sentences})
            best = max(range(len(cards)), key=lambda number: cards[number].more)
            short = short or [f"{heading}. {sentences[best]}"]
    return {"parts": parts, "short": short}


def _story(now: Standings, language: Language) -> list[str]:
    tale = story(now)
    return [say(text, language) for text in words.story(tale, now, tie_break(now))] if tale else []


ENDPOINTS = (get("/story", newest), get("/games/{number}/story", of_game))
