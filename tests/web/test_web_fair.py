"""Places for pages: one phone that opens too many leaves room for all others."""

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.web_site import DEADLINE_S, LONG, Site, request, served, until

from firmware.web.events import MOST_LISTENERS
from firmware.web.quota import gives_way
from firmware.web.server import MOST_LINES

LISTEN = request("GET", "/events")
LARGE = 1_000_000


class One(NamedTuple):
    host: str
    number: int


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path) as site:
        yield site


def comes(site: Site, host: str, words: bytes = LISTEN) -> socket.socket:
    """Somebody at that address (all of 127.0.0.0/8 is this machine)."""
    line = socket.create_connection(("127.0.0.1", site.port), DEADLINE_S, (host, 0))
    line.sendall(words)
    return line


def status(line: socket.socket) -> bytes:
    return line.recv(12)[9:]


def ended(line: socket.socket) -> bool:
    """Whether it was hung up, whatever came before."""
    try:
        return not line.recv(1 << 16, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_one_phone_cannot_take_all_the_places_of_listeners(site: Site) -> None:
    with ExitStack() as stack:
        many = [stack.enter_context(comes(site, "127.0.0.66")) for _ in range(MOST_LISTENERS)]
        assert [status(line) for line in many] == [b"200"] * MOST_LISTENERS
        assert status(stack.enter_context(comes(site, "127.0.0.66"))) == b"503"
        assert site.log[-1].endswith(" It was 127.0.0.66: GET /events HTTP/1.1")
        assert status(stack.enter_context(comes(site, "127.0.0.7"))) == b"200"
        until(lambda: ended(many[0]))
        assert not any(ended(line) for line in many[1:])
        assert status(stack.enter_context(comes(site, "127.0.0.66"))) == b"503"
        assert status(stack.enter_context(comes(site, "127.0.0.8"))) == b"200"


def test_one_phone_cannot_take_all_the_lines(tmp_path: Path) -> None:
    """Half of them listen, the others are being sent something that they do not read."""

    def large(shown: object, v: int, run: str) -> dict[str, object]:
        return {"v": v, "much": "x" * LARGE}

    from firmware.web.feed import Builders

    builders = Builders(large, lambda shown: {}, lambda shown: {})
    patience = LONG._replace(write_s=1000.0)
    with served(tmp_path, patience, builders=lambda page: builders) as site, ExitStack() as stack:
        state = request("GET", "/state")
        for number in range(MOST_LINES):
            words = LISTEN if number < MOST_LISTENERS else state
            assert status(stack.enter_context(comes(site, "127.0.0.66", words))) == b"200"
        assert status(stack.enter_context(comes(site, "127.0.0.7", state))) == b"200"


HOSTS = st.lists(st.sampled_from("abc"), max_size=12)


@given(HOSTS, st.sampled_from("abcd"))
def test_who_gives_way_has_more_and_came_first(hosts: list[str], comes: str) -> None:
    there = [One(host, number) for number, host in enumerate(hosts)]
    taken = Counter(hosts)
    gone = gives_way(there, comes)
    if gone is None:
        assert max(taken.values(), default=0) <= taken[comes] + 1
    else:
        assert taken[gone.host] == max(taken.values()) > taken[comes] + 1
        assert gone == next(one for one in there if one.host == gone.host)
