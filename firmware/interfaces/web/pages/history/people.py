"""A player's figures, and how players compare, as the history page shows them. Pure.

Rule: each figure is beside the number of games that it rests on, and where these are too few it is
said how many are missing. As in `view.py` words and numbers are ready, and a pair is a player.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.message import Message, Value, gettext, ngettext
from firmware.common.system.text import Json
from firmware.records.history.describe import NAME, WINS, number, parted
from firmware.records.history.games import Titles
from firmware.records.history.kept import KeptGames
from firmware.records.history.people import (
    LEAST,
    BestDish,
    Person,
    Rated,
    Worth,
    best_dish,
    person,
    ranking,
    worth,
)
from firmware.records.history.statistics import Chosen
from firmware.words.numbers import Figure

MOST_RATED = 50
OF = ngettext("all {count} finished game", "all {count} finished games", 0)
GAMES = ngettext("{count} game", "{count} games", 0)
MISSING = ngettext(
    "{count} more finished game with {name} and there are figures: none rests on fewer than five.",
    "{count} more finished games with {name} and there are figures: none rests on fewer than five.",
    0,
)
NO_NEMESIS = ngettext(
    "{count} more game against the same player is missing.",
    "{count} more games against the same player are missing.",
    0,
)
NO_DISH = ngettext(
    "{count} more game with the same dish is missing.",
    "{count} more games with the same dish are missing.",
    0,
)
NONE_RATED = gettext("Nobody can be compared yet: it takes two people with five games each.")
NOT_APART = gettext("No difference between these people is certain yet.")
APART = gettext("Where two bars do not overlap, the right one is certainly the better player.")
OF_PLACES = gettext(
    "By places alone, in the order of the games. A bar is where a player may stand."
)
WORTH = ngettext(
    "In the last {count} game the places to be expected were off by {off} on average,"
    " always guessing the middle by {middle}.",
    "In the last {count} games the places to be expected were off by {off} on average,"
    " always guessing the middle by {middle}.",
    0,
)
WORTHLESS = gettext("So the comparison is worth nothing here yet.")


def people(kept: KeptGames, player: str, titles: Titles) -> Json:
    """The figures of a player, or how all compare where none is named."""
    if player:
        count = len(kept.places(player))
        of = titles.say(OF._replace(values={"count": count})) if count else ""
        return {"title": titles.player(player), "of": of, **_person(kept, player, titles)}
    return {"title": titles.say(gettext("How players compare")), "of": "", **_ranking(kept, titles)}


def _games(count: int, titles: Titles) -> str:
    return titles.say(GAMES._replace(values={"count": count}))


def _person(kept: KeptGames, player: str, titles: Titles) -> Json:
    places = kept.places(player)
    dishes = _dishes(kept, player)
    figures = person(places, kept.against(player))
    if figures is None:
        missing = LEAST - len(places)
        note = MISSING._replace(values={"count": missing, "name": NAME})
        return {
            "note": parted(titles.say(note), [titles.player(player)], titles.language),
            "rows": [],
        }
    rows = [
        *_placed(figures, titles),
        _nemesis(figures, titles),
        *(_dish(dish, len(dishes) > 1, titles) for dish in dishes),
        *_rated(kept, player, titles),
    ]
    return {"note": [], "rows": rows}


def _row(label: Message, value: Message | Sequence[str], rests: str, titles: Titles) -> Json:
    parts = [titles.say(value)] if isinstance(value, Message) else value
    return {"label": titles.say(label), "value": parts, "rests": rests}


def _placed(figures: Person, titles: Titles) -> list[Json]:
    games, form = _games(figures.games, titles), figures.form
    share = f"{100 * figures.wins / figures.games:.0f}"
    wins = WINS._replace(values={"wins": figures.wins, "percent": share})
    average = gettext(
        "{place}, of {people} players",
        place=number(figures.average_place, titles.language),
        people=number(figures.table, titles.language),
    )
    streaks = gettext(
        "{now} now, {longest} at most",
        now=figures.streaks.now,
        longest=figures.streaks.longest,
    )
    form_row = _row(
        gettext("Form"), [number(form.average, titles.language)], _games(form.games, titles), titles
    )
    return [
        _row(gettext("Wins"), wins, games, titles),
        _row(gettext("Average place"), average, games, titles),
        {**form_row, "places": form.places, "words": titles.say(gettext("Last places"))},
        _row(gettext("Wins in a row"), streaks, games, titles),
    ]


def _nemesis(figures: Person, titles: Titles) -> Json:
    label, nemesis = gettext("Nemesis"), figures.nemesis
    if nemesis is None:
        missing = NO_NEMESIS._replace(values={"count": LEAST - figures.most_met})
        return _row(label, missing, "", titles)
    if not nemesis.ahead:
        return _row(label, gettext("Nobody was ever ahead"), _games(nemesis.games, titles), titles)
    sentence = gettext(
        "{name}, ahead in {count} of {games}", name=NAME, count=nemesis.ahead, games=nemesis.games
    )
    value = parted(titles.say(sentence), [titles.player(nemesis.name)], titles.language)
    return _row(label, value, _games(nemesis.games, titles), titles)


def _dishes(kept: KeptGames, player: str) -> list[BestDish]:
    """The best dish of each game that a player has played; for each, whether it can be said."""
    menus: dict[str, list[tuple[Sequence[str], int, dict[str, int]]]] = {}
    kinds = kept.menus()
    for (game, menu, name), cell in kept.sums.cells.items():
        if kept.players.get(name, name) == player and (game, menu) in kinds:
            played = kinds[game, menu].slugs, cell.games, dict(cell.by)
            menus.setdefault(game, []).append(played)
    return [best_dish(game, played) for game, played in menus.items()]


def _dish(dish: BestDish, is_one_of_several: bool, titles: Titles) -> Json:
    label = gettext("Best dish")
    if is_one_of_several:
        label = gettext("Best dish, {game}", game=titles.game(dish.game))
    if not dish.kind:
        return _row(label, NO_DISH._replace(values={"count": LEAST - dish.games}), "", titles)
    unit = titles.unit(dish.game)
    points = number(dish.average, titles.language)
    kind = titles.kind(dish.game, dish.kind)
    value = (
        gettext("{dish}, {points} {unit} a game", dish=kind, points=points, unit=unit)
        if unit
        else gettext("{dish}, {points} points a game", dish=kind, points=points)
    )
    return _row(label, value, _games(dish.games, titles), titles)


def _rated(kept: KeptGames, player: str, titles: Titles) -> list[Json]:
    """Where a player stands among all, and whether that said what came."""
    rated = ranking(kept.ratings.skills)
    own = next((each for each in rated if each.name == player), None)
    if own is None or len(rated) < 2:
        return []
    games = _games(own.skill.games, titles)
    among = gettext("{place} of {people}", place=_place(own, titles), people=len(rated))
    rows = [_row(gettext("Place among all"), among, games, titles)]
    forecasts = kept.ratings.forecasts[player]
    if forecast_worth := worth([*forecasts], len(forecasts)):
        value = gettext(
            "{expected} expected, {real} real; off by {off}",
            expected=number(forecast_worth.expected, titles.language),
            real=number(forecast_worth.real, titles.language),
            off=Figure(f"{forecast_worth.off:.2f}"),
        )
        rests = _games(forecast_worth.games, titles)
        rows.append(_row(gettext("Expected places"), value, rests, titles))
    return rows


def _place(rated: Rated, titles: Titles) -> str:
    if rated.first == rated.last:
        return str(rated.first)
    return titles.say(gettext("{first} to {last}", first=rated.first, last=rated.last))


def _ranking(kept: KeptGames, titles: Titles) -> Json:
    rated = ranking(kept.ratings.skills)[:MOST_RATED]
    if len(rated) < 2:
        return {"note": [titles.say(NONE_RATED)], "rows": [], "bars": []}
    spans = [each.skill.interval for each in rated]
    low, high = min(low for low, _ in spans), max(high for _, high in spans)

    def x(skill: float) -> float:
        return round(100 * (skill - low) / (high - low), 1)

    bars = [
        {
            "who": [kept.badge(Chosen(), each.name), titles.player(each.name)],
            "player": each.name,
            "place": _place(each, titles),
            "games": _games(each.skill.games, titles),
            "span": [*map(x, each.skill.interval)],
            "mean": x(each.skill.mean),
        }
        for each in rated
    ]
    is_apart = any((each.first, each.last) != (1, len(rated)) for each in rated)
    note = [titles.say(OF_PLACES), titles.say(APART if is_apart else NOT_APART)]
    lately = kept.ratings.lately
    if forecast_worth := worth([forecast for game in lately for forecast in game], len(lately)):
        note += _worth(forecast_worth, titles)
    return {"note": [" ".join(note)], "rows": [], "bars": bars}


def _worth(forecast_worth: Worth, titles: Titles) -> list[str]:
    values: dict[str, Value] = {
        "count": forecast_worth.games,
        "off": Figure(f"{forecast_worth.off:.2f}"),
        "middle": Figure(f"{forecast_worth.middle_off:.2f}"),
    }
    sentence = titles.say(WORTH._replace(values=values))
    return (
        [sentence]
        if forecast_worth.off < forecast_worth.middle_off
        else [sentence, titles.say(WORTHLESS)]
    )
