"""The bytes of a request's head in, what it asks for out, or why it is turned away. Pure.

Law: what is not plainly right is turned away with a sentence; nothing is mended or guessed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

HEAD_BYTES = 8192
LINE_BYTES = 2048
MOST_HEADERS = 64
METHODS = ("GET", "HEAD", "POST")
ONCE = ("host", "content-length", "content-type", "origin", "authorization", "transfer-encoding")
REASONS = {
    200: "OK",
    302: "Found",
    304: "Not Modified",
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout",
    409: "Conflict",
    413: "Content Too Large",
    414: "URI Too Long",
    415: "Unsupported Media Type",
    421: "Misdirected Request",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    501: "Not Implemented",
    503: "Service Unavailable",
    504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
}

_WRONG = re.compile(rb"[^\t\r\n\x20-\x7e]|(?<!\r)\n|\r(?=[^\n])")
_VERSION = re.compile(r"HTTP/[0-9]\.[0-9]")
_NAME = re.compile(r"[0-9A-Za-z!#$%&'*+.^_`|~-]+")
_QUERY = re.compile(r"(?:[0-9A-Za-z._~!$'()*,;:@/?&=+-]|%[0-9A-Fa-f]{2})*")
_TOKEN = re.compile(r"Bearer ([0-9a-f]{32})")


class TurnedAway(Exception):
    """No answer but a status, and a sentence that says what to do."""

    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(status, sentence)
        self.status, self.sentence = status, sentence
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class Head(NamedTuple):
    """A request that is well-formed; header names are in small letters."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    length: int  # bytes of the body

    @property
    def url(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path


def end_of_head(received: bytearray, looked_at: int = 0) -> int:
    """Where the body begins; -1 while the head may still become one. `looked_at` bytes of it were
    here before, and were right.
    """
    end = received.find(b"\r\n\r\n", max(0, looked_at - 3)) + 4
    whole = end >= 4
    if (end if whole else len(received)) > HEAD_BYTES:
        raise TurnedAway(431, "The request's head is too long; open the page's plain address.")
    wrong = _WRONG.search(received, max(0, looked_at - 1), end if whole else len(received))
    if wrong is not None:
        raise TurnedAway(400, "This is no HTTP/1.1 request; open the page with http://.")
    return end if whole else -1


def head_of(raw: bytes) -> Head:
    """What a head with its two line ends asks for."""
    first, *rest = raw[:-4].decode("ascii").split("\r\n")
    method, target = _request_line(first)
    path, mark, query = target.partition("?")
    if "%" in path:
        raise TurnedAway(404, "There is no such page; begin at /.")
    if mark and not query:
        raise TurnedAway(400, "Leave out the lone question mark.")
    headers = _headers(rest)
    length = _length(headers)
    if length and method != "POST":
        raise TurnedAway(400, "Only POST brings something along.")
    return Head(method, path, query, headers, length)


def _request_line(line: str) -> tuple[str, str]:
    if len(line) > LINE_BYTES:
        raise TurnedAway(414, "The address is too long; begin at /.")
    words = line.split(" ")
    if len(words) != 3 or not _VERSION.fullmatch(words[2]) or "\t" in line:
        raise TurnedAway(400, "This is no HTTP/1.1 request; open the page with http://.")
    method, target, version = words
    if version not in ("HTTP/1.0", "HTTP/1.1"):
        raise TurnedAway(505, "Ask by HTTP/1.1.")
    if method not in METHODS:
        raise TurnedAway(405, "Ask by GET, HEAD or POST.", Allow=", ".join(METHODS))
    if not target.startswith("/"):
        raise TurnedAway(400, "Ask for a path: it begins with a slash.")
    return method, target


def _headers(lines: list[str]) -> Mapping[str, str]:
    if len(lines) > MOST_HEADERS:
        raise TurnedAway(431, f"More than {MOST_HEADERS} headers; send fewer.")
    headers: dict[str, str] = {}
    for line in lines:
        if len(line) > LINE_BYTES:
            raise TurnedAway(431, f"A header is longer than {LINE_BYTES} bytes; shorten it.")
        name, colon, value = line.partition(":")
        if not colon or not _NAME.fullmatch(name):  # one that goes on in a next line, too
            raise TurnedAway(400, "A header is not written as one line, name and colon.")
        name, value = name.lower(), value.strip(" \t")
        if name in headers and name in ONCE:
            raise TurnedAway(400, f"The header {name} is there twice; send it once.")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _length(headers: Mapping[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise TurnedAway(501, "Send the length as Content-Length, and no Transfer-Encoding.")
    length = headers.get("content-length", "0")
    if not length.isdigit() or len(length) > 10:
        raise TurnedAway(400, "Content-Length is no number of bytes.")
    return int(length)


def check_write(head: Head, kind: str) -> None:
    """Whatever changes something must come from our own page, and be of the kind it sends: a page
    from elsewhere can send neither without having asked, and nobody gives it leave.
    """
    ours = f"http://{head.headers['host']}".lower()
    if head.headers.get("origin", "").lower() != ours:
        raise TurnedAway(403, f"This can only be done from the page itself (Origin: {ours}).")
    if head.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise TurnedAway(403, "This can only be done from the page itself.")
    if head.headers.get("content-type", "").lower().replace(" ", "") not in (
        kind,
        f"{kind};charset=utf-8",
    ):
        raise TurnedAway(415, f"Send it as Content-Type: {kind}.")


def token_of(headers: Mapping[str, str]) -> str:
    """The session's token that came along, or nothing."""
    found = _TOKEN.fullmatch(headers.get("authorization", ""))
    return found[1] if found else ""


def check_query(query: str, takes: Collection[str]) -> None:
    """Nothing but the keys that this address takes, each once, with readable values."""
    if not query:
        return
    keys = [part.partition("=")[0] for part in query.split("&")]
    if not _QUERY.fullmatch(query) or len(set(keys)) < len(keys) or not set(keys) <= set(takes):
        may = f"only {', '.join(takes)}" if takes else "nothing"
        raise TurnedAway(400, f"After the question mark this address takes {may}.")
    text = re.sub("%(..)", lambda code: chr(int(code[1], 16)), query).encode("latin-1")
    try:
        readable = text.decode("utf-8").isprintable()
    except UnicodeDecodeError:
        readable = False
    if not readable:
        raise TurnedAway(400, "What stands after the question mark cannot be read.")
