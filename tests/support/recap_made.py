"""Evenings of made-up games, and the words of their pictures."""

import random
from collections.abc import Sequence
from typing import Any

from support.history_made import FRIDAY, HOUR, report, seat
from support.table_app import GAMES

from engine.cards import BADGES
from engine.games.sushi_go_party import PRESETS
from firmware.interfaces.web.pages.recap.words import Choice, Words
from firmware.records.history.evenings import Evening, evening
from firmware.records.history.games import FINISHED, Played, Titles, parse_game
from firmware.words.language import ENGLISH, Language

DAY = "2024-05-03"  # of FRIDAY
SHORT = ("Chris", "Bo", "Élodie", "Jürgen", "Kim", "Meredith", "Kerry", "Ann")
LONG = (
    "Wolfgang Amadeus Mozart.",
    "Maximilian-Alexander III",
    "Donaudampfschifffahrtges",
    "Maria-Magdalena Wilhelmi",
    "W" * 24,
    "Élodie de la Tour-Maubou",
    "Kimberly-Ann Featherston",
    "Bartholomäus von Greifen",
)


def party(seed: int, names: Sequence[str]) -> Any:
    """A game of Party!, three rounds and desserts, with a menu by the seed."""
    chance, presets = random.Random(seed), list(PRESETS)
    menu = ("nigiri", *PRESETS[presets[seed % len(presets)]][1])

    def scored() -> dict[str, int]:
        return {kind: chance.choice((-4, 0, 1, 2, 3, 4, 5, 6, 9)) for kind in menu[:-3]}

    seats = [
        seat(badge, name, [scored() for _ in range(3)], chance.randint(-6, 12))
        for badge, name in zip(BADGES, names, strict=False)
    ]
    return report(seats, menu=menu)


def omakase(seed: int, names: Sequence[str]) -> Any:
    """A game of Omakase, in yen."""
    chance = random.Random(seed)
    kinds = ("salmon", "tuna", "crab")
    hands = [{kind: chance.randint(0, 40) * 100 for kind in kinds} for _ in names]
    seats = [
        seat(badge, name, [hand]) for badge, name, hand in zip(BADGES, names, hands, strict=False)
    ]
    return {**report(seats, game="omakase"), "menu": []}


def played(
    *reports: Any, language: Language = ENGLISH, venue: str = "", **changed: Any
) -> list[Played]:
    """These games of one evening, an hour each."""
    titles = Titles(GAMES, language)
    times = [FRIDAY + number * HOUR for number in range(len(reports))]
    return [
        parse_game(number, (began, began + 41 * 60), game, FINISHED, titles)._replace(
            venue=venue, **changed
        )
        for number, (began, game) in enumerate(zip(times, reports, strict=True), 1)
    ]


def folded(games: Sequence[Played]) -> Evening:
    return evening(DAY, games, ["omakase"])


def words(
    *reports: Any, language: Language = ENGLISH, venue: str = "", choice: Choice | None = None
) -> Words:
    """What is on the pictures of an evening with these games."""
    games = played(*reports, language=language, venue=venue)
    return Words(folded(games), choice or Choice(), Titles(GAMES, language), GAMES)
