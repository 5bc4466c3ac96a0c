"""A phone that joins: its own badge by the code of the minute, its own cards, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.playing import code
from support.waiting import until
from support.web_site import Answer, Played

BEGUN = ("preset my-first-meal", "badge red", "badge blue", "command next")


class Phone:
    """A browser of its own, with its cookie."""

    def __init__(self, site: Played) -> None:
        self.site, self.cookie = site, ""

    def post(self, path: str, sent: object = None, **headers: str | None) -> Answer:
        own = {"Cookie": self.cookie} if self.cookie else {}
        answer = self.site.post(path, {} if sent is None else sent, **{**own, **headers})
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer

    def take(self, badge: str, minutes_ago: int = 0, **headers: str | None) -> Answer:
        """Take a badge by the code that was shown then."""
        badges = self.site.badges
        sent = {"code": badges.code(badges.minute - minutes_ago), "badge": badge}
        return self.post("/join/take", sent, **headers)

    def scan(self, label: str) -> Answer:
        return self.post("/join/scan", {"code": code(label)})


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path, double_read_ms=0) as site:
        yield site


@pytest.fixture
def phone(site: Played) -> Phone:
    return Phone(site)


def owner_scans(site: Played, *labels: str) -> None:
    session = site.session()
    for label in labels:
        assert site.post("/scan", {"code": code(label)}, **session).json["ok"], label


def test_from_the_code_to_a_card_and_back(site: Played, phone: Phone) -> None:
    taken = phone.take("red")
    assert taken.json == {"badge": "red"}
    cookie = taken.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/join"))
    assert phone.post("/join/own").json == {"badge": "red"}
    until(lambda: [seat.badge for seat in site.table.table.seats] == ["red"])
    owner_scans(site, "preset my-first-meal", "badge blue", "command next")
    laid = phone.scan("card sushi-go-party/tempura/1").json
    assert laid["ok"], laid
    last = site.table.table.last
    assert last is not None
    assert (last.scan.lane, last.seat) == ("red", 0)
    assert phone.post("/join/press", {"button": "undo"}).json["ok"]
    assert site.table.table.round.layout.trays == ((), ())
