"""Tell what was odd in a game that is over, of each player at most once an evening, and how often
it was so before.

Rule 1: a player is a name, as in the statistics. A badge's colour without a name has no earlier
games, but gets one oddity an evening, too.
Rule 2: the last 500 finished games are looked at, in short steps. Of each is kept what its points
tell; its scans are played again only where the points say that its cards may be odd.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cache
from sys import intern
from typing import NamedTuple

from engine.catalogue import Games
from engine.position import Table
from engine.review.oddities import (
    FIRSTS,
    RARITY,
    EarlierScore,
    FinishedGame,
    Oddity,
    SeatScore,
    by_points,
    finished_game,
    oddities,
    was_first,
)
from engine.standings import standings
from firmware.core.journal.deleted import evening_of
from firmware.records.history.games import FINISHED, Played
from firmware.records.history.reader import Past, Stamp, numbered

MOST_GAMES = 500
MOST_KEPT = 2000  # somebody may look at several games of the history


class ToldOddity(NamedTuple):
    """An oddity; for the `times`-th time in so many `games` of the player's, this one included: 0
    where that is not known.
    """

    oddity: Oddity
    times: int = 0
    games: int = 0


Told = tuple[ToldOddity, ...]


class OwnGame(NamedTuple):
    """An earlier game of a player: in which seat, under which name; what was odd by the points,
    and what may be by the cards.
    """

    stamp: Stamp
    evening: str
    game: str
    seat: int
    name: str
    score: EarlierScore
    odd: frozenset[str]
    may_be: frozenset[str]


class Present(NamedTuple):
    """The game that is told of. `persons` has the players' names of today, by seat; `named` are the
    seats of those that are more than a badge's colour. `evening` is "" where nobody knows it.
    """

    table: Table
    finished: FinishedGame
    persons: Mapping[int, str]
    named: frozenset[int]
    evening: str


class Lookback:
    """The earlier games of a journal, kept as long as their rows stay as they are."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._games: Games | None = None
        self._known = dict[Stamp, tuple[OwnGame, ...]]()
        self._by_cards = dict[tuple[Stamp, int], frozenset[str]]()

    def told(self, table: Table) -> Iterator[Told | None]:
        """Yield what to tell of a game that is over, anew whenever more is known; None after a step
        without news. First come the oddities, by this game alone, of players whose first game of
        the evening it is; then those of all players, by their earlier games, too; then these with
        how often it was so before.
        """
        self._begin(table)
        present, players = yield from self._present(table)
        evening = yield from self._earlier(present, players, is_evening=True)
        new = [seat for seat, person in present.persons.items() if not evening.get(person)]
        yield _plain([_rarest(present.finished, seat) for seat in new])
        earlier = yield from self._earlier(present, players)
        odd: list[Oddity | None] = []
        for seat, person in present.persons.items():
            own = earlier.get(person, [])
            if not (yield from self._had_one(present, seat, own)):
                before = own if seat in present.named else []
                title = present.finished.game.slug
                odd.append(_rarest(present.finished, seat, _scores(before, title)))
        told = [*_plain(odd)]
        yield tuple(told)
        for number, (oddity, _, _) in enumerate(told):
            if oddity.seat in present.named and oddity.slug not in FIRSTS:
                own = earlier.get(present.persons[oddity.seat], [])
                told[number] = yield from self._counted(present, oddity, own)
                yield tuple(told)

    def get_ready(self, table: Table) -> Iterator[None]:
        """Look at the earlier games before this one is over."""
        self._begin(table)
        yield from (None for _ in self._look_at(table))

    def _begin(self, table: Table) -> None:
        """Keep no more than has room, nor what was looked at with other games in force."""
        if self._games is not table.games or len(self._known) > MOST_KEPT:
            self._games = table.games
            self._known.clear()
            self._by_cards.clear()

    def _look_at(self, table: Table) -> Iterator[tuple[OwnGame, ...]]:
        """The finished games before that of the table, the newest first."""
        before = self._past.finished_before(table.number, MOST_GAMES, table.games)
        for stamp, read in before:
            if stamp not in self._known:
                self._known[stamp] = _own_games(stamp, read(), table.games)
            yield self._known[stamp]

    def _present(self, table: Table) -> Generator[None, None, tuple[Present, Mapping[str, str]]]:
        """The game with today's names; as the table has them where it is not in the journal."""
        players = self._past.players()
        names = {sat.badge: sat.name for sat in table.seats}
        evening = ""
        for step in self._past.find(numbered(table.number), table.games):
            yield None
            if isinstance(step, Played) and step.state == FINISHED:
                names |= {sat.badge: sat.in_game for sat in step.seats if sat.badge}
                evening = evening_of(step.began)
        seats = {seat: sat.badge for seat, sat in enumerate(table.seats) if sat.badge}
        persons = {seat: players.get(names[badge], names[badge]) for seat, badge in seats.items()}
        named = frozenset(
            seat for seat, badge in seats.items() if persons[seat] != badge.capitalize()
        )
        finished = finished_game(standings(table._replace(last=None)))
        return Present(table, finished, persons, named, evening), players

    def _earlier(
        self, present: Present, players: Mapping[str, str], *, is_evening: bool = False
    ) -> Generator[None, None, dict[str, list[OwnGame]]]:
        """The earlier games of each player, the newest first: all, or of the same evening."""
        by_person: dict[str, list[OwnGame]] = {}
        for own_games in self._look_at(present.table):
            yield None
            evenings = {own.evening for own in own_games}
            if is_evening and (not present.evening or evenings - {present.evening}):
                break
            for own in own_games:
                by_person.setdefault(players.get(own.name, own.name), []).append(own)
        return by_person

    def _had_one(
        self, present: Present, seat: int, earlier: Sequence[OwnGame]
    ) -> Generator[None, None, bool]:
        """Whether something was odd for a player earlier this evening."""
        for number, own in enumerate(earlier):
            if not present.evening or own.evening != present.evening:
                break
            before = earlier[number + 1 :] if seat in present.named else ()
            game = present.table.games[own.game]
            if own.odd or was_first(game, own.score, _scores(before, own.game)):
                return True
            if own.may_be and (yield from self._odd_by_cards(own, present.table.games)):
                return True
        return False

    def _counted(
        self, present: Present, oddity: Oddity, earlier: Sequence[OwnGame]
    ) -> Generator[None, None, ToldOddity]:
        """How often it was so for a player, in this game and those before."""
        times, title = 1, present.finished.game.slug
        same_title = [own for own in earlier if own.game == title]
        for own in same_title:
            times += oddity.slug in own.odd
            if oddity.slug in own.may_be:
                by_cards = yield from self._odd_by_cards(own, present.table.games)
                times += oddity.slug in by_cards
        return ToldOddity(oddity, times, len(same_title) + 1)

    def _odd_by_cards(self, own: OwnGame, games: Games) -> Generator[None, None, frozenset[str]]:
        """What was odd in an earlier game, which is played again for it."""
        if (own.stamp, own.seat) not in self._by_cards:
            odd = frozenset[str]()
            for table in self._past.table(numbered(own.stamp[0]), games):
                yield None
                if table is not None and table.phase == "finished":
                    finished = finished_game(standings(table._replace(last=None)))
                    seen = oddities(finished._replace(seat=own.seat))
                    odd = frozenset(oddity.slug for oddity in seen)
            self._by_cards[own.stamp, own.seat] = odd
        return self._by_cards[own.stamp, own.seat]


def _rarest(
    finished: FinishedGame, seat: int, earlier: tuple[EarlierScore, ...] = ()
) -> Oddity | None:
    return next(oddities(finished._replace(seat=seat, earlier=earlier)), None)


def _plain(odd: Sequence[Oddity | None]) -> Told:
    """Without how often, the rarest first."""
    ranked = sorted(filter(None, odd), key=lambda oddity: RARITY[oddity.slug])
    return tuple(ToldOddity(oddity) for oddity in ranked)


def _scores(earlier: Sequence[OwnGame], title: str) -> tuple[EarlierScore, ...]:
    """How a player's earlier games of a title ended, the oldest first."""
    return tuple(own.score for own in reversed(earlier) if own.game == title)


@cache
def _shared(slugs: frozenset[str]) -> frozenset[str]:
    """One object for equal ones: most games have the same few."""
    return slugs


def _own_games(stamp: Stamp, played: Played | None, games: Games) -> tuple[OwnGame, ...]:
    """A game as each of its players sees it; none where it cannot be read, or its title is known
    no more.
    """
    game = games.get(played.game) if played else None
    if played is None or game is None or not all(sat.rounds for sat in played.seats):
        return ()
    scores = tuple(
        SeatScore(
            tuple(part.by for part in sat.rounds),
            sat.desserts.by if sat.desserts else {},
            sat.total,
            sat.place,
        )
        for sat in played.seats
    )
    finished, evening = FinishedGame(game, played.menu.slugs, scores), evening_of(played.began)
    return tuple(
        OwnGame(
            *(stamp, evening, game.slug, seat, intern(sat.in_game)),
            EarlierScore(sat.total, sat.won),
            *map(_shared, by_points(finished._replace(seat=seat))),
        )
        for seat, sat in enumerate(played.seats)
        if sat.badge
    )
