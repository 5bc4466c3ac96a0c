"""Ask the releases' address for what is newest, for the page: run by okanjo-newest@.service, the
only one of Okanjo's units that asks anything of the internet.

A word comes in by standard input, "look" or "download". A line of JSON goes out: the offer
(offer.py), or {"why": a code, "status": of HTTP}. After what is to be downloaded is offered, its
bytes follow.
Law: nothing goes out but that somebody asks. What comes in is not believed.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin
from urllib.request import (
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)

from firmware.common.releases.offer import (
    LOOK_WITHIN_S,
    MOST_JSON,
    PIECE_WITHIN_S,
    ReleaseOffer,
    Why,
    json_of,
    offer_of,
)

WORDS = {b"look", b"download"}
LONGEST_WORD = 16
ANSWER_WITHIN_S = 20  # of anybody: a name's server, a connection, the next bytes
PIECE = 1 << 16
MOST_REDIRECTS = 2  # GitHub's "latest" leads to a release, and that to where its files are
NOT_YET_VALID, EXPIRED = 9, 10  # of certificates, as OpenSSL numbers them


class NotFetched(Exception):
    """There is no answer that is of any use: why, and the status that a server gave."""

    def __init__(self, why: Why, status: int = 0) -> None:
        super().__init__(why)
        self.why, self.status = why, status


class Redirects(HTTPRedirectHandler):
    """A few, and none but to HTTPS."""

    max_redirections = max_repeats = MOST_REDIRECTS

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        if not newurl.startswith("https://"):
            raise NotFetched("portal")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def main(address: str) -> None:
    """Do as the word says that comes in, for whom it comes from."""
    word = os.read(0, LONGEST_WORD).strip()
    if word not in WORDS:
        return
    signal.signal(signal.SIGALRM, _too_slow)
    with suppress(BrokenPipeError, ConnectionResetError):  # who asked has gone
        try:
            answer(address, word == b"download")
        except NotFetched as why:
            _say(json.dumps({"why": why.why, "status": why.status}).encode() + b"\n")


def answer(address: str, downloads: bool) -> None:
    """Say what is newest there, and bring it. Raises NotFetched before anything is said."""
    opener = _opener()
    offer = latest(opener, address)
    if not downloads:
        return _say(json_of(offer))
    with _opened(opener, urljoin(address, offer.file)) as release:
        _say(json_of(offer))
        left = offer.size
        while left and (piece := _piece(release, min(PIECE, left))):
            _say(piece)
            left -= len(piece)
    return None


def latest(opener: OpenerDirector, address: str) -> ReleaseOffer:
    """Read latest.json."""
    with _within(LOOK_WITHIN_S), _opened(opener, address) as file:
        try:
            content = file.read(MOST_JSON + 1)
        except (OSError, http.client.HTTPException) as why:
            raise NotFetched(_why(why)) from why
    offer = offer_of(content) if len(content) <= MOST_JSON else None
    if offer is None:
        raise NotFetched("portal" if content.lstrip()[:1] == b"<" else "odd")
    return offer


def _opener() -> OpenerDirector:
    """What asks: of others by HTTPS alone, and only those whose certificates are right."""
    opener = build_opener(HTTPSHandler(context=ssl.create_default_context()), Redirects())
    opener.addheaders = [("User-Agent", "Okanjo")]
    return opener


def _opened(opener: OpenerDirector, address: str) -> http.client.HTTPResponse:
    try:
        response: http.client.HTTPResponse = opener.open(address, timeout=ANSWER_WITHIN_S)
    except HTTPError as why:
        with why:
            if why.code in (404, 410):
                raise NotFetched("missing") from None
            if why.code < 400:  # led about
                raise NotFetched("portal") from None
            raise NotFetched("status", why.code) from None
    except (URLError, OSError, http.client.HTTPException, ValueError) as why:
        reason = getattr(why, "reason", why)
        _log(reason)
        raise NotFetched(_why(reason)) from why
    return response


def _piece(release: http.client.HTTPResponse, most: int) -> bytes:
    """What comes next; nothing when the connection has broken off."""
    try:
        with _within(PIECE_WITHIN_S):
            return release.read(most)
    except (OSError, http.client.HTTPException, NotFetched) as why:
        _log(why)
        return b""


def _why(reason: object) -> Why:
    if isinstance(reason, ssl.SSLCertVerificationError):
        codes: dict[int, Why] = {NOT_YET_VALID: "clock", EXPIRED: "expired"}
        return codes.get(reason.verify_code, "stranger")
    if isinstance(reason, TimeoutError):
        return "slow"
    if isinstance(reason, ssl.SSLError):
        return "stranger"  # it does not even speak HTTPS
    return "odd" if isinstance(reason, http.client.HTTPException | ValueError) else "no-network"


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """A server that sends a byte now and then is slow, too."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_slow(*_: object) -> NoReturn:
    raise NotFetched("slow")


def _say(content: bytes) -> None:
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _log(why: object) -> None:
    """For who looks for it with journalctl; the page has its own words."""
    print(f"<4>{why!r}", file=sys.stderr)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="ascii") as file:
        main(file.read().strip())
