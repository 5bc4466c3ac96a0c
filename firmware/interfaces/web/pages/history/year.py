"""A year on one page to print, as the page shows it. Pure.

Rule: as in `view.py` words and numbers are ready, and a cell that is a pair is a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from engine.message import gettext, ngettext
from firmware.common.system.text import Json
from firmware.interfaces.web.pages.history.view import AVERAGE, GAMES_HEAD, MENU, MENUS, PLAYER
from firmware.records.history.describe import MONTHS, date, menu_name, number, parted
from firmware.records.history.games import Played, Titles
from firmware.records.history.statistics import Chosen, Sums, both
from firmware.records.history.year import Year, year

MOST_PLAYERS, MOST_MENUS, MOST_DISHES = 16, 10, 8
GAMES = ngettext("{count} finished game", "{count} finished games", 0)
DAYS = ngettext("{games} on {count} day", "{games} on {count} days", 0)
NO_GAME = gettext("No finished game has a date in this year.")


def year_view(
    number_of_year: int, years: Sequence[int], games: Sequence[Played], sums: Sums, titles: Titles
) -> Json:
    """The year's page; `games` are its finished ones, the newest first, `sums` their figures."""
    added = year(games)
    count = GAMES._replace(values={"count": added.games})
    days = DAYS._replace(values={"count": added.days, "games": count})
    most = max(added.months, default=0) or 1
    return {
        "year": number_of_year,
        "years": years,
        "title": titles.say(gettext("The year {year}", year=number_of_year)),
        "sum": titles.say(days if games else NO_GAME),
        "months": [
            [titles.say(month), count, count / most]
            for month, count in zip(MONTHS, added.months, strict=True)
            if games
        ],
        "tables": [*_tables(added, titles)] if games else [],
        "games": [_game(slug, added, sums, titles) for slug in added.highs],
    }


def _tables(added: Year, titles: Titles) -> list[Json]:
    wins, place = gettext("Wins"), gettext("Average place")
    players = [
        [
            [player.badge, titles.player(player.name)],
            str(player.games),
            str(player.wins),
            number(player.average_place, titles.language),
        ]
        for player in added.players[:MOST_PLAYERS]
    ]
    menus = [
        [menu_name(titles.menu_of(played), titles.language), str(count)]
        for played, count in added.menus[:MOST_MENUS]
    ]
    return [
        {
            "label": titles.say(gettext("People")),
            "heads": [*map(titles.say, (PLAYER, GAMES_HEAD, wins, place))],
            "rows": players,
        },
        {
            "label": titles.say(MENUS),
            "heads": [*map(titles.say, (MENU, GAMES_HEAD))],
            "rows": menus,
        },
    ]


def _game(slug: str, added: Year, sums: Sums, titles: Titles) -> Json:
    """The highest scores and the dishes of a game."""
    players, unit = sums.players(Chosen(game=slug)), titles.unit(slug)
    kinds = reduce(both, players.values()).kinds() if players else []
    dishes = [
        [titles.kind(slug, kind), number(each, titles.language)]
        for kind, each in kinds[:MOST_DISHES]
        if each
    ]
    in_unit = gettext("{title}, in {unit}", title=titles.game(slug), unit=unit)
    highs = [
        [
            number(high.best.total, titles.language),
            parted("\0", [*map(titles.player, high.best.names)], titles.language),
            date(high.played, titles.language),
        ]
        for high in added.highs[slug]
    ]
    return {
        "title": titles.say(in_unit) if unit else titles.game(slug),
        "highest": titles.say(gettext("Highest scores")),
        "highs": highs,
        "dishes": {
            "label": titles.say(gettext("Dishes")),
            "heads": [titles.say(gettext("Dish")), titles.say(AVERAGE)],
            "rows": dishes,
        },
    }
