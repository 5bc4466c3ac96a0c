"""Why a site does not answer a request, where that is no matter of a page's own."""

from __future__ import annotations

from typing import Literal, NamedTuple

NotServedCase = Literal[
    # what is wrong with it
    "not-http", "unknown-name", "no-such-page", "wrong-method", "other-site", "wrong-type",
    "nothing-expected", "too-long", "too-slow", "not-signed-in",
    # what is wrong with us
    "too-many-requests", "too-many-pages", "bug",
]  # fmt: skip


class NotServed(NamedTuple):
    """`allowed` are the methods or types that would do, `most` is how many bytes; `origin` is whose
    pages may send it.
    """

    case: NotServedCase
    allowed: tuple[str, ...] = ()
    most: int = 0
    origin: str = ""
