"""Doctor's report on /setup, in words for who has the page and no terminal
(`firmware/doctor/on_page.py`); the page puts its fields' names in.
"""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.responses import exclusive, json_response
from firmware.interfaces.web.child import run
from firmware.interfaces.web.context import Context, post, refusal
from firmware.words.worded import WordedText

WITHIN_S = 60.0
RUNNING = gettext("A check is already running. Wait a moment.")
NO_REPORT = gettext("The check gave no report. Run okanjo doctor in a terminal.")
_under_way = set[str]()


async def doctor(context: Context, request: Request) -> Response:
    """Run `okanjo doctor` as a process of its own, so that it disturbs no part of this one."""
    config, language = context.running.config, context.language(request).code
    with exclusive(_under_way, "doctor", WordedText(RUNNING)):
        _, out, _ = await run(config, request.receive, ["doctor", "--for-page", language], WITHIN_S)
    try:
        report = json.loads(out)
        return json_response({key: report[key] for key in ("fine", "verdict", "lines")})
    except (ValueError, LookupError, TypeError):
        raise refusal(503, NO_REPORT) from None


ENDPOINTS = (post("/setup/doctor", doctor),)
