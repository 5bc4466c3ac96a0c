"""Compare the labels that photos show with a whole deck, with the menu or with the desserts kept.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cards import Game
from engine.codes import Codebook, Label
from engine.locate import label_of
from engine.position import Table, playing
from engine.scoring.tray import Tray
from firmware.common.facts.photo import Checked, CheckedCard, CheckedMenu


def deck(game: Game, book: Codebook, codes: Iterable[str]) -> Checked:
    """Whether all cards of a game are there; `extra` are those of others."""
    seen = _cards(book, codes)
    all_ = [card for card in book.labels if (card.game, card.type) == (game.slug, "card")]
    there = [card for card in all_ if card in seen]
    missing = [CheckedCard(card) for card in all_ if card not in seen]
    extra = [CheckedCard(card, is_other=True) for card in seen if card.game != game.slug]
    return Checked("card", len(there), len(all_), missing, extra)


def menu(table: Table, book: Codebook, codes: Iterable[str]) -> CheckedMenu:
    """Whether there is a card of each dish on the menu; `extra` are cards of others, a game's or
    this one's.
    """
    game = table.game
    if game is None or not table.menu:
        return CheckedMenu(None)
    seen = _cards(book, codes)
    kinds = {card.kind for card in seen if card.game == game.slug}
    dishes = [game.kind(slug) for slug in table.menu]
    extra = [
        CheckedCard(card, is_other=card.game != game.slug)
        for card in seen
        if card.game != game.slug or card.kind not in table.menu
    ]
    return CheckedMenu(
        game,
        [kind for kind in dishes if kind.slug in kinds],
        [kind for kind in dishes if kind.slug not in kinds],
        extra,
    )


def desserts(table: Table, book: Codebook, codes: Iterable[str]) -> Checked:
    """Whether the desserts are there that each seat has kept, and those of the open round; `extra`
    are other desserts. A copy without a number is there with any of its face that nobody else has.
    """
    if table.ready is None:
        return Checked("dessert", 0, 0)
    game, ready = playing(table)
    faces = ready.at_the_end.weights
    seen = [card for card in _cards(book, codes) if card.game == game.slug and card.face in faces]
    missing = list[CheckedCard]()
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
            missing.append(CheckedCard(label, name))
        else:
            seen.remove(card)
    there = len(owned) - len(missing)
    return Checked("dessert", there, len(owned), missing, [*map(CheckedCard, seen)])


def _trays(table: Table) -> Sequence[Tray]:
    """What lies in the open round's trays; what was kept of an ended one lies there, too."""
    return table.round.layout.trays if table.phase == "playing" else [()] * len(table.seats)


def _cards(book: Codebook, codes: Iterable[str]) -> list[Label]:
    labels = (book.read(code) for code in dict.fromkeys(codes))
    return [label for label in labels if isinstance(label, Label) and label.type == "card"]
