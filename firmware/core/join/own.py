"""What a phone may scan that has a badge: its own seat's cards, on that seat's own lane. Pure.

The engine lets a seat's own lane touch no other tray; here is what a scanner may beyond that, and a
phone may not.
"""

from __future__ import annotations

from engine.codes import Codebook, Label
from engine.events import Accepted, Declined, OrderDropped, SpoonEmpty, TurnClosed
from engine.position import Scan, Table, seat_of
from engine.table import decide, look_at_photo

CARDS = ("card", "face")
ANSWERS = (Declined, OrderDropped, SpoonEmpty)


def may_scan(table: Table, book: Codebook, badge: str, codes: list[str]) -> bool:
    """Whether that badge's phone may scan this code, or these of a photo, on its lane: in a round
    its cards, in the lobby the badge itself, to join. No code is UNDO, of its own newest scan.
    """
    if not codes:
        return table.last is not None and table.last.scan.lane == badge
    labels = [label for label in map(book.read, codes) if isinstance(label, Label)]
    is_seated = seat_of(table, badge) is not None
    if len(labels) < len(codes):
        return False
    if len(labels) == 1:
        own = labels[0].key == "badge" and labels[0].slug == badge
        if table.phase == "lobby":
            return own and not is_seated
        if table.phase != "playing" or not is_seated:
            return False
        return _is_card(labels[0]) or _answers(table, labels[0], badge)
    return table.phase == "playing" and is_seated and _is_own_photo(table, book, badge, labels)


def _is_card(label: Label) -> bool:
    """Cards, how one lies, and the place that some took: all of it is about one's own tray."""
    return label.type in CARDS or label.key in ("flip", "kind")


def _answers(table: Table, label: Label, badge: str) -> bool:
    """NEXT, where it answers what a card of one's own asks, and closes no turn."""
    result = decide(table, Scan(label, badge)) if label.key == "next" else None
    return isinstance(result, Accepted) and isinstance(result.event, ANSWERS)


def _is_own_photo(table: Table, book: Codebook, badge: str, labels: list[Label]) -> bool:
    """A photo begins with its badge; NEXT in it answers a question, and closes no turn."""
    first, *rest = labels
    if first.key != "badge" or first.slug != badge:
        return False
    if not all(label.type in CARDS or label.key in ("flip", "next") for label in rest):
        return False
    scans, _ = look_at_photo(table, book, [label.code for label in labels], badge)
    return not any(isinstance(accepted.event, TurnClosed) for accepted in scans)
