"""The positions before and after an UNDO in, whether it brought back what was removed out."""

from engine.position import Table
from engine.removal import scanned


def brought_back(before: Table, after: Table) -> bool:
    """Whether the scan taken back was a removal: what its label names is there again."""
    if before.last is None or before.phase != after.phase:
        return False
    label = before.last.scan.label
    if before.phase == "playing":
        return label.type in ("card", "face") and _cards(after) > _cards(before)
    if label.type == "badge":
        return len(after.seats) > len(before.seats)
    if label.type == "kind":
        return label.slug in after.menu and label.slug not in before.menu
    return label.slug in after.variants and label.slug not in before.variants


def _cards(table: Table) -> int:
    """How many cards have been scanned this round, wherever they are by now."""
    return len({card.id for card in scanned(table)})
