"""Describe games and figures in words and numbers. Pure."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from engine import message
from engine.message import PAIR, Message, Value, gettext, ngettext, pgettext
from firmware.records.history.games import (
    ABANDONED,
    FINISHED,
    ON_TABLE,
    Menu,
    Played,
    RoundPoints,
    Sat,
    Titles,
)
from firmware.records.history.statistics import Figures, kinds_of
from firmware.words.feed import WON
from firmware.words.labels import called
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import Figure, written
from firmware.words.sheets import text_of

NO_CARDS = "·"
KINDS_NAMED = 3
WHOLE_FROM = 1000  # yen
HEADS = (
    pgettext("plays", "Games"),
    gettext("Wins"),
    gettext("Average"),
    gettext("Best"),
    gettext("Worst"),
)
DAYS = (
    gettext("Mon"),
    gettext("Tue"),
    gettext("Wed"),
    gettext("Thu"),
    gettext("Fri"),
    gettext("Sat"),
    gettext("Sun"),
)
MONTHS = (
    gettext("Jan"),
    gettext("Feb"),
    gettext("Mar"),
    gettext("Apr"),
    gettext("May"),
    gettext("Jun"),
    gettext("Jul"),
    gettext("Aug"),
    gettext("Sep"),
    gettext("Oct"),
    gettext("Nov"),
    gettext("Dec"),
)
DATE, UNKNOWN = gettext("{weekday} {day} {month} {year}"), gettext("Date unknown")
ABANDONED_GAME, ON_TABLE_NOW = gettext("Abandoned"), gettext("In progress")
FINISHED_GAME = gettext("Finished")
STATES = {FINISHED: FINISHED_GAME, ABANDONED: ABANDONED_GAME, ON_TABLE: ON_TABLE_NOW}
MODES = {"tally": gettext("Tally"), "live": gettext("Live")}
VARIANTS = {"dummy": gettext("dummy"), "pass-both-ways": gettext("pass both ways")}
POINTS, DESSERTS, TOTAL = gettext("Points"), gettext("Desserts"), gettext("Total")
WINS = gettext("{wins} ({percent}\xa0%)")
NAME = "\0"  # stands where names go into a sentence


def number(points: float | None, language: Language = ENGLISH) -> str:
    """Write points with one decimal where there is one and it matters, and a minus sign."""
    if points is None:
        return NO_CARDS
    text = f"{points if abs(points) < WHOLE_FROM else round(points):,.1f}".removesuffix(".0")
    return written(Figure(text.replace("-", "−")), language.code)


def date(played: Played, language: Language = ENGLISH) -> str:
    """Write the date of a game in the device's time zone."""
    if played.at is None:
        return say(UNKNOWN, language)
    day = time.localtime(played.at)
    weekday, month = DAYS[day.tm_wday], MONTHS[day.tm_mon - 1]
    values: dict[str, Value] = {"weekday": weekday, "month": month}
    return say(DATE._replace(values={**values, "day": day.tm_mday, "year": day.tm_year}), language)


def menu_name(menu: Menu, language: Language = ENGLISH) -> str:
    """Name a menu; one without a title by its first kinds."""
    if not menu.is_own:
        return menu.title
    titles = zip(menu.slugs, menu.kinds, strict=True)
    kinds = [title for slug, title in titles if slug != "nigiri"]
    some = message.joined(kinds[:KINDS_NAMED])
    return say(gettext("{title}: {kinds}…", title=menu.title, kinds=some), language)


def outcome(played: Played, language: Language = ENGLISH) -> list[str]:
    """Say who won, or what became of the game; each name a part of its own."""
    names = [text_of(called(sat.name), language) for sat in played.winners]
    if played.state != FINISHED or not names:
        return [say(STATES[played.state], language)]
    sentence = WON._replace(values={"count": len(names), "names": NAME})
    return parted(say(sentence, language), names, language)


def parted(sentence: str, names: Sequence[str], language: Language = ENGLISH) -> list[str]:
    """A sentence with names in it, each a part of its own: `Bo`, `, `, `Kim`, ` and `, `Chris`."""
    before, _, after = sentence.partition(NAME)
    pair = say(gettext("{first} and {second}", first=NAME, second=NAME), language)
    last = pair.split(NAME)[1]
    comma = say(PAIR._replace(values={"first": NAME, "rest": NAME}), language).split(NAME)[1]
    signs = [*[comma] * (len(names) - 2), last, ""][-len(names) :]
    parts = [part for both in zip(names, signs, strict=True) for part in both][:-1]
    return [part for part in (before, *parts, after) if part]


def figures(sums: Figures, language: Language = ENGLISH) -> list[str]:
    """Write figures in the order of HEADS."""
    share = f"{100 * sums.wins / sums.games:.0f}"
    wins = say(WINS._replace(values={"wins": sums.wins, "percent": share}), language)
    games, *others = (
        number(amount, language) for amount in (sums.games, sums.average, sums.best, sums.worst)
    )
    return [games, wins, *others]


def by_place(played: Played) -> list[Sat]:
    return sorted(played.seats, key=lambda sat: (sat.place or 99, -sat.total))


def details(played: Played, titles: Titles) -> str:
    """Describe what is not seen in a game's points: kinds, how it was played, for how long."""
    unit, kinds = titles.unit(played.game), titles.menu_of(played).kinds
    parts = [message.joined(kinds)] if kinds else []
    parts.append(MODES[played.mode])
    if played.variants:
        variants = say(
            message.joined([VARIANTS.get(slug, slug) for slug in played.variants]), titles.language
        )
        parts.append(Message("{variants}", {"variants": f"{variants[:1].upper()}{variants[1:]}"}))
    if unit:
        parts.append(gettext("In {unit}", unit=unit))
    if played.minutes is not None:
        parts.append(ngettext("{count} minute", "{count} minutes", played.minutes))
    return " · ".join(map(titles.say, parts))


def table(played: Played, titles: Titles) -> Iterator[list[str]]:
    """Write rounds, the kinds in each, and totals: a row each, a cell a seat.

    Rows of sums begin with a capital: Round 1, Desserts, Total; those of kinds with a blank.
    """
    rounds = max((len(sat.rounds) for sat in played.seats), default=0)
    for index in range(rounds):
        only = TOTAL if titles.unit(played.game) else POINTS  # yen are no points
        title = titles.say(gettext("Round {round}", round=index + 1) if rounds > 1 else only)
        parts = [sat.rounds[index] if index < len(sat.rounds) else None for sat in played.seats]
        yield from _rows(title, parts, played, titles)
    if any(sat.desserts for sat in played.seats):
        yield from _rows(
            titles.say(DESSERTS), [sat.desserts for sat in played.seats], played, titles
        )
    if rounds > 1:
        yield [titles.say(TOTAL), *(number(sat.total, titles.language) for sat in played.seats)]


def _rows(
    title: str, parts: Sequence[RoundPoints | None], played: Played, titles: Titles
) -> Iterator[list[str]]:
    yield [title, *(number(part.points if part else None, titles.language) for part in parts)]
    for kind in kinds_of(played):
        if any(part and kind in part.by for part in parts):
            cells = (number(part.by.get(kind) if part else None, titles.language) for part in parts)
            yield [f" {titles.kind(played.game, kind)}", *cells]
