"""How dishes are told that more than one game has."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Kind
from engine.message import gettext
from engine.presentation import DishWords
from engine.scoring.scorers import YIELD_ON_WASABI

SETS = gettext("{of} for {points} points")
STEPS = gettext("{steps} points")
EACH = gettext("{points} each")
CHOPSTICKS = gettext("later, play two cards")
WASABI = gettext("triples the next nigiri")
TEMPURA = ("tempura tempura", "tempura tempura tempura", "tempura tempura tempura tempura")
SASHIMI = ("sashimi sashimi", "sashimi sashimi sashimi")
DUMPLINGS = ("dumpling dumpling", "dumpling dumpling dumpling", "dumpling " * 5)
DIPPED = ("wasabi squid-nigiri+wasabi",)
WITH_CHOPSTICKS = (
    gettext("On a later turn: play two cards, and put the chopsticks into the hand you pass on."),
)
UNDER_NIGIRI = (
    gettext("Play it before the nigiri: your next nigiri goes on it, whichever that is."),
    gettext("One wasabi takes one nigiri."),
)
MAKI, PUDDINGS = gettext("maki"), gettext("puddings")
ON_PUDDINGS = gettext("on puddings, {cards} to {most}")


def nigiri(kind: Kind) -> Mapping[str, DishWords]:
    """The kind and its three faces, by slug."""
    points = [count for face in kind.faces for _, count in face.adds]
    low, middle, high = points
    rule = gettext(
        "{low}, {middle} or {high}; three times that on wasabi", low=low, middle=middle, high=high
    )
    examples = (*(face.slug for face in kind.faces), *DIPPED)
    return {kind.slug: DishWords(rule, examples=examples)} | {
        face.slug: DishWords(
            gettext("{points}; on wasabi {tripled}", points=count, tripled=YIELD_ON_WASABI * count)
        )
        for face, count in zip(kind.faces, points, strict=True)
    }
