"""A broker that keeps nothing dies while the board is away: what is lost is told, and asked for."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.door_site import PASSWORD, Visitor
from support.hall_board import BoardProgram
from support.hall_seats import SeatsKept
from support.mqtt_broker import Broker, needs_mosquitto, table_of
from support.mqtt_told import ROUND
from support.table_program import ProgramTable
from support.waiting import until

pytestmark = needs_mosquitto
HOME = "/organiser/t/1"
TOLD = "the broker has not waited for the board"
PLAYED = (*ROUND, "next", *ROUND, "next", *ROUND)


@pytest.fixture
def forgetful(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path / "broker")
    broker.stop()
    broker.config.write_text(f"listener {broker.port}\nallow_anonymous true\n")
    broker.start()
    yield broker
    broker.stop()


class SmallHall:
    """A board whose organiser has announced a round of two tables, and their devices."""

    def __init__(self, folder: Path, broker: Broker) -> None:
        self.board = BoardProgram(folder / "board", broker)
        self.tables = [table_of(folder / id, broker, id=id) for id in ("table-1", "table-2")]
        self.board.wait_until_it_hears()
        self._organiser = Visitor(self.board)
        code = re.search("password there: code (.*)", self.board.log.read_text())
        assert code
        self.post("/organiser/password", code=code[1], password=PASSWORD)
        until(lambda: {*self.board.tiles()} == {"table-1", "table-2"})
        self.post("/organiser", title="Cup", wanted="3")
        self.post(f"{HOME}/players", 200, add="1", here="1", names="Ann\nBo\nCy\nDi\nEve\nFlo")
        self.post(HOME, do="pair")
        self.post(f"{HOME}/round/1", do="announce", menu="my-first-meal")

    def post(self, path: str, status: int = 303, /, **form: Any) -> None:
        done = self._organiser.post(path, **form)
        assert done.status == status, done

    def page(self, path: str) -> str:
        return self._organiser.get(path).body.decode()

    def begin(self) -> None:
        for table in self.tables:
            until(lambda table=table: "Round 1" in table.answer("next"))  # type: ignore[misc]

    @property
    def played(self) -> int:
        """How many tables have a result."""
        rows = self.page("/t/1/round/1.csv").splitlines()[1:]
        return len({row.split(",")[0] for row in rows if not row.endswith(",,")})

    def end(self) -> None:
        self.board.kill()
        for table in self.tables:
            table.leave()


@pytest.fixture
def hall(tmp_path: Path, forgetful: Broker) -> Iterator[SmallHall]:
    hall = SmallHall(tmp_path, forgetful)
    yield hall
    hall.end()


def wait_until_all_is_sent(table: ProgramTable) -> None:
    """The device takes its result for one that the broker has on its disk."""
    file = table.folder / "okanjo/mqtt/sent.json"
    until(lambda: json.loads(file.read_text())["games"])


def test_a_result_that_the_broker_has_lost_is_asked_for(hall: SmallHall, forgetful: Broker) -> None:
    hall.begin()
    hall.board.kill()
    played, plays = hall.tables
    played.scan(*PLAYED)
    wait_until_all_is_sent(played)
    forgetful.stop(kill=True)
    forgetful.start()
    hall.board.start()
    until(lambda: hall.board.logged("the broker answers") == 2)
    assert hall.board.logged(TOLD) == 1
    until(lambda: hall.played == 1)
    page = hall.page("/organiser")
    assert "The broker has forgotten the board" in page
    plays.scan(*PLAYED)
    until(lambda: hall.played == 2)
    hall.board.kill()
    hall.board.start()
    until(lambda: hall.board.logged("the broker answers") == 3)
    assert hall.board.logged(TOLD) == 1, "this time it is known"
    assert "The broker has forgotten the board" in hall.page(HOME), "until somebody has read it"
    hall.post("/organiser", do="known")
    assert "has forgotten" not in hall.page("/organiser")
    assert len(hall.board.rows("SELECT * FROM changes")) == 0, "no result has changed"


def test_a_board_that_was_there_asks_too(hall: SmallHall, forgetful: Broker) -> None:
    hall.begin()
    assert "has forgotten" not in hall.page("/organiser")
    forgetful.stop(kill=True)
    forgetful.start()
    until(lambda: hall.board.logged(TOLD) == 1)
    ears = SeatsKept(forgetful)
    until(lambda: {*ears.kept} == {"table-1", "table-2"})
    assert all(json.loads(kept)["resend"] for kept in ears.kept.values())
    ears.close()
    assert "has forgotten" in hall.page("/organiser")
    for table in hall.tables:
        table.scan(*PLAYED)
    until(lambda: hall.played == 2)
