"""Say why a scan is refused and what to do, in two lines for a 21-character screen.

A refused scan changes nothing (docs/protocol.md, "Refusals").
"""

from __future__ import annotations

from typing import Literal, NamedTuple

WIDTH = 21

Reason = Literal[
    "misread", "unknown-code", "not-now", "wrong-game", "not-on-menu", "no-seat",
    "on-menu-already", "already-laid", "laid-elsewhere", "discarded", "kept", "spent",
    "never-stays", "bad-target", "one-bonus", "too-new", "menu-incomplete", "menu-full",
    "too-few-seats", "too-many-seats", "barred", "nothing-to-undo", "needed-later",
]  # fmt: skip


class Refused(NamedTuple):
    """Why a scan is refused; `message` is one or two lines joined by a newline."""

    reason: Reason
    message: str


# The first line is what, the second what to do; where that goes on with the sentence, it begins
# with a small letter. {} is what the scan was about.
REASONS: dict[Reason, tuple[str, str]] = {
    "misread": ("Misread", "Scan it again"),
    "unknown-code": ("Unknown barcode", "{}"),
    "not-now": ("{}", "{}"),
    "wrong-game": ("{}", "is from another game"),
    "not-on-menu": ("{}", "is not on the menu"),
    "no-seat": ("Whose card?", "Scan a badge first"),
    "on-menu-already": ("{}", "is already chosen"),
    "already-laid": ("{}", "is already counted"),
    "laid-elsewhere": ("{}", "belongs to {}"),
    "discarded": ("{}", "discarded this round"),
    "kept": ("{}", "was kept as dessert"),
    "spent": ("{}", "is from a past round"),
    "never-stays": ("{}", "{}"),
    "bad-target": ("{}", "{}"),
    "one-bonus": ("{}", "already took a bonus"),
    "too-new": ("{}", "can be used next turn"),
    "menu-incomplete": ("Menu is not complete", "Missing: {}"),
    "menu-full": ("Menu is full", "REMOVE one first"),
    "too-few-seats": ("Too few players", "Scan {}"),
    "too-many-seats": ("Too many players", "At most {}: REMOVE one"),
    "barred": ("{}", "is not for {} players"),
    "nothing-to-undo": ("Nothing to undo", "Scan a game or menu"),
    "needed-later": ("{}", "is needed by another"),
}


def cut(text: str, width: int = WIDTH) -> str:
    """Shorten a text to `width` characters, with an ellipsis for the rest."""
    if len(text) <= width:
        return text
    return text[: width - 1].rstrip(" ,-–") + "…" if width > 0 else ""


def refused(reason: Reason, *about: object) -> Refused:
    """Word a refusal; `about` fills the braces of its two lines in order."""
    words = iter(about)
    first, second = (
        line.format(
            *(cut(str(next(words)), WIDTH + 2 - len(line)) for _ in range(line.count("{}")))
        )
        for line in REASONS[reason]
    )
    return Refused(reason, f"{first}\n{second}")
