"""Each player's best single card, in the largest rounds there are: milliseconds of CPU for all
players, as other work on this machine counts for nothing.
"""

import asyncio
import itertools
import random
from collections.abc import Iterator
from time import thread_time

from bench.bench_figures import Figure, WentWrong, figure
from bench.bench_scan import extra
from support.dealt_evening import CUTTHROAT, after, deal, deck, lobby

from engine.position import Table
from engine.review.best_card import best_cards
from firmware.interfaces.web.reviews import best_cards as unhurried_best_cards

GOAL_MS = 100.0
ROUNDS = 30  # dealt at random of each
HAND = 7
EVENINGS = 10
LARGEST = (
    (CUTTHROAT, 8),
    ("preset big-banquet", 8),
    (CUTTHROAT, 5),
    ("preset sushi-go-classic", 5),
    ("preset my-first-meal", 5),
    ("game sushi-go", 5),
)


def best_card() -> Figure:
    """Third rounds, whose desserts are scored anew, too: 8 seats x 7 cards and 5 x 9 of Party, and
    5 x 7 of Sushi Go!; and eight hands of Omakase.
    """
    laps = []
    for table in (*_closed(), *_hands()):
        if table.phase != "finished":
            raise WentWrong(f"the game is still {table.phase}")
        begun = thread_time()
        best_cards(table)
        laps.append((thread_time() - begun) * 1000)
    measured = figure("ms", laps, GOAL_MS)
    return measured._replace(tail_within=(measured.p99 or 0) <= GOAL_MS)


def _closed() -> Iterator[Table]:
    """Games that are over, right after their last SCORE."""
    for start, seats in LARGEST:
        for seed in range(ROUNDS):
            rng, table = random.Random(seed), lobby(start, seats)
            for round_no in (1, 2, 3):
                table = after(table, [*deal(table, rng), "command score"])
                table = after(table, ["command score"] if table.asked else [])
                table = after(table, ["command next"] if round_no < 3 else [])
            yield table


def _hands() -> Iterator[Table]:
    """Eight hands of seven cards of Omakase, scored."""
    for seed in range(ROUNDS):
        table = lobby("game omakase", 8)
        cards = deck(table, random.Random(seed))
        for number, seat in enumerate(table.seats):
            hand = cards[number * HAND : (number + 1) * HAND]
            table = after(table, [f"badge {seat.badge}", *hand])
        yield after(table, ["command score"])


def acknowledge_extra() -> Figure:
    """Scans while the largest rounds are searched bit by bit, as the pages have it done."""
    tables = itertools.cycle([table for number, table in enumerate(_closed()) if number % 5 == 0])

    def search() -> None:
        asyncio.run(unhurried_best_cards(next(tables)))

    return extra(search, EVENINGS)
