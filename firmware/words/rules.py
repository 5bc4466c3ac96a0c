"""What each dish brings, in one sentence with its numbers: beside its points, and on its tile.

The sentences are the games' own (`engine/presentation.py`), the numbers those of their scorers.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Game
from engine.message import Message, Value, joined
from firmware.words.labels import dish, own


def rule(game: Game, slug: str, players: int = 0) -> Message:
    """What a kind or a face brings, among so many players (0: any number); an empty message where
    nothing is told of it.
    """
    rules = dish(game, slug)
    message = next((rule for among, rule in rules.among.items() if players in among), rules.rule)
    return told(game, slug, message)


def tile_rule(game: Game, slug: str) -> Message:
    """What is said of a kind on its menu tile."""
    return told(game, slug, dish(game, slug).kind_tile or dish(game, slug).rule)


def face_rule(game: Game, face: str, kind: str) -> Message:
    """What is said of a face beside its code: its own words, or those of its kind."""
    told_of_face = dish(game, face).face_tile or dish(game, kind).face_tile
    return told_of_face or rule(game, face) or rule(game, kind)


def told(game: Game, slug: str, message: Message) -> Message:
    """A game's message with the numbers of a kind's scorer."""
    scorer = game.scorer(slug)
    numbers = {name: _number(number) for name, number in scorer.numbers.items()} if scorer else {}
    return own(game, message._replace(values={**numbers, **message.values}))


def _number(number: int | Sequence[int]) -> Value:
    """A number with a real minus, or several."""
    if isinstance(number, int):
        return f"{number}".replace("-", "−")
    return joined([_number(single) for single in number])
