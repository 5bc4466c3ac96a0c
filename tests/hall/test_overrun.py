"""A board that is told too much, or by somebody who makes up fields, IDs and tables."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.hall_games import game, of
from support.waiting import until

from firmware.hall import hall as at_work
from firmware.hall.broker.said import Nonsense, read
from firmware.hall.hall import Hall
from firmware.hall.store.store import Store

LAST = of("t0", "ab-1", game(1)[-1])


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    failures: list[Exception] = []
    hall = Hall(Store(f"sqlite:///{tmp_path}/board.db"), failures.append)
    hall._writer.start()
    yield hall
    hall.stop()
    assert failures == []


def test_fields_that_somebody_makes_up_are_one_kind_of_nonsense_and_not_logged() -> None:
    kinds = set()
    for number in range(50):
        result = json.loads(json.dumps(LAST.result))
        result["report"]["seats"][0]["rounds"][0]["by"][f"\x1b[2J{number}"] = "x"
        with pytest.raises(Nonsense) as why:
            read("t0/result", json.dumps(result).encode(), False)
        kinds.add(str(why.value))
    assert kinds == {"the result is not as documented: data.report"}


@pytest.mark.parametrize("device", ["organiser", "Organiser", "table 3", "t+", "", "x" * 33, "é"])
def test_no_device_is_called_as_somebody_else_who_acts(device: str) -> None:
    words = of(device, "ab-1", game(1)[-1])
    for kind, content in ("state", words.state), ("result", words.result):
        with pytest.raises(Nonsense, match="the topic is not one of a table"):
            read(f"{device}/{kind}", json.dumps(content).encode(), False)
    with pytest.raises(Nonsense):
        read(f"{device}/availability", b"online", True)
    assert read("organiser-2/availability", b"online", True).device == "organiser-2"


def test_a_result_is_kept_though_there_are_too_many_tables(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_work, "MOST_TABLES", 2)
    acknowledged = []
    for number in range(4):
        message = of(f"t{number}", f"ab-{number}", game(1)[-1])
        for kind, content in ("state", message.state), ("result", message.result):
            topic, payload = f"t{number}/{kind}", json.dumps(content).encode()
            hall._take(topic, payload, False, lambda: acknowledged.append(1))
    until(lambda: len(acknowledged) == 8)
    assert [*hall.tables.tiles] == ["t0", "t1"]
    assert hall.store.games() == {(f"t{number}", f"ab-{number}") for number in range(4)}
