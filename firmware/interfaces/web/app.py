"""The pages' routes as one Starlette application; what it refuses, it says in a sentence."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Mapping
from fnmatch import fnmatchcase
from functools import partial
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from engine.notation import printable
from firmware.common.http.assets import Asset
from firmware.common.http.connection import check_host, check_origin
from firmware.common.http.responses import (
    JSON,
    NO_STORE,
    SparseLog,
    as_sentence,
    connection_of,
    left,
)
from firmware.common.settings.errors import SettingsError
from firmware.interfaces.web.context import Context, Endpoint, session_of
from firmware.interfaces.web.pages.camera import routes as camera
from firmware.interfaces.web.pages.history import edit as history_edit
from firmware.interfaces.web.pages.history import routes as history
from firmware.interfaces.web.pages.labels import routes as labels
from firmware.interfaces.web.pages.photo import routes as photo
from firmware.interfaces.web.pages.scores import routes as table
from firmware.interfaces.web.pages.setup import backup as setup_backup
from firmware.interfaces.web.pages.setup import doctor as setup_doctor
from firmware.interfaces.web.pages.setup import routes as setup
from firmware.interfaces.web.pages.setup import stickers as setup_stickers
from firmware.records.backup.running import NotDone
from firmware.records.history.reader import Unreadable

UNLOGGED = (401, 404)  # a page asks for the PIN by itself, and browsers for icons
SENTENCES = {
    401: "Enter the PIN first. Press PAGE on the device to see it.",
    404: "This page does not exist. Start at /.",
    405: "Use {} here.",
    421: "Okanjo does not know this name. Use its address, or add the name to names under [web] in"
    " the settings.",
}
ENDPOINTS = (
    *table.ENDPOINTS,
    *camera.ENDPOINTS,
    *history.ENDPOINTS,
    *history_edit.ENDPOINTS,
    *labels.ENDPOINTS,
    *photo.ENDPOINTS,
    *setup.ENDPOINTS,
    *setup_stickers.ENDPOINTS,
    *setup_backup.ENDPOINTS,
    *setup_doctor.ENDPOINTS,
)


class Application:
    """The routes of all pages, with their checks; `names` are the names that are ours."""

    def __init__(self, context: Context, names: Callable[[], Collection[str]]) -> None:
        self._context, self._names = context, names
        self.log = SparseLog(context.page.clock)
        self.mistakes = SparseLog(context.page.clock)

    def build(self, files: Mapping[str, Asset]) -> Starlette:
        app = Starlette(
            routes=[
                Route(one.path, partial(self._answer, one), methods=[one.method])
                for one in (*_files(files), *ENDPOINTS)
            ],
            exception_handlers={
                HTTPException: self._refuse,
                **dict.fromkeys((Unreadable, NotDone, SettingsError), self._refuse),
                ClientDisconnect: left,
                Exception: self._mistake,
            },
        )
        app.router.redirect_slashes = False
        return app

    def log_refusal(self, status: int, sentence: str, who: str) -> None:
        if status not in UNLOGGED:
            sentence = " ".join(sentence.split())  # some have lines for the eye
            self.log(f"page: {status} {sentence} It was {who}")

    async def _answer(self, endpoint: Endpoint, request: Request) -> ASGIApp:
        headers = request.headers
        check_host(headers.get("host", ""), self._names())
        if request.method == "POST":
            check_origin(headers)
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if not fnmatchcase(kind, endpoint.kind):
                raise HTTPException(415, f"Send it as Content-Type: {endpoint.kind}.")
            if endpoint.pin:
                session_of(headers, self._context.page.pin)
        if int(headers.get("content-length", "0")) > endpoint.most:
            most = endpoint.most
            size = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most} bytes"
            raise HTTPException(413, f"Send {size} at most.")
        return await endpoint.answer(self._context, request)

    async def _refuse(self, request: Request, why: Exception) -> Response:
        """Refuse in a sentence; one that is not Starlette's own is told as it is."""
        match why:
            case HTTPException():
                error = why
            case NotDone():
                error = HTTPException(409, as_sentence(str(why)))
            case _:
                error = HTTPException(409 if isinstance(why, SettingsError) else 503, str(why))
        sentence, headers = error.detail, error.headers or {}
        if sentence == HTTPStatus(error.status_code).phrase:  # Starlette's own
            sentence = SENTENCES.get(error.status_code, sentence).format(headers.get("Allow"))
        asked = printable(f"{request.method} {request.url.path}")
        self.log_refusal(error.status_code, sentence, f"{connection_of(request).host}: {asked}")
        return _refusal(request, error.status_code, sentence, headers)

    async def _mistake(self, request: Request, mistake: Exception) -> Response:
        """Log an unexpected exception and answer 500; the server goes on."""
        where = f"{request.url.path}: {mistake!r}"
        self.mistakes(f"a bug in Okanjo, please report it: {where}", logging.ERROR)
        return _refusal(request, 500, "That failed because of a bug in Okanjo. See its log.", {})


def _files(files: Mapping[str, Asset]) -> list[Endpoint]:
    """Where the files are to be had. At / it is welcome.html until a first game has begun, unless
    the address asks for something.
    """

    async def home(context: Context, request: Request) -> Response:
        newest = context.page.feed.newest
        first = newest is not None and newest.never_played and not request.url.query
        return await files["/welcome" if first else "/"].answer(context, request)

    others = {path: file for path, file in files.items() if path not in ("/", "/welcome")}
    return [Endpoint("/", home), *(Endpoint(path, one.answer) for path, one in others.items())]


def _refusal(request: Request, status: int, sentence: str, more: Mapping[str, str]) -> Response:
    """A sentence: as text for people, as JSON for a page that has sent something."""
    headers = {**NO_STORE, **more}
    if request.method == "POST":
        return Response(json.dumps({"error": sentence}), status, headers, JSON)
    return PlainTextResponse(f"{sentence}\n", status, headers)
