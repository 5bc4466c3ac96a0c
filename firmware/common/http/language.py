"""The language of who asks: chosen on a page and kept by the browser, else those that the browser
prefers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from starlette.requests import Request
from starlette.responses import Response

KEPT_AS = "lang"
KEPT_S = 365 * 24 * 3600
CODE = re.compile("[A-Za-z0-9-]{1,12}")  # anything else would only be sent along with each request
MOST_PREFERRED = 20  # of a browser's languages


def wanted_language(request: Request, there: Collection[str]) -> str:
    """The code of the language that was chosen, which may be of none that there is; else of the
    first that the browser prefers among those that are `there`; "" where it wants none of them.
    """
    code = request.query_params.get(KEPT_AS) or request.cookies.get(KEPT_AS, "")
    if CODE.fullmatch(code):
        return code
    return preferred(request.headers.get("accept-language", ""), there)


def preferred(header: str, there: Collection[str]) -> str:
    """The best of the languages that are there, by an Accept-Language; "" for none of them.
    "de-CH" takes "de", "pt-PT" takes "pt-BR".

    Source: RFC 9110, 12.5.4; RFC 4647, 3.4 (lookup).
    """
    by_code = {code.lower(): code for code in there}
    by_code |= {code.lower().partition("-")[0]: code for code in there}
    for wanted in _in_order(header):
        if code := by_code.get(wanted) or by_code.get(wanted.partition("-")[0]):
            return code
    return ""


def _in_order(header: str) -> Iterator[str]:
    """A browser's languages in small letters, what it likes best first, without those refused."""
    weighed = []
    for part in header.lower().replace(" ", "").split(",")[:MOST_PREFERRED]:
        code, _, weight = part.partition(";q=")
        try:
            weighed.append((float(weight or 1), code))
        except ValueError:  # no weight at all
            continue
    ordered = sorted(weighed, key=lambda pair: -pair[0])
    return (code for weight, code in ordered if weight > 0)


def keep_language(request: Request, response: Response) -> None:
    """Have the browser ask for the chosen language again with each request."""
    response.headers.add_vary_header("Cookie")
    response.headers.add_vary_header("Accept-Language")
    code = request.query_params.get(KEPT_AS, "")
    if CODE.fullmatch(code):
        response.set_cookie(KEPT_AS, code, max_age=KEPT_S, httponly=True, samesite="lax")
