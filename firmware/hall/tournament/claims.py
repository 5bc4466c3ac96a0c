"""Results of a table that wait for the organiser: what its phones, and devices, say. Pure.

Law: of each phone and device only what it said last stands. Who says the same stands together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from firmware.hall.tournament.ranking import SeatResult

Seats = tuple[SeatResult, ...]
# Who gave a result, as in the log; and that device's ID of the game, or ""
Source = tuple[str, str]


class Sender(NamedTuple):
    """`by` is who says it, in the log's words; `game` a device's ID of its game; `phone` what a
    phone calls itself, "" where it keeps no cookies; `player` whose phone it is, 0 where that is
    not known.
    """

    by: str
    game: str = ""
    phone: str = ""
    player: int = 0

    @property
    def source(self) -> Source:
        return self.by, self.game

    def is_same(self, other: Sender) -> bool:
        """Whether it is the same phone, or the same player's, which has forgotten what it called
        itself; or the same device.
        """
        is_players = self.player == other.player != 0
        return self.by == other.by and (self.phone == other.phone or is_players)


class TableClaim(NamedTuple):
    """`number` is that of the act that made it, so no other claim has it; `senders` say it, and
    `deniers` say that it is wrong.
    """

    number: int
    seats: Seats
    senders: tuple[Sender, ...] = ()
    deniers: tuple[Sender, ...] = ()

    @property
    def source(self) -> Source:
        """Who it is from once it counts: a phone before a device, which could take it back."""
        return min(self.senders, key=lambda sender: bool(sender.game)).source

    @property
    def phones(self) -> list[str]:
        """Those that say it, and can be told apart."""
        return [sender.phone for sender in self.senders if sender.phone]

    @property
    def is_agreed(self) -> bool:
        """Whether two phones say it, and none that it is wrong."""
        return len(self.phones) > 1 and not self.deniers

    @property
    def is_nobodys(self) -> bool:
        """Whether only phones say it of which nobody knows whose they are."""
        return not any(sender.player or sender.game for sender in self.senders)

    def is_denied_by(self, phone: str) -> bool:
        return any(denier.phone == phone for denier in self.deniers)


Claims = tuple[TableClaim, ...]  # what was said last stands last


def claim_of(claims: Claims, number: int) -> TableClaim | None:
    """The claim of that number; for 0, as an act of an older version has it, the last one."""
    if not number:
        return claims[-1] if claims else None
    return next((claim for claim in claims if claim.number == number), None)


def claim_by(claims: Claims, sender: Sender) -> TableClaim | None:
    """What that one says."""
    return next((claim for claim in claims if any(map(sender.is_same, claim.senders))), None)


def claim_by_phone(claims: Claims, phone: str) -> TableClaim | None:
    return next((claim for claim in claims if phone and phone in claim.phones), None)


def with_claim(claims: Claims, seats: Seats, sender: Sender, number: int) -> Claims:
    """The sender says so, and nothing else any more; `number` is that of a new claim."""
    same = next((claim for claim in claims if claim.seats == seats), TableClaim(number, seats))
    others = (claim for claim in claims if claim.seats != seats)
    senders = (*_others(same.senders, sender), sender)
    new = same._replace(senders=senders, deniers=_others(same.deniers, sender))
    left = (claim._replace(senders=_others(claim.senders, sender)) for claim in others)
    return (*(claim for claim in left if claim.senders), new)


def denied(claims: Claims, number: int, sender: Sender) -> Claims:
    """The sender says that this claim is wrong."""
    return tuple(
        claim._replace(deniers=(*_others(claim.deniers, sender), sender))
        if claim.number == number
        else claim
        for claim in claims
    )


def withdrawn(claims: Claims, source: Source) -> Claims:
    """Without what came of that game."""
    left = (
        claim._replace(senders=tuple(each for each in claim.senders if each.source != source))
        for claim in claims
    )
    return tuple(claim for claim in left if claim.senders)


def _others(senders: Iterable[Sender], sender: Sender) -> tuple[Sender, ...]:
    return tuple(other for other in senders if not sender.is_same(other))


class Differences(NamedTuple):
    """The players of whom results do not all say the same."""

    points: set[int]
    places: set[int]


def differences(results: Sequence[Seats]) -> Differences:
    """What of these results is not in all of them."""

    def differing(value_of: Callable[[SeatResult], object]) -> set[int]:
        columns = [{seat.player: value_of(seat) for seat in seats} for seats in results]
        everybody = {player for column in columns for player in column}
        return {player for player in everybody if len({c.get(player) for c in columns}) > 1}

    points = differing(lambda seat: (seat.points, seat.conceded))
    return Differences(points, differing(lambda seat: seat.place))
