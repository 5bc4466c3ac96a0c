"""Who a result of a table is from, in words, within a sentence. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.message import Message, gettext, ngettext
from firmware.hall.lists import listed
from firmware.hall.tournament.claims import Sender
from firmware.hall.tournament.tournament import TournamentTable, by_device
from firmware.hall.words.log import who


def source(by: str, table: TournamentTable) -> Message:
    """Who a result is from that counts."""
    device = by.removeprefix("device ")
    if by == "organiser":
        return gettext("the organiser")
    if by.startswith("table "):
        return gettext("a phone at {table}", table=who(by))
    if by.startswith("helper "):
        return who(by)
    if by == by_device(table.device):
        return gettext("its device, {device}", device=device)
    return gettext("another device, {device}", device=device)


def sources(senders: Iterable[Sender], table: TournamentTable, names: Mapping[int, str]) -> Message:
    """All who say something: players' phones by name, where they are known."""
    known, others, unknown = list[Message](), list[Message](), 0
    for sender in senders:
        if sender.player in names:
            known.append(gettext("{player}’s phone", player=names[sender.player]))
        elif sender.by.startswith("table "):
            unknown += 1
        else:
            others.append(source(sender.by, table))
    place = gettext("table {table}", table=table.number)
    phones = ngettext("a phone at {table}", "{count} phones at {table}", unknown, table=place)
    return listed([*known, *([phones] if unknown else []), *others])
