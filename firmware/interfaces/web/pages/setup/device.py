"""The device itself on /setup: updated, put back to the version before, restarted, switched off.

This program may do nothing of it: root does, and tells how it goes (`common/system/ask_root.py`).
"""

from __future__ import annotations

import asyncio
import errno
import os
import sys
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware import VERSION
from firmware.common.facts.notices import Notice, NoticeCase
from firmware.common.http.responses import busy, exclusive, json_response
from firmware.common.releases.offer import ReleaseOffer, address_of
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
FETCHING = gettext("Fetching what the system lacks: a minute or two …")
STEPS: Mapping[str, Message] = {
    "archive": CHECKING,
    "signature": CHECKING,
    **dict.fromkeys(("packages", "voice"), FETCHING),
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
DOWNLOADING = gettext("Downloading Okanjo {version}: {percent} % …")
FOLDER = sys.prefix  # of the version at work, where there are versions


class Download:
    """A release that the device fetches by itself, at most one: `got` bytes of it are here. `why`
    the last one came to nothing, if it did.
    """

    def __init__(self) -> None:
        self.why: Message | None = None
        self.got = 0
        self._offer: ReleaseOffer | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_under_way(self) -> bool:
        return self._task is not None and not self._task.done()

    def begin(self, offer: ReleaseOffer, coming: Coroutine[None, None, None]) -> None:
        """Let it come; whoever has asked may go."""
        self._offer, self.got = offer, 0
        self._task = asyncio.get_running_loop().create_task(coming)

    def sentence(self) -> Message:
        offer = self._offer
        assert offer is not None  # noqa: S101 - one is under way
        percent = 100 * self.got // offer.size
        return DOWNLOADING._replace(values={"version": offer.version, "percent": percent})


under_way = set[str]()  # a page asks for one thing at a time
download = Download()


@contextmanager
def one_change() -> Iterator[None]:
    """Change the device; refused while it is being changed."""
    if download.is_under_way:
        raise busy(WordedText(BUSY))
    with exclusive(under_way, "wish", WordedText(BUSY)):
        download.why = None
        yield


async def about(context: Context, request: Request) -> Response:
    """Answer which version runs, which one was before, and whether anything can be asked."""
    now, before = _called(*versions(FOLDER))
    can = root_of(os.environ).is_there
    looks = can and bool(looked_at(context))
    return json_response({"version": now, "before": before, "can": can, "looks": looks})


async def ask(context: Context, request: Request) -> Response:
    """Have root do something; answer once it has begun."""
    wish = (await object_of(request)).get("wish")
    if not (isinstance(wish, str) and wish in WISHES and wish not in WITH_MORE):
        raise HTTPException(400, 'Send {"wish": "restart"}.')
    root = root_asked()
    notice = NOTICES.get(wish)
    with one_change():
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
    """Answer how the last thing goes that was asked for: `wish` is "" when nothing was. No `news`:
    what the page knows of it stays.
    """
    now, language = root_asked().progress(), context.language(request)
    if download.is_under_way or download.why:
        text = say(download.why or download.sentence(), language)
        ended = not download.is_under_way
        return json_response({"wish": "update", "ended": ended, "well": False, "text": text})
    text = say(_sentence(now), language)
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


def looked_at(context: Context) -> str:
    """Where this device may look for new versions; "" where it may not, or releases are nowhere."""
    return address_of(FOLDER) if context.running.settings.updates.look else ""


def not_done(root: Root, why: NotTaken | OSError) -> HTTPException:
    """Why root has not begun."""
    return refusal(503, why_not_done(root, why))


def why_not_done(root: Root, why: NotTaken | OSError) -> Message:
    if isinstance(why, OSError):
        if why.errno in (errno.ENOSPC, errno.EDQUOT):
            return FAILURES["full"]
        return gettext("Nothing was changed: {why}.", why=why.strerror or str(why))
    now = root.progress()
    return BUSY if now.wish and not now.ended else NOT_TAKEN


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
