"""The page over real sockets: what is asked well is answered, whatever the others do."""

import gzip
import logging
import socket
import time
from itertools import count
from pathlib import Path

import pytest
from support.processes import open_files, rss_kb, wake_ups
from support.waiting import until
from support.web_site import LONG, Site, all_of, answer, caller, request, served, small

from firmware.common.facts.shown import Shown
from firmware.common.http.limits import MOST_LISTENERS
from firmware.common.http.responses import HEADERS
from firmware.common.system.text import Json
from firmware.interfaces.web.feed import Builders
from firmware.words.language import Language


def test_the_state_is_there_for_everybody(site: Site) -> None:
    response = site.get("/state")
    assert response.status == 200
    assert response.json["run"] == site.feed.run
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-length"] == str(len(response.body))
    assert "desk" in site.get("/state?desk").json


def test_before_anything_is_shown_there_is_nothing_to_see_yet(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.feed.newest = None
    site.thread.start()
    for path in ("/state", "/codes"):
        early = site.get(path)
        assert (early.status, early.headers["retry-after"]) == (503, "3")
    site.feed.show(site.table.shown)
    assert site.get("/state").status == 200
    site.thread.stop()
    site.table.unplugged()


def test_every_answer_has_the_headers_that_keep_others_out(site: Site) -> None:
    answers = [site.get(path) for path in ("/", "/state", "/none")]
    answers += [site.get("/", Host="evil.example"), site.post("/scan", {}), site.get("/", "PUT")]
    answers += [site.listener().answer]
    for response in answers:
        assert {name.lower(): value for name, value in HEADERS.items()}.items() <= set(
            response.headers.items()
        )
        assert not [name for name in response.headers if name.startswith("access-control")]
        assert "set-cookie" not in response.headers


def test_a_page_is_sent_again_only_when_it_has_changed(site: Site) -> None:
    whole = site.get("/")
    assert whole.status == 200
    assert whole.headers["content-type"] == "text/html; charset=UTF-8"
    assert whole.headers["cache-control"] == "no-cache"
    etag = whole.headers["etag"]
    for header in (etag, f"W/{etag}", f'"x", {etag}', "*"):
        again = site.get("/", If_None_Match=header)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == etag
    assert site.get("/", If_None_Match='"x"').body == whole.body
    assert site.get("/codes", If_None_Match=site.get("/codes").headers["etag"]).status == 304


def test_a_refusal_is_a_sentence(site: Site) -> None:
    response = site.get("/none")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.body == b"This page does not exist. Start at /.\n"
    assert site.post("/scan", {}).json == {
        "error": "Enter the PIN first. Press PAGE on the device to see it."
    }


def test_both_kinds_of_addresses_are_served(site: Site) -> None:
    with socket.create_connection(("::1", site.port)) as line:
        line.sendall(request("GET", "/state"))
        assert answer(all_of(line)).status == 200


# --- events ------------------------------------------------------------------


def test_a_listener_gets_the_newest_at_once_and_then_whatever_is_newer(site: Site) -> None:
    listening = site.listener("/events?desk")
    assert listening.answer.headers["content-type"] == "text/event-stream"
    first = listening.event()
    site.table.scan("badge red")
    site.feed.show(site.table.shown)
    second = listening.event()
    assert second["v"] > first["v"]
    assert len(second["seats"]) == 1
    assert "desk" in second


def test_a_listener_that_hangs_up_makes_room_at_once(site: Site) -> None:
    """And does not hold a place until something is written to it."""
    pages = [site.listener() for _ in range(MOST_LISTENERS)]
    assert site.get("/events").status == 503
    pages.pop().line.close()

    def listens() -> bool:
        with caller(site.port, request("GET", "/events")) as line:
            return line.recv(12) == b"HTTP/1.1 200"

    until(listens)


def test_nobody_listening_costs_the_table_nothing(site: Site) -> None:
    """Neither a state nor a wake."""
    site.get("/state")
    thread = site.thread._thread
    assert thread is not None

    numbers = count()

    def sleeps_on() -> bool:
        """Not, while it still tidies up after who asked; and never, if it were woken."""
        before = wake_ups(thread.native_id)
        for _ in range(1000):
            site.feed.show(site.table.shown._replace(number=next(numbers)))
        time.sleep(0.05)
        return wake_ups(thread.native_id) == before

    until(sleeps_on)
    assert site.get("/state").status == 200


def test_a_thousand_pages_at_once(site: Site) -> None:
    """64 are served, the others are told so, none hangs."""
    callers = [caller(site.port, request("GET", "/events")) for _ in range(1000)]
    first = [int(line.recv(12)[9:]) for line in callers]
    served = [line for line, status in zip(callers, first, strict=True) if status == 200]
    assert len(served) == MOST_LISTENERS
    assert set(first) <= {200, 503}
    site.table.scan("badge red")
    site.feed.show(site.table.shown)
    for line in callers:
        line.close()
    assert site.get("/state").status == 200


def test_who_does_not_read_is_dropped_and_holds_nothing(tmp_path: Path) -> None:
    """A stalled page: the newest state waits for it once, and never twice."""
    limits = LONG._replace(unread_s=1.0, silent_s=0.1)
    with served(tmp_path, limits, builders=_large) as site:
        stalled, fine = site.listener(), site.listener()
        stalled.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        fine.event()
        before, both = rss_kb(), open_files()
        for number in range(1, 300):
            site.feed.show(site.table.shown._replace(number=number))
            while fine.event()["number"] < number:
                pass
        assert rss_kb() - before < 8_000
        until(lambda: open_files() < both)  # before anything is read of it
        all_of(stalled.line)  # to an end, however that is
        site.feed.show(site.table.shown._replace(number=1000))
        assert fine.event()["number"] == 1000


def _large(page: object) -> Builders:
    builders = small(page)

    def state(shown: Shown, version: int, run: str, language: Language) -> dict[str, object]:
        return {**builders.state(shown, version, run, language), "padding": "x" * 60_000}

    return builders._replace(state=state)


def test_what_a_page_is_made_of_is_packed_for_browsers_that_take_it(site: Site) -> None:
    plain = site.get("/assets/okanjo.css")
    packed = site.get("/assets/okanjo.css", Accept_Encoding="gzip, deflate")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    tag = packed.headers["etag"]
    assert tag != plain.headers["etag"]
    again = site.get("/assets/okanjo.css", Accept_Encoding="gzip", If_None_Match=tag)
    assert again.status == 304


def test_a_silent_table_is_heard_to_be_there(tmp_path: Path) -> None:
    with served(tmp_path, LONG._replace(silent_s=0.05)) as site:
        listening = site.listener()
        listening.event()
        assert listening.comment() == b"event: here\ndata: 1\n\n"
        assert listening.comment() == b"event: here\ndata: 1\n\n"


def test_a_mistake_of_ours_costs_one_answer(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is logged, and nothing beside the log says anything."""
    wrong = [True]

    def builders(page: object) -> Builders:
        built = small(page)

        def state(shown: Shown, version: int, run: str, language: Language) -> Json:
            if wrong:
                raise KeyError("a mistake")
            return built.state(shown, version, run, language)

        return built._replace(state=state)

    with monkeypatch.context() as patched, served(tmp_path, builders=builders) as site:
        patched.setattr(logging.root, "handlers", [])  # of a command that ran here before
        assert site.get("/state").status == 500
        with pytest.raises(EOFError):
            site.listener().event()
        assert "KeyError" in site.log[0]
        wrong.clear()
        assert site.get("/state").status == 200
    assert capfd.readouterr() == ("", "")
