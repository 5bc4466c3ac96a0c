"""`--only` in, cards out: kinds, faces, single cards or codes, each card once, in deck order."""

from __future__ import annotations

from collections.abc import Sequence

from engine.codes import Codebook, Label
from engine.refusals import Refused
from firmware.labels.errors import Unclear, unknown


def only(asked: str, cards: Sequence[Label], book: Codebook, game: str) -> tuple[Label, ...]:
    """Those of the game's cards that were asked for, comma between comma."""
    names = [name.strip() for name in asked.split(",") if name.strip()]
    if not names:
        raise Unclear("--only names no card; try a kind: --only maki, or a code off a label")
    wanted: set[str] = set()
    for name in names:
        wanted |= _codes(name, cards, book, game)
    return tuple(card for card in cards if card.code in wanted)


def _codes(name: str, cards: Sequence[Label], book: Codebook, game: str) -> set[str]:
    """The codes of the cards that a name stands for."""
    if name.isascii() and name.isdigit():
        return {_by_code(name, book, game)}
    slug = name.lower()
    before, _, rest = slug.partition("/")
    if rest and before in book.games:
        if before != game:
            raise Unclear(f"{slug} is a card of {before}, not of {game}")
        slug = rest
    found = {card.code for card in cards if slug in _names(card)}
    if not found:
        own = {one for card in cards for one in _names(card)}
        # A card's own slug is meant only by who wrote one.
        there = [one for one in sorted(own) if ("/" in slug) == ("/" in one)]
        raise unknown(f"kind or card of {game} called", name, there)
    return found


def _names(card: Label) -> tuple[str, str, str]:
    """A kind's, a face's, its own: `maki`, `maki-1`, `maki-1/2`."""
    return str(card.kind), str(card.face), f"{card.face}/{card.copy}"


def _by_code(digits: str, book: Codebook, game: str) -> str:
    label = book.read(digits)
    if isinstance(label, Refused):
        if label.reason == "misread":
            raise Unclear(f"{digits} is not right: its last digit does not fit the others")
        raise Unclear(f"{digits} is no code of ours; a card's has six digits")
    if label.type != "card":
        where = "that is on the table sheet: okanjo labels table"
        raise Unclear(f"{digits} is no card's: it is the {label.type} {label.slug}; {where}")
    if label.game != game:
        raise Unclear(f"{digits} is a card of {label.game}: okanjo labels {label.game}")
    return digits
