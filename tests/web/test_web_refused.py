"""Why a request is refused is said in the language of who has sent it, by both sites alike."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.hall_site import HallSite
from support.pseudo import escaped, pseudo_installed  # noqa: F401 - one is a fixture
from support.web_site import Asked, raw_answer, served

from firmware.common.http.limits import MOST_LISTENERS

pytestmark = pytest.mark.usefixtures("pseudo_installed")
SEEN = {"Cookie": "lang=en-XA"}
METHODS = ("GET", "POST", "http", "application", "json", "localhost")
REFUSED = [
    (404, "GET", "/none", {}),
    (405, "TRACE", "/state", {}),
    (413, "GET", "/state", {"Content-Length": "5"}),
    (421, "GET", "/state", {"Host": "evil.example"}),
]
SENT = [
    (405, "/state", {}),
    (401, "/scan", {}),
    (403, "/scan", {"Origin": "http://evil.example"}),
    (413, "/pin", {"Content-Length": "20000"}),
    (415, "/scan", {"Content-Type": "text/plain"}),
]


@pytest.fixture(params=["device", "hall"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Asked]:
    with served(tmp_path) if request.param == "device" else HallSite() as site:
        yield site


@pytest.mark.parametrize(("status", "method", "path", "headers"), REFUSED)
def test_a_refusal_is_in_the_visitors_language(
    either: Asked, status: int, method: str, path: str, headers: dict[str, str]
) -> None:
    refused = either.get(path, method, **{**SEEN, **headers})
    assert refused.status == status
    assert b"[" in refused.body
    assert escaped(refused.body.decode(), METHODS) == ""


@pytest.mark.parametrize(("status", "path", "headers"), SENT)
def test_so_is_that_of_what_is_sent(
    tmp_path: Path, status: int, path: str, headers: dict[str, str]
) -> None:
    with served(tmp_path) as site:
        refused = site.post(path, {}, **{**SEEN, **headers})
        assert refused.status == status
        assert escaped(refused.json["error"], METHODS) == ""


def test_so_is_that_of_one_page_too_many(tmp_path: Path) -> None:
    with served(tmp_path) as site, ExitStack() as stack:
        for _ in range(MOST_LISTENERS):
            stack.enter_context(site.listener())
        refused = site.get("/events", **SEEN)
        assert (refused.status, refused.headers["retry-after"]) == (503, "3")
        assert b"[" in refused.body
        assert escaped(refused.body.decode()) == ""


@pytest.mark.parametrize(
    ("path", "allowed", "sentence"),
    [
        ("/photo", "GET, HEAD, POST", b"Use GET or POST here.\n"),  # a page, and what it sends
        ("/scan", "POST", b"Use POST here.\n"),
        ("/games/1", "GET, HEAD", b"Use GET here.\n"),
    ],
)
def test_a_wrong_method_is_told_all_that_are_right(
    tmp_path: Path, path: str, allowed: str, sentence: bytes
) -> None:
    with served(tmp_path) as site:
        refused = site.get(path, "PUT")
        assert (refused.status, refused.headers["allow"], refused.body) == (405, allowed, sentence)


def test_what_is_no_request_has_no_language(either: Asked) -> None:
    assert raw_answer(either.port, b"hello\r\n\r\n").endswith(b"Open the page with http://.\n")


def test_the_log_is_in_english(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        site.get("/state", **SEEN, Host="evil.example")
        assert "Okanjo does not know this name." in site.log[0]
