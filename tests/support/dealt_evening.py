"""A seed in, a whole evening as it would be scanned out: dealt at random, always the same."""

import random
from collections.abc import Iterator

from support.playing import label

from engine.cards import BADGES, Game
from engine.position import Scan, Table, empty
from engine.refusals import Refused
from engine.table import scan

PARTY, SUSHI_GO = "sushi-go-party", "sushi-go"
CUTTHROAT = "preset cutthroat-combo"
SCANS = 250


def after(table: Table, lines: list[str]) -> Table:
    """The table after these scans, none of which may be refused."""
    for line in lines:
        table, event = scan(table, Scan(label(line)))
        if isinstance(event, Refused):
            raise ValueError(f"{line}: {event}")
    return table


def lobby(start: str, seats: int) -> Table:
    """A table that has just begun its first round."""
    badges = [f"badge {badge}" for badge in BADGES[:seats]]
    return after(empty(), [start, *badges, "command next"])


def game_of(table: Table) -> Game:
    """What is played; some game must have been chosen."""
    assert table.game is not None
    return table.game


def deck(table: Table, rng: random.Random) -> list[str]:
    """What the deck holds for the open round, as labels, shuffled; spent and kept cards are out."""
    game = game_of(table)
    out = {f"{card.face.slug}/{card.copy}" for card in table.spent}
    out |= {f"{laid.card.face.slug}/{laid.card.copy}" for kept in table.kept for laid in kept}
    cards, desserts = list[str](), list[str]()
    for slug in table.menu:
        kind = game.kind(slug)
        copies = [f"{face.slug}/{n + 1}" for face in kind.faces for n in range(face.copies)]
        (desserts if kind.group == "dessert" else cards).extend(copy for copy in copies)
    shuffled_in = game.shuffled_in(table.round_no, len(table.seats))
    cards += rng.sample([card for card in desserts if card not in out], shuffled_in)
    left = [f"card {game.slug}/{card}" for card in cards if card not in out]
    rng.shuffle(left)
    return left


def deal(table: Table, rng: random.Random, goes: int = 1) -> Iterator[str]:
    """One way to scan the open round in tally: all trays, each in so many goes."""
    seats = len(table.seats)
    hand = game_of(table).hand(seats)
    left = deck(table, rng)
    trays = [left[seat * hand : (seat + 1) * hand] for seat in range(seats)]
    for go in range(goes):
        for seat, tray in zip(table.seats, trays, strict=True):
            yield f"badge {seat.badge}"
            yield from tray[go * hand // goes : (go + 1) * hand // goes]


def evening(seed: int) -> list[str]:
    """250 scans of one game, all accepted: Cutthroat Combo, eight seats, into the third round."""
    rng = random.Random(seed)
    badges = [f"badge {badge}" for badge in BADGES]
    lines = [CUTTHROAT, *badges, "command next"]
    table = after(empty(), lines)
    for round_no in (1, 2, 3):
        scans = list(deal(table, rng, goes=3))
        if round_no < 3:
            scans += ["command score", "command next"]
        if after(table, scans[:-1]).asked:  # a wasabi is left uncovered: it is asked about
            scans.insert(-1, "command score")
        table = after(table, scans)
        lines += scans
    return lines[:SCANS]
