"""New versions on /setup: look for one and download it, where the owner lets the device.

The service has no network. okanjo-newest@.service asks, and hands over what it gets; nothing of it
is believed here, either. From then on it is a release file like one that was sent (release.py).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import time
from collections.abc import AsyncIterator, Mapping
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware import VERSION
from firmware.common.http.responses import json_response
from firmware.common.releases.offer import (
    LOOK_WITHIN_S,
    MOST_JSON,
    PIECE_WITHIN_S,
    ReleaseOffer,
    Why,
    offer_of,
)
from firmware.common.system.ask_root import NotTaken, Root
from firmware.common.system.files import remove
from firmware.common.system.state_dir import read_text
from firmware.interfaces.web.context import Context, object_of, post, refusal
from firmware.interfaces.web.pages.setup import device
from firmware.interfaces.web.pages.setup.changelog import news_of
from firmware.interfaces.web.pages.setup.release import check_room, lay_down
from firmware.words.dates import day_at
from firmware.words.language import say
from firmware.words.worded import WordedError

SOCKET = "/run/okanjo/newest"  # as in okanjo-newest.socket
ANSWER_WITHIN_S = 2 * LOOK_WITHIN_S  # the file itself has to be found, too
LONGEST_LINE = 4 * MOST_JSON  # of what was read, with other escapes
PIECE = 1 << 16

THERE = gettext("Okanjo {version} is there.")
NEWEST = gettext("You have the newest version, Okanjo {version}.", version=VERSION)
WHYS: Mapping[Why, Message] = {
    "no-network": gettext(
        "{host} cannot be reached. Connect the device to a network with internet. Or download the"
        " release with your phone, then choose “Update”."
    ),
    "slow": gettext(
        "{host} did not answer in time. Try again later. Or download the release with your phone,"
        " then choose “Update”."
    ),
    "clock": gettext(
        "The clock of this device is wrong: it shows {date}. It sets itself a minute or two after"
        " it is in a network with internet. Then look again."
    ),
    "expired": gettext(
        "The certificate of {host} is no longer valid. If {date} is the right date, try again"
        " tomorrow. If not, wait until the clock of this device has set itself."
    ),
    "stranger": gettext(
        "Who answered could not prove to be {host}, so nothing was taken. Some networks ask for a"
        " login first: use another network. Or download the release with your phone, then choose"
        " “Update”."
    ),
    "portal": gettext(
        "A web page came instead of the file. Some networks ask for a login first: use another"
        " network. Or download the release with your phone, then choose “Update”."
    ),
    "missing": gettext("{host} does not have the file. Look at the releases page for where it is."),
    "status": gettext("{host} cannot answer now (error {status}). Try again later."),
    "odd": gettext(
        "{host} sent something that this Okanjo does not understand. Look at the releases page."
    ),
}
SWITCHED_OFF = gettext("Switch “Look for new versions” on first, and save.")
NOBODY = gettext(
    "Nobody has looked. In a terminal on the device: sudo systemctl enable --now"
    " okanjo-newest.socket"
)
NO_ANSWER = gettext("No answer came. Wait a minute, then try again.")
ANOTHER = gettext("There is another version by now. Look again.")
BROKEN_OFF = gettext("The download broke off, and nothing was changed. Try again.")
NOT_IT = gettext(
    "What was downloaded is not the file that was announced, so nothing was changed. Try again"
    " later."
)


class NotDownloaded(WordedError):
    """A download came to nothing."""


async def look(context: Context, request: Request) -> Response:
    """Answer whether there is a newer version, which, and what it brings."""
    device.root_asked()
    offer, _, line = await _asked(context, b"look")
    line.close()
    language = context.language(request)
    if not offer.is_newer(VERSION):
        return json_response({"text": say(NEWEST, language)})
    known = {*read_text(os.path.join(device.FOLDER, "CHANGELOG.md")).splitlines()} - {""}
    news = "\n".join(text for text in offer.news.splitlines() if text not in known)
    text = say(THERE._replace(values={"version": offer.version}), language)
    return json_response({"text": text, "version": offer.version, "news": news_of(news)})


async def fetch(context: Context, request: Request) -> Response:
    """Begin to download the `version` that was offered; then root is asked to update by it."""
    root = device.root_asked()
    wanted = (await object_of(request)).get("version")
    with device.one_change():
        offer, reader, line = await _asked(context, b"download")
        try:
            if offer.version != wanted:
                raise refusal(409, ANOTHER)
            check_room(root, offer.size)
        except BaseException:
            line.close()
            raise
        device.download.begin(offer, _come(context, root, offer, reader, line))
    return json_response({"asked": "update"})


async def _asked(
    context: Context, word: bytes
) -> tuple[ReleaseOffer, asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask by a word; return the offer, what comes after it, and the line, to be closed."""
    address = device.looked_at(context)
    if not address:
        raise refusal(409, SWITCHED_OFF)
    try:
        reader, line = await asyncio.open_unix_connection(SOCKET, limit=LONGEST_LINE)
    except OSError:
        raise refusal(503, NOBODY) from None
    try:
        line.write(word + b"\n")
        async with asyncio.timeout(ANSWER_WITHIN_S):
            first = await reader.readline()
        if offer := offer_of(first):
            return offer, reader, line
        raise refusal(503, _why_not(first, urlsplit(address).hostname or address))
    except (OSError, ValueError):  # ValueError: longer than any line
        line.close()
        raise refusal(503, NO_ANSWER) from None
    except BaseException:
        line.close()
        raise


def _why_not(line: bytes, host: str) -> Message:
    """Why there is no offer, as its line says."""
    try:
        fields = json.loads(line)
        message, status = WHYS[fields["why"]], int(fields["status"])
    except (ValueError, RecursionError, LookupError, TypeError):
        return NO_ANSWER
    date = day_at(time.time())
    return message._replace(values={"host": host, "date": date, "status": status})


async def _come(
    context: Context,
    root: Root,
    offer: ReleaseOffer,
    reader: asyncio.StreamReader,
    line: asyncio.StreamWriter,
) -> None:
    """Lay the release down as it comes, and have root update by it."""
    try:
        await lay_down(context, _pieces(offer, reader), root.release)
        await context.threads.call(root.ask, "update")
    except BaseException as why:
        remove(root.release)
        device.download.why = BROKEN_OFF
        if isinstance(why, NotDownloaded):
            device.download.why = why.message
        elif isinstance(why, NotTaken | OSError):
            device.download.why = device.why_not_done(root, why)
        else:
            raise
    finally:
        line.close()


async def _pieces(offer: ReleaseOffer, reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """What comes, to the last byte; NotDownloaded where that is not what was offered."""
    digest, download = hashlib.sha256(), device.download
    while download.got < offer.size:
        try:
            async with asyncio.timeout(2 * PIECE_WITHIN_S):
                piece = await reader.read(min(PIECE, offer.size - download.got))
        except OSError:
            piece = b""
        if not piece:
            raise NotDownloaded(BROKEN_OFF)
        digest.update(piece)
        download.got += len(piece)
        yield piece
    if digest.hexdigest() != offer.sha256:
        raise NotDownloaded(NOT_IT)


ENDPOINTS = (
    post("/setup/look", look),
    post("/setup/fetch", fetch),
)
