"""Read the seats that a broker offers a table, and the clock of their round (docs/mqtt.md,
"seats_offered" in the schema).

Rule: what the engine would not begin is never offered.
"""

from __future__ import annotations

import json

from engine.catalogue import Games
from engine.position import empty
from engine.refusals import Refused
from engine.seats import labels_of, lobby_of
from engine.standings import standings
from firmware.common.facts.offer import Offer
from firmware.common.facts.round_clock import RoundClock
from firmware.common.settings.schema import PLAYER_NAME
from firmware.common.system.text import composed
from firmware.words.language import say
from firmware.words.refusals import sentence

LONGEST, MOST = 40, 999
LONGEST_CLOCK_S = 48 * 3600
UNLIKE = "they are not as docs/mqtt.md describes them"
UNKNOWN = "a game, menu, dish or badge is unknown"


class BadOffer(Exception):
    """Why seats are not offered; the text ends a sentence."""


def offer_of(text: str, games: Games) -> Offer:
    """Read an offer. Raise BadOffer if it is none."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise BadOffer("they are not JSON") from None
    stage = record.get("stage", "") if isinstance(record, dict) else ""
    match record:
        case {
            "v": 1, "id": str(id), "tournament": str(cup), "round": int(round),
            "table": int(table), "game": str(game), "menu": str() | list() as menu,
            "seats": list(seats),
        } if id and _are_short(id, cup, stage) and _are_low(round, table):  # fmt: skip
            names = dict(map(_seat, seats))
            if len(names) < len(seats):
                raise BadOffer("a badge is in them twice")
            menu = menu if isinstance(menu, str) else [*map(str, menu)]
            if (labels := labels_of(games, game, menu, names)) is None:
                raise BadOffer(UNKNOWN)
            lobby = lobby_of(empty(games, names)._replace(seating=id), labels)
            if isinstance(lobby, Refused):
                raise BadOffer(f"their game cannot begin: {say(sentence(lobby))}")
            codes = tuple(label.code for label in labels)
            return Offer(id, cup, round, table, codes, standings(lobby), stage)
    raise BadOffer(UNLIKE)


def clock_of(text: str, now: float) -> RoundClock | None:
    """The clock of the round that comes with an offer, which was right at the moment `now`. Raise
    BadOffer where it is none.
    """
    match json.loads(text):
        case {"id": id, "clock": {"left": int(left), "runs": bool(runs)}}:
            if _is_from_0(left, LONGEST_CLOCK_S):
                return RoundClock(id, left, now, runs)
        case record if "clock" not in record:
            return None
    raise BadOffer(UNLIKE)


def asks_again(text: str) -> bool:
    """Whether whoever makes an offer has no result of it, and asks for that."""
    return json.loads(text).get("resend") is True


def but_for_clock(text: str) -> object:
    """What else is said with an offer."""
    return {**json.loads(text), "clock": None}


def _are_short(*texts: object) -> bool:
    return all(isinstance(t, str) and len(t) <= LONGEST and t.isprintable() for t in texts)


def _are_low(*numbers: int) -> bool:
    return all(_is_from_0(number, MOST) for number in numbers)


def _is_from_0(number: int, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def _seat(seat: object) -> tuple[str, str]:
    """A badge, and the name of who has it."""
    match seat:
        case {"badge": str(badge), "name": str(name)} if PLAYER_NAME.fits(name):
            return badge, composed(name)
    raise BadOffer(UNLIKE)
