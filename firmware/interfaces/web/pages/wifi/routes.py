"""Where a phone in the device's own Wi-Fi chooses a network for the device.

Law: nothing is asked or told here but by a phone that is in there. It takes no PIN: the display
shows that Wi-Fi's password as it shows the PIN, to the same people.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.limits import SHORT_BODY
from firmware.common.http.responses import exclusive, json_response
from firmware.common.system.access_point import Failure, OpenWifi, access_point_of, ask, is_on_it
from firmware.common.system.ask_root import NotTaken
from firmware.interfaces.web.context import Context, get, object_of, refusal
from firmware.words.language import say
from firmware.words.worded import WordedText

NOT_THERE = gettext(
    "This page is for phones in the Wi-Fi that the device opens where it finds no network."
)
NO_SUCH = gettext("That network is not in the list. Load this page again.")
NO_PASSWORD = gettext("A Wi-Fi password has 8 to 63 letters, digits and signs.")
NOT_TAKEN = gettext("Nothing was done: the Wi-Fi of the device is just closing.")
UNDER_WAY = gettext("A phone has already chosen.")
WHY: Mapping[Failure, Message] = {
    "password": gettext("Not connected: the password was wrong."),
    "not-found": gettext("Not connected: that network was not found any more."),
    "failed": gettext("Not connected: the network did not let the device in."),
}
PASSWORD = re.compile(r"[ -~]{8,63}|[0-9a-fA-F]{64}")  # WPA's own rule (IEEE 802.11, annex J.4)
under_way = set[str]()


def open_wifi_for(request: Request) -> OpenWifi | None:
    """What a phone in the device's own Wi-Fi may know; None for all others."""
    is_there = request.client is not None and is_on_it(request.client.host)
    return access_point_of(os.environ) if is_there else None


async def networks(context: Context, request: Request) -> Response:
    """What was found before the access point opened, and why the network that was chosen last could
    not be connected to ("" where none was).
    """
    wifi = _open_wifi(request)
    why = say(WHY[wifi.why], context.language(request)) if wifi.why else ""
    found = [[network.name, network.secured] for network in wifi.networks]
    return json_response({"name": wifi.name, "networks": found, "why": why})


async def choose(context: Context, request: Request) -> Response:
    """Have the device connect to a `network` of these by its `password`; to "", go on without."""
    wifi, sent = _open_wifi(request), await object_of(request)
    network, password = sent.get("network"), sent.get("password", "")
    chosen = next((known for known in wifi.networks if known.name == network), None)
    if chosen is None and network != "":
        raise refusal(409, NO_SUCH)
    if chosen and chosen.secured:
        if not (isinstance(password, str) and PASSWORD.fullmatch(password)):
            raise refusal(409, NO_PASSWORD)
    else:
        password = ""
    with exclusive(under_way, "network", WordedText(UNDER_WAY)):
        try:
            name = chosen.name if chosen else ""
            await context.threads.call(ask, os.environ, name, password)
        except (NotTaken, OSError):
            raise refusal(503, NOT_TAKEN) from None
    return json_response({"chosen": name})


def _open_wifi(request: Request) -> OpenWifi:
    if wifi := open_wifi_for(request):
        return wifi
    raise refusal(403, NOT_THERE)


ENDPOINTS = (
    get("/wifi/networks", networks),
    Endpoint("/wifi/choose", choose, ("POST",), most=SHORT_BODY),
)
