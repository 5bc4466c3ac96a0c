"""A round at a real broker: seats go out, results come back, and liars change nothing."""

import json
import logging
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from support.hall_board import broker
from support.hall_games import game, of
from support.hall_seats import SeatsKept
from support.mqtt_broker import Broker, needs_mosquitto
from support.random_acts import OPEN, WHO
from support.soak import SOAK
from support.waiting import until

from firmware.board.board import Board
from firmware.board.store import Store
from firmware.board.tournament.tournament import Table, scored
from firmware.mqtt.broker import Options

pytestmark = needs_mosquitto
HOW = {"user": "", "password": "", "tls": False, "ca": "", "home": "okanjo", "who": ""}


class Round:
    """Two tables of four, announced at devices t1 and t2."""

    def __init__(self, folder: Path, mosquitto: Broker) -> None:
        self.failures: list[Exception] = []
        self.board = Board(Store(f"sqlite:///{folder}/board.db"), self.failures.append)
        session = self.board.store.session
        options = Options("127.0.0.1", mosquitto.port, client_id=f"okanjo-board-{session}", **HOW)
        self.board.start(options)
        self.kept = SeatsKept(mosquitto)
        self.board.open(OPEN, WHO)
        self.board.join(1, [f"Player {n}" for n in range(1, 9)], WHO, here=True)
        tables = [
            {"id": f"{session}-t{n}", "number": n, "players": [*range(4 * n - 3, 4 * n + 1)]}
            for n in (1, 2)
        ]
        both = {"round": 1, "menu": "my-first-meal", "cut": False, "byes": []}
        self.board.act(1, {"do": "pair", "tables": tables, **both}, WHO)
        self.board.act(1, {"do": "announce", "round": 1, "devices": {"1": "t1", "2": "t2"}}, WHO)
        until(lambda: self.seated() == {"t1": f"{session}-t1", "t2": f"{session}-t2"})

    def table(self, number: int = 1) -> Table:
        return self.board.tournaments[1].rounds[0].tables[number - 1]

    def seated(self) -> dict[str, str]:
        """The seating of each device that is offered one."""
        return {one: json.loads(said)["id"] for one, said in self.kept.kept.items() if said}

    def say(self, device: str, said: dict[str, Any]) -> None:
        payload = json.dumps(said).encode()
        self.kept.paho.publish(f"okanjo/{device}/result", payload, 1).wait_for_publish(30)

    def ended(self, device: str, game_id: str, seed: int = 1, seats: int = 4) -> dict[str, Any]:
        """What that device says of a game that was begun with the seats of table 1."""
        said: Any = deepcopy(of(device, game_id, game(seed, seats)[-1]).result)
        return {**said, "seating": self.table().id}

    def close(self) -> None:
        self.kept.close()
        self.board.stop()
        assert self.failures == []


@pytest.fixture
def round(tmp_path: Path) -> Iterator[Round]:
    mosquitto = broker(tmp_path / "broker")
    found = Round(tmp_path, mosquitto)
    yield found
    found.close()
    mosquitto.stop()


def points(said: dict[str, Any]) -> list[int]:
    return [one["total"] for one in said["report"]["seats"]]


def test_seats_come_back_with_a_game_that_is_taken_back(round: Round) -> None:
    one, id_ = round.ended("t1", "ab-1"), round.table().id
    round.say("t1", one)
    until(lambda: [*round.seated()] == ["t2"])
    assert [seat.points for seat in round.table().result] == points(one)
    gone = {"v": 1, "id": "ab-1", "device": "t1", "withdrawn": True}
    round.say("t1", gone)
    until(lambda: round.seated().get("t1") == id_)
    assert round.table().result == ()
    round.say("t1", again := round.ended("t1", "ab-1", seed=2))
    until(lambda: "t1" not in round.seated())
    assert [seat.points for seat in round.table().result] == points(again) != points(one)
    round.say("t1", gone)
    until(lambda: "t1" in round.seated())
    round.say("t1", round.ended("t1", "ab-2"))  # the game that they played instead
    until(lambda: round.table().game == "ab-2")


def test_what_the_organiser_typed_waits_for_no_device(round: Round) -> None:
    one = round.table()
    typed = scored(dict(zip(one.players, (9, 8, 7, 6), strict=True)))
    round.board.act(1, {"do": "result", "table": one.id, "seats": typed}, WHO)
    until(lambda: [*round.seated()] == ["t2"])
    round.say("t1", said := round.ended("t1", "ab-1"))
    until(lambda: round.table().claim)
    assert [seat.points for seat in round.table().result] == [9, 8, 7, 6]
    assert [seat.points for seat in round.table().claim] == points(said)
    round.board.act(1, {"do": "no-result", "table": one.id}, WHO)
    until(lambda: "t1" in round.seated())


def test_devices_that_lie_change_no_result_and_each_kind_is_logged_once(
    round: Round, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    of_another = round.ended("t2", "ab-1")
    badges, dummy, five = (round.ended("t1", f"cd-{n}") for n in range(3))
    badges["report"]["seats"][0]["badge"] = "white"
    dummy["report"]["seats"][3] |= {"badge": "", "dummy": True}
    five["report"] = round.ended("t1", "ef-1", seats=5)["report"]
    rich = round.ended("t1", "cd-3")
    rich["report"]["seats"][0]["total"] = 10**14
    nobody = {**round.ended("t1", "cd-9"), "seating": "another-board-t1"}
    lies = [("t2", of_another), *(("t1", one) for one in (badges, dummy, five, rich, nobody))]
    for number in range(1700 if SOAK else 30):
        for device, lie in lies:
            said = {**lie, "id": f"{lie['id']}{number:x}"}
            seats = [{**one, "total": one["total"] + number} for one in lie["report"]["seats"]]
            round.say(device, {**said, "report": {**lie["report"], "seats": seats}})
    round.say("t1", {**of_another, "device": "t1", "id": "ab-10"})  # of a game of t2
    round.say("t2", {**round.ended("t2", "99-1"), "seating": round.table(2).id})
    until(lambda: round.table(2).result)
    assert (round.table().result, round.table().claimed_by) == ((), "t2")
    until(lambda: [*round.seated()] == ["t1"])
    acts = [did.act["do"] for did in round.board.store.acts(1)]
    assert acts == ["open", "join", "pair", "announce", "claim", "result"]
    said = round.ended("t1", "aa-1")  # the truth
    for one in said["report"]["seats"]:
        one["total"], one["place"] = float(one["total"]), float(one["place"])
    round.say("t1", said)
    until(lambda: round.table().result)
    assert [seat.points for seat in round.table().result] == points(said)
    assert ".0" not in str(round.table().result)
    old, last = round.table(), {"seating": f"{round.board.store.session}-r2"}
    tables = [{"id": last["seating"], "number": 1, "players": [1, 2, 3, 4]}]
    round.board.act(1, {"do": "check-in", "players": [5, 6, 7, 8], "here": False}, WHO)
    both = {"round": 2, "menu": "my-first-meal", "cut": False, "byes": []}
    round.board.act(1, {"do": "pair", "tables": tables, **both}, WHO)
    round.say("t1", {**round.ended("t1", "ad-1"), **last})  # of a draft
    until(lambda: "ad-1" in round.board.store.games())  # before it is announced
    round.board.act(1, {"do": "announce", "round": 2, "devices": {"1": "t1"}}, WHO)
    until(lambda: round.seated() == {"t1": last["seating"]})
    round.say("t1", {**said, **last})  # the same game once more
    round.say("t1", {**said, "id": "ad-2", "note": "of round 1"})
    gone = {"v": 1, "id": said["id"], "device": "t2", "withdrawn": True}
    round.say("t2", gone)  # of another's
    round.say("t1", {**round.ended("t1", "ad-3", seed=3), **last})
    until(lambda: round.board.tournaments[1].rounds[1].tables[0].result)
    assert round.table() == old
    assert round.board.tournaments[1].rounds[1].tables[0].game == "ad-3"
    round.board.stop()
    logged = [re.sub(r" \(.*", "", one.getMessage()) for one in caplog.records]
    logged = [one for one in logged if "ignored" in one]
    assert len(logged) == len({*logged}) == 6, logged
