"""Pages that are the same bytes for everybody: made and packed once, however many phones ask."""

from __future__ import annotations

import gzip
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.language import keep_language
from firmware.common.http.responses import tagged

HTML = "text/html; charset=UTF-8"
LONG = 2000  # bytes; what is longer is packed


class PackedPage(NamedTuple):
    """As it is sent to everybody; `packed` is empty where it is short."""

    plain: bytes
    packed: bytes

    def answer(self, request: Request) -> Response:
        """The page, or that the browser has it already. No secret is on it, of which its length
        would tell when it is packed.
        """
        is_packed = self.packed and "gzip" in request.headers.get("accept-encoding", "")
        response = tagged(request, self.packed if is_packed else self.plain, HTML)
        response.headers.add_vary_header("Accept-Encoding")
        if is_packed and response.status_code == 200:
            response.headers["Content-Encoding"] = "gzip"
        keep_language(request, response)
        return response


def packed(plain: bytes) -> PackedPage:
    return PackedPage(plain, gzip.compress(plain, 4, mtime=0) if len(plain) > LONG else b"")
