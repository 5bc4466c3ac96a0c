"""What is clicked on a page takes the way of a scanner's code, once the PIN has been given."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.failing_disk import FailingDisk
from support.playing import code
from support.waiting import until
from support.web_site import Played, Site, all_of, caller, request, served

from drivers.events import Pressed, Reading
from engine.cards import BADGES
from firmware.core.app.messages import Answered, WebScan


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path) as running:
        yield running


def test_a_click_is_a_scan_and_its_outcome_comes_back(played: Played, tmp_path: Path) -> None:
    session = played.session()
    listening = played.listener()
    assert listening.event()["seats"] == []
    sent = played.post("/scan", {"code": code("badge red")}, **session)
    assert sent.status == 200
    assert sent.json == {
        "n": 1,
        "ok": True,
        "text": "Red joins (1 player); now scan a menu or game",
        "saved": True,
    }
    until(lambda: len(listening.event()["seats"]) == 1)
    assert played.post("/press", {"button": "undo"}, **session).json["ok"]
    until(lambda: listening.event()["seats"] == [])


def test_the_state_of_a_scan_can_be_read_once_it_is_answered(played: Played) -> None:
    session = played.session()
    for number, badge in enumerate(BADGES, 1):
        answer = played.post("/scan", {"code": code(f"badge {badge}")}, **session).json
        state = played.get("/state").json
        assert (answer["n"], state["last"]["n"], len(state["seats"])) == (number, number, number)


def test_what_no_disk_took_is_answered_as_unsaved(tmp_path: Path) -> None:
    class FullDisk(FailingDisk):
        full = True

    with Played(tmp_path, disk=FullDisk) as played:
        session = played.session()
        sent = played.post("/scan", {"code": code("badge red")}, **session).json
        assert (sent["ok"], sent["saved"]) == (True, False)
        assert not played.post("/press", {"button": "page"}, **session).json["saved"]
        FullDisk.full = False
        until(lambda: played.post("/press", {"button": "page"}, **session).json["saved"])


def test_a_line_is_read_as_at_the_terminal(played: Played) -> None:
    """The README's line; a card of no dish on the menu; a slip; a REMOVE that is taken back."""
    session = played.session()

    def typed(line: str) -> dict[str, object]:
        return {**played.post("/typed", {"line": line}, **session).json}

    begun = typed("my-first-meal red blue next")
    assert (begun["n"], begun["ok"], begun["told"]) == (4, True, "")
    assert played.table.table.phase == "playing"
    gone = typed("red eel next")
    assert (gone["n"], gone["ok"], gone["text"]) == (6, False, "Eel is not on the menu")
    assert gone["told"] == "Stopped there. Not scanned: next."
    slip = '"temporra" is unknown, so nothing was scanned. Did you mean tempura?'
    assert typed("red temporra") == {"error": slip}
    assert typed(",") == {"error": "Nothing scanned."}
    assert (
        typed("red {tofu}")["error"]
        == '"{tofu}" is unknown, so nothing was scanned. Did you mean tofu?'
    )
    vain = typed("remove tempura")
    assert (vain["n"], vain["ok"], vain["told"]) == (9, False, "REMOVE is taken back.")
    assert vain["text"] == "Tempura is not on the table"
    table = played.table.table
    assert table.last is not None
    assert table.last.scan.label.slug == "red"


def test_a_refusal_says_why(played: Played) -> None:
    refused = played.post("/scan", {"code": "no code of ours"}, **played.session())
    assert refused.status == 200
    assert refused.json["ok"] is False
    assert refused.json["n"] == 1
    assert refused.json["text"]


def test_without_the_pin_nothing_is_changed(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        token = str(site.session()["Authorization"]).removeprefix("Bearer ")
        credentials = ["", token, f"bearer {token}", f"Bearer  {token}", f"Bearer {token}0"]
        credentials += (f"Bearer {'0' * 32}", site.pin.digits, f"Basic {site.pin.digits}")
        wrong = [{"Authorization": credential} for credential in credentials]
        for headers in ({}, {"Cookie": f"token={token}"}, *wrong):
            assert site.post("/scan", {"code": "001010"}, **headers).status == 401
            assert site.post("/press", {"button": "next"}, **headers).status == 401
        assert site.messages == []


ORIGINS = (
    *(None, "", "null", "http://localhost", "https://localhost:8080", "http://evil.example"),
    *("http://localhost:8080.evil.example", "http://localhost:8080/", "localhost:8080"),
)
KINDS = (
    *(None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"),
    *("application/json, text/plain", "text/plain;application/json"),
)


def test_from_another_page_nothing_is_changed_even_with_the_token(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        session, pin = site.session(), {"pin": site.pin.digits}
        wrong = [(403, {"Origin": origin}) for origin in ORIGINS]
        wrong += [
            (403, {"Sec-Fetch-Site": site}) for site in ("cross-site", "same-site", "none", "")
        ]
        wrong += [(415, {"Content-Type": kind}) for kind in KINDS]  # a form may send these
        for status, headers in wrong:
            assert site.post("/scan", {"code": "001010"}, **session, **headers).status == status
            assert site.post("/pin", pin, **headers).status == status
        assert site.messages == []
        right = {"Origin": "http://LOCALHOST:8080", "Sec-Fetch-Site": "same-origin"}
        assert site.post("/pin", pin, **right).status == 200
        assert site.post("/pin", pin, Content_Type="application/json; charset=UTF-8").status == 200


BAD_BODIES = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b'{"code": 1}',
    b'{"code": ""}',
    b'{"code": "a\\nb"}',
    b'{"code": "\\u202e"}',
    b'{"code": "\\ud800"}',
    b'{"code": "' + b"1" * 65 + b'"}',
    b'{"code": "001010"',
    b"\xff\xfe",
    b"[" * 16_000,
]


def test_what_is_no_code_is_not_scanned(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        session = site.session()
        for body in BAD_BODIES:
            refused = site.post("/scan", body, **session)
            assert refused.status == 400
            assert refused.json["error"].startswith('Send {"code"')
        assert site.messages == []
        assert site.log[-1].startswith("page: 400")


def test_what_is_clicked_comes_as_a_reading_or_a_press(tmp_path: Path) -> None:
    """The source is the session's: two pages are two scanners."""
    with served(tmp_path) as site:
        session = site.session()
        name = site.pin.session(str(session["Authorization"]).removeprefix("Bearer "))
        for path, body in (("/scan", b'{"code":"001010"}'), ("/press", b'{"button":"page"}')):
            site.open.append(caller(site.port, request("POST", path, session, body)))
        assert _messages(site) == {
            Reading("001010", f"web:{name}", 0, 0.0, 0.0),
            Pressed("page", 0.0),
        }
        scan = next(message for message in site.messages if isinstance(message.event, Reading))
        scan.reply(Answered(7, None, "on", True))  # any thread may
        assert all_of(site.open[0]).startswith(b"HTTP/1.1 500")


def _messages(site: Site) -> set[Reading | Pressed]:
    until(lambda: len(site.messages) == 2)
    assert all(isinstance(message, WebScan) for message in site.messages)
    return {message.event._replace(moment=0.0) for message in site.messages}
