"""Pair a round: at random at first, then by points with as few repeated opponents as can be found.

Rule 1: to meet an opponent again is worse than any difference in points, and a third time is four
times as bad as a second.
Rule 2: a small field soon runs out of new opponents. There the rounds to come are planned together
with this one, so that none of them uses up what a later one needs.
Rule 3: who has played sits out first, and nobody of them twice before all have once.

Rule 4: a full field for which a schedule without repeats is known takes that, whatever the points;
they only choose among its rounds. Where some have come or left, or seats are empty, what is left of
it is taken only if fewer meet again than the search finds.

It is a tabu search, as for the social golfer problem: cut the standings into tables, then make the
best swap of somebody who meets an opponent again, even if it makes things worse; a swap just made
is not taken back for a while. The same arguments and the same chance give the same round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations
from math import inf, sqrt
from random import Random
from typing import NamedTuple

from firmware.hall.tournament.schedules import has_schedule, schedule
from firmware.hall.tournament.sizes import table_sizes

Player = int  # a number of the organiser's list
Points = Mapping[Player, Fraction | int]
Tables = list[list[Player]]

PLANNED_AHEAD = 40  # players at most; more do not run out of new opponents
REACH = 6  # tables up and down from one's own where a swap is looked for
LOOKED_AT = 12  # of those who meet somebody again, for each move
TABU = 8, 40  # moves, at random
APART = 16  # repeats: as much as it costs that two who shall not meet do
CLOSENESS = 1 / 8  # of a repeat, between first and last: a swap makes eight new pairs at most


class Pairing(NamedTuple):
    """Who sits where, in the order of the seats; the leaders are at the first table."""

    tables: tuple[tuple[Player, ...], ...]
    byes: tuple[Player, ...] = ()


def pair(
    points: Points,
    past: Sequence[Pairing],
    chance: Random,
    *,
    wanted: int = 4,
    least: int = 3,
    most: int = 5,
    rounds_left: int = 1,
    apart: Sequence[Collection[Player]] = (),
    by_points: bool = False,
    moves: int = 2000,
) -> Pairing:
    """Pair all who have points, even 0: late arrivals are among them, drop-outs are not.

    `rounds_left` counts this round, too. `apart` are sets of players of whom no two shall meet in
    this round, if that can be avoided; in the first round they are dealt to the tables.
    `by_points` takes no schedule. Where repeats cannot be avoided, the search ends after so many
    moves: a second or two, and as long again from a schedule. Raises TooFew.
    """
    upwards = sorted(points)
    chance.shuffle(upwards)
    upwards.sort(key=points.__getitem__)
    sizes = table_sizes(len(upwards), wanted, least, most)
    had = Counter(player for pairing in past for player in pairing.byes)
    played = {player for pairing in past for table in pairing.tables for player in table}
    # a bye is worth what a player has on average: nothing to who has not played yet
    in_turn = sorted(upwards, key=lambda player: (player not in played, had[player]))
    byes = in_turn[: len(upwards) - sum(sizes)]
    field = [player for player in reversed(upwards) if player not in byes]
    has_one = not by_points and has_schedule(sizes)
    scheduled = _scheduled(field, points, past, apart, sizes) if has_one and past else []
    later = rounds_left - 1 if len(field) <= PLANNED_AHEAD and (past or not has_one) else 0
    first = _cut(field, sizes) if past or not apart else _deal(field, len(sizes), apart)
    rounds = [first, *(_cut(chance.sample(field, len(field)), sizes) for _ in range(later))]
    plans = [rounds]
    if scheduled and {*sizes} == {4} and {*field} == {*chain(*past[0].tables)}:
        plans = [scheduled[:1]]
    elif scheduled:
        plans.append([*scheduled, *rounds[len(scheduled) :]][: later + 1])
    plans = [_Plan(plan, points, past, chance, apart).search(moves) for plan in plans]
    if len(plans) > 1:
        plans.sort(key=lambda plan: _cost(plan, points, past, apart))
    tables = plans[0][0]
    for table in tables:
        chance.shuffle(table)
    return Pairing(tuple(map(tuple, tables)), tuple(byes))


def _scheduled(
    field: Sequence[Player],
    points: Points,
    past: Sequence[Pairing],
    apart: Sequence[Collection[Player]],
    sizes: Sequence[int],
) -> list[Tables]:
    """What is left of the schedule that the first round began, the round whose opponents are
    closest by points first.
    """
    met = {two for old in past for two in _pairs(old.tables)}.union(_pairs(map(sorted, apart)))
    clean = [
        sorted(tables, key=lambda table: (-len(table), -sum(points[p] for p in table)))
        for tables in schedule([old.tables for old in past], field)
        if sorted(map(len, tables), reverse=True) == [*sizes] and met.isdisjoint(_pairs(tables))
    ]
    return sorted(clean, key=lambda tables: _spread(tables, points))


def _spread(tables: Tables, points: Points) -> Fraction | int:
    """How far opponents are apart."""
    return sum((points[a] - points[b]) ** 2 for t in tables for a, b in combinations(t, 2))


def _cost(
    rounds: Sequence[Tables],
    points: Points,
    past: Sequence[Pairing],
    apart: Sequence[Collection[Player]],
) -> tuple[int, int, Fraction | int]:
    """What it costs that players meet again, or in the first of these rounds some who shall not;
    then how many meet again in that one, and how far opponents are apart in it.
    """
    met = Counter(two for old in past for two in _pairs(old.tables))
    now = [*_pairs(rounds[0])]
    again = sum(two in met for two in now)
    met.update(two for tables in rounds for two in _pairs(tables))
    repeats = sum(n * (n - 1) * (2 * n - 1) // 6 for n in met.values())
    together = sum(two.issubset(players) for two in now for players in apart)
    return repeats + APART * together, again, _spread(rounds[0], points)


def _pairs(tables: Iterable[Sequence[Player]]) -> Iterator[frozenset[Player]]:
    """All who meet."""
    return (frozenset(two) for table in tables for two in combinations(table, 2))


def top_cut(best: Sequence[Player], wanted: int = 4, least: int = 3, most: int = 5) -> Pairing:
    """Seat the best so that they meet late: of eight, in the order of the standings, 1, 4, 5, 8 and
    2, 3, 6, 7. At each table the best one sits first.
    """
    sizes = table_sizes(len(best), wanted, least, most)
    tables: Tables = [[] for _ in sizes]
    seeds = iter(best)
    for row in range(max(sizes)):
        with_room = [table for table, size in zip(tables, sizes, strict=True) if size > row]
        for table in reversed(with_room) if row % 2 else with_room:
            table.append(next(seeds))
    return Pairing(tuple(map(tuple, tables)), tuple(seeds))


def _cut(order: Sequence[Player], sizes: Sequence[int]) -> Tables:
    players = iter(order)
    return [[next(players) for _ in range(size)] for size in sizes]


def _deal(order: Sequence[Player], tables: int, apart: Sequence[Collection[Player]]) -> Tables:
    """Deal set by set, so that each one's players are at as many tables as there are."""
    first = dict[Player, int]()
    for number, players in enumerate(apart):
        first = dict.fromkeys(players, number) | first
    dealt = sorted(order, key=lambda player: first.get(player, len(apart)))
    return [[*dealt[table::tables]] for table in range(tables)]


class _Swap(NamedTuple):
    """Of two players at two tables of a round of the plan."""

    cost: float
    round: int
    table: int
    player: Player
    other_table: int
    other: Player

    @property
    def who(self) -> tuple[int, frozenset[Player]]:
        """The same for the swap that takes this one back."""
        return self.round, frozenset((self.player, self.other))


class _Plan:
    """This round and some to come. `met` counts the rounds, past and planned, in which two meet."""

    def __init__(
        self,
        rounds: list[Tables],
        points: Points,
        past: Sequence[Pairing],
        chance: Random,
        apart: Sequence[Collection[Player]] = (),
    ) -> None:
        self.rounds, self.chance = rounds, chance
        self.met: dict[Player, Counter[Player]] = defaultdict(Counter)
        for tables in [*(pairing.tables for pairing in past), *rounds]:
            for table in tables:
                for player, other in permutations(table, 2):
                    self.met[player][other] += 1
        field = [player for table in rounds[0] for player in table]
        known = [points[player] for player in field]
        scale = sqrt(CLOSENESS) / ((max(known) - min(known)) or 1)
        self.points = [{player: float(points[player]) * scale for player in field}]
        self.points += [dict.fromkeys(field, 0.0)] * (len(rounds) - 1)  # nobody knows them yet
        self.sets = defaultdict[Player, set[int]](set)  # those of `apart` that a player is in
        self.crowded = 0  # players who meet one of their set however they sit
        for number, players in enumerate(apart):
            playing = {*field}.intersection(players)
            for player in playing:
                self.sets[player].add(number)
            too_many = max(0, len(playing) - len(rounds[0]))
            self.crowded += min(len(playing), 2 * too_many)
        self.again: dict[tuple[int, int], Iterable[Player]] = {}  # by round and table
        self._look(field)

    def search(self, moves: int) -> list[Tables]:
        """Return the rounds of the best plan of all that were tried."""
        best, cost, least = self.rounds, 0.0, inf
        tabu: dict[tuple[int, frozenset[Player]], int] = {}
        for move in range(moves):
            if cost < least:
                best, least = [[[*table] for table in tables] for tables in self.rounds], cost
            again = [
                (*place, player) for place, players in self.again.items() for player in players
            ]
            if len(again) <= self.crowded:
                break
            some = self.chance.sample(again, min(LOOKED_AT, len(again)))
            free = (swap for swap in self._swaps(some) if tabu.get(swap.who, 0) <= move)
            if swap := min(free, default=None):
                self._make(swap)
                cost += swap.cost
                tabu[swap.who] = move + self.chance.randint(*TABU)
        return best

    def _look(self, players: Iterable[Player]) -> None:
        """Update who meets an opponent again at the tables of these players, in all rounds."""
        those = {*players}
        for number, tables in enumerate(self.rounds):
            for table_number, table in enumerate(tables):
                if not those.isdisjoint(table):
                    pairs = [two for two in permutations(table, 2) if self._is_bad(number, *two)]
                    self.again[number, table_number] = dict.fromkeys(player for player, _ in pairs)

    def _is_bad(self, number: int, player: Player, other: Player) -> bool:
        return self.met[player][other] > 1 or (not number and self._are_apart(player, other))

    def _are_apart(self, player: Player, other: Player) -> bool:
        """Whether they shall not meet in this round."""
        sets = self.sets
        return player in sets and other in sets and not sets[player].isdisjoint(sets[other])

    def _swaps(self, places: Sequence[tuple[int, int, Player]]) -> Iterator[_Swap]:
        """Yield each swap of one of these players with somebody at a near table, with its cost."""
        for number, table_number, player in places:
            tables = self.rounds[number]
            saved = self._price(number, player, tables[table_number], player, here=1)
            for there in range(
                max(0, table_number - REACH), min(len(tables), table_number + REACH + 1)
            ):
                for other in tables[there] if there != table_number else ():
                    cost = (
                        self._price(number, player, tables[there], other)
                        + self._price(number, other, tables[table_number], player)
                        - self._price(number, other, tables[there], other, here=1)
                        - saved
                    )
                    yield _Swap(cost, number, table_number, player, there, other)

    def _price(
        self, number: int, player: Player, table: list[Player], but: Player, here: int = 0
    ) -> float:
        """What it costs that a player sits at a table, leaving out one who sits there. `here` is 1
        where the player is that one, so that `met` counts this round, too.
        """
        met, points = self.met[player], self.points[number]
        own, cost = points[player], 0.0
        for mate in table:
            if mate != but:
                gap = own - points[mate]  # gap ** 2 may differ in its last bit by the machine
                cost += (met.get(mate, 0) - here) ** 2 + gap * gap
                if not number and self._are_apart(player, mate):
                    cost += APART
        return cost

    def _make(self, swap: _Swap) -> None:
        _, number, own_table, player, other_table, other = swap
        for table_number, leaves, comes in (own_table, player, other), (other_table, other, player):
            table = self.rounds[number][table_number]
            seat = table.index(leaves)
            for mate in table[:seat] + table[seat + 1 :]:
                for who, by in (leaves, -1), (comes, 1):
                    self.met[who][mate] += by
                    self.met[mate][who] += by
            table[seat] = comes
        self._look((player, other))
