"""A round's clock on its way to the tables, by a real broker: with each change, and each minute."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.hall_counts import play, table
from support.hall_seats import SeatsKept
from support.mqtt_broker import Broker, needs_mosquitto
from support.mqtt_told import fits
from support.random_acts import WHO
from support.waiting import until

from firmware.common.broker.connection import Options
from firmware.hall import hall as at_work
from firmware.hall.hall import Hall
from firmware.hall.store.store import Store
from firmware.hall.tournament import acts
from firmware.hall.tournament.ranking import scored

pytestmark = needs_mosquitto
Clocks = dict[str, dict[str, Any] | None]


class ClockHall:
    """A board at a broker, two of whose tables play, and one who hears what these are sent. Its
    time is moved by hand.
    """

    def __init__(self, folder: Path, broker: Broker) -> None:
        self.now = 50.0
        self.failures: list[Exception] = []
        store = Store(f"sqlite:///{folder}/board.db")
        self.hall = Hall(store, self.failures.append, lambda: 1e6, lambda: self.now)
        self.ears = SeatsKept(broker)
        options = Options(
            "127.0.0.1", broker.port, "", "", tls=False, ca="", home="okanjo", client_id="board"
        )
        self.hall.start(options)
        play(self.hall)
        until(lambda: self.clocks() == {"t1": None, "t2": None})
        self.ears.said.clear()

    def set(self, left: int, runs: bool = True) -> None:
        self.hall.act(1, acts.ClockSet(1, left, 1_000_000, runs), WHO)

    def clocks(self) -> Clocks:
        """What each table has."""
        kept = {
            device: json.loads(payload) for device, payload in [*self.ears.kept.items()] if payload
        }
        for content in kept.values():
            fits("seats_offered", content)
        return {device: content.get("clock") for device, content in kept.items()}

    def have(self, *left: int, runs: bool = True) -> bool:
        clocks = [{"left": seconds, "runs": runs} for seconds in left]
        return [clock for _, clock in sorted(self.clocks().items())] == clocks

    @property
    def counts(self) -> bool:
        """Whether a minute is waited for."""
        return any(thread.name == "minute" for thread in threading.enumerate())

    def end(self) -> None:
        self.hall.stop()
        self.ears.close()


@pytest.fixture
def tables(
    tmp_path: Path, mosquitto: Broker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ClockHall]:
    monkeypatch.setattr(at_work, "MINUTE_S", 3600.0)  # however busy the machine is, not meanwhile
    tables = ClockHall(tmp_path, mosquitto)
    yield tables
    tables.end()
    assert tables.failures == []
    until(lambda: not tables.counts)


def test_each_change_is_sent_to_the_tables(tables: ClockHall) -> None:
    assert not tables.counts, "nothing wakes where no clock runs"
    tables.set(2700)
    until(lambda: tables.have(2700, 2700))
    assert tables.counts
    tables.now += 100
    tables.hall.act(1, acts.TableExtended(table(tables.hall, 1, 2).id, 600), WHO)
    until(lambda: tables.have(2700, 3200))
    assert tables.ears.said == ["t1", "t2", "t2"], "the other one counts by itself"
    tables.set(2600, runs=False)
    until(lambda: tables.have(2600, 3200, runs=False))
    until(lambda: not tables.counts)
    tables.now += 5000
    tables.set(600)
    until(lambda: tables.have(600, 1200))
    first = table(tables.hall, 1, 1)
    tables.hall.act(1, acts.ResultEntered(first.id, scored(dict.fromkeys(first.players, 9))), WHO)
    until(lambda: [*tables.clocks()] == ["t2"])
    assert tables.counts
    second = table(tables.hall, 1, 2)
    tables.hall.act(1, acts.ResultEntered(second.id, scored(dict.fromkeys(second.players, 9))), WHO)
    until(lambda: tables.clocks() == {})
    until(lambda: not tables.counts)


def test_it_is_sent_again_each_minute_until_time_is_over(
    tables: ClockHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_work, "MINUTE_S", 0.02)
    tables.set(300)
    until(lambda: tables.have(300, 300))
    for left in (240, 7):
        tables.now = 50.0 + 300 - left
        until(lambda left=left: tables.have(left, left))  # type: ignore[misc]
    tables.now += 100
    until(lambda: tables.have(0, 0))
    until(lambda: not tables.counts)
    tables.set(60)
    until(lambda: tables.have(60, 60))


def test_whoever_has_lost_the_broker_sends_what_is_left_by_then(
    tables: ClockHall, mosquitto: Broker
) -> None:
    tables.set(2700)
    until(lambda: tables.have(2700, 2700))
    mosquitto.stop()
    tables.now += 45  # less than a minute, and nobody does anything
    mosquitto.start()
    until(lambda: tables.have(2655, 2655))


def test_other_news_of_a_table_come_with_what_is_left_by_then(tables: ClockHall) -> None:
    """A table that counts already is not told again for each result of another."""
    tables.set(2700)
    until(lambda: tables.have(2700, 2700))
    tables.now += 30
    tables.ears.said.clear()
    tables.hall.act(1, acts.DevicesAssigned({1: "t3", 2: "t2"}), WHO)
    until(lambda: tables.clocks().keys() == {"t2", "t3"})
    assert tables.clocks() == {
        "t2": {"left": 2700, "runs": True},
        "t3": {"left": 2670, "runs": True},
    }
    until(lambda: sorted(tables.ears.said) == ["t1", "t3"])
