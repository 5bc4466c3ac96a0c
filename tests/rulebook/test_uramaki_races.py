"""Random races in tally: claims of one reveal scanned in any order, also those without a place."""

import random
from typing import Any

import pytest
from support.plain_scorer import round_by_kind, uramaki_claims
from support.plain_tray import card, icons
from support.soak import share
from support.table_engine import begun

BADGES = ("red", "orange", "yellow", "green", "cyan", "blue")
MENU = "uramaki tempura tofu dumpling tea wasabi fruit"


def race(rng):
    """Reveals as lists of (seat, cards): who reached ten together; and what is left over."""
    rolls = [f"uramaki-{icons}" for icons in (3, 4, 5) for _ in range(4)]
    rng.shuffle(rolls)
    seats, reveals = rng.randint(2, 6), []
    while rng.random() < 0.9:
        reveal = []
        for seat in rng.sample(range(seats), rng.randint(1, min(3, seats))):
            cards = list[dict[str, Any]]()
            while rolls and icons(cards, "uramaki") < 10:
                cards.append(card(rolls.pop()))
            if icons(cards, "uramaki") >= 10:
                reveal.append((seat, cards))
        reveals += [reveal] if reveal else []
        totals = [[(seat, icons(cards, "uramaki")) for seat, cards in reveal] for reveal in reveals]
        if sum(map(len, totals)) > len(uramaki_claims(totals)):
            break  # somebody found no place: nobody will
    return seats, reveals, totals if reveals else []


@pytest.mark.parametrize("part", range(5))
def test_uramaki_races(part):
    for number in range(share(200)):
        rng = random.Random(f"race {part} {number}")
        seats, reveals, totals = race(rng)
        claims = uramaki_claims(totals)
        trays = [list[dict[str, Any]]() for _ in range(seats)]
        paid = [seat for seat, _ in claims]
        words = []
        for reveal in reveals:
            for index, (seat, cards) in enumerate(rng.sample(reveal, len(reveal))):
                words += ["same-turn"] if index else []
                words += [BADGES[seat], *(each["face"] for each in cards)]
                if seat in paid:
                    paid.remove(seat)
                else:
                    trays[seat] += cards
        example = begun("sushi-go-party", seats, MENU).scan(" ".join(words))
        plain = round_by_kind("sushi-go-party", trays, claims)
        points = [sum(by.values()) for by in plain]
        assert example.live == points, (number, words)
