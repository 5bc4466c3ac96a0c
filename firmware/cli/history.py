"""`okanjo history`: print the games played and their figures, as text, CSV or JSON.

Whether Okanjo runs meanwhile makes no difference.
"""

import sys
from collections.abc import Iterator
from functools import partial

from engine.catalogue import Games
from engine.notation import LONGEST_LINE, printable, printable_lines
from firmware.cli.errors import CommandFailed
from firmware.common.games import games_in_force
from firmware.common.settings.load import load
from firmware.common.system.text import columns, plural
from firmware.records.history.describe import (
    HEADS,
    by_place,
    date,
    figures,
    menu_name,
    number,
    outcome,
)
from firmware.records.history.export import AsJson, AsTable
from firmware.records.history.games import ABANDONED, FINISHED, Played, Titles
from firmware.records.history.reader import NOW, Deleted, Past, Step, Unread, Unreadable
from firmware.records.history.statistics import Chosen, Counted
from firmware.words.language import say

LONGEST_NAME = 14
LATEST = 20  # games listed
_name = partial(printable, longest=LONGEST_NAME)
NONE_YET = "No games yet."


def print_history(config: str | None, as_csv: bool, as_json: bool) -> int:
    try:
        settings = load(config)
        past, games = (
            Past(settings.state_folder),
            games_in_force(settings.card_table, settings.decks),
        )
        counted = _counted(past, games)
        if as_csv or as_json:
            titles = past.titles(games)
            table = AsTable(counted.kinds, counted.rounds, titles)
            _write(AsJson(titles) if as_json else table, _played(past.steps(games)))
        else:
            now = next(_played(past.find(NOW, games)), None)
            lines = "\n".join(_lines(counted, now, past.titles(games)))
            print(printable_lines(lines.replace("\N{NO-BREAK SPACE}", " ")))
    except Unreadable as why:
        raise CommandFailed(str(why)) from None
    return 0


def _played(steps: Iterator[Step]) -> Iterator[Played]:
    return (step for step in steps if isinstance(step, Played))


def _counted(past: Past, games: Games) -> Counted:
    counted = Counted()
    for step in past.steps(games):
        if isinstance(step, Played):
            counted.add(step)
        elif isinstance(step, Deleted):
            counted.deleted.append(step.game)
        counted.unread += isinstance(step, Unread)
    return counted


def _write(out: AsTable | AsJson, games: Iterator[Played]) -> None:
    """A name may hold what cannot be printed: that becomes a question mark."""
    for text in (out.head(), *map(out.of, games), out.end()):
        sys.stdout.write(text.encode("utf-8", "replace").decode())


def _lines(counted: Counted, now: Played | None, titles: Titles) -> Iterator[str]:
    """Yield the latest games, the newest last, then the figures of each game."""
    played = [*counted.games, *([now] if now else [])]
    games = [game for game in played if game.state != ABANDONED]
    if not played:
        yield NONE_YET
    earlier = len(games) - LATEST
    if earlier > 0:
        yield f"{plural(earlier, 'earlier game')}: use --csv or --json for all."
    yield from columns([_game(game) for game in games[-LATEST:]], "<<<<<<")
    if left := len(played) - len(games):
        yield f"{plural(left, 'game')} left unfinished."
    if counted.deleted:
        yield f"{plural(len(counted.deleted), 'deleted game')}: see the history page."
    if counted.unread:
        yield f"{plural(counted.unread, 'game')} cannot be read."
    for slug in dict.fromkeys(
        game.game for game in reversed(counted.games) if game.state == FINISHED
    ):
        yield from _figures(counted, slug, titles)


def _game(played: Played) -> list[str]:
    seats = ", ".join(f"{_name(sat.name)} {number(sat.total)}" for sat in by_place(played))
    result = "".join(map(_name, outcome(played)))
    remarks = printable(", ".join(filter(None, (played.venue, played.note))), LONGEST_LINE)
    return [str(played.number), date(played), printable(played.menu.title), result, seats, remarks]


def _figures(counted: Counted, slug: str, titles: Titles) -> Iterator[str]:
    """Yield the figures of one game: by player, then by menu."""
    chosen = Chosen(game=slug)
    unit, best = titles.unit(slug), counted.best(chosen)
    players = counted.players(chosen)
    yield f"\n{titles.game(slug)}{f', in {unit}' if unit else ''}"
    yield from columns(
        [
            ["", *map(say, HEADS)],
            *([_name(name), *figures(sums)] for name, sums in players.items()),
        ],
        "<>>>>>",
    )
    if best is not None:
        yield f"Best: {number(best.total)} by {' and '.join(map(_name, best.names))}"
    rows = [
        [
            menu_name(counted.menus[slug, key]),
            plural(sums.games, "game"),
            "won with",
            number(sums.average),
        ]
        for key, sums in counted.by_menu(chosen).items()
        if key != slug
    ]
    yield from columns(rows, "<>>>")
