"""Games that were counted and what is asked of them in, the history page's JSON out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import islice
from typing import Any

from firmware.history_games import FINISHED, OWN_MENU, Menu, Played, Titles
from firmware.history_statistics import Chosen, Counted, Figures, both

A_PAGE = 50
MOST_PLAYERS = 24
PLOTTED = 30  # games
KINDS_NAMED = 3

Part = dict[str, Any]


def view(counted: Counted, now: Played | None, chosen: Chosen, page: int, titles: Titles) -> Part:
    """A page of the games that are meant, the newest first, and the figures of all of them."""
    meant = [*([now] if now and chosen.takes(now) else []), *counted.of(chosen)]
    first = (page - 1) * A_PAGE
    slugs = dict.fromkeys(played.game for played in meant if played.state == FINISHED)
    return {
        "games": len(meant),
        "page": page,
        "pages": -(-len(meant) // A_PAGE),
        "unread": counted.unread,
        "list": [listed(played, titles) for played in meant[first : first + A_PAGE]],
        "players": list(islice(_names(counted, now), 500)),
        "menus": _menus(counted, titles),
        "statistics": [_game(counted, meant, chosen._replace(game=one), titles) for one in slugs],
    }


def listed(played: Played, titles: Titles) -> Part:
    """One game without its rounds, seats by place."""
    seats = sorted(played.seats, key=lambda sat: (sat.place or 99, -sat.total))
    return {
        "number": played.number,
        "state": played.state,
        "at": played.at,
        "minutes": played.minutes,
        "game": titles.game(played.game),
        "unit": titles.unit(played.game),
        "menu": played.menu.title,
        "kinds": list(played.menu.kinds),
        "seats": [[sat.badge, sat.name, sat.total, sat.place] for sat in seats],
    }


def _names(counted: Counted, now: Played | None) -> Iterable[str]:
    """Everybody who ever sat down, by name."""
    games = counted.games if now is None else [*counted.games, now]
    return sorted({sat.name for played in games for sat in played.seats if sat.badge})


def _menus(counted: Counted, titles: Titles) -> list[Part]:
    """Every menu ever played, for the choice of one."""
    found = [
        {"game": game, "of": titles.game(game), "key": menu.key, "title": named(menu)}
        for (game, _), menu in counted.menus.items()
    ]
    return sorted(found, key=lambda one: (one["of"], one["title"]))


def named(menu: Menu) -> str:
    """With the first kinds that make it another than the next one, where it has no name."""
    if menu.title != OWN_MENU:
        return menu.title
    kinds = [kind for kind in menu.kinds if kind != "Nigiri"]
    return f"{OWN_MENU}: {', '.join(kinds[:KINDS_NAMED])}…"


def _game(counted: Counted, meant: list[Played], chosen: Chosen, titles: Titles) -> Part:
    """The figures of one game: by player, by kind, by menu."""
    slug, players = chosen.game, counted.players(chosen)
    shown = dict(islice(players.items(), MOST_PLAYERS))
    best = counted.best(chosen)
    whole = reduce(both, players.values()) if players else None
    return {
        "slug": slug,
        "title": titles.game(slug),
        "unit": titles.unit(slug),
        "games": sum(played.game == slug and played.state == FINISHED for played in meant),
        "best": [best.total, list(best.names)] if best else None,
        "players": _players(shown, [one for one in meant if one.game == slug]),
        "kinds": _kinds(whole, slug, titles) if whole else [],
        "menus": [
            _menu(counted.menus[slug, key], figures, slug, titles)
            for key, figures in counted.by_menu(chosen).items()
        ],
    }


def _players(shown: Mapping[str, Figures], games: list[Played]) -> list[Part]:
    """A line each, with the badge of late and the last totals, the oldest first."""
    badges: dict[str, str] = {}
    totals: dict[str, list[tuple[int, int]]] = {name: [] for name in shown}
    numbers: list[int] = []
    for played in games:
        if played.state == FINISHED and len(numbers) < PLOTTED:
            numbers.append(played.number)
        elif len(badges) == len(shown):
            break
        for sat in played.seats:
            if sat.badge is None or sat.name not in shown:
                continue
            badges.setdefault(sat.name, sat.badge)
            if numbers and numbers[-1] == played.number:
                totals[sat.name].insert(0, (played.number, sat.total))
    return [
        {"name": name, "badge": badges.get(name), **_figures(one), "totals": totals[name]}
        for name, one in shown.items()
    ]


def _figures(one: Figures) -> Part:
    return {
        "games": one.games,
        "wins": one.wins,
        "average": round(one.average, 1),
        "best": one.best,
        "worst": one.worst,
    }


def _kinds(figures: Figures, slug: str, titles: Titles) -> list[tuple[str, float]]:
    """Points by kind a seat and game; what never paid is left out."""
    return [(titles.kind(slug, kind), round(each, 1)) for kind, each in figures.kinds() if each]


def _menu(menu: Menu, figures: Figures, slug: str, titles: Titles) -> Part:
    most = _kinds(figures, slug, titles)[:1]
    return {
        "key": menu.key,
        "title": named(menu),
        "kinds": list(menu.kinds),
        **_figures(figures),
        "most": most[0] if most else None,
    }
