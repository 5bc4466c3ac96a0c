"""What an owner changes of a game on /history: note, venue and day; deleted, and brought back.

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

from engine.message import gettext, ngettext
from engine.notation import printable
from firmware.common.http.responses import json_response
from firmware.core.journal.journal import Journal, NotChanged
from firmware.interfaces.web.context import Context, object_of, post, refusal

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
NO_ANSWER = gettext("No answer yet. Reload the page.")
YEARS = range(2000, 2100)
DONE_WITHIN_S = 10.0
GameChange = Callable[[Journal, int, int], None]


async def annotate(context: Context, request: Request) -> Response:
    """Keep note, venue and day of a game; each may be empty."""
    sent, fields = await object_of(request), {}
    for key, longest in LONGEST.items():
        text = sent.get(key)
        if not isinstance(text, str) or len(text) > longest or not text.isprintable():
            raise refusal(400, TOO_LONG[key])
        fields[key] = text.strip()
    day_in(fields["day"])
    return await _do(
        context, request, lambda journal, *game: journal.annotate_game(*game, **fields)
    )


async def delete(context: Context, request: Request) -> Response:
    """Have a game count nowhere, until it is brought back or emptied."""
    return await _do(context, request, Journal.delete_game)


async def bring_back(context: Context, request: Request) -> Response:
    return await _do(context, request, Journal.bring_back_game)


def day_in(text: str) -> str:
    """Check a day as "2026-11-27", or none."""
    try:
        if not text or ((day := date.fromisoformat(text)).year in YEARS and f"{day}" == text):
            return text
    except ValueError:
        pass
    day_written = printable(text)
    raise refusal(400, gettext("{day} is not a date. Write it as 2026-11-27.", day=day_written))


async def _do(context: Context, request: Request, change: GameChange) -> Response:
    """Do it between two scans, and answer once it is on the disk."""
    match await object_of(request):
        case {"number": int(number), "seen": int(seen)} if 0 < number < 1 << 53 and not (
            isinstance(number, bool) or isinstance(seen, bool)
        ):
            outcome, running = Future[None](), context.running
        case _:
            raise HTTPException(400, 'Send "number" and "seen" as /history.json has them.')

    def do() -> bool:
        if outcome.set_running_or_notify_cancel():
            try:
                change(running.journal, number, seen)
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
)
