"""The photo from over the table that waits for PHOTO: as it was taken, and what is seen in it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.facts.photo import Proposal
from firmware.common.http.responses import json_response, tagged
from firmware.core.view.sheets import photo_read
from firmware.interfaces.web.context import Context, get, refusal
from firmware.words import photos
from firmware.words.language import language_of, say

NONE = gettext("There is no photo now. Scan PHOTO to take one.")


async def picture(context: Context, request: Request) -> Response:
    """The photo itself, once it is taken."""
    return tagged(request, _photo(context, taken=True).picture, "image/jpeg")


async def seen(context: Context, request: Request) -> Response:
    """The labels in it, by code with their corners in its pixels, and what it would score."""
    photo = _photo(context)
    message = photos.READING if photo.picture else photos.TAKING
    if photo.plan:
        words = (
            photos.sentence(photo_read(photo.plan)) if photo.plan.codes else photos.WHOSE_SENTENCE
        )
        message = gettext("{sentence}.", sentence=words)
    text = say(message, language_of(context.shown.device.language))
    return json_response({"n": photo.number, "codes": list(photo.codes.items()), "text": text})


def _photo(context: Context, taken: bool = False) -> Proposal:
    photo = context.shown.photo
    if photo is None or (taken and not photo.picture):
        raise refusal(404, NONE)
    return photo


ENDPOINTS = (get("/photo/table.jpg", picture), get("/photo/table", seen))
