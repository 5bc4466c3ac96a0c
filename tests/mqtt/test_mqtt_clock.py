"""A round's clock from a broker to a table: told anew or kept there, paused, taken away."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.mqtt_broker import Broker, Listener, needs_mosquitto
from support.mqtt_told import ROUND, fits, results
from support.offered_seats import offered_seats
from support.page_program import PageProgram
from support.waiting import until

pytestmark = needs_mosquitto
TOPIC = "okanjo/t/seats"
SEATS = offered_seats("Zoë")


class ClockTable:
    """A table with its page, a broker, and an organiser who listens."""

    def __init__(self, folder: Path) -> None:
        self.broker = Broker(folder / "broker")
        self.heard = Listener(self.broker)
        mqtt = f'[mqtt]\nhost = "127.0.0.1"\nport = {self.broker.port}\nid = "t"'
        self.program = PageProgram(folder / "table", web=mqtt)

    def send(self, left: int | None, runs: bool = True, **more: Any) -> None:
        """Seats, with so many seconds or without a clock."""
        seats = {**SEATS, **more} | (
            {} if left is None else {"clock": {"left": left, "runs": runs}}
        )
        fits("seats_offered", seats)
        self.heard.say(TOPIC, json.dumps(seats).encode(), retain=True)

    @property
    def clock(self) -> str:
        return str(self.program.get("/state").json["clock"])

    def shows(self, clock: str) -> bool:
        return self.clock == clock

    def restart(self) -> None:
        """The broker still has what it had kept; NEXT and UNDO say when that has come."""
        self.program.leave()
        self.program.start()
        until(self.program.run)
        until(lambda: "Round 1" in self.program.answer("next"))
        self.program.scan("undo")

    def end(self) -> None:
        self.program.leave()
        self.heard.close()
        self.broker.stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ClockTable]:
    table = ClockTable(tmp_path)
    yield table
    table.end()


def test_a_table_counts_what_was_sent_just_now(table: ClockTable) -> None:
    table.heard.state(phase="lobby")
    until(table.program.run)
    table.send(1500)
    until(lambda: table.shows("25 min"))
    table.send(1500, runs=False)
    until(lambda: table.shows("25 min · paused"))
    table.send(3)
    until(lambda: table.shows("Time!"))
    table.program.scan("next", *ROUND)
    assert table.heard.state(phase="scored")["seating"] == "cup-r2-t7", "nothing is cut off"
    table.send(None)
    until(lambda: table.shows(""))


def test_what_the_broker_had_kept_is_not_taken_for_new(table: ClockTable) -> None:
    table.heard.state(phase="lobby")
    until(table.program.run)
    table.send(1500)
    until(lambda: table.shows("25 min"))
    table.restart()
    assert table.shows(""), "the board may have ended an hour ago"
    table.send(1440)  # the minute after
    until(lambda: table.shows("24 min"))
    table.send(1200, runs=False)
    until(lambda: table.shows("20 min · paused"))
    table.restart()
    assert table.shows("20 min · paused")


def test_the_count_goes_on_without_the_broker_and_when_it_is_back(table: ClockTable) -> None:
    table.heard.state(phase="lobby")
    until(table.program.run)
    table.send(1500)
    until(lambda: table.shows("25 min"))
    table.broker.stop()
    time.sleep(1.0)
    assert table.clock
    table.heard.newest.clear()
    table.broker.start()
    until(lambda: "state" in table.heard.newest)  # it is back, and hears what was kept
    time.sleep(1.0)
    assert table.clock


def test_a_minute_does_not_ask_again_for_a_result(table: ClockTable) -> None:
    table.heard.state(phase="lobby")
    table.send(1500)
    until(lambda: "Round 1" in table.program.answer("next"))
    table.program.scan(*ROUND, "next", *ROUND, "next", *ROUND)
    until(lambda: results(table.heard))
    [result] = results(table.heard).values()

    def times_heard() -> int:
        return [other["id"] for other in table.heard.of("result")].count(result["id"])

    sent = table.program.folder / "okanjo/mqtt/sent.json"
    until(lambda: json.loads(sent.read_text())["games"])
    assert times_heard() == 1
    table.send(1440, resend=True)
    until(lambda: times_heard() == 2)
    until(lambda: json.loads(sent.read_text())["games"])
    for left in (1380, 1320):
        table.send(left, resend=True)
    table.send(None)
    time.sleep(1.0)
    assert times_heard() == 2
