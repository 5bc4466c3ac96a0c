"""Find what is odd in a game that is over: what players laugh or wonder at, and what a player did
for the first time. The ruling: docs/protocol-notes.md, "Firsts and oddities".

Rule 1: an oddity follows from the points that the report has, from the cards, or from how the
player's earlier games ended.
Rule 2: one that needs the cards says by the points where it cannot be: few earlier games have to
be played again to count it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.cards import Game
from engine.games.omakase import CardTable
from engine.position import Table, playing
from engine.review.story import closed_rounds
from engine.scoring.tray import ON_WASABI, Tray, counts_as, uncovered
from engine.standings import Standings

CLASSIC, PARTY, OMAKASE = "sushi-go", "sushi-go-party", "omakase"
SUSHI = (CLASSIC, PARTY)
EVERY = (*SUSHI, OMAKASE)
LEAST_YEN = 100


class SeatScore(NamedTuple):
    """What a report tells of a seat: points by kind of each round and of the desserts, the total,
    the place; None for the dummy's.
    """

    rounds: tuple[Mapping[str, int], ...]
    desserts: Mapping[str, int]
    total: int
    place: int | None


class EarlierScore(NamedTuple):
    """How an earlier game of the same title ended for a player."""

    total: int
    won: bool


class FinishedGame(NamedTuple):
    """A game that is over, as one seat sees it. `closed` is the position after each round; empty
    where only the report is known. `earlier` are that player's games, the oldest first; empty
    where nobody knows them.
    """

    game: Game
    menu: tuple[str, ...]
    scores: tuple[SeatScore, ...]
    closed: tuple[Table, ...] = ()
    seat: int = 0
    earlier: tuple[EarlierScore, ...] = ()

    @property
    def own(self) -> SeatScore:
        return self.scores[self.seat]

    @property
    def others(self) -> list[SeatScore]:
        """All other players; the dummy is none."""
        seats = enumerate(self.scores)
        return [other for seat, other in seats if other.place and seat != self.seat]

    @property
    def won_alone(self) -> bool:
        return self.own.place == 1 and all(other.place != 1 for other in self.others)

    def trays(self) -> Iterator[tuple[int, Tray]]:
        """Its tray at the end of each round, with the round's number."""
        for closed in self.closed:
            yield closed.round_no, closed.round.layout.trays[self.seat]


class OddityDetail(NamedTuple):
    """How many, in which round, of which kind or face: where that is part of an oddity."""

    many: int = 0
    round_no: int = 0
    kind: str = ""


class Oddity(NamedTuple):
    """What was odd for a seat."""

    slug: str
    seat: int
    detail: OddityDetail


class OddityRule(NamedTuple):
    """An oddity of these games. `may_be` stands where `find` needs the cards: whether it can be, by
    the points. Of what is `of_earlier` games there is none without them.
    """

    slug: str
    games: tuple[str, ...]
    find: Callable[[FinishedGame], OddityDetail | None]
    may_be: Callable[[FinishedGame], bool] | None = None
    of_earlier: bool = False


def finished_game(now: Standings) -> FinishedGame:
    """A position that is over, as its first seat sees it."""
    game, _ = playing(now.table)
    scores = tuple(
        SeatScore(
            tuple(ended.by[seat] for ended in now.table.ended),
            stand.desserts or {},
            stand.total,
            stand.place,
        )
        for seat, stand in enumerate(now.seats)
    )
    return FinishedGame(game, now.table.menu, scores, tuple(closed_rounds(now.table)))


def oddities(finished: FinishedGame) -> Iterator[Oddity]:
    """What was odd for a seat, the rarest first."""
    for rule in _rules_of(finished):
        if detail := rule.find(finished):
            yield Oddity(rule.slug, finished.seat, detail)


def by_points(finished: FinishedGame) -> tuple[frozenset[str], frozenset[str]]:
    """What was odd for a seat by its points alone, and what may have been by its cards."""
    rules = [*_rules_of(finished)]
    odd = (rule.slug for rule in rules if not rule.may_be and rule.find(finished))
    may_be = (rule.slug for rule in rules if rule.may_be and rule.may_be(finished))
    return frozenset(odd), frozenset(may_be)


def was_first(game: Game, score: EarlierScore, earlier: tuple[EarlierScore, ...]) -> bool:
    """Whether a game that ended so was odd beside those before it."""
    own = SeatScore((), {}, score.total, 1 if score.won else 2)
    finished = FinishedGame(game, (), (own,), earlier=earlier)
    return any(rule.find(finished) for rule in _rules_of(finished) if rule.of_earlier)


def _rules_of(finished: FinishedGame) -> list[OddityRule]:
    """Those of its game; none for the dummy."""
    is_player, title = finished.own.place is not None, finished.game.slug
    return [rule for rule in ODDITIES if is_player and title in rule.games]


# --- by the points ------------------------------------------------------------------------


def _close_win(finished: FinishedGame) -> OddityDetail | None:
    lead = finished.own.total - max((other.total for other in finished.others), default=0)
    least = LEAST_YEN if finished.game.unit else 1
    return OddityDetail(lead) if finished.won_alone and 0 < lead <= least else None


def _runaway(finished: FinishedGame) -> OddityDetail | None:
    second = max((other.total for other in finished.others), default=0)
    return OddityDetail() if finished.won_alone and 0 < 2 * second <= finished.own.total else None


def _last_to_first(finished: FinishedGame) -> OddityDetail | None:
    own, *others = _before_last_round(finished)
    return OddityDetail() if len(others) > 1 and own < min(others) and finished.won_alone else None


def _first_to_last(finished: FinishedGame) -> OddityDetail | None:
    own, *others = _before_last_round(finished)
    if len(others) < 2 or own <= max(others):
        return None
    is_last = finished.own.total < min(other.total for other in finished.others)
    return OddityDetail() if is_last else None


def _before_last_round(finished: FinishedGame) -> list[int]:
    """The totals then: its own, and those of the other players."""
    return [
        sum(sum(by.values()) for by in seat.rounds[:-1])
        for seat in (finished.own, *finished.others)
    ]


def _empty_round(finished: FinishedGame) -> OddityDetail | None:
    rounds = enumerate(finished.own.rounds, 1)
    empty = (OddityDetail(round_no=number) for number, by in rounds if not sum(by.values()))
    return next(empty, None)


def _level_rounds(finished: FinishedGame) -> OddityDetail | None:
    points = {sum(by.values()) for by in finished.own.rounds}
    is_level = len(finished.own.rounds) > 1 and len(points) == 1
    return OddityDetail(max(points)) if is_level and max(points) > 0 else None


def _every_dish(finished: FinishedGame) -> OddityDetail | None:
    """Kinds that nothing scores, wasabi and the like, are none."""
    parts = (*finished.own.rounds, finished.own.desserts)
    dishes = [slug for slug in finished.menu if finished.game.scorer(slug)]
    brought = [sum(by.get(slug, 0) for by in parts) > 0 for slug in dishes]
    return OddityDetail(len(dishes)) if all(brought) else None


def _eels(finished: FinishedGame) -> OddityDetail | None:
    lonely = sum(by.get("eel", 0) < 0 for by in finished.own.rounds)
    return OddityDetail(lonely) if lonely > 1 else None


def _two_sets(finished: FinishedGame) -> OddityDetail | None:
    """Two different ones: what is scored and is no face."""
    faces = {kind.slug for kind in finished.game.kinds}
    sets = len(finished.own.rounds[0].keys() - faces)
    return OddityDetail(sets) if sets > 1 else None


# --- by the cards -------------------------------------------------------------------------


def _trays_with(
    finished: FinishedGame, count: Callable[[Tray], int], least: int
) -> Iterator[OddityDetail]:
    """How many of something each tray has, where there are so many."""
    counts = ((count(tray), number) for number, tray in finished.trays())
    return (OddityDetail(many, number) for many, number in counts if many >= least)


def _of_kind(finished: FinishedGame, tray: Tray, kind: str) -> int:
    """How many of its cards count as that kind."""
    return sum(counts_as(finished.game, laid) == kind for laid in tray)


def _wasted_wasabi(finished: FinishedGame) -> OddityDetail | None:
    acts = finished.closed[0].acts

    def wasted(tray: Tray) -> int:
        has_nigiri = any(acts[laid.mark] == "nigiri" for laid in tray)
        return 0 if has_nigiri else len(uncovered(tray, acts))

    return next(_trays_with(finished, wasted, 2), None)


def _may_waste_wasabi(finished: FinishedGame) -> bool:
    return any("wasabi" in by and "nigiri" not in by for by in finished.own.rounds)


def _two_squids(finished: FinishedGame) -> OddityDetail | None:
    def dipped(tray: Tray) -> int:
        return sum(laid.mark == f"squid-nigiri{ON_WASABI}" for laid in tray)

    return next(_trays_with(finished, dipped, 2), None)


def _may_have_squids(finished: FinishedGame) -> bool:
    return any(by.get("nigiri", 0) >= 18 for by in finished.own.rounds)


def _sashimi_pairs(finished: FinishedGame) -> OddityDetail | None:
    cards = [_of_kind(finished, tray, "sashimi") for _, tray in finished.trays()]
    return OddityDetail() if {*cards} == {2} else None


def _may_have_pairs(finished: FinishedGame) -> bool:
    return all(by.get("sashimi") == 0 for by in finished.own.rounds)


def _maki_in_vain(finished: FinishedGame) -> OddityDetail | None:
    many = _trays_with(finished, lambda tray: _of_kind(finished, tray, "maki"), 5)
    return next((detail for detail in many if _is_outdone(finished, detail.round_no)), None)


def _may_be_outdone(finished: FinishedGame) -> bool:
    rounds = range(1, len(finished.own.rounds) + 1)
    return any(_is_outdone(finished, round_no) for round_no in rounds)


def _is_outdone(finished: FinishedGame, round_no: int) -> bool:
    """Whether it had maki in a round, and another seat was paid more for them."""
    by_seat = [seat.rounds[round_no - 1] for seat in finished.scores]
    own = by_seat[finished.seat]
    return "maki" in own and own["maki"] < max(by.get("maki", 0) for by in by_seat)


def _all_desserts(finished: FinishedGame) -> OddityDetail | None:
    kept = [len(cards) for cards in finished.closed[-1].kept]
    own = kept[finished.seat]
    return OddityDetail(own) if own >= 4 and own == sum(kept) else None


def _may_have_all_desserts(finished: FinishedGame) -> bool:
    desserts = [seat.desserts for seat in finished.scores]
    others = desserts[: finished.seat] + desserts[finished.seat + 1 :]
    return bool(finished.own.desserts) and all(sum(by.values()) <= 0 for by in others)


def _last_dessert(finished: FinishedGame) -> OddityDetail | None:
    kept = [len(cards) for cards in finished.closed[-1].kept]
    level = [
        kept[seat]
        for seat, score in enumerate(finished.scores)
        if score.place and seat != finished.seat and score.total == finished.own.total
    ]
    is_one_more = level and kept[finished.seat] == max(level) + 1
    return OddityDetail() if finished.won_alone and is_one_more else None


def _may_be_last_dessert(finished: FinishedGame) -> bool:
    totals = [other.total for other in finished.others]
    return finished.won_alone and finished.own.total in totals


def _one_short(finished: FinishedGame) -> OddityDetail | None:
    _, missing = _dearest_set(finished)
    ((_, tray),) = finished.trays()
    lacks = missing - {laid.mark for laid in tray}
    return OddityDetail(kind=lacks.pop()) if len(lacks) == 1 else None


def _may_be_one_short(finished: FinishedGame) -> bool:
    dearest, _ = _dearest_set(finished)
    return dearest not in finished.own.rounds[0]


def _dearest_set(finished: FinishedGame) -> tuple[str, set[str]]:
    """Its slug, and those of its faces."""
    table = finished.game.card_table
    assert isinstance(table, CardTable)  # noqa: S101 - it is Omakase
    dearest = max(table.sets, key=lambda slug: table.sets[slug])
    return dearest, {slug for slug, dish in table.dishes.items() if dearest in dish.sets}


def _more_actions(finished: FinishedGame) -> OddityDetail | None:
    ((_, tray),) = finished.trays()
    actions = sum(_is_action(finished.game, laid.mark) for laid in tray)
    return OddityDetail(actions) if actions >= 4 and 2 * actions > len(tray) else None


def _may_have_actions(finished: FinishedGame) -> bool:
    return any(_is_action(finished.game, slug) for slug in finished.own.rounds[0])


def _is_action(game: Game, slug: str) -> bool:
    """Whether that is an action; a set is none."""
    return any(kind.slug == slug and kind.group == "action" for kind in game.kinds)


# --- by the player's earlier games --------------------------------------------------------


def _same_total(finished: FinishedGame) -> OddityDetail | None:
    is_same = finished.earlier and finished.earlier[-1].total == finished.own.total
    return OddityDetail(finished.own.total) if is_same else None


def _personal_best(finished: FinishedGame) -> OddityDetail | None:
    games = len(finished.earlier) + 1
    if games < 10 or finished.own.total <= max(ended.total for ended in finished.earlier):
        return None
    return OddityDetail(games)


def _first_win(finished: FinishedGame) -> OddityDetail | None:
    games = len(finished.earlier) + 1
    has_won = any(ended.won for ended in finished.earlier)
    return OddityDetail(games) if games > 4 and finished.own.place == 1 and not has_won else None


# The rarest first, as measured: the rates stand in docs/protocol-notes.md.
ODDITIES = (
    OddityRule("two-sets", (OMAKASE,), _two_sets),
    OddityRule("all-desserts", SUSHI, _all_desserts, _may_have_all_desserts),
    OddityRule("maki-in-vain", SUSHI, _maki_in_vain, _may_be_outdone),
    OddityRule("two-squids", SUSHI, _two_squids, _may_have_squids),
    OddityRule("one-short", (OMAKASE,), _one_short, _may_be_one_short),
    OddityRule("level-rounds", SUSHI, _level_rounds),
    OddityRule("last-dessert", SUSHI, _last_dessert, _may_be_last_dessert),
    OddityRule("first-win", EVERY, _first_win, of_earlier=True),
    OddityRule("runaway", EVERY, _runaway),
    OddityRule("sashimi-pairs", SUSHI, _sashimi_pairs, _may_have_pairs),
    OddityRule("empty-round", SUSHI, _empty_round),
    OddityRule("first-to-last", SUSHI, _first_to_last),
    OddityRule("last-to-first", SUSHI, _last_to_first),
    OddityRule("personal-best", EVERY, _personal_best, of_earlier=True),
    OddityRule("more-actions", (OMAKASE,), _more_actions, _may_have_actions),
    OddityRule("close-win", EVERY, _close_win),
    OddityRule("same-total", EVERY, _same_total, of_earlier=True),
    OddityRule("every-dish", SUSHI, _every_dish),
    OddityRule("wasted-wasabi", SUSHI, _wasted_wasabi, _may_waste_wasabi),
    OddityRule("eels", (PARTY,), _eels),
)
RARITY = {rule.slug: number for number, rule in enumerate(ODDITIES)}
FIRSTS = frozenset(rule.slug for rule in ODDITIES if rule.of_earlier)
