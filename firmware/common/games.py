"""The games there are: those that ship, and those in packages beside this one.

A package names its games as entry points of the group `okanjo.games` (docs/adding-a-game.md). One
that cannot be used is left out, and `okanjo doctor` says why.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import NamedTuple

from engine.cards import Game
from engine.catalogue import Decks, Labelled, games_of
from engine.codes import PACKAGED, Codebook
from engine.games import GAMES
from engine.games.omakase import CardTable

GROUP = "okanjo.games"
RECORDS = (".dist-info", ".egg-info")  # of installed packages, beside their code


class Packaged(NamedTuple):
    """The games of packages, and what was left out: an entry point's name and what is wrong."""

    games: tuple[Game, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()


def games_in_force(cards: CardTable, decks: Decks) -> Labelled:
    """All games, Omakase with this card table and each with its deck."""
    return games_of(cards, packaged().games, decks)


@cache
def packaged() -> Packaged:
    """The games in packages that are installed."""
    return _load() if any(map(_names_games, sys.path)) else Packaged()


def _names_games(folder: str) -> bool:
    """Whether a package in a folder of libraries names games. Without any, nothing is imported."""
    try:
        names = os.listdir(folder)
    except OSError:  # a folder that is not there, an archive
        return False
    packages = (os.path.join(folder, name) for name in names if name.endswith(RECORDS))
    return any(f"[{GROUP}]" in _entry_points(package) for package in packages)


def _entry_points(package: str) -> str:
    try:
        with open(os.path.join(package, "entry_points.txt"), encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


def _load() -> Packaged:
    from importlib.metadata import entry_points

    games, left_out = list[Game](), list[tuple[str, str]]()
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            game = entry.load()
        except Exception as error:  # whatever a stranger's code does, the table starts
            left_out.append((entry.name, f"it cannot be loaded: {error!r}"))
            continue
        if wrong := next(_wrong(game, (*GAMES, *games)), ""):
            left_out.append((entry.name, wrong))
        else:
            games.append(game)
    return Packaged(tuple(games), tuple(left_out))


def _wrong(game: object, others: tuple[Game, ...]) -> Iterator[str]:
    """What keeps a game from being played beside the others."""
    if not isinstance(game, Game):
        yield "it is no engine.cards.Game"
        return
    for other in others:
        if game.slug == other.slug:
            yield f'its slug "{game.slug}" is that of {other.title}'
        if game.number == other.number:
            yield f"its number {game.number} is that of {other.title}"
    if game.number not in PACKAGED:
        yield f"its number {game.number} is not from {PACKAGED.start} to {PACKAGED.stop - 1}"
    try:
        Codebook([*others, game])
    except Exception as error:  # of tables that a stranger has filled in
        yield f"its labels cannot be made: {error!r}"
    for slug, name in unfilled(game):
        yield f'its rule of {slug} asks for "{name}", a number that its scorer does not have'


def unfilled(game: Game) -> Iterator[tuple[str, str]]:
    """Each kind whose words ask for a number that its scorer does not have, and that number."""
    for slug, words in game.presentation.dishes.items():
        scorer = game.scorer(slug)
        numbers = scorer.numbers if scorer else {}
        for rule in (words.rule, *words.among.values(), words.kind_tile or words.rule):
            for _, name, _, _ in Formatter().parse(rule.text):
                if name is not None and name not in {**numbers, **rule.values}:
                    yield slug, name
