"""The few words on a tile: what the dish brings. A command's are in `firmware/words/rules.py`."""

from engine.cards import Face, Game, Kind
from engine.message import Message, gettext, joined
from firmware.words.rules import OR, face_rule, tile_rule


def tile(game: Game, kind: Kind) -> Message:
    """Say what a kind brings, and with how many players it may not be."""
    brings, barred = tile_rule(game, kind.slug), game.barred.get(kind.slug, ())
    if not barred:
        return brings
    players = joined([f"{number}" for number in barred], OR)
    return gettext("{brings}; not with {players} players", brings=brings, players=players)


def face(game: Game, kind: Kind, face: Face) -> Message:
    """Say what a card brings."""
    return face_rule(game, face.slug, kind.slug)
