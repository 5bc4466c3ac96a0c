"""okanjo-newest@.service asks a real HTTPS server what is newest, and believes nothing."""

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.release_server import (
    ROOT,
    Authority,
    ReleaseServer,
    authority,
    program,
    serving,
)

from firmware.common.releases import fetch
from firmware.common.releases.fetch import LONGEST_WORD, WORDS, NotFetched
from firmware.common.releases.offer import (
    ADDRESS,
    MOST_FILE,
    MOST_JSON,
    ReleaseOffer,
    address_of,
    json_of,
    offer_of,
)
from firmware.interfaces.web.pages.setup import newest

LATEST = "/releases/latest.json"


@pytest.fixture
def server() -> Iterator[ReleaseServer]:
    with serving(authority().server()) as server:
        yield server


def ran(address: str, word: bytes, folder: Path) -> bytes:
    """What the program answers, as the unit starts it."""
    file = folder / "latest.url"
    file.write_text(f"{address}\n")
    environment = {**os.environ, "SSL_CERT_FILE": str(authority().root)}
    done = subprocess.run(
        program(file),
        input=word + b"\n",
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
        timeout=120,
        check=True,
    )
    return done.stdout


def why(address: str, folder: Path, word: bytes = b"look") -> Any:
    answer = json.loads(ran(address, word, folder))
    return answer["status"] or answer["why"]


def test_it_asks_for_a_file_and_tells_nothing_but_that_an_okanjo_asks(
    server: ReleaseServer, tmp_path: Path
) -> None:
    offer = server.announce(b"a release")
    assert offer_of(ran(server.address, b"look", tmp_path)) == offer
    ((path, headers),) = server.requests
    assert path == LATEST
    assert headers == {
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Host": f"localhost:{server.port}",
        "User-Agent": "Okanjo",
    }


def test_a_release_follows_what_tells_of_it_and_no_more_than_was_told(
    server: ReleaseServer, tmp_path: Path
) -> None:
    content = os.urandom(3 * fetch.PIECE + 5)
    offer = server.announce(content)
    line, _, rest = ran(server.address, b"download", tmp_path).partition(b"\n")
    assert (offer_of(line), rest) == (offer, content)
    server.announce(content, size=1000)
    _, _, rest = ran(server.address, b"download", tmp_path).partition(b"\n")
    assert rest == content[:1000]
    server.files[f"/releases/{offer.file}"] = content[:1000]
    server.announce(content[:1000], size=len(content))
    _, _, rest = ran(server.address, b"download", tmp_path).partition(b"\n")
    assert rest == content[:1000]
    del server.files[f"/releases/{offer.file}"]
    assert why(server.address, tmp_path, b"download") == "missing"


@pytest.mark.parametrize("word", [b"", b"LOOK", b"look; download", b"look " * 9, b"../x"])
def test_other_words_ask_nobody(server: ReleaseServer, tmp_path: Path, word: bytes) -> None:
    server.announce(b"")
    assert ran(server.address, word, tmp_path) == b""
    assert server.requests == []
    assert max(map(len, WORDS)) < LONGEST_WORD


def test_certificates_are_checked(tmp_path: Path) -> None:
    """By the device's clock, its list of authorities, and the name."""
    ours = authority()
    contexts = {
        "clock": ours.server(days_from=1),
        "expired": ours.server(days_to=-0.5),
        "stranger": ours.server("example.org"),
        "strangers": Authority(tmp_path / "other").server(),
    }
    for code, context in contexts.items():
        with serving(context) as server:
            server.announce(b"")
            assert why(server.address, tmp_path) == code.removesuffix("s")
            assert server.requests == []
    with serving(None) as server:  # no HTTPS
        assert why(server.address, tmp_path) == "stranger"


def test_what_is_no_answer_is_told_by_a_code(server: ReleaseServer, tmp_path: Path) -> None:
    good = json.loads(json_of(server.announce(b"x")))
    odd = [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"[" * 60_000,
        b"\xff\xfe",
        *(json.dumps(good | change).encode() for change in ODD),
        json.dumps(good | {"news": "x" * MOST_JSON}).encode(),
    ]
    answers: dict[str, list[Any]] = {
        "missing": [404, 410],
        "portal": [b"<!doctype html><title>Log in</title>", b"\n<html>"],
        "odd": odd,
    }
    for code, contents in answers.items():
        for content in contents:
            server.files[LATEST] = content
            assert why(server.address, tmp_path) == code, content[:80] if content else ""
    for status in (500, 503, 403):
        server.files[LATEST] = status
        assert why(server.address, tmp_path) == status


ODD: list[dict[str, Any]] = [
    {"version": 2},
    {"version": "0.2.0; reboot"},
    {"version": "0.2.0\n"},
    {"file": "../okanjo-1.tar.gz"},
    {"file": "https://example.org/okanjo-1.tar.gz"},
    {"file": "okanjo-1/2.tar.gz"},
    {"size": MOST_FILE + 1},
    {"size": 0},
    {"size": -1},
    {"size": True},
    {"size": 1.5},
    {"sha256": "x" * 64},
    {"news": None},
]


def test_two_redirects_are_followed_and_none_but_to_https(
    server: ReleaseServer, tmp_path: Path
) -> None:
    """As GitHub's "latest" leads to where the files of a release are."""
    server.announce(b"")
    server.files |= {"/1": "/2", "/2": LATEST, "/0": "/1", "/plain": f"http://localhost{LATEST}"}
    here = server.address.removesuffix(LATEST)
    assert offer_of(ran(f"{here}/1", b"look", tmp_path)) is None  # an empty release is none
    offer = server.announce(b"x")
    assert offer_of(ran(f"{here}/1", b"look", tmp_path)) == offer
    for path in ("/0", "/plain"):
        assert why(f"{here}{path}", tmp_path) == "portal"
    server.files["/file"] = "file:///etc/passwd"
    assert why(f"{here}/file", tmp_path) == "portal"


def test_where_nobody_is_there_is_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    for host in (f"localhost:{port}", "okanjo.invalid"):
        assert why(f"https://{host}/latest.json", tmp_path) == "no-network"


def test_a_server_that_takes_its_time_is_slow(
    server: ReleaseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it sends a byte now and then."""

    def silent(request: Any) -> None:
        time.sleep(0.5)

    def dripping(request: Any) -> None:
        request.send_response(200)
        request.end_headers()
        while True:
            request.wfile.write(b" ")
            time.sleep(0.02)

    monkeypatch.setenv("SSL_CERT_FILE", str(authority().root))
    for answer, limit in ((silent, "ANSWER_WITHIN_S"), (dripping, "LOOK_WITHIN_S")):
        server.files[LATEST] = answer
        with ExitStack() as stack, monkeypatch.context() as patch:
            patch.setattr(fetch, limit, 0.2)
            before = signal.signal(signal.SIGALRM, fetch._too_slow)
            stack.callback(signal.signal, signal.SIGALRM, before)
            with pytest.raises(NotFetched, match="slow"):
                fetch.latest(fetch._opener(), server.address)


def test_a_version_knows_where_to_look_or_does_not_look(tmp_path: Path) -> None:
    (tmp_path / "system").mkdir()
    assert address_of(str(tmp_path)) == ""
    for text, address in {
        "https://example.org/latest.json\n": "https://example.org/latest.json",
        "http://example.org/latest.json\n": "",
        "https://example.org/\nx": "",
        "": "",
        "é": "",
    }.items():
        (tmp_path / ADDRESS).write_text(text)
        assert address_of(str(tmp_path)) == address


def test_newer_is_what_has_a_higher_number() -> None:
    offer = ReleaseOffer("0.10.0", "okanjo-0.10.0.tar.gz", 1, "0" * 64, "")
    assert [offer.is_newer(now) for now in ("0.9.0", "0.9.11", "0.10.0", "0.10.1", "1.0")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_the_unit_the_program_and_the_page_mean_the_same_places() -> None:
    socket_unit = (ROOT / "systemd/okanjo-newest.socket").read_text()
    unit = (ROOT / "systemd/okanjo-newest@.service").read_text()
    assert f"ListenStream={newest.SOCKET.replace('/run', '%t')}\n" in socket_unit
    starts = re.findall(r"ExecStart=\S+/python -I -m (\S+) /opt/okanjo/current/(\S+)", unit)
    assert starts == [(fetch.__name__, ADDRESS)]
