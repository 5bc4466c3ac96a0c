"""The hall's site put together: its pages, how it says what it refuses, and its server."""

from __future__ import annotations

import os
import resource
from collections.abc import Collection, Sequence
from functools import partial
from socket import socket
from ssl import SSLContext

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.application import Application, Endpoint, as_text
from firmware.common.http.assets import assets, version_of
from firmware.common.http.hosts import own_names
from firmware.common.http.limits import Limits
from firmware.common.http.responses import HEADERS
from firmware.common.http.serve import serve
from firmware.common.http.sockets import limit
from firmware.hall.feed import HallFeed
from firmware.hall.pages import endpoints
from firmware.hall.pages.context import HallContext
from firmware.hall.pages.refusals import heading, refusal
from firmware.hall.pages.tables.routes import endpoints as of_tables
from firmware.hall.store.store import Away
from firmware.words.worded import Sentences, again_in, not_served

FOLDER = os.path.dirname(__file__)
LIMITS = Limits(connections=3000, listeners=2500)  # for hundreds of phones, behind one address
POLICY = "Content-Security-Policy"
# As a device's pages, but for forms, and that a form says which page it is from.
OWN_HEADERS = {
    **HEADERS,
    POLICY: HEADERS[POLICY].replace("form-action 'none'", "form-action 'self'"),
    "Referrer-Policy": "same-origin",
}
OWN: Sentences = {
    "unknown-name": gettext(
        "The board does not know this name. Use its address, or start it with --name NAME."
    )
}
AWAY = gettext("The database does not answer. Try again in a moment.")


class Site:
    """What is served. `broker` is the address that the hall hears, `names` are more names that the
    hall may be called by.
    """

    def __init__(self, context: HallContext, broker: str, names: Collection[str] = ()) -> None:
        self.context, self.names, self.files = context, names, assets(FOLDER)
        self.feed = HallFeed(context.hall, broker, version_of(self.files.values()))


def application(site: Site, limits: Limits) -> Application:
    """All pages of the hall."""
    context = site.context

    def render(request: Request, status: int, sentence: str) -> Response:
        """A page for browsers; a line for others, and of a bug, which the page itself may have."""
        words = again_in(sentence, context.language(request))
        if status == 500 or "text/html" not in request.headers.get("accept", ""):
            return as_text(request, status, words)
        above = heading(status)
        return context.render(request, "refused.jinja", status, heading=above, sentence=words)

    return Application(
        [
            *(Endpoint(path, asset.answer) for path, asset in site.files.items()),
            *of_tables(context, site.feed, limits),
            *endpoints(context),
        ],
        partial(own_names, site.names),
        partial(not_served, OWN),
        admit=context.admit,
        refusals={Away: lambda why: refusal(503, AWAY)},
        render=render,
    )


def serve_hall(
    site: Site,
    listening: Sequence[socket],
    stop: int,
    tls: SSLContext | None = None,
    proxies: Sequence[str] = (),
    limits: Limits = LIMITS,
) -> None:
    """Serve the hall's pages in this thread until `stop` can be read. The other arguments are those
    of `serve`.
    """
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = max(files, min(hard, limits.connections + 200))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    for listener in listening:
        limit(listener, limits.unread_s)
    app, threads = application(site, limits), site.context.threads
    serve(app, listening, stop, limits, threads, OWN_HEADERS, dated=True, tls=tls, proxies=proxies)
