"""A photo from the camera over the table, told in a few lines before it counts. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple, get_args

from engine.catalogue import codebook_of
from engine.codes import Label
from engine.position import LaneName, Table
from engine.refusals import Refused
from engine.standings import moved
from firmware.core.photo.plan import Ask, Asked, Plan
from firmware.core.view.sheets import Message, Photo
from firmware.core.view.titles import laid_of, title_of

AGAIN = "PHOTO: score it"
WHOSE, SCAN_BADGE = "Whose tray is this?", "Scan badge then PHOTO"
Corners = list[list[float]]


class Proposal(NamedTuple):
    """A photo for the seat that `lane` scans: being taken, while there is no picture; being read,
    while there is no plan; then what PHOTO, scanned again, would score. A plan without codes asks
    whose tray it is.

    `codes` are those in the picture, with their four corners in its pixels.
    """

    number: int  # of the photos since the start
    lane: LaneName
    seat: int | None
    picture: bytes = b""
    codes: Mapping[str, Corners] = {}
    plan: Plan | None = None


def photo_sheet(photo: Proposal, table: Table) -> Photo | Message:
    """What of it there is so far."""
    if photo.plan is None:
        name = "Photo" if photo.seat is None else f"Photo: {table.seats[photo.seat].name}"
        return Message(name, ("Reading …",) if photo.picture else ("Taking the photo …",))
    return plan_sheet(photo.plan) if photo.plan.codes else Message(WHOSE, (SCAN_BADGE,))


def plan_sheet(plan: Plan) -> Photo:
    """What a photo would score: by kind, or by tray where it shows several."""
    table = plan.after
    if len(plan.seats) == 1:
        [seat] = plan.seats
        name, lines = table.seats[seat].name, tuple(_by_kind(plan, seat))
        return Photo(name, laid_of(table, seat), lines, _brings(plan, seat), _remarks(plan), AGAIN)
    lines = tuple(
        (
            f"{table.seats[seat].name} {laid_of(table, seat).replace(' of ', '/')}",
            _brings(plan, seat),
        )
        for seat in plan.seats
    )
    return Photo(f"{len(plan.seats)} trays", "", lines, None, _remarks(plan), AGAIN)


def summary(plan: Plan) -> str:
    """The same as a line for lists of what happened."""
    if not plan.codes:
        return f"{WHOSE} Scan a badge, then PHOTO"
    photo = plan_sheet(plan)
    lines = ", ".join(f"{words} {points:+d}" for words, points in photo.lines)
    total = "" if photo.total is None else f": {photo.total:+d}"
    more = "".join(f" {one}{'' if one.endswith('?') else '.'}" for one in photo.remarks)
    return f"Photo of {photo.title}{total} ({lines}).{more} Scan PHOTO again to score it"


def _by_kind(plan: Plan, seat: int) -> Iterator[tuple[str, int]]:
    """How many cards of a kind are new in this tray, and by what the photo moves its score."""
    many = Counter(
        label.kind
        for one in plan.cards
        if one.seat == seat and one.state == "counts" and (label := _label(plan, one.code)).kind
    )
    points = moved(plan.change, seat) if plan.change else {}
    for kind in sorted({*many, *points}, key=lambda kind: (-points.get(kind, 0), kind or "")):
        count = f"{many[kind]} " if kind in many else ""
        yield f"{count}{title_of(plan.after, kind or '')}", points.get(kind, 0)


def _label(plan: Plan, code: str) -> Label:
    found = codebook_of(plan.after.games).read(code)
    assert isinstance(found, Label)  # noqa: S101 - it counts
    return found


def _brings(plan: Plan, seat: int) -> int:
    return sum(moved(plan.change, seat).values()) if plan.change else 0


def _remarks(plan: Plan) -> tuple[str, ...]:
    """What is not clear in it, and how it is taken unless somebody says otherwise."""
    book = codebook_of(plan.after.games)
    asks = {what: [ask for ask in plan.asks if ask.what == what] for what in get_args(Asked)}
    left = [book.read(one.code) for one in plan.cards if one.state == "refused"]
    titles = [  # a table sheet in view has no cards
        "an unknown card" if isinstance(label, Refused) else label.title
        for label in left
        if isinstance(label, Refused) or label.type == "card"
    ]
    loose = [_label(plan, ask.card or "").title for ask in asks["wasabi"]]
    told = (
        (loose, "{}: loose", "{} nigiri: loose"),
        ([_short(plan, ask) for ask in asks["count"]], "{}", "{} trays not complete"),
        (asks["copy"][:1], "Order asks after this", ""),  # the table itself does, of one
        (titles, "Without {}", "Without {} cards"),
    )
    return tuple(
        (one if len(those) == 1 else several).format(those[0] if len(those) == 1 else len(those))
        for those, one, several in told
        if those
    )


def _short(plan: Plan, ask: Ask) -> str:
    who = f"{plan.after.seats[ask.seat or 0].name} " if len(plan.seats) > 1 else ""
    short = "one covered?" if ask.found == ask.dealt - 1 else "covered?"
    why = short if ask.found < ask.dealt else "too many"
    return f"{who}{ask.found}{'/' if who else ' of '}{ask.dealt}: {why}"
