"""Tables that have left: who clears their messages at the broker takes them off the hall."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.browser import page, text_of
from support.browser import until as until_drawn
from support.door_site import PASSWORD, Visitor
from support.hall_board import BoardProgram
from support.hall_games import game, of
from support.hall_site import HallSite
from support.mqtt_broker import Broker, Listener, needs_mosquitto, passwords, table_of
from support.waiting import until

from firmware.hall.broker.said import read
from firmware.hall.tables import Tables

STATE = of("t1", "ab-1", game(1)[9]).state


@pytest.fixture
def tables() -> Tables:
    tables = Tables()
    for device in ("t1", "t2"):
        tables.take(device, "availability", "online", 1)
        tables.take(device, "state", STATE, 1)
    return tables


def test_an_empty_message_takes_away_what_was_shown(tables: Tables) -> None:
    for kind in ("state", "availability"):
        assert read(f"t1/{kind}", b"", retained=False) == ("t1", kind, None)
    assert tables.take("t1", "state", None, 2)
    tile = tables.tiles["t1"]
    assert (tile.online, tile.phase, tile.players) == (True, "", ()), (
        "it is there, and says no more"
    )
    assert tables.take("t1", "availability", None, 3)
    assert [*tables.tiles] == ["t2"]
    for kind in ("state", "availability"):
        assert not tables.take("t1", kind, None, 4), "it is gone already"
    assert [*tables.tiles] == ["t2"]
    tables.take("t2", "availability", "offline", 5)
    assert tables.take("t2", "state", None, 6)
    assert not tables.tiles
    tables.take("t2", "availability", "online", 7)
    tables.take("t2", "state", STATE, 7)
    assert tables.tiles["t2"].phase == "playing", "it has come back"


def test_pages_that_look_lose_the_table() -> None:
    with HallSite() as site:
        for device in ("table-1", "table-2"):
            site.play(device, upto=9)
        with page(f"{site.address}/", (1280, 800)) as driver:
            until_drawn(lambda: len(driver.find_elements("css selector", "#tables > li")) == 2)
            site.say("table-1", "availability", None)
            until_drawn(lambda: len(driver.find_elements("css selector", "#tables > li")) == 1)
            assert "Table 2" in text_of(driver, "#tables")
            assert text_of(driver, "#sum").startswith("1 table ")
        with page(f"{site.address}/table/table-2", (1280, 800)) as driver:
            until_drawn(lambda: text_of(driver, "#label") == "Table 2")
            site.say("table-2", "availability", None)
            until_drawn(lambda: "has not heard of this table" in text_of(driver, "#notices"))
            site.play("table-2", upto=9)
            until_drawn(lambda: text_of(driver, "#notices") == "")


# --- by the organiser, at a real broker -----------------------------------------------------------


class SignedIn:
    """The board as it is started, its organiser, and whom the broker still knows."""

    def __init__(self, board: BoardProgram) -> None:
        self.board, self._organiser = board, Visitor(board)
        code = re.search("password there: code (.*)", board.log.read_text())
        assert code
        self.post("/organiser/password", code=code[1], password=PASSWORD)

    def post(self, path: str, status: int = 303, /, **form: Any) -> str:
        done = self._organiser.post(path, **form)
        assert done.status == status, done
        return done.body.decode()

    @property
    def offline(self) -> list[str]:
        """Whom the page offers to remove."""
        text = self._organiser.get("/organiser").body.decode()
        return re.findall('name="device" value="([^"]+)"', text)


@contextmanager
def signed_in(folder: Path, broker: Broker, *more: str) -> Iterator[SignedIn]:
    board = BoardProgram(folder, broker, *more)
    try:
        board.wait_until_it_hears()
        yield SignedIn(board)
    finally:
        board.end()


@needs_mosquitto
def test_the_organiser_removes_tables_for_good_until_they_come_back(
    mosquitto: Broker, tmp_path: Path
) -> None:
    devices = {id: table_of(tmp_path / id, mosquitto, id=id) for id in ("a", "b", "c", "d")}
    with signed_in(tmp_path / "board", mosquitto) as here:
        until(lambda: {*here.board.tiles()} == {*devices})
        assert here.offline == []
        for id in ("a", "b", "c"):
            devices[id].leave()
        until(lambda: here.offline == ["a", "b", "c"])
        here.post("/organiser", do="remove", device="b")
        assert {*here.board.tiles()} == {"a", "c", "d"}
        here.post("/organiser", do="remove", device="d")  # which is online
        here.post("/organiser", do="remove")
        assert {*here.board.tiles()} == {"a", "c", "d"}
        here.board.kill()
        here.board.start()
        until(lambda: here.board.logged("the broker answers") == 2)
        until(lambda: {*here.board.tiles()} == {"a", "c", "d"})
        here.post("/organiser", do="remove-all")
        assert ({*here.board.tiles()}, here.offline) == ({"d"}, [])
        devices["a"].start()
        until(lambda: here.board.tiles().get("a", {}).get("phase") == "lobby")
        for id in ("a", "d"):
            devices[id].leave()


@needs_mosquitto
def test_why_a_table_stays_is_told(mosquitto: Broker, tmp_path: Path) -> None:
    acl = tmp_path / "tables.acl"
    acl.write_text(
        "user board\ntopic read okanjo/#\ntopic write okanjo/+/seats\nuser all\ntopic #\n"
    )
    (tmp_path / "password").write_text("hush")
    accounts = passwords(tmp_path, board="hush", all="a")
    mosquitto.config.write_text(f"listener {mosquitto.port}\nuser root\n{accounts}acl_file {acl}\n")
    mosquitto.stop()
    mosquitto.start()
    table = Listener(mosquitto, "all", "a")
    table.say("okanjo/t/availability", b"offline", retain=True)
    account = "--user", "board", "--password-file", str(tmp_path / "password")
    with signed_in(tmp_path / "board", mosquitto, *account) as here:
        until(lambda: here.offline == ["t"])
        refused = here.post("/organiser", 409, do="remove", device="t")
        assert "does not let the board’s account" in refused.replace("&#39;", "’")
        assert "(Not authorized)" in refused
        acl.write_text(acl.read_text().replace("user all", "topic write okanjo/+/state\nuser all"))
        mosquitto.reload()
        assert "(Not authorized)" in here.post("/organiser", 409, do="remove", device="t")
        mosquitto.stop()
        until(lambda: "does not answer" in here.post("/organiser", 409, do="remove", device="t"))
        assert here.offline == ["t"]
    table.close()
