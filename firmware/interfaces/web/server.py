"""The device's site: what its pages work with, built when the first visitor comes.

Law: the table's thread never waits for anything here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from functools import partial
from socket import socket

from firmware.common.http.assets import assets, version_of
from firmware.common.http.events import Listeners
from firmware.common.http.limits import Limits
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.responses import HEADERS
from firmware.common.http.serve import serve
from firmware.core.photo.client import Reader
from firmware.core.photo.keep import folder_of
from firmware.interfaces.web.app import application
from firmware.interfaces.web.child import Drawings
from firmware.interfaces.web.context import Context
from firmware.interfaces.web.feed import Builders
from firmware.interfaces.web.page import Page
from firmware.interfaces.web.pages.desk.state import DeskState
from firmware.interfaces.web.pages.scores.state import state
from firmware.interfaces.web.photos import Photos
from firmware.interfaces.web.reviews import Reviews
from firmware.records.history.async_reader import History

FOLDER = os.path.dirname(__file__)


def builders_of(page: Page) -> Builders:
    """How what is shown becomes what pages are sent."""
    settings = page.running.settings
    desk = DeskState(settings)
    return Builders(partial(state, voice_as=settings.voice), desk.of, desk.tray)


def serve_pages(
    page: Page,
    names: Callable[[], Collection[str]],
    limits: Limits,
    listening: Sequence[socket],
    stop: int,
) -> None:
    """Serve in this thread until `stop` can be read."""
    files = assets(FOLDER)
    page.feed.build_with((page.builders or builders_of)(page), version_of(files.values()))
    listeners, threads = Listeners(page.feed, limits), RequestThreads()
    history = History(page.running.folder, threads)
    photos = Photos(Reader(folder_of(page.running.settings)), threads)
    context = Context(page, listeners, history, Drawings(), photos, threads, Reviews())
    app = application(context, names, files)
    serve(app, listening, stop, limits, threads, HEADERS, at_end=photos.close)
