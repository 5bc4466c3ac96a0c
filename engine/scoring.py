"""What lies in the trays -> points by kind and seat.

A tray adds up to one whole number, its weight: eight bits for each column (maki icons, tempura
cards, cards of one colour ...), as every mark lying there adds a fixed number. Adding 45 such
numbers is one call of sum(); taking the columns of all seats side by side gives every scorer
what it needs, so cards that compare are nothing special. Two weights differ by XOR exactly in
the columns that changed, so after one more card only the kinds that read those are worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.cards import Game, Kind

Column = Sequence[int]
By = dict[str, int]
BITS = 8  # the largest column there can be is 48 uramaki icons; no tray overflows 255
FLIPPED = "flipped"
ON_WASABI = "+wasabi"
YIELD_ON_WASABI = 3


class Scorer(NamedTuple):
    """`points(*columns)` takes one column a quantity, one number a seat, and gives each seat's.

    `columns` names the quantities; empty means those that the kind's own faces add.
    `colours` asks for every colour's column behind them.
    """

    points: Callable[..., list[int]]
    columns: tuple[str, ...] = ()
    colours: bool = False


class Scores(NamedTuple):
    """Points of one round: `rows[i][seat]` for the scale's i-th kind that pays anything."""

    weights: tuple[int, ...]
    rows: tuple[list[int], ...]
    totals: list[int]
    by: tuple[By, ...] | None = None  # only where a game reckons whole hands


Reckon = Callable[[Sequence[Sequence[str]]], list[By]]


class Rule(NamedTuple):
    """One kind on the menu: where its columns lie in a weight, and who scores them."""

    kind: str
    shifts: tuple[int, ...]
    reads: int  # mask of every column the scorer looks at
    own: int  # mask of the columns that show that the kind lies there
    points: Callable[..., list[int]]


class Scale(NamedTuple):
    """A menu made ready: what each mark weighs, and the rules in menu order."""

    weights: Mapping[str, int]
    rules: tuple[Rule, ...]
    paying: tuple[Rule, ...]


NOTHING = Scorer(lambda *columns: [0] * len(columns[0]))


def each(points: int) -> Scorer:
    """So many points for each."""
    return Scorer(lambda column: [points * count for count in column])


def sets(of: int, points: int) -> Scorer:
    """Points for each full set; what is left over is worth nothing."""
    return Scorer(lambda column: [points * (count // of) for count in column])


def ladder(*steps: int) -> Scorer:
    """One step for 1, 2, 3 ... cards; more than there are steps pays the last."""
    table = (0, *steps, *[steps[-1]] * (2**BITS - len(steps) - 1))
    return Scorer(lambda column: [table[count] for count in column])


def ranked(*places: int, fewest: int = 0, from_six: tuple[int, ...] = ()) -> Scorer:
    """Most, second most ...; a tie pays in full and the next lower count still takes the next.

    Nobody who has none takes a place. `fewest` is lost by those with least (0 counts) unless
    there are only two seats; where three or more are all level, both cancel.
    """

    def points(column: Column) -> list[int]:
        paid = from_six if from_six and len(column) >= 6 else places
        levels = sorted(set(column), reverse=True)
        pays = dict(zip(levels, paid, strict=False))
        pays[0] = 0
        if fewest and len(column) > 2 and levels[0]:
            pays[levels[-1]] = fewest if len(levels) > 1 else 0
        return [pays.get(count, 0) for count in column]

    return Scorer(points)


def shared(*places: int, fewest: int = 0) -> Scorer:
    """Most, second most ..., a tie sharing its place's points without the remainder.

    A tie for most takes second place too. With `fewest`, all level scores nothing.
    """

    def points(column: Column) -> list[int]:
        levels = sorted(set(column), reverse=True)
        pays = dict.fromkeys(levels, 0)
        if fewest and (len(levels) == 1 or not levels[0]):
            return [0] * len(column)
        for level, pay in zip(levels, places, strict=False):
            tied = column.count(level)
            pays[level] = pay // tied if level else 0
            if tied > 1:
                break
        if fewest and len(column) > 2:
            # int() drops the remainder toward zero; // would make 4 tied lose 2 each
            pays[levels[-1]] = int(fewest / column.count(levels[-1]))
        return [pays[count] for count in column]

    return Scorer(points)


def scale(game: Game, menu: Iterable[str], scorers: Mapping[str, Scorer]) -> Scale:
    """Make a menu ready: give every quantity and every colour its eight bits."""
    on_menu = [game.kind(slug) for slug in menu]
    if FLIPPED in scorers:
        on_menu.append(Kind(FLIPPED, "Flipped", -1, "", FLIPPED, ()))
    shift: dict[str, int] = {}
    owned = {kind.slug: _columns(kind, scorers.get(kind.slug)) for kind in on_menu}
    for name in [*sum(owned.values(), ()), *(f"#{kind.colour}" for kind in on_menu)]:
        shift.setdefault(name, BITS * len(shift))
    colours = tuple(at for name, at in shift.items() if name.startswith("#"))
    rules = tuple(
        _rule(slug, scorers.get(slug, NOTHING), [shift[name] for name in own], colours)
        for slug, own in owned.items()
    )
    return Scale(
        _weights(on_menu, shift), rules, tuple(rule for rule in rules if rule.kind in scorers)
    )


def _columns(kind: Kind, scorer: Scorer | None) -> tuple[str, ...]:
    """What a kind is counted by: as its scorer says, else whatever its faces add."""
    if scorer is not None and scorer.columns:
        return scorer.columns
    added = dict.fromkeys(name for face in kind.faces for name, _ in face.adds)
    return tuple(added) or (kind.slug,)


def _rule(kind: str, scorer: Scorer, own: list[int], colours: tuple[int, ...]) -> Rule:
    shifts = (*own, *(colours if scorer.colours else ()))
    return Rule(kind, shifts, _mask(shifts), _mask(own), scorer.points)


def _mask(shifts: Iterable[int]) -> int:
    return sum((2**BITS - 1) << at for at in set(shifts))


def _weights(on_menu: Iterable[Kind], shift: Mapping[str, int]) -> dict[str, int]:
    """Every mark's weight; an order that copies nothing yet ("") weighs nothing."""
    weights = {"": 0}
    for kind in on_menu:
        colour = 1 << shift[f"#{kind.colour}"]
        for face in kind.faces:
            weights[face.slug] = colour + sum(n << shift[name] for name, n in face.adds)
            if kind.act == "nigiri":
                weights[face.slug + ON_WASABI] = colour + sum(
                    YIELD_ON_WASABI * n << shift[name] for name, n in face.adds
                )
        if not kind.faces:
            weights[kind.slug] = colour + (1 << shift[kind.slug])
    for name in shift:
        weights.setdefault(f"+{name}", 1 << shift[name])
    return weights


def score(scale: Scale, weights: tuple[int, ...], before: Scores | None = None) -> Scores:
    """Points of every seat. With the scores of a moment `before`, only what changed is redone."""
    if before is None:
        rows = tuple(_row(rule, weights) for rule in scale.paying)
    else:
        changed = 0
        for old, new in zip(before.weights, weights, strict=True):
            changed |= old ^ new
        rows = tuple(
            _row(rule, weights) if rule.reads & changed else row
            for rule, row in zip(scale.paying, before.rows, strict=True)
        )
    return Scores(weights, rows, [sum(points) for points in zip(*rows, strict=True)])


def _row(rule: Rule, weights: tuple[int, ...]) -> list[int]:
    return rule.points(*[[weight >> at & 255 for weight in weights] for at in rule.shifts])


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
