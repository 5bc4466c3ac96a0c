"""A request's head: what is plainly right comes through, and nothing else.

Sources: RFC 9112 (framing), RFC 9110 (fields), RFC 6454 (Origin).
"""

import ipaddress
import string
from pathlib import Path
from socket import gethostname

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.web_site import request

from firmware.web.hosts import check_host, local_name, own_names
from firmware.web.request import (
    HEAD_BYTES,
    LINE_BYTES,
    MOST_HEADERS,
    Head,
    TurnedAway,
    check_query,
    check_write,
    end_of_head,
    head_of,
    token_of,
)

NAMES = frozenset({"okanjo", "okanjo.local", "games.home"})


def status(raw: bytes) -> int:
    """Of the whole way of a head; 0: it may still become one."""
    try:
        end = end_of_head(bytearray(raw))
        if end < 0:
            return 0
        head = head_of(raw[:end])
        check_host(head.headers.get("host"), NAMES)
    except TurnedAway as why:
        return why.status
    return 200


def line(first: str = "GET / HTTP/1.1", *headers: str) -> bytes:
    return "\r\n".join((first, "Host: okanjo", *headers, "", "")).encode("latin-1")


def test_a_browsers_request_comes_through() -> None:
    raw = request("GET", "/events?desk", {"Accept": "*/*", "Accept-Language": "de,en"})
    assert head_of(raw) == Head(
        "GET",
        "/events",
        "desk",
        {"host": "localhost:8080", "accept": "*/*", "accept-language": "de,en"},
        0,
    )
    assert head_of(raw).url == "/events?desk"


def test_what_comes_piece_by_piece_ends_at_the_same_place() -> None:
    raw = request("POST", "/scan", None, b'{"code":"001010"}')
    received = bytearray()
    for at in range(len(raw)):
        received += raw[at : at + 1]
        end = end_of_head(received, at)
        assert (end >= 0) == (b"\r\n\r\n" in received)
        if end >= 0:
            assert raw[end:] == b'{"code":"001010"}'
            return
    raise AssertionError


WRONG = [
    (400, b"\r\n" + line()),
    (400, line().replace(b"\r\n", b"\n")),
    (400, line("GET / HTTP/1.1", "A: b\rc")),
    (400, line("GET / HTTP/1.1", "A: b\x00c")),
    (400, line("GET / HTTP/1.1", "A: \x1b[31m")),
    (400, line("GET / HTTP/1.1", "A: \xe4")),
    (400, line("GET /\xe4 HTTP/1.1")),
    (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),  # TLS
    (400, line("GET / HTTP/1.1", " folded: line")),
    (400, line("GET / HTTP/1.1", "A: b", "\tfolded")),
    (400, line("GET / HTTP/1.1", "no colon")),
    (400, line("GET / HTTP/1.1", "Name : value")),
    (400, line("GET / HTTP/1.1", ": value")),
    (400, line("GET / HTTP/1.1", "Na\tme: value")),
    (400, line("GET  / HTTP/1.1")),
    (400, line("GET /")),
    (400, line("GET / HTTP/1.1 ")),
    (400, line("GET\t/ HTTP/1.1")),
    (400, line("GET / HTTP/11")),
    (400, line("GET / http/1.1")),
    (400, line("GET okanjo HTTP/1.1")),
    (400, line("GET http://okanjo/ HTTP/1.1")),
    (400, line("GET /? HTTP/1.1")),
    (400, b"GET / HTTP/1.1\r\n\r\n"),
    (400, b"GET / HTTP/1.0\r\n\r\n"),
    (400, b"\r\n\r\n"),
    (400, line("GET / HTTP/1.1", "Host: okanjo")),
    (400, line("GET / HTTP/1.1", "host: other")),
    (400, line("GET / HTTP/1.1", "Content-Length: 5")),
    (400, line("POST / HTTP/1.1", "Content-Length: 5", "Content-Length: 5")),
    (400, line("POST / HTTP/1.1", "Content-Length: 5, 5")),
    (400, line("POST / HTTP/1.1", "Content-Length: +5")),
    (400, line("POST / HTTP/1.1", "Content-Length: -5")),
    (400, line("POST / HTTP/1.1", "Content-Length: 0x5")),
    (400, line("POST / HTTP/1.1", "Content-Length: 5 5")),
    (400, line("POST / HTTP/1.1", "Content-Length:")),
    (400, line("POST / HTTP/1.1", "Content-Length: 99999999999")),
    (404, line("GET /%2e%2e/etc/passwd HTTP/1.1")),
    (404, line("GET /% HTTP/1.1")),
    (405, line("PUT / HTTP/1.1")),
    (405, line("OPTIONS * HTTP/1.1")),
    (405, line("get / HTTP/1.1")),
    (405, line("CONNECT okanjo:80 HTTP/1.1")),
    (405, line("TRACE / HTTP/1.1")),
    (414, line(f"GET /{'a' * LINE_BYTES} HTTP/1.1")),
    (421, line().replace(b"okanjo", b"evil.example")),
    (431, line("GET / HTTP/1.1", f"A: {'a' * LINE_BYTES}")),
    (431, line("GET / HTTP/1.1", *(f"A{at}: b" for at in range(MOST_HEADERS)))),
    (431, line("GET / HTTP/1.1", *(f"A{at}: {'b' * 2000}" for at in range(5)))),
    (431, b"GET / HTTP/1.1\r\nA: " + b"a" * HEAD_BYTES),
    (501, line("POST / HTTP/1.1", "Transfer-Encoding: chunked")),
    (501, line("POST / HTTP/1.1", "Transfer-Encoding: chunked", "Content-Length: 5")),
    (501, line("GET / HTTP/1.1", "Transfer-Encoding: identity")),
    (505, line("GET / HTTP/2.0")),
    (505, line("GET / HTTP/0.9")),
    (0, b""),
    (0, line()[:-1]),
    (0, b"GET / HTTP/1.1\r"),
]


@pytest.mark.parametrize(("expected", "raw"), WRONG, ids=range(len(WRONG)))
def test_what_is_not_plainly_right_is_turned_away(expected: int, raw: bytes) -> None:
    assert status(raw) == expected


RIGHT = [
    line(),
    line("HEAD /tv HTTP/1.1"),
    line("GET / HTTP/1.0"),
    line("GET /../x HTTP/1.1"),  # a path like any other: there is none of that name
    line("POST /scan HTTP/1.1", "Content-Length: 0"),
    line("GET / HTTP/1.1", "A:b", "a: c", "X_y: ", "Cookie: ä".replace("ä", "a")),
    line("GET / HTTP/1.1", *(f"A{at}: b" for at in range(MOST_HEADERS - 1))),
    line(f"GET /{'a' * (LINE_BYTES - 14)} HTTP/1.1"),
]


@pytest.mark.parametrize("raw", RIGHT, ids=range(len(RIGHT)))
def test_what_is_right_comes_through(raw: bytes) -> None:
    assert status(raw) == 200


@given(st.binary(max_size=400))
def test_any_bytes_are_turned_away_or_wait(raw: bytes) -> None:
    assert status(raw) in (0, 400, 404, 405, 414, 421, 431, 501, 505)


@given(
    st.lists(
        st.sampled_from(
            [
                b"GET ",
                b"/",
                b" HTTP/1.1",
                b"\r\n",
                b"Host: okanjo",
                b"\n",
                b": ",
                b"a",
                b" ",
                b"%41",
                b"?q=1",
                b"\x00",
                b"POST ",
            ]
        )
    )
)
def test_any_pieces_of_a_request_are_a_request_or_turned_away(pieces: list[bytes]) -> None:
    assert isinstance(status(b"".join(pieces)), int)


# --- Host --------------------------------------------------------------------


def host(value: str) -> int:
    try:
        check_host(value, NAMES)
    except TurnedAway as why:
        return why.status
    return 200


@given(st.ip_addresses(), st.none() | st.integers(1, 65535))
def test_every_address_is_ours_at_any_port(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int | None
) -> None:
    """The name is what rebinding needs: an address cannot be made to lead elsewhere."""
    written = f"[{address}]" if address.version == 6 else str(address)
    assert host(written if port is None else f"{written}:{port}") == 200


@given(st.sampled_from([*NAMES, "localhost"]), st.none() | st.integers(1, 65535), st.booleans())
def test_our_names_are_ours_in_any_letters(name: str, port: int | None, capitals: bool) -> None:
    written = name.upper() if capitals else name
    assert host(written if port is None else f"{written}:{port}") == 200


HOSTNAME = st.text(string.ascii_lowercase + string.digits + "-._", min_size=1, max_size=60)


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@given(HOSTNAME.filter(lambda name: name not in NAMES and name != "localhost"))
def test_no_other_name_is_ours(name: str) -> None:
    assert host(name) == 200 if is_address(name) else host(name) == 421


@given(st.text(max_size=40))
def test_any_text_is_ours_or_turned_away(name: str) -> None:
    assert host(name) in (200, 400, 421)


NO_HOSTS = [
    "",
    ":80",
    "okanjo:",
    "okanjo:0",
    "okanjo:65536",
    "okanjo:x",
    "okanjo:80:80",
    "a b",
    "okanjo/",
    "okanjo@evil",
    "evil#okanjo",
    "[::1",
    "::1",
    "okanjo, evil",
    "okanjo\x00",
    "[::1]x",
    "оkanjo",
]
OTHERS = ["okanjo.", "okanjo.local.evil.example", "xokanjo", "127.1", "2130706433", "0x7f.0.0.1",
          "[:::]", "[fe80::1::]", "1.2.3.4.5", "localhost.evil.example", "256.1.1.1"]  # fmt: skip


@pytest.mark.parametrize("name", NO_HOSTS)
def test_what_names_nobody_is_no_request(name: str) -> None:
    assert host(name) == 400


@pytest.mark.parametrize("name", OTHERS)
def test_what_looks_like_a_name_of_ours_is_none(name: str) -> None:
    assert host(name) == 421


def test_the_hosts_names_are_those_of_the_machine_and_of_the_settings(tmp_path: Path) -> None:
    names = own_names(["Games.Home"], str(tmp_path / "none"))
    short = gethostname().lower().partition(".")[0]
    assert {short, f"{short}.local", "games.home"} <= names
    assert names == own_names(["Games.Home"])


def test_names_written_down_outside_take_their_place(tmp_path: Path) -> None:
    """A sandbox keeps the name that the machine had when the service was started."""
    file = tmp_path / "addresses"
    file.write_text("192.0.2.7\nPi-Two.local\n2001:db8::7\n<script>\n\xff\n", encoding="latin-1")
    names = own_names(["Games.Home"], str(file))
    assert names == {"pi-two.local", "games.home"}
    assert local_name(str(file)) == "pi-two.local"


# --- writes ------------------------------------------------------------------


def write(**headers: str) -> int:
    given = {"host": "okanjo:8080", "origin": "http://okanjo:8080"}
    given |= {"content-type": "application/json"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        check_write(Head("POST", "/scan", "", given, 2), "application/json")
    except TurnedAway as why:
        return why.status
    return 200


def test_only_our_own_page_may_change_something() -> None:
    assert write() == 200
    assert write(origin="http://OKANJO:8080") == 200
    assert write(sec_fetch_site="same-origin") == 200
    for origin in (
        "",
        "null",
        "http://okanjo",
        "https://okanjo:8080",
        "http://evil.example",
        "http://okanjo:8080.evil.example",
        "http://okanjo:8080/",
        "okanjo:8080",
    ):
        assert write(origin=origin) == 403
    for site in ("cross-site", "same-site", "none", ""):
        assert write(sec_fetch_site=site) == 403


def test_only_what_a_foreign_form_cannot_send_changes_something() -> None:
    assert write(content_type="application/json; charset=UTF-8") == 200
    for kind in (
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/json, text/plain",
        "text/plain;application/json",
    ):
        assert write(content_type=kind) == 415


@given(st.text(string.printable, max_size=60))
def test_no_other_origin_is_ours(origin: str) -> None:
    assert write(origin=origin) == (200 if origin.lower() == "http://okanjo:8080" else 403)


def test_a_token_is_32_digits_after_bearer() -> None:
    token = "0123456789abcdef" * 2
    assert token_of({"authorization": f"Bearer {token}"}) == token
    for wrong in (
        "",
        token,
        f"bearer {token}",
        f"Bearer  {token}",
        f"Bearer {token}0",
        "Basic eDp5",
        f"Bearer {token.upper()}",
    ):
        assert token_of({"authorization": wrong}) == ""


# --- queries -----------------------------------------------------------------


def query(text: str, *takes: str) -> int:
    try:
        check_query(text, takes)
    except TurnedAway as why:
        return why.status
    return 200


def test_an_address_takes_only_what_it_knows() -> None:
    assert query("") == 200
    assert query("desk", "desk") == 200
    assert query("player=J%C3%BCrgen+K&from=2026", "player", "from") == 200
    for wrong in (
        "x",
        "desk=1&desk=2",
        "desk&",
        "desk=%",
        "desk=%zz",
        "desk=%00",
        "desk=%ff",
        "desk=%0a",
        "desk=<",
        "desk=a\\b",
        "&desk",
        "=desk",
    ):
        assert query(wrong, "desk") == 400


@given(st.text(string.printable, max_size=40))
def test_whatever_microdot_gets_it_can_read(text: str) -> None:
    """Its own reader of queries raises for half an escape, and for what is no UTF-8."""
    from microdot import Microdot, Request

    if query(text, "a", "b", *(part.partition("=")[0] for part in text.split("&"))) == 200:
        Request(Microdot(), ("", 0), "GET", f"/?{text}", "1.1", {})
