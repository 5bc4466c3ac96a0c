"""The photo from over the table that waits for PHOTO: as it was taken, and what is seen in it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware.common.facts.photo import PhotoComing, PhotoRead, Proposal, TrayAsked
from firmware.common.http.responses import json_response, tagged
from firmware.interfaces.web.context import Context, get, refusal
from firmware.words import photos
from firmware.words.language import say

NONE = gettext("There is no photo now. Scan PHOTO to take one.")


async def picture(context: Context, request: Request) -> Response:
    """The photo itself, once it is taken."""
    return tagged(request, _photo(context, taken=True).picture, "image/jpeg")


async def seen(context: Context, request: Request) -> Response:
    """The labels in it, by code with their corners in its pixels, and what it would score."""
    photo = _photo(context)
    text = say(_sentence(photo), context.language(request))
    return json_response({"n": photo.number, "codes": list(photo.codes.items()), "text": text})


def _sentence(photo: Proposal) -> Message:
    match photo.sheet:
        case PhotoComing():
            return photos.READING if photo.sheet.is_taken else photos.TAKING
        case TrayAsked():
            return gettext("{sentence}.", sentence=photos.WHOSE_SENTENCE)
        case PhotoRead():
            return gettext("{sentence}.", sentence=photos.sentence(photo.sheet))


def _photo(context: Context, taken: bool = False) -> Proposal:
    photo = context.shown.photo
    if photo is None or (taken and not photo.picture):
        raise refusal(404, NONE)
    return photo


ENDPOINTS = (get("/photo/table.jpg", picture), get("/photo/table", seen))
