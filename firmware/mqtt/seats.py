"""Read the seats that a broker offers a table (docs/mqtt.md, "seats_offered" in the schema).

Rule: what the engine would not begin is never offered.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from engine.catalogue import Games, codebook_of
from engine.codes import Label
from engine.lobby import obstacle
from engine.position import Scan, Table, empty
from engine.refusals import Refused
from engine.standings import standings
from engine.table import scan
from firmware.settings.load import composed
from firmware.settings.schema import PLAYER_NAME
from firmware.system.text import one_line
from firmware.view.seats import Offer

LONGEST, MOST = 40, 999
UNLIKE = "they are not as docs/mqtt.md describes them"
UNKNOWN = "a game, menu, dish or badge is unknown"


class BadOffer(Exception):
    """Why seats are not offered; the text ends a sentence."""


def offer_of(text: str, games: Games) -> Offer:
    """Read an offer; BadOffer."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise BadOffer("they are not JSON") from None
    stage = said.get("stage", "") if isinstance(said, dict) else ""
    match said:
        case {
            "v": 1, "id": str(id), "tournament": str(cup), "round": int(round),
            "table": int(table), "game": str(game), "menu": str() | list() as menu,
            "seats": list(seats),
        } if id and _are_short(id, cup, stage) and _are_low(round, table):  # fmt: skip
            names = dict(map(_seat, seats))
            if len(names) < len(seats):
                raise BadOffer("a badge is in them twice")
            labels = _labels(games, game, menu, names)
            lobby = _lobby(empty(games, names)._replace(seating=id), labels)
            codes = tuple(one.code for one in labels)
            return Offer(id, cup, round, table, codes, standings(lobby), stage)
    raise BadOffer(UNLIKE)


def _are_short(*texts: object) -> bool:
    return all(isinstance(t, str) and len(t) <= LONGEST and t.isprintable() for t in texts)


def _are_low(*numbers: int) -> bool:
    return all(type(number) is int and 0 <= number <= MOST for number in numbers)


def _seat(seat: object) -> tuple[str, str]:
    """A badge, and the name of who has it."""
    match seat:
        case {"badge": str(badge), "name": str(name)} if PLAYER_NAME.fits(name):
            return badge, composed(name)
    raise BadOffer(UNLIKE)


def _labels(
    games: Games, game: str, menu: str | list[object], badges: Iterable[str]
) -> list[Label]:
    """What to scan for that game or menu, and for those who play it."""
    book = codebook_of(games)
    try:
        if isinstance(menu, str) and menu:
            chosen = [book.label("preset", menu)]
        else:
            dishes = [book.label("kind", str(slug)) for slug in menu]
            chosen = [book.label("game", game), *dishes]
        if any(label.game != game for label in chosen):
            raise BadOffer(UNKNOWN)
        always = [one.slug for one in games[game].kinds if one.group == "always"]
        chosen = [label for label in chosen if label.slug not in always]
        return [*chosen, *(book.label("badge", badge) for badge in badges)]
    except KeyError:
        raise BadOffer(UNKNOWN) from None


def _lobby(table: Table, labels: Iterable[Label]) -> Table:
    """Where these labels lead, if NEXT could begin that game."""
    for label in labels:
        table, result = scan(table, Scan(label))
        if isinstance(result, Refused):
            raise BadOffer(f"their game cannot begin: {one_line(result.message)}")
    if no := obstacle(table):
        raise BadOffer(f"their game cannot begin: {one_line(no.message)}")
    return table
