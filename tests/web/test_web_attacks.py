"""Requests that no browser sends, by raw sockets: refused or hung up on, and nothing else happens.

Sources: RFC 9112 (framing), RFC 9110 (fields), RFC 6454 (Origin).
"""

import socket
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, nullcontext, suppress
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from support.processes import open_files
from support.waiting import until
from support.web_attacks import RIGHT, WRONG, line
from support.web_site import (
    DEADLINE_S,
    LONG,
    SHORT,
    Site,
    all_of,
    answer,
    caller,
    raw_answer,
    request,
    served,
    small,
)

from firmware.common.http.connection import check_host, network
from firmware.common.http.hosts import local_name, own_names
from firmware.common.http.limits import (
    MOST_CONNECTIONS,
    MOST_LISTENERS,
    PIECE_BYTES,
    Limits,
)
from firmware.interfaces.web.pages.setup.backup import BACKUP, MOST_BACKUP

NAMES = frozenset({"okanjo", "okanjo.local", "games.home"})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("site"), SHORT) as running:
        yield running


@pytest.mark.parametrize(("status", "raw"), WRONG, ids=range(len(WRONG)))
def test_what_is_not_plainly_right_is_refused(site: Site, status: int, raw: bytes) -> None:
    assert answer(raw_answer(site.port, raw)).status == status


def test_what_is_too_long_is_refused_before_it_is_read(site: Site) -> None:
    refused = site.post("/pin", b"x" * 20_000)
    assert refused.status == 413
    assert refused.json == {"error": "This is too long. Send 16 kB at most."}


@pytest.mark.parametrize("raw", RIGHT, ids=range(len(RIGHT)))
def test_what_is_right_is_answered(site: Site, raw: bytes) -> None:
    assert answer(raw_answer(site.port, raw)).status == 200


def test_what_comes_piece_by_piece_is_the_same_request(site: Site) -> None:
    raw = request("POST", "/pin", None, b'{"pin":"x"}')
    with caller(site.port) as slow:
        slow.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for offset in range(len(raw)):
            slow.sendall(raw[offset : offset + 1])
        assert answer(all_of(slow)).status == 403


def test_what_comes_after_the_request_is_left_aside(site: Site) -> None:
    received = raw_answer(site.port, line() + line("GET /none HTTP/1.1") * 20)
    assert received.count(b"HTTP/1.1") == 1
    assert answer(received).status == 200


# --- slowness ----------------------------------------------------------------

HALF = request("POST", "/pin", None, b'{"pin":"1"}')


@pytest.mark.parametrize("length", [0, len(HALF) - 30, len(HALF) - 1])
def test_a_request_that_does_not_go_on_is_hung_up_on(site: Site, length: int) -> None:
    assert raw_answer(site.port, HALF[:length]) == b""


@pytest.mark.parametrize("begun", [b"", HALF[:-5].replace(b"11\r\n", b"9000\r\n")])
def test_a_byte_now_and_then_holds_no_connection(site: Site, begun: bytes) -> None:
    with caller(site.port, begun) as slow:
        slow.settimeout(0.02)
        begun_at = time.monotonic()
        with suppress(ConnectionError):
            for offset in range(10_000):
                slow.sendall(b"GET /"[offset : offset + 1] or b"a")
                with suppress(TimeoutError):
                    assert not slow.recv(4096)
                    break
        assert time.monotonic() - begun_at < 10 * SHORT.piece_s


def test_a_long_body_goes_on_moving_along(tmp_path: Path) -> None:
    """However long it is, and however much of it was there at once."""
    from support.setup_site import set_up

    with set_up(tmp_path, limits=Limits(piece_s=0.4)) as slow:
        headers = {**slow.session(), "Content-Type": BACKUP, "Content-Length": f"{MOST_BACKUP}"}
        raw = request("POST", "/setup/restore", headers, bytes(3 * PIECE_BYTES))
        with caller(slow.port, raw) as body:
            begun_at = time.monotonic()
            with suppress(ConnectionError):
                while time.monotonic() - begun_at < 10:
                    body.sendall(b"a")
                    time.sleep(0.02)
            assert time.monotonic() - begun_at < 4


def test_a_long_body_may_take_its_time_while_it_moves_along(tmp_path: Path) -> None:
    """As a restore sends it, over a Wi-Fi at its worst."""
    from support.setup_site import set_up

    with set_up(tmp_path, limits=Limits(piece_s=0.4)) as slow:
        kind = {"Content-Type": "application/octet-stream", "Content-Length": f"{8 * PIECE_BYTES}"}
        raw = request("POST", "/setup/restore", {**slow.session(), **kind})
        with caller(slow.port, raw) as body:
            for _ in range(8):
                time.sleep(0.1)
                body.sendall(bytes(PIECE_BYTES))
            assert answer(all_of(body)).status == 409  # it is no backup


def test_a_storm_of_bad_requests_is_a_line_a_second_in_the_log(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        begun = time.monotonic()
        for _ in range(50):
            raw_answer(site.port, b"\x1b[31mevil\r\n\r\n")
        assert 1 <= len(site.log) <= 1 + time.monotonic() - begun
        assert "\x1b" not in site.log[0]
        assert site.log[0].startswith("page: 400 ")


# --- crowds ------------------------------------------------------------------

LISTEN = line("GET /events HTTP/1.0")


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


def test_one_phone_cannot_take_all_the_places_of_listeners(tmp_path: Path) -> None:
    with served(tmp_path) as site, ExitStack() as stack:
        many = [stack.enter_context(comes(site, "127.0.0.66")) for _ in range(MOST_LISTENERS)]
        assert [status(line) for line in many] == [b"200"] * MOST_LISTENERS
        assert status(stack.enter_context(comes(site, "127.0.0.66"))) == b"503"
        assert site.log[-1].endswith(" It was 127.0.0.66: GET /events")
        assert status(stack.enter_context(comes(site, "127.0.0.7"))) == b"200"
        until(lambda: ended(many[0]))
        assert not any(ended(line) for line in many[1:])
        assert status(stack.enter_context(comes(site, "127.0.0.66"))) == b"503"
        assert status(stack.enter_context(comes(site, "127.0.0.8"))) == b"200"


def test_hosts_with_equally_many_pages_do_not_displace_each_other(tmp_path: Path) -> None:
    """Else both would come again for ever, each at the other's cost."""
    with served(tmp_path) as site, ExitStack() as stack:

        def open_page(host: str) -> bytes:
            page = stack.enter_context(comes(site, host))
            return status(page)

        for host, pages in (("127.0.0.1", 33), ("127.0.0.2", 30), ("127.0.0.3", 1)):
            assert [open_page(host) for _ in range(pages)] == [b"200"] * pages
        assert open_page("127.0.0.2") == b"200"  # 32 and 31 now
        assert open_page("127.0.0.2") == b"503"
        assert open_page("127.0.0.1") == b"503"
        assert open_page("127.0.0.3") == b"200"


def test_an_answer_that_nobody_reads_holds_nothing_once_it_is_evicted(tmp_path: Path) -> None:
    """It is sent as far as it goes, and its connection is closing already."""
    large = small(None)._replace(state=lambda shown, v, *_: {"v": v, "much": "x" * 1_000_000})
    with served(tmp_path, LONG, builders=lambda page: large) as site, ExitStack() as stack:
        site.get("/none")  # whatever is opened once
        before = open_files()
        stalled = [stack.enter_context(comes(site, "127.0.0.66", line())) for _ in range(20)]
        assert [status(connection) for connection in stalled] == [b"200"] * 20
        for _ in range(MOST_CONNECTIONS):
            stack.enter_context(comes(site, "127.0.0.66", b""))
        last = stack.enter_context(comes(site, "127.0.0.7", line()))  # all others are accepted
        assert status(last) == b"200"
        until(lambda: open_files() <= before + 20 + 2 * MOST_CONNECTIONS + 2)


@pytest.mark.parametrize("words", [b"GET /st", LISTEN])
def test_thousands_of_connections_keep_nobody_out(tmp_path: Path, words: bytes) -> None:
    """They may stay for as long as they like, silent, half-open or listening."""
    with served(tmp_path, LONG) as site, ExitStack() as stack:
        before = open_files()
        for _ in range(1000):
            stack.enter_context(comes(site, "127.0.0.66", words))
        assert status(stack.enter_context(comes(site, "127.0.0.7", line()))) == b"200"
        assert status(stack.enter_context(comes(site, "127.0.0.66", line()))) == b"200"
        until(lambda: open_files() <= before + 1000 + MOST_CONNECTIONS + 10)


def _close(idle: Iterable[socket.socket]) -> None:
    for connection in idle:
        connection.close()


def test_idle_connections_push_out_no_slow_phone(tmp_path: Path) -> None:
    """A thousand a second of one address, by somebody who keeps the newest thousand."""
    with served(tmp_path, LONG) as site, ExitStack() as stack:
        ended, idle = threading.Event(), deque[socket.socket]()
        stack.callback(_close, idle)

        def storm() -> None:
            while not ended.wait(0.001):
                with suppress(OSError):
                    idle.append(comes(site, "127.0.0.66", b""))
                if len(idle) > 1000:
                    idle.popleft().close()

        attacker = threading.Thread(target=storm)
        attacker.start()
        try:
            until(lambda: len(idle) > MOST_CONNECTIONS)
            phones = [stack.enter_context(comes(site, f"127.0.1.{n}", b"")) for n in range(1, 11)]
            for offset in range(0, len(line()), 4):
                for phone in phones:
                    phone.sendall(line()[offset : offset + 4])
                time.sleep(0.1)
            assert [status(phone) for phone in phones] == [b"200"] * 10
        finally:
            ended.set()
            attacker.join()


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
    ],
)
def test_a_home_is_one_host(address: str, host: str) -> None:
    assert network(address) == host


# --- Host --------------------------------------------------------------------


def test_dns_rebinding_gets_nowhere(site: Site) -> None:
    """The browser sends the name it was led here by; the page of that name reads nothing."""
    for name in ("evil.example", f"evil.example:{site.port}", "localhost.evil.example"):
        assert site.get("/state", Host=name).status == 421
        assert site.post("/pin", {"pin": site.pin.digits}, Host=name).status == 421
    for name in ("okanjo.home", f"127.0.0.1:{site.port}", "[::1]", socket.gethostname()):
        assert site.get("/state", Host=name).status == 200


OURS = ["okanjo", "OKANJO.local:8080", "localhost", "192.0.2.7:80", "[2001:db8::7]:65535"]
NOT_OURS = ["", ":80", "okanjo:", "okanjo:654321", "okanjo:80:80", "okanjo@evil", "evil#okanjo",
            "::1", "[::1", "[::1]x", "okanjo, evil", "okanjo\x00", "оkanjo", "127.1",
            "okanjo.local.evil.example", "2130706433", "0x7f.0.0.1",
            "[:::]", "256.1.1.1"]  # fmt: skip


@pytest.mark.parametrize("name", [*OURS, *NOT_OURS])
def test_only_names_and_addresses_of_ours_are_ours(name: str) -> None:
    """The name is what rebinding needs: an address cannot be made to lead elsewhere."""
    with nullcontext() if name in OURS else pytest.raises(HTTPException):
        check_host(name, NAMES)


def test_names_are_the_machines_or_those_written_down_outside_and_the_settings(
    tmp_path: Path,
) -> None:
    """A sandbox keeps the name that the machine had when the service was started."""
    short = socket.gethostname().lower().partition(".")[0]
    file = tmp_path / "addresses"
    assert {short, f"{short}.local", "games.home"} <= own_names(["Games.Home"], str(file))
    file.write_text("192.0.2.7\nPi-Two.local\n2001:db8::7\n<script>\n\xff\n", encoding="latin-1")
    names = own_names(["Games.Home"], str(file))
    assert names == {"pi-two.local", "games.home"}
    assert local_name(str(file)) == "pi-two.local"
