"""Results that do not count: each is told to the organiser, with what to do, and never too many."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.door_site import PASSWORD, DoorSite, Visitor
from support.hall_counts import Open, hear, opens, pair, play, result, table, take_back
from support.random_acts import WHO
from support.soak import share
from support.waiting import until as waited

from engine.message import gettext
from firmware.hall import uncounted
from firmware.hall.hall import Hall
from firmware.hall.tables import Game
from firmware.hall.tournament import acts
from firmware.hall.tournament.ranking import scored
from firmware.hall.uncounted import BadgeSeat, Uncounted, of_result, surplus
from firmware.hall.words.uncounted import WORDS, uncounted_words
from firmware.words.language import say

HOME, LINES = "/organiser/t/1", "/organiser/not-counted"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    yield from opens(f"sqlite:///{tmp_path}/board.db")


@pytest.fixture
def either(database: str) -> Iterator[Open]:
    yield from opens(database)


def of_table(hall: Hall, device: str, game: str, number: int = 1, **more: Any) -> dict[str, Any]:
    return result(device, game, seating=table(hall, 1, number).id, **more)


def with_total(words: dict[str, Any], total: int) -> dict[str, Any]:
    changed = deepcopy(words)
    changed["report"]["seats"][0]["total"] = total
    return changed


def why(hall: Hall) -> dict[Game, str]:
    return {key: line.why for key, line in hall.uncounted.items()}


def take(hall: Hall, topic: str, payload: bytes, *, retained: bool = False) -> None:
    """A message of the broker; wait until it is acknowledged."""
    acknowledged: list[bool] = []
    hall._take(topic, payload, retained, lambda: acknowledged.append(True))
    waited(lambda: acknowledged)


def refused_in_every_way(hall: Hall) -> dict[Game, str]:
    """Have a line for each reason but a database's; return which."""
    first, second = (table(hall, 1, number) for number in (1, 2))
    hear(hall, of_table(hall, "t1", "aa-1", seats=4))  # others than sit there
    hear(hall, with_total(of_table(hall, "t1", "aa-2"), 10**9))
    take(hall, "t1/result", b"{")
    typed = scored(dict.fromkeys(first.players, 9))
    hall.act(1, acts.ResultEntered(first.id, typed), WHO)
    hear(hall, of_table(hall, "t1", "aa-3"))  # waits to be confirmed
    hear(hall, with_total(of_table(hall, "t8", "bb-1"), 88))
    hear(hall, of_table(hall, "t2", "cc-1", 2))
    hear(hall, of_table(hall, "t2", "cc-1", 1))  # the same game, and other seats
    take_back(hall, "t9", "cc-1")
    session = hall.store.session
    hear(hall, result("t2", "dd-1", seating=f"{session}-1-r1-t2-beef"))
    hear(hall, result("t2", "dd-2", seating="beef-1-r1-t2-beef"))  # of another organiser: fine
    hear(hall, result("t2", "dd-3"))
    assert second.device == "t2"
    return {
        ("t1", "aa-1"): "unfit",
        ("t1", "aa-2"): "unfit",
        ("t1", ""): "unreadable",
        ("t8", "bb-1"): "waits",
        ("t2", "cc-1"): "elsewhere",
        ("t9", "cc-1"): "anothers",
        ("t2", "dd-1"): "no-seats",
    }


def test_each_result_that_does_not_count_has_a_line_also_after_a_restart(either: Open) -> None:
    hall = either()
    play(hall)
    lines = refused_in_every_way(hall)
    assert why(hall) == lines
    before = hall.uncounted
    assert {line.tournament for line in before.values()} == {0, 1}
    assert before["t2", "dd-1"].tournament == before["t9", "cc-1"].tournament == 1
    assert before["t9", "cc-1"].more == gettext("device {device}", device="t2")
    assert [seat.badge for seat in before["t8", "bb-1"].seats] == ["red", "orange", "yellow"]
    assert before["t1", "aa-2"].seats == ()
    hall = either()
    assert hall.uncounted == before
    hear(hall, of_table(hall, "t1", "aa-1", seats=4))  # once more, as a broker may
    take(hall, "t1/result", b"{")
    assert hall.uncounted == before
    hall.settle([*before.values()][:3])
    assert hall.uncounted == dict([*before.items()][3:])
    assert either().uncounted == dict([*before.items()][3:])


def test_a_line_goes_when_its_game_counts_or_is_taken_back(opened: Open) -> None:
    hall = opened()
    play(hall)
    hear(hall, of_table(hall, "t1", "aa-1", seats=4))
    hear(hall, of_table(hall, "t2", "aa-1", 2, seats=4))
    assert [*hall.uncounted] == [("t1", "aa-1"), ("t2", "aa-1")]
    hear(hall, of_table(hall, "t1", "aa-1"))
    assert [*hall.uncounted] == [("t2", "aa-1")]
    take_back(hall, "t1", "aa-1")
    take_back(hall, "t2", "aa-1")
    assert hall.uncounted == {}
    assert opened().uncounted == {}


def test_what_came_from_a_draft_or_after_the_end_has_a_line(opened: Open) -> None:
    hall = opened()
    play(hall)
    for number in (1, 2):
        hear(hall, of_table(hall, f"t{number}", "aa-1", number))
    hall.act(1, acts.TournamentEnded(), WHO)
    hear(hall, with_total(of_table(hall, "t1", "aa-1"), 88))
    take_back(hall, "t2", "aa-1")
    assert why(hall) == {("t1", "aa-1"): "ended", ("t2", "aa-1"): "ended"}
    hall.act(1, acts.TournamentReopened(), WHO)
    pair(hall, 1, 2, "1-r2-t")
    hear(hall, result("t1", "aa-2", seating="1-r2-t1"))
    assert why(hall)["t1", "aa-2"] == "draft"
    assert hall.tournaments[1].rounds[1].tables[0].claims == ()


def test_what_the_database_refuses_has_a_line(either: Open) -> None:
    hall = either()
    play(hall)
    narrower = (
        "ALTER TABLE results ADD CHECK (id <> 'aa-1')"
        if hall.store._engine.dialect.name == "postgresql"
        else "CREATE TRIGGER narrower BEFORE INSERT ON results WHEN new.id = 'aa-1'"
        " BEGIN SELECT RAISE(ABORT, 'no such game'); END"
    )
    with hall.store._engine.begin() as connection:
        connection.execute(sa.text(narrower))
    hear(hall, of_table(hall, "t1", "aa-1"))
    hear(hall, of_table(hall, "t2", "aa-2", 2))
    assert why(hall) == {("t1", "aa-1"): "database"}
    assert (hall.store.games(), len(table(hall, 1, 2).result)) == ({("t2", "aa-2")}, 3)


def test_what_is_retained_or_of_another_device_has_a_line_of_its_sender(opened: Open) -> None:
    hall = opened()
    play(hall)
    mine = json.dumps(of_table(hall, "t1", "aa-1")).encode()
    take(hall, "evil/result", mine)
    take(hall, "t1/result", mine, retained=True)
    take(hall, "organiser/result", mine)
    take(hall, "t1/result/x", mine)
    take(hall, "evil/state", mine)
    assert {key: say(line.more) for key, line in hall.uncounted.items()} == {
        ("evil", ""): "the result is said of another table",
        ("t1", ""): "an old result is retained there",
    }
    assert table(hall, 1).result == ()


def test_ten_thousand_of_one_device_leave_twenty_lines(opened: Open) -> None:
    hall = opened()
    play(hall)
    hear(hall, of_table(hall, "t2", "aa-1", 2, seats=4))
    acknowledged: list[int] = []
    words = of_table(hall, "t1", "", seats=4)
    count = share(10_000)
    words["scans"] = words["scans"][:1]
    for n in range(count):
        payload = json.dumps({**words, "id": f"ab-{n:x}"}).encode()
        hall._take("t1/result", payload, False, lambda: acknowledged.append(1))
        hall._take("t1/result", b"{" * (n % 9), False, lambda: acknowledged.append(1))
    waited(lambda: len(acknowledged) == 2 * count)
    per_device = Counter(device for device, _ in hall.uncounted)
    assert per_device == {"t1": 20, "t2": 1}
    newest = {f"ab-{n:x}" for n in range(count - 19, count)}
    assert newest <= {game for device, game in hall.uncounted if device == "t1"}
    assert opened().uncounted == hall.uncounted


def test_a_flood_of_devices_leaves_those_at_tables_alone(opened: Open) -> None:
    hall = opened()
    play(hall)
    for n in range(20):
        hear(hall, of_table(hall, "t1", f"aa-{n:x}", seats=4))
    hear(hall, of_table(hall, "t2", "aa-1", 2, seats=4))
    acknowledged: list[int] = []
    count = share(10_000)
    for n in range(count):
        hall._take(f"evil-{n}/result", b"{", False, lambda: acknowledged.append(1))
    waited(lambda: len(acknowledged) == count)
    assert len(hall.uncounted) == uncounted.MOST
    per_device = Counter(device for device, _ in hall.uncounted)
    assert (per_device["t1"], per_device["t2"]) == (20, 1)
    assert per_device[f"evil-{count - 1}"] == 1
    assert opened().uncounted == hall.uncounted


def test_whatever_comes_there_are_never_too_many_and_the_newest_stays() -> None:
    chance = Random(4)
    lines: dict[Game, Uncounted] = {}
    for now in range(share(10_000)):
        device = chance.choice(["t1", "evil", f"evil-{chance.randrange(60)}", f"x{now}"])
        line = Uncounted(device, f"ab-{chance.randrange(99)}", float(now), "unfit")
        lines.pop(line.key, None)
        lines[line.key] = line
        gone = surplus(lines, {"t1", "t2"})
        assert line.key not in gone or len(lines) > uncounted.MOST
        lines = {key: kept for key, kept in lines.items() if key not in gone}
        per_device = Counter(device for device, _ in lines)
        assert max(per_device.values()) <= uncounted.MOST_OF_DEVICE
        assert len(lines) <= uncounted.MOST
    assert per_device["t1"] == uncounted.MOST_OF_DEVICE


def test_odd_seats_are_in_no_line() -> None:
    words = result("t1", "aa-1")
    assert len(of_result(words, 1.0, "unfit").seats) == 3
    for key, odd in (
        ("badge", "pink"),
        ("badge", "red"),
        ("total", 10**14),
        ("place", "x"),
        ("place", None),
    ):
        changed = deepcopy(words)
        changed["report"]["seats"][2][key] = odd
        assert of_result(changed, 1.0, "unfit").seats == ()
    assert of_result({**words, "number": 10**14}, 1.0, "unfit").number == 0


@pytest.mark.parametrize("name", ["Zebulon-Quark"])
def test_no_line_has_a_name_in_it(opened: Open, tmp_path: Path, name: str) -> None:
    hall = opened()
    play(hall)
    hall.act(1, acts.PlayersRenamed((1,)), WHO, {1: name})
    words = of_table(hall, "t1", "aa-1", seats=4, note=name, venue=name)
    for seat in words["report"]["seats"]:
        seat["name"] = name
    hear(hall, words)
    take(hall, "t1/result", json.dumps({**words, "v": name}).encode())
    assert name not in str(hall.uncounted)
    line, _ = (
        uncounted_words(line, hall.tournaments, {1: {1: name}}) for line in hall.uncounted.values()
    )
    seats = tuple(BadgeSeat(*seat) for seat in (("red", 9, 2), ("orange", -3, 1)))
    fits = line.about._replace(seats=seats)
    assert (
        uncounted_words(fits, hall.tournaments, {1: {1: name}}).points
        == f"1. Player 2 −3, 2. {name} 9"
    )
    hall.act(1, acts.NamesRemoved((1,)), WHO)
    assert uncounted_words(fits, hall.tournaments, hall.names).points.endswith("2. Player 1 9")
    hall.stop()
    assert name.encode() not in b"".join(file.read_bytes() for file in tmp_path.glob("board.db*"))


# --- the organiser's pages ----------------------------------------------------------------------


def filled(site: DoorSite) -> Visitor:
    organiser = site.organiser()
    play(site.hall)
    refused_in_every_way(site.hall)
    return organiser


def text(visitor: Visitor, path: str) -> str:
    from html import unescape
    from re import sub

    return " ".join(unescape(sub("<[^>]+>", " ", visitor.get(path).body.decode())).split())


def test_each_line_says_who_why_and_what_to_do(site: DoorSite) -> None:
    organiser = filled(site)
    words = text(organiser, LINES)
    for line in (
        "Device t1, game 1 ,",
        "others sit at table 1. If it is right, type its points at table 1 of round 1.",
        "It does not fit: no game brings so many points.",
        "Another result of table 1 of round 1 waits for you. Decide about that one first.",
        "If it is the same device under a new ID, take the result back at table 2 of round 1.",
        "Its seats at table 2 of round 1 are gone: somebody was swapped",
        "The board cannot take its result: the result is not JSON.",
        "1. Bo 45",
    ):
        assert line in words or line == "1. Bo 45", line
    assert "Table 1 of round 1" in words
    assert {*WORDS} == {
        getattr(uncounted, name)
        for name in dir(uncounted)
        if isinstance(getattr(uncounted, name), str) and name.isupper()
    }
    for path in ("/organiser", HOME):
        assert "All 7 that do not count" in text(organiser, path)
    for path in (f"{HOME}/round/1", f"{HOME}/players", f"{HOME}/log"):
        assert "7 results of devices do not count" in text(organiser, path)
    stranger = Visitor(site)
    for path in ("/", "/t/1", "/state", "/t/1/standings"):
        assert "not count" not in stranger.get(path).body.decode()
    assert stranger.get(LINES).status == 303


def test_a_line_that_is_done_goes_and_a_newer_one_stays(site: DoorSite) -> None:
    organiser = filled(site)
    for path, key in ((LINES, ("t1", "aa-1")), (HOME, ("t8", "bb-1")), ("/organiser", ("t1", ""))):
        line = site.hall.uncounted[key]
        form = {"do": "settle", "device": line.device, "game": line.game}
        for since in ("", "x", str(line.since - 1)):
            assert organiser.post(path, since=since, **form).status == 303
        assert key in site.hall.uncounted
        done = organiser.post(path, since=str(line.since), **form)
        assert (done.status, done.headers["location"]) == (303, path)
        assert key not in site.hall.uncounted
        assert organiser.post(path, since=str(line.since), **form).status == 303  # a double tap
    lines = sorted(site.hall.uncounted.values(), key=lambda line: line.since)
    for odd in ("", "x", "-1", "1e99", "nan", "9" * 400):
        organiser.post(LINES, do="settle-all", until=odd)
    assert len(site.hall.uncounted) == len(lines)
    organiser.post(LINES, do="settle-all", until=str(lines[-2].since))
    assert [*site.hall.uncounted.values()] == lines[-1:]
    assert Visitor(site).post(LINES, do="settle-all", until=str(time.time() + 9)).status == 403
    organiser.post(LINES, do="settle-all", until=str(lines[-1].since))
    assert "Nothing: every result that came counts" in text(organiser, LINES)
    assert "not count" not in text(organiser, HOME)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_lines_are_read_and_done_on_a_phone_and_a_laptop(
    site: DoorSite, size: tuple[int, int]
) -> None:
    filled(site)
    with page(f"{site.address}/organiser/login?next={HOME}", size, still=True) as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: "Not counted" in text_of(driver, "main"))
        wide = "return document.documentElement.scrollWidth <= innerWidth"
        assert driver.execute_script(wide)
        until(
            lambda: driver.find_element("css selector", ".uncounted [value=settle]").click() or True
        )
        waited(lambda: len(site.hall.uncounted) == 6)
        until(lambda: "All 6 that do not count" in text_of(driver, "main"))
        driver.get(f"{site.address}{LINES}")
        until(lambda: "All are done" in text_of(driver, "main"))
        assert driver.execute_script(wide)
        for dark in (False, True):
            looks(driver, size, dark=dark, still=True)
            assert violations(driver) == []
        assert complaints_of(driver) == []
