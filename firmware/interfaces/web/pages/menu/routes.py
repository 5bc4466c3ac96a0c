"""What /menu asks for: the dishes on the table's menu, or all of a game, and what to do with the
box before it is played.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from engine.cards import Game
from engine.codes import slug_in
from engine.message import Message, gettext
from engine.position import Table
from firmware.common.facts.menu import DishEntry, Example, ExampleCard, MenuProposal
from firmware.common.http.responses import json_response
from firmware.common.system.text import Json
from firmware.core.view.menu import entries, players_of, set_up
from firmware.core.view.proposals import newcomers, propose
from firmware.interfaces.web.context import Context, get, refusal
from firmware.interfaces.web.pages.looks import look
from firmware.records.history.kept import KeptGames
from firmware.records.history.reader import Unreadable
from firmware.words import page, rules
from firmware.words.labels import menu_title, title
from firmware.words.language import Language, say
from firmware.words.sheets import text_of

NO_GAME = gettext("There is no such game here.")


async def dishes(context: Context, request: Request) -> Response:
    """Answer what is on the table's menu; with a `game`, all that this game has."""
    table, language = context.shown.table, context.language(request)
    slug = request.query_params.get("game", "")
    if not slug:
        shown = await _of_table(context, table, language)
    elif game := table.games.get(slug):
        everything = tuple(kind.slug for kind in game.kinds)
        shown = _menu(game, title(game), everything, 0, language)
    else:
        raise refusal(404, NO_GAME)
    games = [[each.slug, say(title(each), language)] for each in table.games.values()]
    return json_response({"set_up": [], "play": [], "proposals": [], **shown, "games": games})


async def _of_table(context: Context, table: Table, language: Language) -> Json:
    """The menu, what to do with the box, and others to choose from; no dishes where no game is
    chosen.
    """
    game, players = table.game, players_of(table)
    proposals = await _proposals(context, table, language)
    if game is None:
        return {"title": "", "dishes": [], "proposals": proposals}
    kept = await _kept(context, table)
    last = kept and kept.last_of(game.slug)  # also one that was left: so the box lies now
    box = set_up(game, table.menu, players, last.menu.slugs if last else None)
    return {
        **_menu(game, menu_title(game, table.preset), table.menu, players, language),
        "set_up": [say(sentence, language) for sentence in rules.set_up(box)],
        "proposals": proposals,
    }


async def _kept(context: Context, table: Table) -> KeptGames | None:
    """All games but the one on the table."""
    with suppress(Unreadable):  # the history says so; all else can be said without it
        return await context.history.kept(table.games)
    return None


async def _proposals(context: Context, table: Table, language: Language) -> list[Json]:
    """Menus for those who sit here, while one can be chosen, each with its code and why."""
    games = (table.game,) if table.game else table.games.values()
    game = next((game for game in games if game and game.presets), None)
    if game is None or table.phase not in ("lobby", "finished"):
        return []
    kept = await _kept(context, table)
    played = kept.menus_of(game.slug) if kept else []
    sitting = [seat.name for seat in table.seats]
    known = [name for name in sitting if kept and kept.has_played(name, game.slug)]
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


def _menu(
    game: Game, name: Message, menu: tuple[str, ...], players: int, language: Language
) -> Json:
    shown = entries(game, menu, players)
    return {
        "title": say(name, language),
        "play": [say(sentence, language) for sentence in rules.play(game)],
        "dishes": [_dish(entry, language) for entry in shown],
    }


def _dish(entry: DishEntry, language: Language) -> Json:
    """A dish in words, and its examples as cards to draw."""
    game, kind = entry.game, entry.kind
    return {
        "slug": kind.slug,
        "title": say(title(kind), language),
        "group": say(page.group_name(kind.group), language),
        "look": look(game, kind),
        "cards": say(rules.cards_in_all(entry), language),
        "rule": say(rules.entry_in_words(entry), language),
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
