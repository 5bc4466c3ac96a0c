"""Measure in how many random games somebody has an oddity of each kind, for docs/protocol-notes.md
and the order of the table in `engine/review/oddities.py`:

    PYTHONPATH=.:tests .venv/bin/python -m support.oddity_rates 5000

A third of the games are of each title. The same four players play 50 of them on end, so that they
have earlier games. Trays are dealt at random: people waste less.
"""

import random
import sys
from collections import Counter

from support.table_engine import EngineTable

from engine.cards import BADGES
from engine.catalogue import codebook_of
from engine.games.sushi_go_party import PRESETS
from engine.position import empty, hand
from engine.review.oddities import EarlierScore, finished_game, oddities
from engine.standings import Standings, standings

TITLES = ("sushi-go", "sushi-go-party", "omakase")
IN_A_ROW = 50
PLAYERS = 4
OMAKASE_HAND = 8
NEVER_DEALT = ("/menu-", "takeout-box", "special-order")  # what they would become is a choice
DESSERTS = ("pudding", "green-tea-ice-cream", "fruit")
ROWS = codebook_of(empty().games).labels


def random_game(title: str, chance: random.Random) -> Standings:
    """One that is over."""
    example = EngineTable(_start(title, chance), *BADGES[:PLAYERS], "next")
    while example.table.phase != "finished":
        _round(example, chance)
        example.scan("next" if example.table.phase == "scored" else "")
    return standings(example.table._replace(last=None))


def _start(title: str, chance: random.Random) -> str:
    return f"preset {chance.choice(sorted(PRESETS))}" if title == TITLES[1] else f"game {title}"


def _round(example: EngineTable, chance: random.Random) -> None:
    """Deal trays, and score them. What may not be laid is passed over."""
    table = example.table
    assert table.game
    cards = [
        f"card {row.slug}"
        for row in ROWS
        if row.type == "card" and row.game == example.game and row.kind in table.menu
    ]
    shuffled_in = table.game.shuffled_in(table.round_no, PLAYERS)
    desserts = [card for card in cards if is_of(DESSERTS, card)] if shuffled_in else []
    deck = [card for card in cards if card not in desserts and not is_of(NEVER_DEALT, card)]
    deck += chance.sample(desserts, shuffled_in)
    chance.shuffle(deck)
    for badge in BADGES[:PLAYERS]:
        example.scan(badge)
        for _ in range(hand(table) or OMAKASE_HAND):
            while example.refusal(deck.pop()):
                pass
    example.scan("score")


def is_of(kinds: tuple[str, ...], card: str) -> bool:
    return any(kind in card for kind in kinds)


def rates(games: int, seed: int = 1) -> dict[str, Counter[str]]:
    """How many of so many games have each, by title."""
    chance = random.Random(seed)
    counts = {title: Counter[str]() for title in TITLES}
    earlier = dict[tuple[str, int], list[EarlierScore]]()
    for number in range(games):
        title = TITLES[number % len(TITLES)]
        if number // len(TITLES) % IN_A_ROW == 0:
            earlier |= {(title, seat): [] for seat in range(PLAYERS)}
        finished = finished_game(random_game(title, chance))
        slugs = set()
        for seat, score in enumerate(finished.scores):
            own = finished._replace(seat=seat, earlier=tuple(earlier[title, seat]))
            slugs |= {oddity.slug for oddity in oddities(own)}
            earlier[title, seat].append(EarlierScore(score.total, score.place == 1))
        counts[title].update(slugs)
    return counts


if __name__ == "__main__":
    count = int(sys.argv[1])
    by_title = rates(count)
    for slug in sorted({slug for counts in by_title.values() for slug in counts}):
        print(
            f"{slug:16}", *(f"{3 * 1000 * by_title[title][slug] / count:6.1f}" for title in TITLES)
        )
