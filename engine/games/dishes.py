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
SETS_IN_WORDS = gettext("Each set of {of} scores {points} points; fewer score nothing.")
STEPS_IN_WORDS = gettext("One, two, three, four, five or more score {steps} points together.")
CHOPSTICKS_IN_WORDS = gettext("They score nothing, but let you play two cards on a later turn.")
WASABI_IN_WORDS = gettext("Scores nothing itself: it triples the next nigiri that you play.")
CHOPSTICKS = gettext("later, play two cards")
WASABI = gettext("triples the next nigiri")
TEMPURA = ("tempura tempura", "tempura tempura tempura", "tempura tempura tempura tempura")
SASHIMI = ("sashimi sashimi", "sashimi sashimi sashimi")
DUMPLINGS = ("dumpling dumpling", "dumpling dumpling dumpling", "dumpling " * 5)
DIPPED = ("wasabi squid-nigiri+wasabi",)
WITH_CHOPSTICKS = (
    gettext(
        "On a later turn, after the reveal: play a second card, and put the chopsticks into the"
        " hand you pass on."
    ),
)
UNDER_NIGIRI = (
    gettext("Play it before the nigiri: your next nigiri goes on it, whichever that is."),
    gettext("One wasabi takes one nigiri."),
)
PICK_AND_PASS = (
    gettext(
        "In each turn everybody chooses a card from their hand and lays it face down. Then all turn"
        " theirs over together."
    ),
    gettext(
        "Pass the rest of your hand, face down, to the player on your left. Take up the one that"
        " comes to you."
    ),
    gettext("When all cards are played, the round ends. Only then are they scored."),
    gettext(
        "After the last round desserts are scored, too. Most points win; if tied, most desserts."
    ),
)
MOST_AT_THE_END = gettext("At the end of the game whoever has the most scores {most} points.")
MAKI, PUDDINGS = gettext("maki"), gettext("puddings")
ON_PUDDINGS = gettext("on puddings, {cards} to {most}")


def nigiri(kind: Kind) -> Mapping[str, DishWords]:
    """The kind and its three faces, by slug."""
    points = [count for face in kind.faces for _, count in face.adds]
    low, middle, high = points
    rule = gettext(
        "{low}, {middle} or {high}; three times that on wasabi", low=low, middle=middle, high=high
    )
    in_words = gettext(
        "They score {low}, {middle} or {high} points, and three times that on wasabi.",
        low=low,
        middle=middle,
        high=high,
    )
    examples = (*(face.slug for face in kind.faces), *DIPPED)
    return {kind.slug: DishWords(rule, in_words=in_words, examples=examples)} | {
        face.slug: DishWords(
            gettext("{points}; on wasabi {tripled}", points=count, tripled=YIELD_ON_WASABI * count)
        )
        for face, count in zip(kind.faces, points, strict=True)
    }
