"""A photo by the page: read a line at a time, looked at, scored as one scan; nothing in secret."""

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from support.photo_site import Phone, heard, photo, readers, sending
from support.playing import code
from support.waiting import until
from support.web_site import Played, raw_answer

from firmware.common.http import connection as rules

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
CLASSIC = ("preset sushi-go-classic", "badge red", "badge orange", "command next")
TRAY = "red tempura/1 tempura/2 wasabi/1 +squid-nigiri/1"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path) as running:
        yield running


@pytest.fixture
def phone(played: Played) -> Phone:
    phone = Phone(played)
    phone.scans(*CLASSIC)
    until(lambda: played.table.shown.table.phase == "playing")
    return phone


def test_a_tray_is_read_looked_at_and_scored_and_one_undo_takes_it_back(phone: Phone) -> None:
    *before, last = phone.send(photo(TRAY), "red")
    assert all(not line["done"] for line in before)
    assert before
    assert (last["done"], last["foreign"]) == (True, [])
    assert len(last["codes"]) == 5
    looked = phone.look(last["codes"])
    (red,) = looked["seats"]
    assert red == {
        "badge": "red",
        "name": "Red",
        "cards": 4,
        "expected": 10,
        "count": "4 of 10 cards",
        "by": [["Wasabi", 0], ["Nigiri", 9], ["Tempura", 5]],
        "brings": 14,
    }
    nigiri = next(card for card in looked["cards"] if card["code"] == looked["codes"][2])
    assert nigiri == {
        "code": code("card sushi-go-party/squid-nigiri/1"),
        "title": "Squid nigiri",
        "look": ["squid-nigiri", "yellow"],
        "badge": "red",
        "state": "counts",
        "why": "",
    }
    scored = phone.post("/photo/score", {"n": looked["n"], "codes": looked["codes"]})
    assert scored["ok"]
    assert scored["saved"]
    assert scored["text"].startswith("Red: 4 cards by photo +14")
    until(lambda: phone.look(last["codes"])["why"] == "All of it is already counted.")
    phone.scans("command undo")
    until(lambda: phone.look(last["codes"]) == looked)


def test_a_photo_is_scored_on_the_table_that_was_looked_at_or_not_at_all(phone: Phone) -> None:
    corners = [[9, 9], [60, 9], [60, 60], [9, 60]]
    looked = phone.look([[code("card sushi-go-party/tempura/1"), corners]], seat="red")
    sent = {"n": looked["n"], "codes": looked["codes"]}
    phone.scans("badge orange")
    until(lambda: phone.look(seat="red")["n"] != looked["n"])
    late = phone.played.post("/photo/score", sent, **phone.session)
    assert (late.status, late.json["error"][:28]) == (409, "The table has changed since.")
    phone.scans("command undo", "command page", "command teach")
    assert not phone.post("/scan", {"code": "123456"})["ok"]
    until(lambda: phone.look(seat="red")["n"] == looked["n"])
    assert phone.post("/photo/score", sent)["text"].startswith("Red: 1 card by photo")


WRONG = [
    ("/photo/plan", {"photos": [[["062010", [[0, 0], [1, 0], [1, 1]]]]]}),
    ("/photo/plan", {"photos": [["062010"]]}),
    ("/photo/plan", {"photos": [[["tempura", [[0, 0], [1, 0], [1, 1], [0, 1]]]]]}),
    ("/photo/plan", {"photos": [], "choices": {"drop": [7]}}),
    ("/photo/plan", {"photos": [], "choices": []}),
    ("/photo/plan", {"photos": [[["062010", [[10**400, 0]] * 4]]]}),
    ("/photo/plan", {"photos": [[["062010", [[float("nan"), 0]] * 4]]]}),
    ("/photo/plan", {}),
    ("/photo/score", {"n": 1, "codes": ["062010"]}),
    ("/photo/score", {"n": 1, "codes": "062010 062010"}),
    ("/photo/check", {"what": "deck", "codes": ["062010"], "game": "chess"}),
]


def test_what_is_sent_wrongly_is_refused_in_a_sentence(phone: Phone) -> None:
    for path, sent in WRONG:
        answered = phone.played.post(path, sent, **phone.session)
        assert answered.status == 400, (path, sent)
        assert answered.json["error"].endswith(".")


def test_more_than_any_table_has_is_refused_before_it_is_looked_at(phone: Phone) -> None:
    label = ["062010", [[0, 0], [1, 0], [1, 1], [0, 1]]]
    for path, sent in (
        ("/photo/plan", {"photos": [[label] * 200, [label] * 201]}),
        ("/photo/score", {"n": 1, "codes": ["062010"] * 500}),
    ):
        answered = phone.played.post(path, sent, **phone.session)
        assert answered.status == 413


def test_without_the_pin_or_with_too_much_no_photo_is_taken_in(phone: Phone) -> None:
    port = phone.played.port
    begun = sending(bytes(40_000), {})[:-39_000]  # nobody waits for the rest
    assert raw_answer(port, begun, hang_up=True).startswith(b"HTTP/1.1 401")
    large = sending(b"", phone.session).replace(b"Content-Length: 0", b"Content-Length: 12000001")
    assert b"12 MB at most" in raw_answer(port, large, hang_up=True)
    other = sending(b"", phone.session).replace(b"image/jpeg", b"text/plain")
    assert raw_answer(port, other).startswith(b"HTTP/1.1 415")
    assert readers() == []


BOMB = b"IHDR\0\0\xea\x60\0\0\xea\x60\x08\0\0\0\0"  # 60,000 x 60,000 pixels
BAD = {
    b"Chris: 14 points": "This is not a photo.",
    b"": "This is not a photo.",
    b"\0\0\0\x18ftypheic": "This is HEIC",
    photo("tempura/1")[:900]: "damaged or cut short",
    b"\x89PNG\r\n\x1a\n\0\0\0\x0d" + BOMB + crc32(BOMB).to_bytes(4) + b"\0\0\0\0IDAT": "too many",
}


def test_what_is_no_photo_gets_a_sentence_and_the_next_one_is_read(phone: Phone) -> None:
    before = phone.played.table.shown.table
    for sent, why in BAD.items():
        (line,) = phone.send(sent)
        assert why in line["error"], sent[:20]
        assert line["error"].endswith(".")
    last = phone.send(photo("tempura/1"))[-1]
    assert [label[0] for label in last["codes"]] == [code("card sushi-go-party/tempura/1")]
    assert phone.played.table.shown.table is before


def test_what_is_not_installed_is_said(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    (line,) = phone.send(photo("tempura/1"))
    assert "zxing-cpp" in line["error"]


def test_a_host_has_one_place_and_five_have_all_there_are(phone: Phone) -> None:
    hosts = [f"127.0.0.{number}" for number in range(2, 7)]
    half = [phone.begin_half(host) for host in hosts]
    error: list[str] = []

    def refused(host: str) -> str:
        with phone.begin(b"", host=host) as line:
            sent = heard(line)
        error[:] = [sent.json["error"]] if sent.status == 503 else []
        return error[0] if error else ""

    until(lambda: "4 photos are waiting" in refused("127.0.0.9"))
    photo = phone.send_slowly(bytes(6_000_000), "127.0.0.9")  # refused in mid-upload
    assert (photo.status, "4 photos are waiting" in photo.json["error"]) == (503, True)
    half.pop().close()
    until(lambda: not refused("127.0.0.9"))
    half.pop().close()
    until(lambda: "last photo is still being read" in refused(hosts[0]))
    for line in half:
        line.close()
    until(lambda: not refused(hosts[0]))


def test_phones_of_one_network_have_a_place_each(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "network", lambda address: "fd00::/64")

    def refused(host: str) -> bool:
        with phone.begin(b"", "", host) as line:
            return heard(line).status == 503

    with phone.begin_half("127.0.0.2"):
        until(lambda: refused("127.0.0.2"))
        assert phone.send(photo("tempura/1"), "", "127.0.0.3")[-1]["done"]


def test_a_reader_that_dies_in_mid_photo_costs_that_photo_alone(phone: Phone) -> None:
    def halfway() -> bool:
        """Whether it died when it had begun with that photo; not a moment before."""
        phone.send(photo("tempura/1"), "", "127.0.0.2")
        (reader,) = readers()
        os.kill(reader, signal.SIGSTOP)
        with phone.begin(photo("tempura/1"), "", "127.0.0.3") as line:
            line.recv(1, socket.MSG_PEEK)
            os.kill(reader, signal.SIGKILL)
            return b"stopped halfway" in heard(line).body

    until(halfway)
    assert len(phone.send(photo(TRAY))[-1]["codes"]) == 5


def test_who_hangs_up_while_a_photo_is_read_gives_the_place_back(phone: Phone) -> None:
    phone.send(photo("tempura/1"))
    (reader,) = readers()
    os.kill(reader, signal.SIGSTOP)
    with phone.begin(photo("tempura/1")) as line, phone.begin(b"", "", "127.0.0.2") as waits:
        assert line.recv(1) == waits.recv(1)

    def has_place(host: str) -> bool:
        with phone.begin(b"", "", host) as line:
            return line.recv(12) == b"HTTP/1.1 200"

    until(lambda: has_place("127.0.0.2"))  # it waited
    os.kill(reader, signal.SIGCONT)
    until(lambda: has_place("127.0.0.1"))  # it was being read
    until(lambda: reader not in readers())


def test_the_page_ends_at_once_whatever_is_being_read(phone: Phone) -> None:
    phone.send(photo("tempura/1"))
    (reader,) = readers()
    os.kill(reader, signal.SIGSTOP)
    with phone.begin(photo("tempura/1")) as line:
        line.recv(1)
        began = time.monotonic()
        phone.played.thread.stop()
        assert time.monotonic() - began < 5
    assert readers() == []


def test_a_deck_and_desserts_are_checked(phone: Phone) -> None:
    codes = [code(f"card sushi-go/tempura/{number}") for number in range(1, 15)]
    deck = phone.post("/photo/check", {"what": "deck", "codes": codes[1:], "game": "sushi-go"})
    assert deck["text"] == "13 of 108 cards are there."
    assert ["Tempura", [1]] in deck["missing"]
    desserts = phone.post("/photo/check", {"what": "desserts", "codes": codes, "game": ""})
    assert desserts == {"text": "No dessert is known of.", "missing": [], "extra": []}
