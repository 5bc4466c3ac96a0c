"""The pages put together: their routes, and how this device says what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

from firmware.common.http.application import Application, Endpoint, as_text
from firmware.common.http.assets import Asset
from firmware.common.http.language import KEPT_AS
from firmware.common.http.responses import JSON, NO_STORE, as_sentence
from firmware.common.settings.errors import SettingsError
from firmware.interfaces.web.context import Context, refusal, session_of
from firmware.interfaces.web.pages.camera import routes as camera
from firmware.interfaces.web.pages.desk import routes as desk
from firmware.interfaces.web.pages.history import edit as history_edit
from firmware.interfaces.web.pages.history import routes as history
from firmware.interfaces.web.pages.join import routes as join
from firmware.interfaces.web.pages.labels import routes as labels
from firmware.interfaces.web.pages.menu import routes as menu
from firmware.interfaces.web.pages.phone import routes as phone
from firmware.interfaces.web.pages.photo import routes as photo
from firmware.interfaces.web.pages.recap import routes as recap
from firmware.interfaces.web.pages.scores import routes as table
from firmware.interfaces.web.pages.setup import backup as setup_backup
from firmware.interfaces.web.pages.setup import device as setup_device
from firmware.interfaces.web.pages.setup import doctor as setup_doctor
from firmware.interfaces.web.pages.setup import installed as setup_installed
from firmware.interfaces.web.pages.setup import newest as setup_newest
from firmware.interfaces.web.pages.setup import release as setup_release
from firmware.interfaces.web.pages.setup import routes as setup
from firmware.interfaces.web.pages.setup import stick as setup_stick
from firmware.interfaces.web.pages.setup import stickers as setup_stickers
from firmware.interfaces.web.pages.story import routes as story
from firmware.interfaces.web.pages.wifi import routes as wifi
from firmware.interfaces.web.translated import TranslatedPage
from firmware.records.backup.running import NotDone
from firmware.records.backup.sticks import NotBrought
from firmware.records.history.reader import Unreadable
from firmware.words.worded import again_in, not_served

REFUSALS = {
    Unreadable: lambda why: refusal(503, why.message),
    NotDone: lambda why: refusal(409, why.message, as_sentence),
    NotBrought: lambda why: refusal(409, why.message),
    SettingsError: lambda why: refusal(409, why.message),
}
ENDPOINTS = (
    *table.ENDPOINTS,
    *desk.ENDPOINTS,
    *camera.ENDPOINTS,
    *history.ENDPOINTS,
    *history_edit.ENDPOINTS,
    *join.ENDPOINTS,
    *story.ENDPOINTS,
    *labels.ENDPOINTS,
    *menu.ENDPOINTS,
    *phone.ENDPOINTS,
    *photo.ENDPOINTS,
    *recap.ENDPOINTS,
    *setup.ENDPOINTS,
    *setup_stickers.ENDPOINTS,
    *setup_backup.ENDPOINTS,
    *setup_stick.ENDPOINTS,
    *setup_doctor.ENDPOINTS,
    *setup_device.ENDPOINTS,
    *setup_release.ENDPOINTS,
    *setup_newest.ENDPOINTS,
    *setup_installed.ENDPOINTS,
    *wifi.ENDPOINTS,
)


def application(
    context: Context, names: Callable[[], Collection[str]], files: Mapping[str, Asset]
) -> Application:
    """Build the application; browsers may call the device by `names` only."""

    def admit(request: Request) -> None:
        session_of(request.headers, context.page.pin)

    return Application(
        [
            *_files(context, files),
            *(
                endpoint._replace(answer=partial(endpoint.answer, context))
                for endpoint in ENDPOINTS
            ),
        ],
        names,
        partial(not_served, {}),
        admit=admit,
        refusals=REFUSALS,
        render=partial(_refused, context),
        clock=context.page.clock,
    )


def _files(context: Context, files: Mapping[str, Asset]) -> list[Endpoint]:
    """Return where the files are served. The address / is welcome.html until the first game begins,
    unless it has a query for more than a language; in the device's own Wi-Fi it leads to wifi.html.
    """

    answers = {
        path: TranslatedPage(file, context.language).answer if file.is_page else file.answer
        for path, file in files.items()
    }
    answers["/join"] = answers["/desk"]  # whose script makes less of it there
    scores, welcome = answers.pop("/"), answers.pop("/welcome")

    async def home(request: Request) -> ASGIApp:
        newest = context.page.feed.newest
        asks_for_more = not {*request.query_params} <= {KEPT_AS}
        if not asks_for_more and wifi.open_wifi_for(request):
            return RedirectResponse("/wifi", 303, NO_STORE)
        is_first = newest is not None and newest.never_played and not asks_for_more
        return await (welcome if is_first else scores)(request)

    return [Endpoint("/", home), *(Endpoint(path, answer) for path, answer in answers.items())]


def _refused(context: Context, request: Request, status: int, english: str) -> Response:
    """A sentence in the language of who has asked: as text for people, as JSON for a page that has
    sent something.
    """
    sentence = again_in(english, context.language(request))
    if request.method == "POST":
        return Response(json.dumps({"error": sentence}), status, media_type=JSON)
    return as_text(request, status, sentence)
