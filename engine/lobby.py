"""Decide and apply a scan in the lobby: game, menu, seats, mode, variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import assert_never

from engine import events
from engine.cards import Game
from engine.codes import Label
from engine.events import Event
from engine.position import NO_LANE, Scan, Table, seat_for, seat_of
from engine.refusals import Refused


def decide(table: Table, scan: Scan) -> Event | Refused:
    """What this scan does in the lobby."""
    label = scan.label
    if table.lanes.get(scan.lane, NO_LANE).awaits is not None:
        struck = _removed(table, label)
        if struck is not None:
            return struck
    decision = DECIDE.get(label.key)
    if decision is not None:
        return decision(table, label)
    return Refused("no-game-running" if table.game is None else "not-begun")


def game_chosen(table: Table, label: Label) -> events.GameChosen:
    """A game's code brings all its kinds, or Party's empty menu."""
    game = table.games[str(label.game)]
    always = tuple(kind.slug for kind in game.kinds if not game.menu or kind.group == "always")
    return events.GameChosen(game.slug, always)


def preset_chosen(table: Table, label: Label) -> events.GameChosen:
    """A preset brings its menu, in the book's order."""
    game = table.games[str(label.game)]
    _, menu = game.presets[label.preset]
    return events.GameChosen(game.slug, (*game_chosen(table, label).menu, *menu))


def in_order(game: Game, menu: set[str]) -> tuple[str, ...]:
    """A menu in the order of the game's kinds."""
    return tuple(kind.slug for kind in game.kinds if kind.slug in menu)


def _kind(table: Table, label: Label) -> Event | Refused:
    game, kind = table.games[str(label.game)], str(label.kind)
    again = table.asked == "kind" and table.last is not None and table.last.scan.label == label
    if table.preset and not again:
        return events.Asked("kind")
    own = table.game == game and not table.preset
    menu = set(table.menu if own else game_chosen(table, label).menu)
    more = in_order(game, {*menu, kind})
    if not own:
        return events.GameChosen(game.slug, more)
    if kind in menu:
        return Refused("on-menu-already", label)
    if game.kind(kind).group not in missing(game, table.menu):
        return Refused("menu-full")
    return events.MenuChanged(more)


def missing(game: Game, menu: tuple[str, ...]) -> dict[str, int]:
    """How many kinds of each group a menu still lacks ("Create your own menu")."""
    have = Counter(game.kind(slug).group for slug in menu)
    return {group: n - have[group] for group, n in game.menu.items() if n > have[group]}


def _mode(table: Table, label: Label) -> Event | Refused:
    if label.slug == "live" and table.game is not None and not table.game.live:
        return Refused("no-live-mode", table.game)
    return events.ModeChosen("live" if label.slug == "live" else "tally")


def _variant(table: Table, label: Label) -> Event | Refused:
    if table.game is None:
        return Refused("choose-game-first")
    if label.slug not in table.game.variants:
        return Refused("wrong-game", label)
    return events.VariantsChanged(tuple(sorted({*table.variants, label.slug}, reverse=True)))


def _removed(table: Table, label: Label) -> Event | Refused | None:
    """REMOVE, then what is taken out, or REMOVE again; None for any other scan."""
    if label.key == "remove":
        return events.RemoveDropped()
    if label.type == "badge":
        if seat_of(table, label.slug) is None:
            return Refused("not-seated", label)
        return events.SeatLeft(label.slug)
    if label.type == "kind":
        game, kind = table.games[str(label.game)], str(label.kind)
        if table.game != game or kind not in table.menu:
            return Refused("not-chosen", label)
        if game.kind(kind).group == "always":
            return Refused("on-every-menu", label)
        return events.MenuChanged(in_order(game, {*table.menu} - {kind}))
    if label.type == "command" and label.slug in ("dummy", "pass-both-ways"):
        if label.slug not in table.variants:
            return Refused("not-in-use", label)
        return events.VariantsChanged(tuple(slug for slug in table.variants if slug != label.slug))
    return None


def obstacle(table: Table) -> Refused | None:
    """What keeps the game from beginning: game, menu, seats, in this order."""
    game, seats = table.game, len(table.seats)
    if game is None:
        return Refused("nothing-chosen")
    lacks = missing(game, table.menu)
    if lacks:
        group, count = next(iter(lacks.items()))
        return Refused("menu-incomplete", number=count, group=group)
    least, most = (2, 2) if "dummy" in table.variants else game.seats
    if seats < least:
        return Refused("too-few-seats", number=least - seats)
    if seats > most:
        return Refused("too-many-seats", number=most)
    for slug in table.menu:
        if seats in game.barred.get(slug, ()):
            return Refused("barred", game.kind(slug), number=seats, game=game, preset=table.preset)
    return None


DECIDE: dict[str, Callable[[Table, Label], Event | Refused]] = {
    "game": game_chosen,
    "preset": preset_chosen,
    "kind": _kind,
    "badge": lambda table, label: events.SeatTaken(label.slug),
    "tally": _mode,
    "live": _mode,
    "pass-both-ways": _variant,
    "dummy": _variant,
    "remove": lambda table, label: events.RemoveAsked(),
    "next": lambda table, label: obstacle(table) or events.RoundBegun(),
    "new-game": lambda table, label: events.LobbyOpened(same=False),
}


def evolve(table: Table, scan: Scan, event: events.LobbyEvent) -> Table:
    """Apply what the scan did to the lobby."""
    match event:
        case events.GameChosen():
            return _choose(table, scan, event)
        case events.MenuChanged(menu):
            return table._replace(menu=menu, preset="")
        case events.SeatTaken(badge):
            return _seated(table, badge)
        case events.SeatLeft(badge):
            return table._replace(
                seats=tuple(seat for seat in table.seats if seat.badge != badge),
                last_time=tuple(other for other in table.last_time if other != badge),
            )
        case events.ModeChosen(mode):
            return table._replace(mode=mode)
        case events.VariantsChanged(variants):
            return table._replace(variants=variants)
        case _:
            assert_never(event)


def _seated(table: Table, badge: str) -> Table:
    """The next seat; a badge that sits stays where it is. The first one of last time's begins the
    list anew, after those who have joined since.
    """
    seats = table.seats
    if table.all_again and badge in table.last_time:
        seats = tuple(seat for seat in seats if seat.badge not in table.last_time)
        table = table._replace(seats=seats, all_again=False)
    if seat_of(table, badge) is not None:
        return table
    return table._replace(seats=(*seats, seat_for(badge, table.names)))


def _choose(table: Table, scan: Scan, event: events.GameChosen) -> Table:
    game = table.games[event.slug]
    return table._replace(
        game=game,
        menu=event.menu,
        preset=scan.label.preset,
        mode=table.mode if game.live else "tally",
        variants=tuple(slug for slug in table.variants if slug in game.variants),
    )


def opened(table: Table, scan: Scan, event: events.LobbyOpened) -> Table:
    """A new lobby; the game that is left keeps its number."""
    lobby = Table(table.games, table.names, table.number + 1)
    if table.phase == "lobby":
        lobby = lobby._replace(number=table.number, seating=table.seating)
    if not event.same:
        return lobby
    lobby = lobby._replace(
        game=table.games[table.game.slug] if table.game else None,
        menu=table.menu,
        preset=table.preset,
        mode=table.mode,
        variants=table.variants,
        seats=tuple(seat for seat in table.seats if seat.badge),
    )
    return with_last_time(_choose(lobby, scan, event.game) if event.game else lobby)


def with_last_time(lobby: Table) -> Table:
    """A lobby whose seats a game has left to it."""
    badges = tuple(seat.badge for seat in lobby.seats if seat.badge)
    return lobby._replace(last_time=badges, all_again=True)
