"""Taught stickers on /setup: listed, forgotten, brought in and taken away as CSV.

What does it is what answers `okanjo teach`.
"""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from engine.notation import LONGEST_LINE, printable
from firmware.common.http.responses import NO_STORE, json_response
from firmware.common.ipc import server
from firmware.common.ipc.socket_path import Words
from firmware.interfaces.web.context import Context, object_of, post, refusal
from firmware.words.labels import named
from firmware.words.language import say
from firmware.words.sheets import text_of

CSV = "text/csv"
MOST_CSV = 1 << 20


async def listed(context: Context, request: Request) -> Response:
    """Answer each taught sticker as it is, as it can be shown, and what it stands for."""
    from firmware.core.app.teach_dialog import meaning_of

    book, language = context.codebook, context.language(request)
    rows = (await _ask(context, "teach-list"))["rows"]
    return json_response(
        {
            "rows": [
                [
                    sticker,
                    printable(sticker, LONGEST_LINE),
                    text_of(named(*meaning_of(code, book)), language),
                ]
                for sticker, code in rows
            ]
        }
    )


async def csv(context: Context, request: Request) -> Response:
    """Answer the taught stickers as a CSV file that can be imported again."""
    from firmware.core.stickers.csv_import import listed as lines

    rows = (await _ask(context, "teach-list"))["rows"]
    content = "".join(f"{line}\n" for line in lines(rows, context.codebook))
    return Response(
        content.encode("utf-8", "backslashreplace"), 200, NO_STORE, f"{CSV}; charset=UTF-8"
    )


async def forget(context: Context, request: Request) -> Response:
    """Forget a taught sticker."""
    sticker = (await object_of(request)).get("sticker")
    if not isinstance(sticker, str):
        raise HTTPException(400, 'Send {"sticker": "..."}.')
    code = (await _ask(context, "teach-forget", sticker=sticker))["code"]
    if code is None:
        raise refusal(
            409, gettext("{sticker} has not been taught.", sticker=printable(sticker, 100))
        )
    return json_response({"forgotten": printable(sticker, LONGEST_LINE)})


async def bring(context: Context, request: Request) -> Response:
    """A file of them: all or, with a mistake in it, none."""
    from firmware.core.stickers.csv_import import BadFile, rows_of

    taught = dict((await _ask(context, "teach-list"))["rows"])
    try:
        rows = rows_of(await request.body(), context.codebook, taught)
    except BadFile as why:
        language = context.language(request)
        return json_response({"mistakes": [say(mistake, language) for mistake in why.mistakes]})
    answer = await _ask(context, "teach-import", rows=[list(row) for row in rows])
    return json_response({"new": answer["new"]})


async def _ask(context: Context, route: str, **words: object) -> Words:
    """What the program answers; in a thread, as a disk may take its time."""
    answer = await context.threads.call(context.page.routes[route], server.Request(words))
    if "trouble" in answer:
        raise refusal(
            503, gettext("Nothing was changed: {why}.", why=Message(str(answer["trouble"])))
        )
    return answer


ENDPOINTS = (
    post("/setup/stickers", listed),
    post("/setup/stickers.csv", csv),
    post("/setup/forget", forget),
    post("/setup/import", bring, CSV, MOST_CSV),
)
