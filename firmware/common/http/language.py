"""The language that a browser wants: by ?lang= in an address, kept by the browser from then on."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

KEPT_AS = "lang"
LONGEST = 12  # characters of a code; a longer one would only be sent along with every request


def wanted_language(request: Request) -> str:
    """The code of a language, which may be of none that there is; "" where nothing is wanted."""
    code = request.query_params.get(KEPT_AS) or request.cookies.get(KEPT_AS, "")
    return code if len(code) <= LONGEST else ""


def keep_language(request: Request, response: Response) -> None:
    """Have the browser ask for it again with each request, until it is closed."""
    response.headers.add_vary_header("Cookie")
    if KEPT_AS in request.query_params and (code := wanted_language(request)):
        response.set_cookie(KEPT_AS, code, httponly=True, samesite="strict")
