"""The history page's JSON, of what is kept of the games and a choice among them. Pure.

Rule: words, numbers and places are ready to be shown; the page only draws. A cell that is a pair
is a player, by badge and name.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import islice

from engine.message import Message, gettext, ngettext, pgettext
from firmware.common.system.text import Json
from firmware.records.history.describe import (
    HEADS,
    NAME,
    by_place,
    date,
    details,
    figures,
    menu_name,
    number,
    outcome,
    parted,
    table,
)
from firmware.records.history.evenings import day_of_evening
from firmware.records.history.export import as_json
from firmware.records.history.games import (
    FINISHED,
    ON_TABLE,
    Menu,
    Played,
    Sat,
    Titles,
    day_of,
)
from firmware.records.history.kept import KeptGames
from firmware.records.history.statistics import Best, Chosen, Figures, Sums, both
from firmware.words.labels import colour

A_PAGE = 50
MOST_PLAYERS, MOST_NAMES = 24, 500
NOTHING = Message("")
ALL_PLAYERS, PLAYERS, PLAYER = gettext("All players"), gettext("Players"), gettext("Player")
ROUNDS, TOTALS, GAME = gettext("Rounds"), gettext("Totals"), pgettext("plays", "Game")
MENUS, MENU, GAMES_HEAD = gettext("Menus"), pgettext("dishes", "Menu"), pgettext("plays", "Games")
AVERAGE, WON_WITH, BEST = gettext("Average"), gettext("Won with"), gettext("Best")
MOST_POINTS_BY = gettext("Most points by")
NONE_LEFT = gettext("All games are deleted. Bring one back, or scan a game or menu to start one.")
NONE_YET = gettext("No games yet. To start one, scan a game or menu, your badges, then NEXT.")
NONE_LIKE_THAT = gettext("No games match.")
UNREAD = ngettext("{count} game cannot be read.", "{count} games cannot be read.", 0)
GAMES = ngettext("{count} game", "{count} games", 0)
LEFT_UNFINISHED = ngettext("{count} game left unfinished", "{count} games left unfinished", 0)
DELETED = ngettext("{count} deleted game", "{count} deleted games", 0)
PLOTTED = 30  # games
MOST_PLOTS = 8
WIDE, HIGH = 320, 80
LEFT, TOP, BOTTOM = 34, 8, 74


def view(
    kept: KeptGames, sums: Sums, now: Played | None, chosen: Chosen, page: int, titles: Titles
) -> Json:
    """A page of the games that are meant, the newest first, and the figures of all of them; `sums`
    are those of the days that are meant.

    Games that were left come with those that were finished about then.
    """
    current = [now] if now else []
    meant = [*filter(chosen.takes, current)]
    count = kept.count(chosen) + len(meant)
    listed, left = _page(kept, meant, chosen, page)
    deleted, unread = kept.deleted(), kept.unread
    none = NONE_LEFT if deleted else NONE_YET
    is_any = count or left or kept.left(chosen, 0, math.inf)
    note = NOTHING if is_any else none if kept.is_empty and not now else NONE_LIKE_THAT
    if unread:
        note = _counted(UNREAD, unread)
    names = kept.names() | {sat.name for played in current for sat in played.seats if sat.badge}
    shown_names = sorted((titles.player(name), name) for name in names)[:MOST_NAMES]
    menus = kept.menus()
    figures = [
        _game(kept, sums, menus, chosen._replace(game=slug), titles)
        for slug in kept.games_played(chosen)
    ]
    return {
        "sum": titles.say(_counted(GAMES, count)),
        "note": titles.say(note),
        "page": page,
        "pages": max(1, -(-count // A_PAGE)),
        "list": [_listed(played, titles) for played in listed],
        "left": _folded(left, LEFT_UNFINISHED, titles),
        "deleted": _folded(deleted, DELETED, titles),
        "players": [
            ["", titles.say(ALL_PLAYERS)],
            *([name, shown] for shown, name in shown_names),
        ],
        "menus": _menus(menus, titles),
        "player": chosen.player,
        "venues": kept.venues()[:MOST_NAMES],
        "figures": figures,
    }


def _page(
    kept: KeptGames, current: Sequence[Played], chosen: Chosen, page: int
) -> tuple[list[Played], list[Played]]:
    """The games of a page, and those that were left about then; `current` is on the table."""
    first = (page - 1) * A_PAGE
    before = max(0, first - 1)  # the game before the page, and the one behind it, are its bounds
    games = [*current[before:], *kept.listed(chosen, max(0, before - len(current)), A_PAGE + 2)]
    newer = math.inf if page == 1 else games[0].number if games else 0
    own = games[first - before :]
    older = own[A_PAGE].number if len(own) > A_PAGE else 0
    return own[:A_PAGE], kept.left(chosen, older, newer)


def _folded(some: Sequence[Played], title: Message, titles: Titles) -> Json | None:
    """Games behind one line that opens."""
    if not some:
        return None
    games = [_listed(played, titles) for played in some]
    return {"title": titles.say(_counted(title, len(some))), "list": games}


def _counted(message: Message, count: int) -> Message:
    return message._replace(values={"count": count})


def _listed(played: Played, titles: Titles) -> Json:
    """One game without its rounds, seats by place."""
    return {
        "number": played.number,
        "seen": played.seen,
        "day": day_of(played),
        "put": played.put,
        "note": played.note,
        "venue": played.venue,
        "running": played.state == ON_TABLE,
        "date": date(played, titles.language),
        "menu": titles.menu_of(played).title,
        "says": outcome(played, titles.language),
        "badge": played.winners[0].badge if played.winners else None,
        "seats": [
            [sat.badge, titles.player(sat.name), number(sat.total, titles.language)]
            for sat in by_place(played)
        ],
    }


def whole(played: Played, titles: Titles) -> Json:
    """One game with all its rounds: for programs, and as a table for the page."""
    people = [[sat.badge, titles.player(sat.name)] for sat in played.seats]
    return {
        **as_json(played, titles),
        "about": details(played, titles),
        "table": {
            "label": titles.say(ROUNDS),
            "heads": ["", *people],
            "rows": [*table(played, titles)],
        },
        "finished": played.state == FINISHED,
        "evening": day_of_evening(played) if played.state == FINISHED else "",
        "names": [_named(sat, titles) for sat in played.seats if sat.badge],
    }


def _named(sat: Sat, titles: Titles) -> list[str]:
    """A seat whose name may be corrected: badge, its colour, its name now and when it began."""
    badge = sat.badge or ""
    return [badge, titles.say(colour(badge)), *map(titles.player, (sat.in_game, sat.at_start))]


def _menus(
    played: Mapping[tuple[str, str], Menu], titles: Titles
) -> list[tuple[str, list[list[str]]]]:
    """List every menu ever played, by game, as choices."""
    groups: dict[str, list[list[str]]] = {}
    menus = [(game, titles.menu(game, menu.slugs)) for (game, _), menu in played.items()]
    for game, menu in sorted(menus, key=lambda pair: pair[1].title):
        title = titles.game(game)
        all_of = titles.say(gettext("All of {game}", game=title))
        group = groups.setdefault(title, [[f"game={game}", all_of]])
        if menu.key != game:
            group.append([f"menu={menu.key}", menu_name(menu, titles.language)])
    return sorted(groups.items())


def _game(
    kept: KeptGames,
    sums: Sums,
    menus: Mapping[tuple[str, str], Menu],
    chosen: Chosen,
    titles: Titles,
) -> Json:
    """Return the figures of one game: by player, from game to game, by kind, by menu."""
    slug, all_players = chosen.game, sums.players(chosen)
    count = _counted(GAMES, kept.count(chosen))
    players = dict(islice(all_players.items(), MOST_PLAYERS))
    badges = {name: kept.badge(chosen, name) for name in players}
    best, unit = kept.best(chosen, sums), titles.unit(slug)
    heads = map(titles.say, HEADS)
    in_unit = gettext("{games}, in {unit}", games=count, unit=unit)
    people = [
        [[badges[name], titles.player(name)], *figures(sums, titles.language)]
        for name, sums in players.items()
    ]
    return {
        "title": titles.game(slug),
        "games": titles.say(in_unit if unit else count),
        "best": _best(best, titles) if best else [],
        "players": {
            "label": titles.say(PLAYERS),
            "heads": [titles.say(PLAYER), *heads],
            "rows": people,
        },
        "plots": plots(kept.listed(chosen, 0, PLOTTED)[::-1], badges, slug, titles),
        "kinds": _kinds(reduce(both, all_players.values()), slug, titles) if all_players else [],
        "menus": _by_menu(sums, menus, chosen, titles),
    }


def _best(best: Best, titles: Titles) -> list[str]:
    """The best total ever, and whose it is."""
    sentence = titles.say(
        gettext("Best: {points} by {names}", points=number(best.total, titles.language), names=NAME)
    )
    return parted(sentence, [*map(titles.player, best.names)], titles.language)


def _kinds(figures: Figures, slug: str, titles: Titles) -> list[tuple[str, str, float]]:
    """Points by kind a seat and game, and how much of the most that is; never paid, left out."""
    kinds = [(kind, each) for kind, each in figures.kinds() if each]
    most = max((abs(each) for _, each in kinds), default=1)
    return [
        (titles.kind(slug, kind), number(each, titles.language), each / most)
        for kind, each in kinds
    ]


def _by_menu(
    by_menu: Sums, menus: Mapping[tuple[str, str], Menu], chosen: Chosen, titles: Titles
) -> Json:
    rows = []
    for key, sums in by_menu.by_menu(chosen).items():
        kinds = [titles.kind(chosen.game, kind) for kind, _ in sums.kinds()]
        menu = titles.menu(chosen.game, menus[chosen.game, key].slugs)
        title = menu_name(menu, titles.language)
        amounts = (sums.games, sums.average, sums.best)
        shown = [number(amount, titles.language) for amount in amounts]
        rows.append([title, *shown, *kinds[:1]])
    average = AVERAGE if chosen.player else WON_WITH
    return {
        "label": titles.say(MENUS),
        "heads": [*map(titles.say, (MENU, GAMES_HEAD, average, BEST, MOST_POINTS_BY))],
        "rows": rows,
    }


# --- plots of totals, from game to game -------------------------------------------


def plots(
    games: Sequence[Played], badges: Mapping[str, str | None], slug: str, titles: Titles
) -> Json | None:
    """A plot for each player, all on one scale; `games` are finished ones, the oldest first.
    None where there is nothing to see yet.
    """
    totals = {name: _totals(games, name) for name in list(badges)[:MOST_PLOTS]}
    all_points = [points for by_game in totals.values() for points in by_game.values()]
    if len(games) < 2 or not all_points:
        return None
    low, high = min(0, *all_points), max(1, *all_points)

    def y(points: float) -> float:
        return round(BOTTOM - (points - low) * (BOTTOM - TOP) / (high - low), 1)

    def x(index: int) -> float:
        return round(LEFT + 6 + index * (WIDE - LEFT - 12) / (len(games) - 1), 1)

    heads = [titles.say(GAME), *([badges[name], titles.player(name)] for name in totals)]
    rows = [
        [
            date(played, titles.language),
            *(number(by_game.get(index), titles.language) for by_game in totals.values()),
        ]
        for index, played in enumerate(games)
    ]
    return {
        "marks": [[y(mark), number(mark, titles.language)] for mark in marks(low, high)],
        "each": [
            {
                "who": [badges[name], titles.player(name)],
                "words": titles.say(
                    ngettext(
                        "{name}, totals in the last {count} game of {game}: {totals}",
                        "{name}, totals in the last {count} games of {game}: {totals}",
                        len(games),
                        name=titles.player(name),
                        game=titles.game(slug),
                        totals=", ".join(
                            number(points, titles.language) for points in by_game.values()
                        ),
                    )
                ),
                "points": [[x(index), y(points)] for index, points in by_game.items()],
            }
            for name, by_game in totals.items()
            if by_game
        ],
        "table": {"label": titles.say(TOTALS), "heads": heads, "rows": rows[::-1]},
    }


def _totals(games: Sequence[Played], name: str) -> dict[int, int]:
    """Return a player's totals by the game's index."""
    return {
        index: sat.total
        for index, played in enumerate(games)
        for sat in played.seats
        if sat.badge is not None and sat.name == name
    }


def marks(low: int, high: int) -> list[int]:
    """Return two to five round numbers from low to high."""
    rough = max(1, (high - low) / 3)
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return list(range(math.ceil(low / step) * step, high + 1, step))
