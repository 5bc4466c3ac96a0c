"""What an owner changes on /history: names, note, venue and day of a game; games are deleted and
brought back, players merged and parted again.

Law: what is answered is on the disk. The table's thread, which owns the journal, does it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from datetime import date

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.cards import BADGES
from engine.message import gettext, ngettext
from engine.notation import printable
from firmware.common.http.responses import json_response
from firmware.common.settings.schema import LONGEST_NAME, PLAYER_NAME
from firmware.common.system.text import Json, composed
from firmware.core.journal.journal import Journal, NotChanged
from firmware.interfaces.web.context import Context, object_of, post, refusal
from firmware.records.history.describe import date as date_of

LONGEST_PLAYER = 200  # of a game that was restored from anywhere
LONGEST = {"note": 200, "venue": 60, "day": 10}
TOO_LONG = {
    "note": ngettext(
        "Write note in one line of {count} character at most.",
        "Write note in one line of {count} characters at most.",
        LONGEST["note"],
    ),
    "venue": ngettext(
        "Write venue in one line of {count} character at most.",
        "Write venue in one line of {count} characters at most.",
        LONGEST["venue"],
    ),
    "day": ngettext(
        "Write day in one line of {count} character at most.",
        "Write day in one line of {count} characters at most.",
        LONGEST["day"],
    ),
}
NO_NAME = ngettext(
    "Write each name in one line of {count} character at most.",
    "Write each name in one line of {count} characters at most.",
    LONGEST_NAME,
)
SAT_TOGETHER = gettext(
    "These two played together on {date}. If they are one person, correct the names of that game"
    " first."
)
NO_ANSWER = gettext("No answer yet. Reload the page.")
YEARS = range(2000, 2100)
DONE_WITHIN_S = 10.0
GameChange = Callable[[Journal, int, int], None]


async def annotate(context: Context, request: Request) -> Response:
    """Keep note, venue and day of a game, and names by badge; each may be empty."""
    sent, fields = await object_of(request), {}
    for key, longest in LONGEST.items():
        text = sent.get(key)
        if not isinstance(text, str) or len(text) > longest or not text.isprintable():
            raise refusal(400, TOO_LONG[key])
        fields[key] = text.strip()
    day_in(fields["day"])
    names = names_of(sent.get("names", {}))
    return await _do_to_game(
        context, request, lambda journal, *game: journal.annotate_game(*game, **fields, names=names)
    )


async def delete(context: Context, request: Request) -> Response:
    """Have a game count nowhere, until it is brought back or emptied."""
    return await _do_to_game(context, request, Journal.delete_game)


async def bring_back(context: Context, request: Request) -> Response:
    return await _do_to_game(context, request, Journal.bring_back_game)


async def merge(context: Context, request: Request) -> Response:
    """Have a name count as another player's in all games, until they are parted."""
    sent = await object_of(request)
    name, player = (_player(sent, key) for key in ("name", "player"))
    kept = await context.history.kept(context.shown.table.games)
    if played := kept.sat_together(name, player):
        day = date_of(played, context.language(request))
        raise refusal(409, SAT_TOGETHER._replace(values={"date": day}))
    return await _do(context, lambda journal: journal.merge_players(name, player))


async def part(context: Context, request: Request) -> Response:
    name = _player(await object_of(request), "name")
    return await _do(context, lambda journal: journal.part_player(name))


def names_of(sent: object) -> dict[str, str]:
    """Check names by badge; an empty one is to be as the game began."""
    if not isinstance(sent, dict) or not sent.keys() <= {*BADGES}:
        raise HTTPException(400, 'Send "names" by badge.')
    names = {badge: name.strip() if isinstance(name, str) else name for badge, name in sent.items()}
    if not all(map(PLAYER_NAME.fits, names.values())):
        raise refusal(400, NO_NAME)
    return {badge: composed(name) for badge, name in names.items()}


def _player(sent: Json, key: str) -> str:
    name = sent.get(key)
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_PLAYER or not name.isprintable():
        raise HTTPException(400, 'Send "name" and "player" as /history.json has them.')
    return name


def day_in(text: str) -> str:
    """Check a day as "2026-11-27", or none."""
    try:
        if not text or ((day := date.fromisoformat(text)).year in YEARS and f"{day}" == text):
            return text
    except ValueError:
        pass
    day_written = printable(text)
    raise refusal(400, gettext("{day} is not a date. Write it as 2026-11-27.", day=day_written))


async def _do_to_game(context: Context, request: Request, change: GameChange) -> Response:
    match await object_of(request):
        case {"number": int(number), "seen": int(seen)} if 0 < number < 1 << 53 and not (
            isinstance(number, bool) or isinstance(seen, bool)
        ):
            return await _do(context, lambda journal: change(journal, number, seen))
        case _:
            raise HTTPException(400, 'Send "number" and "seen" as /history.json has them.')


async def _do(context: Context, change: Callable[[Journal], None]) -> Response:
    """Do it between two scans, and answer once it is on the disk."""
    outcome, running = Future[None](), context.running

    def do() -> bool:
        if outcome.set_running_or_notify_cancel():
            try:
                change(running.journal)
                outcome.set_result(None)
            except Exception as why:  # told to whoever asked
                outcome.set_exception(why)
        return False

    running.restart(do)
    try:
        async with asyncio.timeout(DONE_WITHIN_S):
            await asyncio.wrap_future(outcome)
    except NotChanged as why:
        raise refusal(409, why.message) from None
    except TimeoutError:
        raise refusal(504, NO_ANSWER) from None
    finally:
        context.history.forget()
    return json_response({})


ENDPOINTS = (
    post("/history/annotate", annotate),
    post("/history/delete", delete),
    post("/history/bring-back", bring_back),
    post("/history/merge", merge),
    post("/history/part", part),
)
