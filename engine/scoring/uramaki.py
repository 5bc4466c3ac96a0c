"""Run the uramaki race: who took which place (card guide, "Uramaki").

The race: 8, 5 and 2 points for reaching ten icons, cards of a place discarded at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.scoring.tray import Claim, Entry

TARGET = 10
PLACES = (8, 5, 2)


def pay(claims: Sequence[Claim]) -> list[int | None]:
    """Points of each claim, None for one that found no free place.

    Within a reveal the highest total first; a tie pays all in full and uses up as many places.
    """
    paid: list[int | None] = [None] * len(claims)
    used, totals = 0, _totals(claims)
    order = sorted(range(len(claims)), key=lambda n: (claims[n].reveal, -totals[n]))
    for _, tied in groupby(order, key=lambda n: (claims[n].reveal, totals[n])):
        level = list(tied)
        for n in level:
            paid[n] = PLACES[used] if used < len(PLACES) else None
        used += len(level)
    return paid


def _totals(claims: Sequence[Claim]) -> list[int]:
    """Each claim's icons. Nobody knows those of a claim by tile: it is level with the claims of
    its reveal right before and after it.
    """
    level: list[list[int]] = []
    for n, claim in enumerate(claims):
        if n and claims[n - 1].reveal == claim.reveal and not (claims[n - 1].laid and claim.laid):
            level[-1].append(claim.total)
        else:
            level.append([claim.total])
    return [max(totals) for totals in level for _ in totals]


def with_place(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims that found a place; the cards of the others lie in their trays again."""
    return tuple(
        claim for claim, points in zip(claims, pay(claims), strict=True) if points is not None
    )


def race(entries: Sequence[Entry]) -> tuple[Claim, ...]:
    """The places taken by scanning in this order (the end of a round makes counts, no scans)."""
    claims: tuple[Claim, ...] = ()
    for index, entry in enumerate(entries):
        joined = _joined(claims[-1], entry) if claims else None
        if joined is not None:
            claims = (*claims[:-1], joined)
        else:
            claim = _claim(entries[: index + 1], claims, entry)
            claims = (*claims, claim) if claim is not None else claims
        claims = with_place(claims)
    return claims


def _joined(last: Claim, entry: Entry) -> Claim | None:
    """People scan all they have: cards that were in the tray at ten belong to the claim. None for
    a card that was not.
    """
    icons = (*last.icons, entry.icons)
    if entry.laid is None or (entry.seat, entry.batch) != (last.seat, last.batch):
        return None
    if sum(icons) - max(icons) >= TARGET:
        return None
    return last._replace(laid=(*last.laid, entry.laid), icons=icons, total=sum(icons))


def _claim(entries: Sequence[Entry], claims: Sequence[Claim], entry: Entry) -> Claim | None:
    """What the newest entry claims, if anything, as a reveal of its own or with the last one."""
    gone = {laid.id for claim in claims for laid in claim.laid}
    lying = [
        (other.laid, other.icons)
        for other in entries
        if other.laid is not None and other.seat == entry.seat and other.laid.id not in gone
    ]
    reveal = claims[-1].reveal if entry.same and claims else (0, len(entries))
    if entry.laid is None:  # its cards lie in the discards by now
        return Claim(entry.seat, (), (), reveal, entry.batch, TARGET)
    icons = tuple(count for _, count in lying)
    if sum(icons) < TARGET:
        return None
    return Claim(
        entry.seat, tuple(laid for laid, _ in lying), icons, reveal, entry.batch, sum(icons)
    )
