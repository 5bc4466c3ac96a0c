"""What is on the pictures of an evening, in words, and what is said of them to who cannot see them.
Pure.

Rule: a name that is left out is nowhere in it, not even by a letter; the badge's colour stands for
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.cards import Game
from engine.catalogue import Games
from engine.message import Message, Value, gettext, joined, ngettext
from firmware.interfaces.web.pages.looks import look
from firmware.paper.recap.content import (
    DishLine,
    DishTable,
    EveningCard,
    GameLine,
    Highlight,
    Look,
    Plate,
    Race,
    Runner,
    ScoreLine,
)
from firmware.records.history.describe import (
    DATE,
    DAYS,
    DESSERTS,
    MONTHS,
    by_place,
    menu_name,
    number,
)
from firmware.records.history.evenings import Evening
from firmware.records.history.games import Played, Sat, Titles
from firmware.words.feed import WON
from firmware.words.labels import colour, player
from firmware.words.language import say
from firmware.words.plates import plate_letters

MOST_GAMES, MOST_TABLES = 8, 3
MOST_NAMED = 3  # winners in a sentence
GAMES = ngettext("{count} game", "{count} games", 0)
MINUTES = ngettext("{count} minute", "{count} minutes", 0)
POINTS = ngettext("{count} point", "{count} points", 0)
MORE_GAMES = ngettext("and {count} game before", "and {count} games before", 0)
WON_SO_MANY = ngettext(
    "{names} won {count} of {games} games", "{names} won {count} of {games} games", 0
)
WON_EACH = ngettext("{names} won {count} game each", "{names} won {count} games each", 0)
PLAYERS = ngettext("{count} player", "{count} players", 0)
SHARED = gettext("{players} share the win")
AND = gettext("{first} and {rest}")
CLOSEST, HIGHEST = gettext("Closest finish"), gettext("Highest round")
WON_BY = gettext("Won by")  # so many points, by who is named below
A_TIE = gettext("A tie")
AHEAD = gettext("{names} ahead of {others}")
TIE_BROKEN = gettext("{names} ahead of {others} by the tie-break")
IN_ROUND = gettext("{names}, round {round}")
BY_DISH = gettext("Most points by dish")
IN_UNIT, OF_GAME = gettext("{game}, in {unit}"), gettext("{game}: most points by dish")
ROUND = gettext("Round {round}")
DOT, SEMICOLON = gettext("{first} · {rest}"), gettext("{first}; {rest}")
TOTALS_OF = gettext("{name} {numbers}")


class Choice(NamedTuple):
    """How pictures are to be: players whose names are left out, or all; whether the place is."""

    look: Look = "light"
    without: frozenset[str] = frozenset()
    nameless: bool = False
    placeless: bool = False


class Words:
    """The words of one evening, as they were chosen."""

    def __init__(self, evening: Evening, choice: Choice, titles: Titles, games: Games) -> None:
        self.evening, self._choice, self._titles, self._games = evening, choice, titles, games
        sat = [sat for played in evening.games for sat in played.seats if sat.badge]
        self._last = {seat.name: seat for seat in sat}  # with the newest badge
        shown = [name for name in self._last if not self._is_hidden(name)]
        called = [self._say(self.name(self._last[name])) for name in shown]
        letters = plate_letters(called, titles.language)
        self._letters = dict(zip(shown, letters, strict=True))

    # --- players -----------------------------------------------------------------

    def _is_hidden(self, name: str) -> bool:
        return self._choice.nameless or name in self._choice.without

    def name(self, sat: Sat) -> Value:
        """A player as called on the picture."""
        if sat.badge and self._is_hidden(sat.name):
            return colour(sat.badge)
        return player(sat)

    def plate(self, sat: Sat) -> Plate:
        return Plate(sat.badge or "", self._letters.get(sat.name, "") if sat.badge else "")

    def _named(self, seats: Sequence[Sat]) -> Value:
        """The names of some, the last after an "and"; of many, how many they are."""
        if len(seats) > MOST_NAMED:
            return _of(PLAYERS, len(seats))
        *others, last = map(self.name, seats)
        if not others:
            return last
        return AND._replace(values={"first": joined(others), "rest": last})

    def instead(self) -> dict[str, str]:
        """The badge's colour for each name that not every font has the letters of."""
        return {
            called: self._say(colour(sat.badge or ""))
            for sat in self._last.values()
            if not (called := self._say(self.name(sat))).isascii()
        }

    def players(self) -> list[tuple[str, str, str]]:
        """Everybody of the evening: the newest badge, the name, and how the player is called."""
        return [(sat.badge or "", name, self._say(player(sat))) for name, sat in self._last.items()]

    # --- a game ------------------------------------------------------------------

    def listed(self, played: Played) -> str:
        """A game as one of several to choose from."""
        return self._say(joined([self.title(played), self._verdict(played)], DOT))

    def title(self, played: Played) -> str:
        return menu_name(self._titles.menu_of(played), self._titles.language)

    def _verdict(self, played: Played) -> Message:
        values = {"count": len(played.winners), "names": self._named(played.winners)}
        if len(played.winners) > MOST_NAMED:
            return SHARED._replace(values={"players": values["names"]})
        return WON._replace(values=values)

    def _number(self, points: float) -> str:
        return number(points, self._titles.language)

    def _amount(self, points: int, slug: str) -> Message:
        """Points, or yen."""
        if unit := self._titles.unit(slug):
            return Message("{amount} {unit}", {"amount": self._number(points), "unit": unit})
        written = Message("{amount}", {"amount": self._number(points)})
        return _of(POINTS, points) if 0 <= points < 1000 else written

    def _row(self, played: Played) -> GameLine:
        lines = tuple(
            ScoreLine(
                self.plate(sat), self._say(self.name(sat)), sat.total, self._number(sat.total)
            )
            for sat in by_place(played)
        )
        verdict, total = self._say(self._verdict(played)), played.winners[0].total
        has_unit = self._titles.unit(played.game)
        best = self._say(self._amount(total, played.game)) if has_unit else self._number(total)
        return GameLine(self.title(played), verdict, best, len(played.winners), lines)

    # --- the evening -------------------------------------------------------------

    def card(self) -> EveningCard:
        """The picture of the evening."""
        evening = self.evening
        firsts = [self._last[name] for name in evening.most_wins]
        shown = evening.games[-MOST_GAMES:] if len(evening.games) > MOST_GAMES else evening.games
        earlier = len(evening.games) - len(shown)
        return EveningCard(
            self._choice.look,
            day_written(evening.day, self._titles),
            "" if self._choice.placeless else ", ".join(evening.venues),
            self._say(self._about()),
            tuple(map(self.plate, firsts)),
            self._say(self._headline(firsts)),
            self._say(self._note()),
            tuple(map(self._row, shown)),
            self._say(_of(MORE_GAMES, earlier)) if earlier else "",
            tuple(self._highlights()),
            tuple(self._tables()),
        )

    def _about(self) -> Message:
        about: list[Value] = [_of(GAMES, len(self.evening.games))]
        if self.evening.minutes is not None:
            about.append(_of(MINUTES, self.evening.minutes))
        return joined(about, DOT)

    def _headline(self, firsts: Sequence[Sat]) -> Message:
        games = self.evening.games
        if len(games) == 1:
            return self._verdict(games[0])
        _, wins = self.evening.wins[0]
        values = {"names": self._named(firsts), "count": wins, "games": len(games)}
        return (WON_SO_MANY if len(firsts) == 1 else WON_EACH)._replace(values=values)

    def _note(self) -> Message:
        """With how much the only game was won."""
        played = self.evening.games[0]
        if len(self.evening.games) > 1:
            return Message("")
        return self._amount(played.winners[0].total, played.game)

    def _highlights(self) -> Iterator[Highlight]:
        several = len(self.evening.games) > 1
        if finish := self.evening.closest:
            played, text = finish.game, self._verdict(finish.game)
            if finish.next_best:
                values = self._named(played.winners), self._named(finish.next_best)
                sentence = AHEAD if finish.margin else TIE_BROKEN
                text = sentence._replace(values=dict(zip(("names", "others"), values, strict=True)))
            value = self._amount(finish.margin, played.game) if finish.margin else A_TIE
            label = CLOSEST if several or not finish.margin else WON_BY
            yield self._highlight(label, value, text, played if several else None)
        if highest := self.evening.highest:
            first = highest[0]
            seats = [*{high.sat.name: high.sat for high in highest}.values()]
            names = self._named(seats)
            text = joined([names])
            if len(highest) == 1 and len(first.sat.rounds) > 1:
                text = IN_ROUND._replace(values={"names": names, "round": first.round_no})
            value = self._amount(first.points, first.game.game)
            in_one = len({high.game.number for high in highest}) == 1
            yield self._highlight(HIGHEST, value, text, first.game if several and in_one else None)

    def _highlight(
        self, label: Message, value: Message, text: Message, played: Played | None
    ) -> Highlight:
        """With the game it was in, where there were several."""
        text = joined([text, self.title(played)], DOT) if played else text
        return Highlight(*map(self._say, (label, value, text)))

    def _tables(self) -> Iterator[DishTable]:
        counts = [played.game for played in self.evening.games]
        slugs = sorted(self.evening.dishes, key=lambda slug: -counts.count(slug))[:MOST_TABLES]
        for slug in slugs:
            game, unit = self._games.get(slug), self._titles.unit(slug)
            lines = tuple(
                DishLine(
                    self._titles.kind(slug, kind),
                    *_look(game, kind),
                    points,
                    self._number(points),
                )
                for kind, points in self.evening.dishes[slug]
                if points > 0
            )
            heading = OF_GAME if len(slugs) > 1 else BY_DISH
            values = {"game": self._titles.game(slug), "unit": unit}
            heading = (IN_UNIT if unit else heading)._replace(values=values)
            if lines:
                yield DishTable(self._say(heading), lines)

    def told(self, card: EveningCard) -> str:
        """The picture in words."""
        sentences = [
            card.headline,
            *(f"{row.title}: {row.verdict}" for row in card.games if len(card.games) > 1),
            *(f"{seen.label}: {seen.value}, {seen.text}" for seen in card.highlights),
        ]
        heads = ", ".join(filter(None, (card.date, card.venue, card.about)))
        return ". ".join([heads, *sentences])

    # --- the race ----------------------------------------------------------------

    def race(self, played: Played) -> Race:
        """The race of one of the games."""
        steps = [ROUND._replace(values={"round": n + 1}) for n in range(_rounds(played))]
        if any(sat.desserts for sat in played.seats):
            steps.append(DESSERTS)
        runners = tuple(
            Runner(
                self.plate(sat),
                self._say(self.name(sat)),
                tuple(totals := _totals(sat, len(steps))),
                tuple(map(self._number, totals)),
            )
            for sat in played.seats
        )
        date = day_written(self.evening.day, self._titles)
        return Race(
            self._choice.look,
            self.title(played),
            date,
            tuple(map(self._say, steps)),
            self._say(self._verdict(played)),
            runners,
            self._titles.language.code,
        )

    def told_race(self, race: Race) -> str:
        """The race in words."""
        totals = [
            TOTALS_OF._replace(values={"name": runner.name, "numbers": ", ".join(runner.numbers)})
            for runner in race.runners
        ]
        return self._say(
            gettext(
                "{menu}, round by round: {totals}. {verdict}",
                menu=race.title,
                totals=joined(totals, SEMICOLON),
                verdict=race.verdict,
            )
        )

    def _say(self, value: Value) -> str:
        return self._titles.say(value) if isinstance(value, Message) else str(value)


def _of(message: Message, count: int) -> Message:
    return message._replace(values={"count": count})


def _look(game: Game | None, slug: str) -> tuple[str, str]:
    """The names of a dish's icon and colour."""
    kind = next((kind for kind in game.kinds if kind.slug == slug), None) if game else None
    icon, shade = look(game, kind) if game and kind else (slug, "")
    return icon, shade


def _rounds(played: Played) -> int:
    return max((len(sat.rounds) for sat in played.seats), default=0)


def _totals(sat: Sat, steps: int) -> list[int]:
    """A seat's total after each round, and after the desserts; it adds up to the total."""
    totals = [*accumulate(part.points for part in sat.parts)]
    return [*totals, *[sat.total] * (steps - len(totals))]


def day_written(day: str, titles: Titles) -> str:
    """An evening's date: `Fri 27 Nov 2026`."""
    import datetime  # late: who looks at no evening needs none

    date = datetime.date.fromisoformat(day)
    weekday, month = DAYS[date.weekday()], MONTHS[date.month - 1]
    values: Mapping[str, Value] = {"weekday": weekday, "day": date.day, "month": month}
    return say(DATE._replace(values={**values, "year": date.year}), titles.language)
