"""Doctor's report on /setup, in words for who has the page and no terminal.

The page itself puts the names of its fields for those of settings: it knows them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware.common.http.responses import exclusive, json_response
from firmware.interfaces.web.child import run
from firmware.interfaces.web.context import Context, post, refusal
from firmware.words.language import say
from firmware.words.worded import WordedText

WITHIN_S = 60.0
INSTALL = "run Okanjo's installer again (docs/install.md)"
# What names a command or a key of the settings' file, and what is said instead.
INSTEAD = (
    (r".*raspi-config.*", f"{INSTALL}, then restart the Pi"),
    (r".*\bapt install (ffmpeg|rpicam-apps-lite)", r"install \1 (docs/photo.md)"),
    (r".*\b(apt|pip) install\b.*", INSTALL),
    (r".*\bsudo (systemctl \w+ mosquitto|tee|install)\b.*|in a terminal: .*", "see docs/mqtt.md"),
    (r".*\b(chown|usermod|sudo okanjo doctor|join the group)\b.*", INSTALL),
    (r".*\b(modprobe|reboot)\b.*", "restart the Pi"),
    (r".*\bdtparam=.*", "faster: set its bus to 400 kHz (docs/wiring.md)"),
    (r"(restart the service: )?sudo systemctl restart okanjo( may help)?", "restart the device"),
    (r"i2cdetect[^:;]*: set", "try another"),
    (r'usb = "[^"]*" and badge in \[\[scanner\]\]', "see docs/labels.md"),
    (r"baud in \[\[scanner\]\]", "its settings (docs/labels.md)"),
    (r"\w+ in \[\[scanner\]\]", "the scanner's settings (docs/labels.md)"),
    (r".*\bjournalctl -u okanjo-(photo|mqtt)\b.*", "restart the device"),
    (r": okanjo mqtt --password", ""),
    (r": (lsusb|ls /dev|df -h)\b.*", ""),
)
RUNNING = gettext("A check is already running. Wait a moment.")
NO_REPORT = gettext("The check gave no report. Run okanjo doctor in a terminal.")
CONNECTED = gettext("Everything is connected.")
ATTENTION = gettext("Something needs attention. Scoring continues.")
NO_SCANNER = gettext("Ready. No scanner yet: plug one in, or score at the desk.")
_under_way = set[str]()


async def doctor(context: Context, request: Request) -> Response:
    """Run `okanjo doctor` as a process of its own, so that it disturbs no part of this one."""
    config = context.running.config
    with exclusive(_under_way, "doctor", WordedText(RUNNING)):
        _, out, _ = await run(config, request.receive, ["doctor", "--json"], WITHIN_S)
    try:
        report = json.loads(out)
        lines = [{**line, "do": without_commands(line["do"])} for line in report["lines"]]
        told = say(_verdict(report), context.language(request))
        return json_response({"fine": report["fine"], "lines": lines, "told": told})
    except (ValueError, LookupError, TypeError):
        raise refusal(503, NO_REPORT) from None


def _verdict(report: Mapping[str, Any]) -> Message:
    """The whole of it in a sentence."""
    if not report["fine"]:
        return ATTENTION
    reads = any(line["part"] == "scanner" and line["state"] == "ok" for line in report["lines"])
    return CONNECTED if reads else NO_SCANNER


def without_commands(do: str) -> str:
    """What to do, without what only a terminal takes."""
    for command, words in INSTEAD:
        do = re.sub(command, words, do)
    return do


ENDPOINTS = (post("/setup/doctor", doctor),)
