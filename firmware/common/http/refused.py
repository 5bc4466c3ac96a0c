"""A request that is refused: its status, and why as a fact, which each site words itself."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.exceptions import HTTPException

from firmware.common.facts.requests import NotServed, NotServedCase

AGAIN = {"Retry-After": "3"}  # nothing is wrong with the request
BY_STATUS: Mapping[int, NotServedCase] = {404: "no-such-page", 405: "wrong-method"}


class RequestRefused(HTTPException):
    """`headers` are those of the answer, beside the usual ones."""

    def __init__(
        self, status: int, why: NotServed, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, headers=headers)
        self.why = why


def why_of(refused: HTTPException) -> NotServed | str:
    """Why, or the sentence that a page says itself. Starlette mostly gives a status alone."""
    if isinstance(refused, RequestRefused):
        return refused.why
    status, headers = refused.status_code, refused.headers or {}
    if status not in BY_STATUS or refused.detail != HTTPStatus(status).phrase:
        return refused.detail
    methods = {*headers.get("Allow", "").split(", ")} - {"HEAD", ""}
    return NotServed(BY_STATUS[status], tuple(sorted(methods)))
