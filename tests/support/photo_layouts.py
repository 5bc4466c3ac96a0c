"""Trays with nigiri on wasabi, and what of their photos is put together rightly."""

from itertools import pairwise
from random import Random

from engine.codes import Label, codebook
from firmware.core.photo.trays import Seen, arrange

BOOK = codebook()


def act(label: Label) -> str:
    assert label.game
    assert label.kind
    return BOOK.games[label.game].kind(label.kind).act


CARDS = [label for label in BOOK.labels if label.type == "card"]
ACTS = {label.code: act(label) for label in CARDS}


def deal(seed: int) -> tuple[list[str], dict[str, str]]:
    """Ten cards side by side, and more on them; each nigiri that lies on a wasabi, and on which."""
    rng = Random(seed)
    game = rng.choice(sorted({label.game or "" for label in CARDS if act(label) == "wasabi"}))
    of: dict[str, list[str]] = {"wasabi": [], "nigiri": [], "rest": []}
    for label in CARDS:
        if label.game == game:
            of.get(act(label), of["rest"]).append(label.code)
    wasabi, nigiri = rng.sample(of["wasabi"], rng.randint(1, 3)), rng.sample(of["nigiri"], 5)
    on = {nigiri.pop(): under for under in wasabi if rng.random() < 0.75}
    apart = wasabi + nigiri[: rng.randint(0, 2)]
    apart += rng.sample(of["rest"], 10 - len(apart))
    rng.shuffle(apart)
    return [*apart, *on], on


def right(read: dict[str, list[list[float]]], on: dict[str, str]) -> bool:
    """Whether each nigiri in sight is where it lies, and nothing has to be asked."""
    arranged = arrange(
        [Seen(code, tuple((x, y) for x, y in corners)) for code, corners in read.items()], BOOK
    )
    codes = arranged.codes
    pairs = {
        over: under
        for under, over in pairwise(codes)
        if ACTS[under] == "wasabi" and ACTS[over] == "nigiri"
    }
    in_sight = {over: under for over, under in on.items() if over in read and under in read}
    return pairs == in_sight and not arranged.unsure
