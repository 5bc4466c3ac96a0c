"""Seats that an organiser offers this table."""

from __future__ import annotations

from engine.message import Message, Value, gettext, joined, pgettext
from firmware.common.facts.offer import Offer
from firmware.words.labels import badge_and_player, menu_title

TAKE, TAKE_LINE = gettext("NEXT takes these seats"), pgettext("line", "NEXT takes the seats")
ROUND, TABLE = gettext("Round {round}"), gettext("Table {table}")
YOUR_SEATS = gettext("Your seats")


def heading(offer: Offer) -> Value:
    """Which table and round; without both, which tournament."""
    parts: list[Value] = []
    if offer.table:
        parts.append(TABLE._replace(values={"table": offer.table}))
    if offer.stage or offer.round:
        parts.append(offer.stage or ROUND._replace(values={"round": offer.round}))
    return joined(parts) if parts else offer.tournament or YOUR_SEATS


def notes(offer: Offer) -> list[Value]:
    """What else there is to know beside the heading."""
    tournament: list[Value] = []
    if offer.tournament and heading(offer) != offer.tournament:
        tournament = [offer.tournament]
    return [*tournament, *menu(offer)]


def sentence(offer: Offer) -> Message:
    """All of it as a line for lists of what happened."""
    return gettext("{seats}. NEXT takes these seats", seats=summary(offer))


def summary(offer: Offer) -> Message:
    """What is offered, and to whom."""
    about = joined([heading(offer), *notes(offer)])
    return gettext("{about}: {players}", about=about, players=players(offer))


def players(offer: Offer) -> Value:
    """Who sits where, each with the colour of the badge."""
    return joined([badge_and_player(seat) for seat in offer.lobby.seats])


def menu(offer: Offer) -> list[Message]:
    """The menu or game, where one is chosen."""
    table = offer.lobby.table
    return [menu_title(table.game, table.preset)] if table.game else []
