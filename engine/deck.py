"""Correct a game's deck, for another edition: what its faces are called, and how many there are."""

from __future__ import annotations

from engine.cards import Deck, Face, Game, Kind, OwnersTitle
from engine.codes import FACE_NUMBERS

MOST_COPIES = FACE_NUMBERS - 1  # the first number of a face is its own


def with_deck(game: Game, deck: Deck) -> Game:
    """The game with a corrected deck. A kind of one face is called as that is.

    ValueError for more copies of a face than it has codes.
    """
    if deck == game.deck:
        return game
    if not all(1 <= copies <= MOST_COPIES for copies in deck.copies.values()):
        raise ValueError(f"a face has codes for 1 to {MOST_COPIES} copies")
    kinds = tuple(_kind(kind, deck) for kind in game.kinds)
    dishes = dict(game.presentation.dishes)
    for slug in dishes.keys() & deck.names.keys():
        dishes[slug] = dishes[slug]._replace(in_full=None, cards=None, tie=None)
    presentation = game.presentation._replace(dishes=dishes)
    return game._replace(kinds=kinds, deck=deck, presentation=presentation)


def _kind(kind: Kind, deck: Deck) -> Kind:
    faces = tuple(_face(face, deck) for face in kind.faces)
    alone = len(faces) == 1 and faces[0].slug == kind.slug
    return kind._replace(faces=faces, title=faces[0].title if alone else kind.title)


def _face(face: Face, deck: Deck) -> Face:
    name = deck.names.get(face.slug)
    title = OwnersTitle(name) if name else face.title
    return face._replace(title=title, copies=deck.copies.get(face.slug, face.copies))
