"""What keeps the board's site from being held up or misled, as a device's is; and how it ends."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.door_site import Visitor, door_site
from support.hall_site import HallSite
from support.log_lines import LogLines
from support.web_attacks import RIGHT, WRONG
from support.web_site import LONG, SHORT, answer, caller, raw_answer, request

from firmware.hall.store.store import Away

MISTAKE = b"That failed because of a bug in Okanjo. See its log.\n"


@pytest.fixture(scope="module")
def site() -> Iterator[HallSite]:
    with HallSite(SHORT) as running:
        yield running


@pytest.mark.parametrize(("status", "raw"), WRONG, ids=range(len(WRONG)))
def test_what_is_not_plainly_right_is_refused(site: HallSite, status: int, raw: bytes) -> None:
    assert answer(raw_answer(site.port, raw)).status == status


@pytest.mark.parametrize("raw", RIGHT, ids=range(len(RIGHT)))
def test_what_is_right_is_answered(site: HallSite, raw: bytes) -> None:
    assert answer(raw_answer(site.port, raw)).status == 200


@pytest.mark.parametrize("begun", [b"", b"GET /sta", request("POST", "/organiser/login")[:-1]])
def test_a_request_that_does_not_go_on_is_hung_up_on(site: HallSite, begun: bytes) -> None:
    assert raw_answer(site.port, begun) == b""


def test_a_mistake_of_ours_costs_one_answer_and_the_log_has_its_place() -> None:
    with HallSite() as site:
        log = LogLines()
        del site.tables.tiles
        for headers in {}, {"Accept": "text/html"}:
            failed = site.get("/state?table=one", **headers)
            assert (failed.status, failed.body) == (500, MISTAKE)
        assert log[0].startswith("a bug in Okanjo, please report it: GET /state: AttributeError")
        assert "feed.py:" in log[0]
        site.tables.tiles = {}
        assert site.get("/state?table=one").status == 200


def test_what_is_refused_is_logged_with_who_asked(tmp_path: Path) -> None:
    with door_site(tmp_path, proxies=["127.0.0.1", "::ffff:127.0.0.1"]) as site:
        log = LogLines()
        refused = Visitor(site).post("/organiser", {"X-Forwarded-For": "192.0.2.9"}, title="Cup")
    assert refused.status == 403
    assert log[0].startswith("page: 403 You are not signed in any more. Sign in at /organiser")
    assert log[0].endswith(" It was 192.0.2.9: POST /organiser")


def test_a_page_that_needs_a_database_that_is_away_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(device: str) -> None:
        raise Away("its disk is full")

    with door_site(tmp_path) as site:
        monkeypatch.setattr(site.hall, "result", away)
        refused = site.organiser().get("/result?table=one")
        assert refused.status == 503
        assert refused.body == b"The database does not answer. Try again in a moment.\n"


def test_what_hangs_is_left_behind_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a database that does not answer."""
    hangs, goes_on = threading.Event(), threading.Event()

    def result(device: str) -> None:
        hangs.set()
        goes_on.wait()

    log = LogLines()
    with HallSite(LONG._replace(end_s=0.1)) as site:
        monkeypatch.setattr(site.site.context.hall, "result", result)
        with caller(site.port, request("GET", "/result?table=one")):
            assert hangs.wait(60)
            site.stop()
            assert log[-1] == "page: something hangs, and was left after 0.1 s"
    goes_on.set()


def test_a_database_that_hangs_is_left_behind_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, goes_on = threading.Event(), threading.Event()

    def writing() -> None:
        hangs.set()
        goes_on.wait()
        raise Away("it was away for long")

    with door_site(tmp_path) as site:
        organiser, log = site.organiser(), LogLines()
        monkeypatch.setattr(site.store, "writing", writing)
        thread = threading.Thread(
            target=organiser.post, args=("/organiser",), kwargs={"title": "x"}
        )
        thread.start()
        assert hangs.wait(60)
        site.hall.stop(0.1)
        assert log[-1] == "the database hangs, and was left after 0.1 s"
        goes_on.set()
        thread.join()
