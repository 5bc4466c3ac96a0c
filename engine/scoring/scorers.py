"""Score what lies in the trays, by kind and seat.

A tray is weighed: every mark that lies in it adds a fixed whole number, and the sum is a row of
counts, eight bits a column. One tray of Cutthroat Combo, a mark a line:

                         nigiri  temaki  eel  tofu ..  | #yellow  #plum  #indigo ..
    eel                                   1            |                    1
    eel                                   1            |                    1
    temaki                         1                   |            1
    wasabi                                             |    1
    squid-nigiri+wasabi    9                           |    1
    ---------------------------------------------------+---------------------------
    the tray's weight      9       1      2            |    2       1       2

The weights of all seats, written as bytes one after the other, are a table with a row a seat.
Every n-th byte of it is one column: how many temaki each seat has. A scorer takes its columns and
gives each seat's points, so cards that compare the seats are nothing special.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

from engine.cards import By, Column, Game, Kind, Scorer
from engine.causes import by_rank, by_shared_rank
from engine.scoring.tray import FLIPPED, ON_WASABI

BITS = 8
MOST = 64  # no column gets so far: the largest there can be is 48 uramaki icons
YIELD_ON_WASABI = 3


class Scores(NamedTuple):
    """Points of one round: `rows[i][seat]` for the scale's i-th kind that pays anything."""

    weights: Sequence[int]
    rows: Sequence[Sequence[int]]
    totals: list[int]
    by: tuple[By, ...] | None = None  # only where a game scores whole hands


class Rule(NamedTuple):
    """One kind on the menu: which columns of a weight are its own, and who scores them.

    Plain values only, so that tables that came about alike are equal.
    """

    kind: str
    points: Callable[..., Sequence[int]]
    only: int  # the one column that most scorers look at; -1 where there is more to it
    columns: tuple[int, ...]
    colours: bool
    own: int  # mask of the columns that show that the kind lies there


class Scale(NamedTuple):
    """A prepared menu: what each mark weighs, and the rules in menu order.

    A weight has `size` columns; those from `tint` on are the colours.
    """

    weights: Mapping[str, int]
    rules: tuple[Rule, ...]
    paying: tuple[Rule, ...]
    size: int
    tint: int
    tinted: bool  # whether any rule reads the colours


UNPAID = Scorer(lambda *columns: ())  # only the scorers of what pays are called


def each(points: int) -> Scorer:
    """So many points for each."""
    return _by_count((points * count for count in range(MOST)), points=points)


def sets(of: int, points: int) -> Scorer:
    """Points for each full set; what is left over is worth nothing."""
    return _by_count((points * (count // of) for count in range(MOST)), of=of, points=points)


def ladder(*steps: int) -> Scorer:
    """One step for 1, 2, 3 ... cards; more than there are steps pays the last."""
    points = (0, *steps, *[steps[-1]] * (MOST - len(steps) - 1))
    return _by_count(points, steps=steps, **numbers_of_steps(steps))


def numbers_of_steps(steps: Sequence[int]) -> dict[str, int]:
    """What each step pays, by name: `step1`, `step2` ..."""
    return {f"step{number}": step for number, step in enumerate(steps, 1)}


def _by_count(by_count: Iterable[int], **numbers: int | Sequence[int]) -> Scorer:
    """Points that a seat's own count tells alone, for 0, 1, 2 ... of them."""
    points = tuple(by_count)
    if min(points) >= 0 and max(points) < 2**BITS:  # one call for all seats
        table = bytes(points).ljust(256, b"\0")
        return Scorer(lambda column: column.translate(table), numbers=numbers)
    return Scorer(lambda column: [points[count] for count in column], numbers=numbers)


def ranked(*places: int, fewest: int = 0, from_six: tuple[int, ...] = ()) -> Scorer:
    """Most, second most ...; a tie pays in full and the next lower count still takes the next.

    Nobody who has none takes a place. `fewest` is lost by those with least (0 counts) unless
    there are only two seats; where three or more are all level, both cancel.
    """

    def points(column: Column) -> list[int]:
        levels = sorted(set(column), reverse=True)
        paid = from_six if from_six and len(column) >= 6 else places
        pays = dict(zip(levels, paid, strict=False))
        pays[0] = 0
        if fewest and len(column) > 2 and levels[0]:
            pays[levels[-1]] = fewest if len(levels) > 1 else 0
        return list(map(pays.get, column, repeat(0)))

    numbers = _numbers_of_places(places, fewest)
    numbers |= {f"{name}_from_six": pay for name, pay in _numbers_of_places(from_six).items()}
    return Scorer(points, compare=by_rank, numbers=numbers)


def shared(*places: int, fewest: int = 0) -> Scorer:
    """Most, second most ..., a tie sharing its place's points without the remainder.

    A tie for most takes second place too. With `fewest`, all level scores nothing.
    """

    def points(column: Column) -> list[int]:
        levels = sorted(set(column), reverse=True)
        if fewest and len(levels) == 1:
            return [0] * len(column)
        pays = {}
        for level, pay in zip(levels, places, strict=False):
            tied = column.count(level)
            pays[level] = pay // tied
            if tied > 1:
                break
        pays[0] = 0
        if fewest and len(column) > 2:
            # int() drops the remainder toward zero; // would make 4 tied lose 2 each
            pays[levels[-1]] = int(fewest / column.count(levels[-1]))
        return [pays.get(count, 0) for count in column]

    return Scorer(points, compare=by_shared_rank, numbers=_numbers_of_places(places, fewest))


def _numbers_of_places(places: Sequence[int], fewest: int = 0) -> dict[str, int]:
    """What places pay, by name."""
    named = dict(zip(("most", "second", "third"), places, strict=False))
    return named | ({"fewest": fewest} if fewest else {})


def scale(game: Game, menu: Iterable[str], scorers: Mapping[str, Scorer]) -> Scale:
    """Prepare a menu: give every quantity and every colour a column, colours last."""
    on_menu = [game.kind(slug) for slug in menu]
    if FLIPPED in scorers:
        on_menu.append(Kind(FLIPPED, "Flipped", -1, "", FLIPPED, ()))
    owned = {kind.slug: _columns(kind, scorers.get(kind.slug)) for kind in on_menu}
    quantities = dict.fromkeys(name for own in owned.values() for name in own)
    colours = dict.fromkeys(f"#{kind.colour}" for kind in on_menu)
    column_of = {name: n for n, name in enumerate([*quantities, *colours])}
    rules = tuple(
        _rule(slug, scorers.get(slug, UNPAID), tuple(column_of[name] for name in own))
        for slug, own in owned.items()
    )
    paying = tuple(rule for rule in rules if rule.kind in scorers)
    tinted = any(rule.colours for rule in paying)
    return Scale(
        _weights(on_menu, column_of), rules, paying, len(column_of), len(quantities), tinted
    )


def _columns(kind: Kind, scorer: Scorer | None) -> tuple[str, ...]:
    """What a kind is counted by: as its scorer says, else whatever its faces add."""
    if scorer is not None and scorer.columns:
        return scorer.columns
    added = dict.fromkeys(name for face in kind.faces for name, _ in face.adds)
    return tuple(added) or (kind.slug,)


def _rule(kind: str, scorer: Scorer, own: tuple[int, ...]) -> Rule:
    only = -1 if scorer.colours or len(own) > 1 else own[0]
    mask = sum(255 << BITS * column for column in own)
    return Rule(kind, scorer.points, only, own, scorer.colours, mask)


def _weights(on_menu: Iterable[Kind], column_of: Mapping[str, int]) -> dict[str, int]:
    """Every mark's weight; an order that copies nothing yet ("") weighs nothing."""
    unit = {name: 1 << BITS * column for name, column in column_of.items()}
    weights = {"": 0} | {f"+{name}": weight for name, weight in unit.items()}
    for kind in on_menu:
        colour = unit[f"#{kind.colour}"]
        for face in kind.faces:
            adds = sum(count * unit[name] for name, count in face.adds)
            weights[face.slug] = colour + adds
            weights[face.slug + ON_WASABI] = colour + YIELD_ON_WASABI * adds
        if not kind.faces:
            weights[kind.slug] = colour + unit[kind.slug]
    return weights


def score(scale: Scale, weights: Sequence[int]) -> Scores:
    """Points of every seat."""
    size, tint = scale.size, scale.tint
    seats = [weight.to_bytes(size, "little") for weight in weights]
    flat = b"".join(seats)
    tints = [seat[tint:] for seat in seats] if scale.tinted else []
    rows = [
        rule.points(flat[rule.only :: size]) if rule.only >= 0 else _row(rule, flat, size, tints)
        for rule in scale.paying
    ]
    return Scores(weights, rows, list(map(sum, zip(*rows, strict=False))))


def _row(rule: Rule, flat: bytes, size: int, colours: Sequence[bytes]) -> Sequence[int]:
    """Points by a rule that reads several columns, or the colours of every seat."""
    own = [flat[column::size] for column in rule.columns]
    return rule.points(*own, colours) if rule.colours else rule.points(*own)


def by_kind(scale: Scale, scores: Scores, seat: int) -> By:
    """One seat's points by kind: each that lies in its tray, or that it pays for not having."""
    if scores.by is not None:
        return scores.by[seat]
    paid = {rule.kind: row[seat] for rule, row in zip(scale.paying, scores.rows, strict=True)}
    weight = scores.weights[seat]
    return {
        rule.kind: paid.get(rule.kind, 0)
        for rule in scale.rules
        if weight & rule.own or paid.get(rule.kind)
    }


def columns(scale: Scale, weights: Sequence[int], kind: str) -> list[list[int]]:
    """How much of a kind each seat has, column by column: the first counts its cards or the icons
    on them.
    """
    own = next(rule.columns for rule in scale.rules if rule.kind == kind)
    return [[weight >> BITS * column & 255 for weight in weights] for column in own]


def colours(scale: Scale, weights: Sequence[int]) -> list[bytes]:
    """How many cards of each colour each seat has."""
    return [weight.to_bytes(scale.size, "little")[scale.tint :] for weight in weights]
