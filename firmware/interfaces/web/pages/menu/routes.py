"""What /menu asks for: the dishes on the table's menu, or all of a game, and what to do with the
box before it is played.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from engine.cards import Game
from engine.codes import slug_in
from engine.message import gettext
from engine.position import Table
from firmware.common.facts.menu import DishEntry, Example, ExampleCard, MenuProposal
from firmware.common.http.responses import json_response
from firmware.common.system.text import Json
from firmware.core.view.menu import entries, players_of, set_up
from firmware.core.view.proposals import newcomers, propose
from firmware.interfaces.web.context import Context, get, refusal
from firmware.interfaces.web.pages.looks import look
from firmware.records.history.reader import LAST_FINISHED, Unreadable
from firmware.words import page, rules
from firmware.words.labels import menu_title, title
from firmware.words.language import Language, say
from firmware.words.sheets import text_of

NO_GAME = gettext("There is no such game here.")


async def dishes(context: Context, request: Request) -> Response:
    """Answer what is on the menu; with a `game`, all that this game has. Where neither is chosen,
    the games there are.
    """
    table, language = context.shown.table, context.language(request)
    asked = request.query_params.get("game", "")
    proposals = [] if asked else await _proposals(context, table, language)
    game = table.games.get(asked) if asked else table.game
    if asked and game is None:
        raise refusal(404, NO_GAME)
    games = [[slug, say(title(each), language)] for slug, each in table.games.items()]
    if game is None:
        nothing = {"title": "", "set_up": [], "dishes": []}
        return json_response({**nothing, "games": games, "proposals": proposals})
    if asked:
        everything = tuple(kind.slug for kind in game.kinds)
        shown = {"title": say(title(game), language), "set_up": []}
        everything_told = _dishes(game, everything, 0, language)
        return json_response({**shown, **everything_told, "games": games, "proposals": []})
    last = await _last_menu(context, table, game)
    box = set_up(game, table.menu, players_of(table), last)
    sentences = [say(sentence, language) for sentence in rules.set_up(box)]
    shown = {"title": say(menu_title(game, table.preset), language), "set_up": sentences}
    told = _dishes(game, table.menu, players_of(table), language)
    return json_response({**shown, **told, "games": games, "proposals": proposals})


async def _last_menu(context: Context, table: Table, game: Game) -> tuple[str, ...] | None:
    """The menu of the last game that ended, if it was of the same box; of no other is anything
    known.
    """
    with suppress(Unreadable):  # the history says so; what to take out can be said without it
        last = await context.history.find(LAST_FINISHED, table.games)
        if last is not None and last.game == game.slug:
            known = {kind.slug for kind in game.kinds}
            return tuple(slug for slug in last.menu.slugs if slug in known)
    return None


async def _proposals(context: Context, table: Table, language: Language) -> list[Json]:
    """Menus for those who sit here, while one can be chosen, each with its code and why."""
    games = (table.game,) if table.game else table.games.values()
    game = next((game for game in games if game and game.presets), None)
    if game is None or table.phase not in ("lobby", "finished"):
        return []
    played: list[str] = []
    known: list[str] = []
    with suppress(Unreadable):
        counted = await context.history.counted(table.games)
        of_game = [past for past in counted.games if past.game == game.slug]
        played = [past.menu.key for past in of_game]
        known = [seat.name for past in of_game for seat in past.seats]
    proposals = propose(game, players_of(table), played, newcomers(table, known))
    return [_proposal(context, proposal, language) for proposal in proposals]


def _proposal(context: Context, proposal: MenuProposal, language: Language) -> Json:
    game, preset = proposal.game, proposal.preset
    kinds = [game.kind(slug) for slug in game.presets[preset][1]]
    return {
        "title": say(menu_title(game, preset), language),
        "code": context.codebook.label("preset", slug_in(game, preset)).code,
        "looks": [look(game, kind) for kind in kinds],
        "why": say(rules.why_menu(proposal), language),
    }


def _dishes(game: Game, menu: tuple[str, ...], players: int, language: Language) -> Json:
    return {"dishes": [_dish(entry, language) for entry in entries(game, menu, players)]}


def _dish(entry: DishEntry, language: Language) -> Json:
    """A dish in words, and its examples as cards to draw."""
    game, kind = entry.game, entry.kind
    return {
        "slug": kind.slug,
        "title": say(title(kind), language),
        "group": say(page.group_name(kind.group), language),
        "look": look(game, kind),
        "cards": say(rules.cards_in_all(entry), language),
        "rule": say(rules.entry_rule(entry), language),
        "examples": [_example(entry, example, language) for example in entry.examples],
        "care": [say(sentence, language) for sentence in rules.care(entry)],
    }


def _example(entry: DishEntry, example: Example, language: Language) -> list[Json]:
    """A row for each tray: what to draw, what that brings, and both in words."""
    return [
        {
            "cards": [_card(entry.game, card) for card in tray.cards],
            "points": text_of(rules.points(entry, tray), language),
            "words": say(rules.example(entry, tray), language),
        }
        for tray in example
    ]


def _card(game: Game, card: ExampleCard) -> Json:
    """A card to draw: `back` up, or as a special order that counts as another; `up` on the wasabi
    before it.
    """
    if card.counts_as in ("", "flipped"):
        drawn = look(game, card.kind, card.face)
        return {"look": drawn, "back": bool(card.counts_as), "up": card.on_wasabi}
    copied = game.face(card.counts_as)
    as_copied = look(game, game.kind(copied.kind), copied.slug)
    return {"look": look(game, card.kind, card.face), "as": as_copied, "back": False, "up": False}


ENDPOINTS = (get("/dishes", dishes),)
