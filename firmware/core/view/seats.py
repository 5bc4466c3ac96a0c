"""Seats that an organiser offers this table, told before NEXT takes them. Pure."""

from __future__ import annotations

from typing import NamedTuple

from engine.standings import Standings
from firmware.core.view.build_sheets import menu_title
from firmware.core.view.sheets import Seats, player

TAKE, TAKE_SHORT = "NEXT takes these seats", "NEXT takes the seats"


class Offer(NamedTuple):
    """A seating of a tournament, with its round and the table's number, 0 where there is none.

    `stage` is what people call the round, empty where it is its number. `codes` choose a game and
    seat its players, and `lobby` is what they lead to.
    """

    id: str
    tournament: str
    round: int
    table: int
    codes: tuple[str, ...]
    lobby: Standings
    stage: str = ""


def seats_sheet(offer: Offer) -> Seats:
    """The table, its game and who sits where."""
    seats = tuple((one.badge or "", one.name) for one in offer.lobby.seats)
    return Seats(heading(offer), _menu(offer), seats, TAKE_SHORT)


def heading(offer: Offer) -> str:
    """Which table and round; without both, which tournament."""
    stage = offer.stage or f"Round {offer.round}" * bool(offer.round)
    parts = filter(None, (f"Table {offer.table}" * bool(offer.table), stage))
    return ", ".join(parts) or offer.tournament or "Your seats"


def notes(offer: Offer) -> list[str]:
    """What else there is to know beside the heading."""
    return [one for one in (offer.tournament, _menu(offer)) if one not in ("", heading(offer))]


def summary(offer: Offer) -> str:
    """All of it as a line."""
    return f"{', '.join((heading(offer), *notes(offer)))}: {players(offer)}"


def players(offer: Offer) -> str:
    """Who sits where, each with the colour of the badge."""
    return ", ".join(player(one.badge or "", one.name) for one in offer.lobby.seats)


def _menu(offer: Offer) -> str:
    table = offer.lobby.table
    return menu_title(table, table.game) if table.game else ""
