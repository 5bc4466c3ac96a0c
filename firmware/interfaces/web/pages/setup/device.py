"""The device itself on /setup: updated, put back to the version before, restarted, switched off.

This program may do nothing of it: root does, and tells how it goes (`common/system/ask_root.py`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware import VERSION
from firmware.common.facts.notices import Notice, NoticeCase
from firmware.common.http.responses import exclusive, json_response
from firmware.common.system.ask_root import (
    WISHES,
    NotTaken,
    Progress,
    Root,
    root_of,
    versions,
)
from firmware.interfaces.web.context import Context, object_of, post, refusal
from firmware.interfaces.web.pages.setup.changelog import news_of
from firmware.words.language import say
from firmware.words.worded import WordedText

BUSY = gettext("The device is already being changed. Wait until that has ended.")
NO_SERVICE = gettext("This Okanjo was started by hand, so it cannot do that. Use the terminal.")
NOT_TAKEN = gettext(
    "Nothing was done: nobody took the request. In a terminal on the device: sudo systemctl enable"
    " --now okanjo-request.path"
)
WITH_MORE = "update", "stick"  # which have a request of their own
NOTICES: Mapping[str, NoticeCase] = {"restart": "restarting", "switch-off": "switching-off"}

# What is going on, by the step that the scripts are at.
UNDER_WAY = gettext("Working …")
CHECKING = gettext("Checking the file …")
SETTING_UP = gettext("Setting up …")
STEPS: Mapping[str, Message] = {
    "archive": CHECKING,
    "signature": CHECKING,
    "packages": gettext("Fetching what the system lacks: a minute or two …"),
    "version": gettext("Unpacking: a minute or two, on a small Pi up to five …"),
    **dict.fromkeys(("settings", "I2C, SPI", "units", "users"), SETTING_UP),
    "waiting": gettext("Another installation is running. This waits for its end …"),
    "service": gettext("Changing to the other version. The game goes on in a moment …"),
}
# Why it failed, by the code that the scripts give.
FAILED = gettext("That failed: {line}.")
FAILURES: Mapping[str, Message] = {
    "no-release": gettext("This file is no release of Okanjo. Choose okanjo-….tar.gz."),
    "too-large": gettext("This file is no release of Okanjo: it is too large."),
    "links": gettext("This file is no release of Okanjo: it has links or odd names in it."),
    "damaged": gettext("This file is damaged. Download it again from the releases page."),
    "unsigned": gettext("This file is not signed. Download it again from the releases page."),
    "forged": gettext(
        "This file is not signed by who signed the Okanjo that runs here. Download it again from"
        " the releases page. If a new key is announced there, update in a terminal."
    ),
    "older": gettext(
        "This release is older than the Okanjo that runs here. To return to the version before,"
        " choose “Go back”."
    ),
    "no-key": gettext(
        "The Okanjo that runs here was made from the sources, and trusts nobody's releases. Update"
        " it in a terminal."
    ),
    "no-ssh-keygen": gettext(
        "The signature cannot be checked. In a terminal on the device: sudo apt install"
        " openssh-client"
    ),
    "full": gettext("The disk is full. Use a larger card, or free some space."),
    "busy": gettext("Another update is running. Wait for its end, then choose the file again."),
    "no-earlier": gettext("There is no earlier version on this device."),
    "not-ready": gettext(
        "The other version did not become ready, so Okanjo went back to this one by itself."
    ),
}
WELL = gettext("Okanjo {version} is running.")
FOLDER = sys.prefix  # of the version at work, where there are versions
under_way = set[str]()  # a page asks for one thing at a time


async def about(context: Context, request: Request) -> Response:
    """Answer which version runs, which one was before, and whether anything can be asked."""
    now, before = _called(*versions(FOLDER))
    content = {"version": now, "before": before, "can": root_of(os.environ).is_there}
    return json_response(content)


async def ask(context: Context, request: Request) -> Response:
    """Have root do something; answer once it has begun."""
    wish = (await object_of(request)).get("wish")
    if not (isinstance(wish, str) and wish in WISHES and wish not in WITH_MORE):
        raise HTTPException(400, 'Send {"wish": "restart"}.')
    root = root_asked()
    notice = NOTICES.get(wish)
    with exclusive(under_way, "wish", WordedText(BUSY)):
        if notice:  # before it, as the machine may be gone a moment later
            context.page.put(Notice(notice))
        try:
            await context.threads.call(root.ask, wish)
        except (NotTaken, OSError) as why:
            if notice:
                context.page.put(Notice("stays-on"))
            raise not_done(root, why) from None
    return json_response({"asked": wish})


async def progress(context: Context, request: Request) -> Response:
    """Answer how the last thing goes that was asked for: `wish` is "" when nothing was."""
    now = root_asked().progress()
    text = say(_sentence(now), context.language(request))
    has_news = now.wish == "update" and (now.well or not now.ended)
    news = news_of(root_asked().news()) if has_news else []
    content = {"wish": now.wish, "ended": now.ended, "well": now.well, "text": text, "news": news}
    return json_response(content)


def root_asked() -> Root:
    """Whom to ask; refused by a program that is no service."""
    root = root_of(os.environ)
    if not root.is_there:
        raise refusal(409, NO_SERVICE)
    return root


def not_done(root: Root, why: NotTaken | OSError) -> HTTPException:
    """Why root has not begun."""
    if isinstance(why, OSError):
        words = why.strerror or str(why)
        return refusal(503, gettext("Nothing was changed: {why}.", why=words))
    now = root.progress()
    return refusal(503, BUSY if now.wish and not now.ended else NOT_TAKEN)


def _sentence(now: Progress) -> Message:
    if not now.ended:
        return STEPS.get(now.step, UNDER_WAY)
    if now.well:
        return WELL._replace(values={"version": _called(*versions(FOLDER))[0]})
    message = FAILURES.get(now.why, FAILED)
    return message._replace(values={"line": f"{now.step} {now.line}".strip(" .")})


def _called(now: str, before: str) -> tuple[str, str]:
    """Versions by their numbers, where these differ; else with what they are made of, too."""
    numbers = now.partition("-")[0], before.partition("-")[0]
    return (
        (now, before)
        if numbers[0] == numbers[1] and before
        else (numbers[0] or VERSION, numbers[1])
    )


ENDPOINTS = (
    post("/setup/about", about),
    post("/setup/ask", ask),
    post("/setup/progress", progress),
)
