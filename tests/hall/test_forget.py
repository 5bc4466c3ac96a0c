"""Players' names are removed on request and after 30 days, from all rows."""

import gzip
import io
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from support.door_site import Visitor, door_site
from support.hall_counts import pair
from support.hall_games import game, of
from support.random_acts import WHO, opening
from support.waiting import until

from engine.cards import BADGES
from firmware.hall.broker.said import TableMessage
from firmware.hall.hall import Hall
from firmware.hall.nameless import english, name_of, without_names
from firmware.hall.store.backup import back_up
from firmware.hall.store.expiry import DAY_S, NO_TOURNAMENT, Expiry
from firmware.hall.store.inbox import DeviceResult
from firmware.hall.store.store import Store, Writing
from firmware.hall.store.writer import LOOK_S
from firmware.hall.tables import RESULT
from firmware.hall.tournament import acts

LAST = game(1, 3)[-1]
PEOPLE = [
    "Zebulon-Quark",
    "Éloïse 🍣 Zanzibar",
    "Maximiliana Konstantinop",
    'Q"uotation \\ Marx',
    "Wolfgang-Ypsilon",
    "Xerxes-Xylophon",
]
HOUR_S = 3600.0


class ClockedBoard:
    """A board, its clock, and how long it runs."""

    def __init__(self, url: str) -> None:
        self.url, self.now, self.ran = url, 1e9, 0.0
        self.failures: list[Exception] = []
        self.start()

    def start(self) -> None:
        clocks = (lambda: self.now), (lambda: self.ran)
        self.hall = Hall(Store(self.url), self.failures.append, *clocks)
        self.hall._writer.start()
        until(lambda: self.hall._writer.look_at > self.ran)

    def say(self, device: str, game_id: str, **more: Any) -> None:
        """A device says a game's result."""
        kept: list[bool] = []
        message = TableMessage(device, RESULT, result(device, game_id, **more))
        self.hall._writer.inbox.put(DeviceResult(message, lambda: kept.append(True)))
        until(lambda: kept)

    def set_clock(self, days: float) -> None:
        """Set it on, or back, and let the board look."""
        self.now += days * DAY_S
        self.ran += LOOK_S
        self.hall.settle([])  # it looks before the next that it has to do
        until(lambda: self.hall._writer.look_at > self.ran)

    def run(self, days: int, hours: float = 4.0) -> None:
        """Let it run for so many hours on each of so many days, and be off between."""
        for _ in range(days):
            self.hall.stop()
            self.now += (24.0 - hours) * HOUR_S
            self.start()
            self.now, self.ran = self.now + hours * HOUR_S, self.ran + hours * HOUR_S
            self.hall.settle([])
            until(lambda: self.hall._writer.look_at > self.ran)

    def expire(self) -> None:
        """Let names go whose time is over."""
        self.set_clock(0)
        self.run(7)

    def tournament(self, title: str = "Cup") -> int:
        """Of six players at two tables."""
        hall, ids = self.hall, [f"{title}-r1-t1", f"{title}-r1-t2"]
        number = hall.open(opening(title=title), WHO)
        hall.join(number, PEOPLE, WHO, here=True)
        pair(hall, number, 1, f"{title}-r1-t")
        hall.act(number, acts.RoundAnnounced(1, {1: "t1", 2: "t2"}), WHO)
        self.say("t1", f"{number}1-1", seating=ids[0], names=PEOPLE[:3])
        self.say("t2", f"{number}2-1", seating=ids[1], names=PEOPLE[3:])
        return number

    def seats(self, device: str, game_id: str) -> list[str]:
        stored = self.hall.store.result(device, game_id)
        assert stored
        return [seat["name"] for seat in stored["report"]["seats"]]

    def kept(self) -> list[str]:
        """Of these people, those whose name is anywhere in the database."""
        file = io.BytesIO()
        back_up(self.url, file)
        rows = gzip.decompress(file.getvalue()).decode()
        once = {name: json.dumps(name)[1:-1] for name in PEOPLE}
        forms = {name: (form, json.dumps(form)[1:-1]) for name, form in once.items()}
        return [name for name in PEOPLE if any(form in rows for form in forms[name])]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[ClockedBoard]:
    yield from opened(f"sqlite:///{tmp_path}/board.db")


@pytest.fixture
def either(database: str) -> Iterator[ClockedBoard]:
    yield from opened(database)


def opened(url: str) -> Iterator[ClockedBoard]:
    board = ClockedBoard(url)
    yield board
    board.hall.stop()
    assert board.failures == []


def result(
    device: str, game_id: str, names: list[str] | None = None, **more: Any
) -> dict[str, Any]:
    message = deepcopy(of(device, game_id, LAST).result)
    assert message
    for seat, name in zip(message["report"]["seats"], names or [], strict=False):
        seat["name"] = name
    return {**message, **more}


def many(tables: ClockedBoard) -> None:
    """Many results of these players, changed and taken back, of all lengths."""
    chance = random.Random(5)
    with tables.hall.store.writing() as connection:
        writing = Writing(connection, tables.now)
        for number in range(150):
            message = result("t9", f"f{number:x}-1", chance.sample(PEOPLE, 3))
            message["seating"] = chance.choice(["", "Cup-r1-t1", "Cup-r1-t2", "Old-r1-t1"])
            for _ in range(chance.randrange(3)):
                writing.keep(message)
                message = {
                    **message,
                    "note": chance.choice(["", "x" * 900, f"{PEOPLE[0]} was late"]),
                }
                message["scans"] = message["scans"][: chance.randrange(1, 40)]
            writing.keep(message)
            if chance.random() < 0.1:
                gone = {key: message[key] for key in ("v", "id", "device")}
                writing.keep({**gone, "withdrawn": True})


def test_of_a_name_that_is_removed_on_request_nothing_is_left(
    either: ClockedBoard, tmp_path: Path
) -> None:
    tables = either
    number = tables.tournament()
    many(tables)
    assert tables.kept() == PEOPLE
    tables.hall.act(number, acts.NamesRemoved((1, 2, 3, 4)), WHO)
    assert tables.kept() == PEOPLE[4:]
    assert tables.hall.names[number] == {5: PEOPLE[4], 6: PEOPLE[5]}
    assert tables.seats("t1", f"{number}1-1") == ["Player 1", "Player 2", "Player 3"]
    assert tables.seats("t2", f"{number}2-1") == ["Player 4", *PEOPLE[4:]]
    words = {"Player 1", "Player 2", "Player 3", "Player 4", *PEOPLE[4:]}
    words |= {badge.capitalize() for badge in BADGES[:3]}
    games = tables.hall.store.games()
    assert {name for game_key in games for name in tables.seats(*game_key)} == words
    assert len(games) > 120
    tables.hall.stop()
    files = b"".join(file.read_bytes() for file in tmp_path.glob("board.db*"))
    assert PEOPLE[0].encode() not in files


def test_a_name_that_was_removed_does_not_come_back_with_a_result(tables: ClockedBoard) -> None:
    number = tables.tournament()
    tables.hall.act(number, acts.NamesRemoved((2,)), WHO)
    before = tables.hall.store.acts()
    tables.say(
        "t1", f"{number}1-1", seating="Cup-r1-t1", names=PEOPLE[:3]
    )  # a broker's second time
    tables.say("t1", "abc-1", seating="Cup-r1-t1", names=PEOPLE[:3], note=f"{PEOPLE[1]} won")
    assert tables.seats("t1", "abc-1") == [PEOPLE[0], "Player 2", PEOPLE[2]]
    assert PEOPLE[1] not in tables.kept()
    assert tables.hall.store.acts() == before


def test_a_name_goes_from_the_games_of_two_devices_with_the_same_id(either: ClockedBoard) -> None:
    tables = either
    number = tables.tournament()
    for device in ("t1", "t8", "t9"):
        tables.say(device, "abc-1", seating="Cup-r1-t1", names=PEOPLE[:3], note=f"by {device}")
        tables.say(device, "abc-1", seating="Cup-r1-t1", names=PEOPLE[:3])
    tables.hall.act(number, acts.NamesRemoved((2,)), WHO)
    for device in ("t1", "t8", "t9"):
        assert tables.seats(device, "abc-1") == [PEOPLE[0], "Player 2", PEOPLE[2]]
    assert PEOPLE[1] not in tables.kept()
    tables.hall.act(number, acts.TournamentEnded(), WHO)
    tables.set_clock(31)
    tables.expire()
    assert tables.kept() == []


def test_names_are_removed_30_days_after_the_end(tables: ClockedBoard) -> None:
    ended, kept, late = (tables.tournament(title) for title in ("Cup", "League", "Open"))
    many(tables)
    for number in (ended, kept):  # whom it thanks, it names
        tables.hall.announce(number, f"Thank you, {PEOPLE[0]}", WHO)
    tables.hall.act(ended, acts.TournamentEnded(), WHO)
    tables.hall.act(kept, acts.TournamentEnded(), WHO)
    tables.hall.act(kept, acts.NamesKept(True), WHO)
    tables.set_clock(20)
    tables.hall.act(late, acts.SignUpSwitched(True), WHO)
    tables.hall.act(ended, acts.NamesRemoved((6,)), WHO)  # others need not wait for longer
    tables.set_clock(9.9)
    assert tables.hall.expiring == {}
    tables.set_clock(0.2)
    assert {*tables.hall.expiring} == {ended, NO_TOURNAMENT}
    tables.hall.act(ended, acts.NamesRemoved((5,)), WHO)
    tables.run(6)
    assert [len(tables.hall.names[number]) for number in (ended, kept, late)] == [4, 6, 6]
    assert PEOPLE[0] in tables.seats("t1", f"{ended}1-1")
    assert [*map(attrgetter("days_left"), tables.hall.expiring.values())] == [1, 1]
    assert {*tables.hall.announcements} == {ended, kept}
    tables.run(1)
    assert [len(tables.hall.names[number]) for number in (ended, kept, late)] == [0, 6, 6]
    assert {*tables.hall.announcements} == {kept}
    assert tables.hall.expiring == {}
    assert tables.seats("t1", f"{ended}1-1") == ["Player 1", "Player 2", "Player 3"]
    assert tables.seats("t1", f"{kept}1-1") == PEOPLE[:3]
    assert tables.hall.log(ended)[-1].who == "after 30 days"
    tables.set_clock(30)
    tables.hall.act(kept, acts.NamesKept(False), WHO)
    tables.expire()
    assert tables.hall.names[late] == {}
    assert PEOPLE[0] in tables.kept()
    tables.set_clock(31)
    tables.expire()
    assert tables.kept() == []


def test_no_jump_of_the_clock_erases_a_name(tables: ClockedBoard) -> None:
    tables.now = 1e7  # as long as nobody has set it
    number = tables.tournament()
    many(tables)
    tables.set_clock(10_000)
    assert {*tables.hall.expiring} == {number, NO_TOURNAMENT}
    tables.run(3, hours=23)
    tables.set_clock(3000)
    tables.run(2, hours=23)
    assert tables.kept() == PEOPLE
    tables.hall.act(number, acts.SignUpSwitched(True), WHO)
    tables.set_clock(31)
    for days in (300, 1, 1, 1, 1, 1, 1, 1, 1, -200, 500):
        tables.set_clock(days)
    assert len(tables.hall.names[number]) == 6


def test_names_that_are_announced_wait_for_days_and_for_running(tables: ClockedBoard) -> None:
    number = tables.tournament()
    tables.set_clock(31)
    for _ in range(20):
        tables.run(1, hours=1)
    assert len(tables.hall.names[number]) == 6  # 20 days, but not 24 hours
    tables.run(4, hours=1)
    assert tables.hall.names[number] == {}


def test_names_that_are_announced_stay_once_something_is_done(tables: ClockedBoard) -> None:
    first, second = (tables.tournament(title) for title in ("Cup", "Open"))
    tables.set_clock(31)
    tables.run(6)
    tables.hall.act(first, acts.SignUpSwitched(True), WHO)
    assert {*tables.hall.expiring} == {second}
    tables.run(1)
    assert [len(tables.hall.names[number]) for number in (first, second)] == [6, 0]
    tables.set_clock(31)
    assert {*tables.hall.expiring} == {first}
    tables.set_clock(-31)  # it was not so late
    assert tables.hall.expiring == {}
    tables.hall.act(first, acts.NamesKept(True), WHO)
    tables.set_clock(62)
    tables.run(8)
    assert len(tables.hall.names[first]) == 6


def test_the_organiser_is_told_which_names_go(tmp_path: Path) -> None:
    with door_site(tmp_path) as site:
        site.hall.open(opening(title="Cup <1>"), WHO)
        site.hall.join(1, PEOPLE, WHO)
        organiser, nobody = site.organiser(), Visitor(site)
        pages = ("/organiser", "/organiser/t/1", "/organiser/t/1/players")
        assert not any(b"go for good" in organiser.get(path).body for path in pages)
        known = site.hall._writer.known
        expiring = {1: Expiry(0.0, (1,)), NO_TOURNAMENT: Expiry(0.0, (1, 2, 3, 4, 5, 6))}
        site.hall._writer.known = known._replace(expiring=expiring)
        for path in pages:
            page = organiser.get(path).body.decode()
            assert "<bdi>Cup &lt;1&gt;</bdi> go for good after 6 more days on which" in page
            assert "lose their names after 1 more day on which" in page
        assert b"settings" in organiser.get("/organiser/t/1").body
        assert b"go for good" not in nobody.get("/t/1").body
        organiser.post("/organiser/t/1/settings", keep="yes")
        assert b"go for good" not in organiser.get("/organiser").body


def test_results_of_no_tournament_lose_their_names_after_30_days(tables: ClockedBoard) -> None:
    with tables.hall.store.writing() as connection:
        for number in range(600):
            message = result("t9", f"f{number:x}-1", PEOPLE[:3])
            Writing(connection, tables.now + number // 3).keep(
                {**message, "scans": message["scans"][:1]}
            )
    tables.say("t9", "f0-1", names=PEOPLE[:3], note="heard again, much later")
    tables.set_clock(30)
    tables.expire()
    assert tables.seats("t9", "f2-1") == [badge.capitalize() for badge in BADGES[:3]]
    assert tables.seats("t9", "f5-1") == PEOPLE[:3]  # heard later, so announced later
    tables.expire()
    assert tables.kept() == []
    assert len(tables.hall.store.games()) == 600


def test_a_note_goes_that_has_the_name_in_it() -> None:
    message = result("t1", "ab-1", ["Ann", "Bo", "Yellow"], note="ANN cheated", venue="Boston")
    assert without_names(message, {"red": "Player 7"})["note"] == ""
    assert without_names(message, {"red": "Player 7"})["venue"] == "Boston"
    assert without_names(message, {}, ["Nobody"]) == message
    assert without_names(message, {}, ["Bos"])["venue"] == ""
    everybody = without_names({**message, "note": "Cy's birthday"}, None)
    assert [seat["name"] for seat in everybody["report"]["seats"]] == ["Red", "Orange", "Yellow"]
    assert (everybody["note"], everybody["venue"]) == ("", "")
    withdrawn = {"v": 1, "id": "ab-1", "device": "t1", "withdrawn": True}
    assert without_names(withdrawn, None) == withdrawn
    assert [english(name_of({1: "Ann"}, n)) for n in (1, 2)] == ["Ann", "Player 2"]
