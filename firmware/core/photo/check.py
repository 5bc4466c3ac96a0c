"""Compare the labels that photos show with a whole deck, or with the desserts kept. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import Game
from engine.codes import Codebook, Label
from engine.locate import label_of
from engine.position import Table, playing
from engine.scoring.tray import Tray
from firmware.common.system.text import plural

Titled = list[tuple[str, list[int]]]  # what it is called, and which copies


class Checked(NamedTuple):
    text: str
    missing: Titled
    extra: Titled


def deck(game: Game, book: Codebook, codes: Iterable[str]) -> Checked:
    """Whether all cards of a game are there; `extra` are those of others."""
    seen = _cards(book, codes)
    all_ = [card for card in book.labels if (card.game, card.type) == (game.slug, "card")]
    there = [card for card in all_ if card in seen]
    missing = [(card.title, card.copy or 0) for card in all_ if card not in seen]
    extra = [
        (f"{card.title} ({book.games[str(card.game)].title})", card.copy or 0)
        for card in seen
        if card.game != game.slug
    ]
    return Checked(_told(len(there), len(all_), "card"), _by_title(missing), _by_title(extra))


def desserts(table: Table, book: Codebook, codes: Iterable[str]) -> Checked:
    """Whether the desserts are there that each seat has kept, and those of the open round; `extra`
    are other desserts. A copy without a number is there with any of its face that nobody else has.
    """
    if table.ready is None:
        return Checked(_told(0, 0, "dessert"), [], [])
    game, ready = playing(table)
    faces = ready.at_the_end.weights
    seen = [card for card in _cards(book, codes) if card.game == game.slug and card.face in faces]
    missing = list[tuple[str, int]]()
    owned = [
        (seat.name, label_of(book, game, laid.card))
        for seat, kept, tray in zip(table.seats, table.kept, _trays(table), strict=True)
        for laid in (*kept, *tray)
        if laid.mark in faces
    ]
    for name, label in sorted(owned, key=lambda name_and_label: name_and_label[1].copy is None):
        of_face = [card for card in seen if card.face == label.face]
        card = label if label in seen else of_face[0] if of_face and not label.copy else None
        if card is None:
            missing.append((f"{label.title} of {name}", label.copy or 0))
        else:
            seen.remove(card)
    extra = [(card.title, card.copy or 0) for card in seen]
    text = _told(len(owned) - len(missing), len(owned), "dessert")
    return Checked(text, _by_title(missing), _by_title(extra))


def _trays(table: Table) -> Sequence[Tray]:
    """What lies in the open round's trays; what was kept of an ended one lies there, too."""
    return table.round.layout.trays if table.phase == "playing" else [()] * len(table.seats)


def _cards(book: Codebook, codes: Iterable[str]) -> list[Label]:
    labels = (book.read(code) for code in dict.fromkeys(codes))
    return [label for label in labels if isinstance(label, Label) and label.type == "card"]


def _told(there: int, of: int, what: str) -> str:
    if not of:
        return f"No {what} is known of."
    if there < of:
        return f"{there} of {plural(of, what)} {'is' if there == 1 else 'are'} there."
    return f"All {of} {what}s are there." if of > 1 else f"The {what} is there."


def _by_title(cards: Iterable[tuple[str, int]]) -> Titled:
    titles: dict[str, list[int]] = {}
    for title, copy in cards:
        titles.setdefault(title, []).append(copy)
    return [(title, sorted(copies)) for title, copies in titles.items()]
