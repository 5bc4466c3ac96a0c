"""The program of `okanjo board`: hall and site are put together, and run until a signal.

It imports what a device does not have installed, so it is imported late itself.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from socket import socket
from ssl import SSLContext
from typing import NamedTuple

from firmware.cli.errors import CommandFailed
from firmware.common.broker.connection import Options
from firmware.common.http.hosts import own_addresses
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.sockets import own
from firmware.common.system.exit_status import FAILED
from firmware.common.system.signals import signal_descriptor
from firmware.hall.hall import Hall
from firmware.hall.pages.context import HallContext
from firmware.hall.pages.sessions import Sessions
from firmware.hall.site import Site, serve_hall
from firmware.hall.store.store import Away, Store, Unusable

logger = logging.getLogger(__name__)


class SiteOptions(NamedTuple):
    """Where the pages are served: at which port, under which names, by HTTPS or not, and behind
    which proxies.
    """

    port: int
    names: Sequence[str]
    tls: SSLContext | None
    proxies: Sequence[str]


class Failure:
    """Called with why the hall cannot go on, it ends this program as a signal would."""

    why: Exception | None = None

    def __call__(self, why: Exception) -> None:
        self.why = self.why or why
        os.kill(os.getpid(), signal.SIGTERM)


def run(database: str, broker: Options, pages: SiteOptions, new_password: bool) -> int:
    """Show the hall of that broker until a signal. The database's own ID is added to the client ID
    that `broker` has. CommandFailed.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    failure = Failure()
    context = _context(database, failure, new_password)
    hall, sessions = context.hall, context.sessions
    if not (sockets := own(pages.port)):
        raise CommandFailed(f"Port {pages.port} is taken: name another with --port", FAILED)
    site = Site(context, f"{broker.host}:{broker.port}", pages.names)
    hall.changed, hall.say = site.feed.changed, site.feed.say
    which = "a new" if sessions.has_password else "the first"
    _tell(_addresses(pages, sockets), sessions.code, which)
    client_id = f"{broker.client_id}-{hall.store.session}"
    try:
        with suppress(KeyboardInterrupt):
            hall.start(broker._replace(client_id=client_id))
            with signal_descriptor(signal.SIGINT, signal.SIGTERM) as stop:
                serve_hall(site, sockets, stop, pages.tls, pages.proxies)
    finally:
        hall.stop()
    if failure.why:
        raise failure.why
    return 0


def _context(database: str, failure: Failure, new_password: bool) -> HallContext:
    """The hall as the database has it, and who is signed in."""
    try:
        hall, threads = Hall(Store(database), failure), RequestThreads()
        return HallContext(hall, Sessions(hall.store, threads, new_password), threads)
    except (Unusable, Away) as why:
        raise CommandFailed(str(why), FAILED) from None


def _addresses(pages: SiteOptions, sockets: Sequence[socket]) -> list[str]:
    """Where the pages can be opened; a certificate names hosts, so with one only at these names."""
    names = (pages.tls and pages.names) or own_addresses() or ["localhost"]
    scheme, port = "https" if pages.tls else "http", sockets[0].getsockname()[1]
    return [f"{scheme}://{name}:{port}" for name in names]


def _tell(addresses: list[str], code: str, which: str) -> None:
    """Say where the pages are, and how the organiser gets in."""
    logger.info(f"The hall is at {' or '.join(addresses)}")
    logger.info(f"Organiser: {addresses[0]}/organiser")
    if code:
        logger.info(f"To set {which} password there: code {code[:4]} {code[4:]}")
