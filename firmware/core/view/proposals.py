"""Propose menus, each with a reason that can be checked.

Rule: what is said of a menu follows from its rules and from what was played, and from no taste.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import Game, Kind
from engine.position import Table
from firmware.common.facts.menu import MenuProposal

MOST = 3
HURTING_ACTS = ("spoon", "miso")  # takes a card out of a hand; discards everybody's soup


def newcomers(table: Table, known: Sequence[str]) -> tuple[str, ...]:
    """Who sits here under a name and has never played; a colour alone says nothing."""
    named = (seat.name for seat in table.seats if seat.badge and seat.name.lower() != seat.badge)
    return tuple(name for name in named if name not in known)


def propose(
    game: Game, players: int, played: Sequence[str] = (), first: tuple[str, ...] = ()
) -> list[MenuProposal]:
    """At most three menus for so many players (0: nobody knows). `played` are the presets of all
    games, the newest last; `first` are the names of those who play for the first time.
    """
    least, most = game.seats
    players = players if least <= players <= most else 0
    there = [preset for preset in game.presets if not _is_barred(game, preset, players)]
    chosen: dict[str, MenuProposal] = {}
    for proposal in _proposals(game, there, players, played, first):
        chosen.setdefault(proposal.preset, proposal)
    return list(chosen.values())[:MOST]


def _proposals(
    game: Game, there: Sequence[str], players: int, played: Sequence[str], first: tuple[str, ...]
) -> Iterator[MenuProposal]:
    """All that can be said for the menus there are, what matters most first."""
    if not there:
        return
    if first or not played:  # the rule book begins with the menu that it has for a first game
        yield MenuProposal(game, there[0], "first-game", first)
    since = {preset: _since(preset, played) for preset in there}
    by_rest = sorted(there, key=lambda preset: -since[preset])
    if played and since[by_rest[0]]:
        yield _rested(game, by_rest[0], played)
    hurting = {preset: hurting_dishes(game, preset, players) for preset in there}
    gentle = [preset for preset in by_rest if not hurting[preset]]
    if gentle:
        yield MenuProposal(game, gentle[0], "gentle")
    sharp = max(by_rest, key=lambda preset: len(hurting[preset]))
    if hurting[sharp]:
        yield MenuProposal(game, sharp, "sharp", dishes=hurting[sharp])
    for preset in by_rest:
        if played and since[preset]:
            yield _rested(game, preset, played)
        if players or not _has_limits(game, preset):
            yield MenuProposal(game, preset, "for-so-many", number=players)


def _rested(game: Game, preset: str, played: Sequence[str]) -> MenuProposal:
    if preset not in played:
        return MenuProposal(game, preset, "never-played")
    return MenuProposal(game, preset, "not-lately", number=_since(preset, played))


def _since(preset: str, played: Sequence[str]) -> int:
    """How many games were played since that menu was; one more than all, if it never was."""
    if preset not in played:
        return len(played) + 1
    return [*reversed(played)].index(preset)


def _is_barred(game: Game, preset: str, players: int) -> bool:
    return any(players in game.barred.get(slug, ()) for slug in game.presets[preset][1])


def _has_limits(game: Game, preset: str) -> bool:
    return any(slug in game.barred for slug in game.presets[preset][1])


def hurting_dishes(game: Game, preset: str, players: int = 0) -> tuple[Kind, ...]:
    """The dishes of a menu by which others lose: they pay for having fewest, or lose cards."""
    kinds = (game.kind(slug) for slug in game.presets[preset][1])
    return tuple(kind for kind in kinds if _hurts(game, kind, players))


def _hurts(game: Game, kind: Kind, players: int) -> bool:
    scorer = game.scorer(kind.slug)
    fewest = scorer.numbers.get("fewest", 0) if scorer else 0
    pays = isinstance(fewest, int) and fewest < 0 and players != 2  # two never lose by it
    return pays or kind.act in HURTING_ACTS
