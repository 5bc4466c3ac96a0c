"""Export games: a table for spreadsheets, JSON, a link for BG Stats. Pure.

The table has a row for each seat of each game, so that a sum or an average over a player's rows
is what it seems to be. Its columns:

game, date, minutes, state, title, menu, kinds, mode, variants, players, note, venue
    the same in all rows of a game; `date` is local time, empty where the clock was not right, noon
    where the owner has put it right
seat, player, badge, place, won, total
    `won` is 1 or 0; a dummy has neither badge nor place; of an abandoned game, as far as it came
round 1, round 2, ..., desserts
    points; they add up to the total
a column for each kind
    its points in the whole game, empty where the seat had none of it; they add up to the total

A text that a spreadsheet might take for a formula (beginning with = + - @, a tab or the like)
gets an apostrophe in front, as spreadsheets themselves mark text.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from urllib.parse import quote

from firmware.common.system.text import csv_line
from firmware.records.history.games import FINISHED, Played, Sat, Titles
from firmware.records.history.statistics import by_kind, kinds_of

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
ON_BOARD_GAME_GEEK = {"sushi-go": 133473, "sushi-go-party": 192291}

HEADS = (
    *("game", "date", "minutes", "state", "title", "menu", "kinds", "mode", "variants", "players"),
    *("note", "venue"),
    *("seat", "player", "badge", "place", "won", "total"),
)

Cell = str | int | None


class AsTable:
    """A CSV file. `kinds` maps each kind that any game has to a game it is of; `rounds` is the most
    that any game has.
    """

    def __init__(self, kinds: Mapping[str, str], rounds: int, titles: Titles) -> None:
        self._titles, self._rounds = titles, rounds
        self._heads = {kind: titles.kind(kinds[kind], kind) for kind in kinds}
        self._kinds = sorted(kinds, key=lambda kind: self._heads[kind])

    def head(self) -> str:
        parts = [f"round {index + 1}" for index in range(self._rounds)]
        return csv_line([*HEADS, *parts, "desserts", *(self._heads[kind] for kind in self._kinds)])

    def of(self, played: Played) -> str:
        cells = _of_game(played, self._titles)
        lines = []
        for number, sat in enumerate(played.seats, 1):
            by = by_kind(sat)
            kinds = [by.get(kind) for kind in self._kinds]
            lines.append(csv_line([*cells, number, *_of_seat(sat, self._rounds), *kinds]))
        return "".join(lines)

    def end(self) -> str:
        return ""


class AsJson:
    """One JSON object, a game a line."""

    def __init__(self, titles: Titles) -> None:
        self._titles, self._before = titles, "\n"

    def head(self) -> str:
        return '{"okanjo": 1, "games": ['

    def of(self, played: Played) -> str:
        before, self._before = self._before, ",\n"
        return before + json.dumps(as_json(played, self._titles.then(played)))

    def end(self) -> str:
        return "\n]}\n"


def _of_game(played: Played, titles: Titles) -> list[Cell]:
    """The cells that are the same in all rows of a game."""
    date = "" if played.at is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(played.at))
    menu, players = played.menu, sum(sat.badge is not None for sat in played.seats)
    return [
        *(played.number, date, played.minutes, played.state, titles.game(played.game)),
        *(menu.title, ", ".join(menu.kinds), played.mode, ", ".join(played.variants), players),
        *(played.note, played.venue),
    ]


def _of_seat(sat: Sat, rounds: int) -> list[Cell]:
    """The cells of a seat: its points round by round, then the desserts."""
    points: list[Cell] = [part.points for part in sat.rounds]
    points += [None] * (rounds - len(points))
    desserts = sat.desserts.points if sat.desserts else None
    return [sat.name, sat.badge, sat.place, int(sat.won), sat.total, *points, desserts]


def as_json(played: Played, titles: Titles) -> dict[str, object]:
    """Write a game as a JSON object; kinds by their slugs, and `titles` names them."""
    menu = titles.menu_of(played)
    return {
        "number": played.number,
        "state": played.state,
        "at": played.at,
        "minutes": played.minutes,
        "note": played.note,
        "venue": played.venue,
        "game": played.game,
        "title": titles.game(played.game),
        "unit": titles.unit(played.game),
        "menu": {key: getattr(menu, key) for key in ("key", "title", "kinds")},
        "mode": played.mode,
        "variants": list(played.variants),
        "titles": {kind: titles.kind(played.game, kind) for kind in kinds_of(played)},
        "seats": [
            {
                "badge": sat.badge,
                "name": sat.name,
                "rounds": [part._asdict() for part in sat.rounds],
                "desserts": sat.desserts._asdict() if sat.desserts else None,
                "total": sat.total,
                "place": sat.place,
                "won": sat.won,
            }
            for sat in played.seats
        ],
    }


def play(played: Played, titles: Titles, now: float) -> dict[str, object]:
    """Write a finished game as BG Stats takes it; `now` stands for a date that is not known.

    Fields as on its support page, "Push plays to BG Stats from other apps or websites". The app
    matches players by their ids: these are made of their names, as the owner has them.
    """
    menu = played.menu
    game = {
        "name": titles.game(played.game),
        "sourceGameId": f"okanjo-{played.game}",
        "highestWins": True,
        "noPoints": False,
    }
    if played.game in ON_BOARD_GAME_GEEK:
        game["bggId"] = ON_BOARD_GAME_GEEK[played.game]
    record: dict[str, object] = {
        "sourceName": "Okanjo",
        "sourcePlayId": f"okanjo-{played.number}-{played.began:.0f}",
        "playDate": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(played.at or now)),  # UTC
        "game": game,
        "players": [_player(sat) for sat in played.seats if sat.badge is not None],
    }
    if played.minutes is not None:
        record["durationMin"] = played.minutes
    if menu.key != played.game:
        record["board"] = ", ".join(menu.kinds) if menu.is_own else menu.title
    return record


def _player(sat: Sat) -> dict[str, object]:
    ids = {"name": sat.name, "sourcePlayerId": f"okanjo-{sat.name}"}
    return {**ids, "score": sat.total, "winner": sat.won, "rank": sat.place}


def link(played: Played, titles: Titles, now: float) -> str:
    """The address that hands a game to BG Stats; "" for a game that has no result."""
    if played.state != FINISHED:
        return ""
    text = json.dumps(play(played, titles, now), ensure_ascii=False, separators=(",", ":"))
    return BG_STATS + quote(text, safe="", errors="replace")
