"""Seats from a broker to a result: the whole way, cut off at every place."""

import json
import time
from pathlib import Path
from random import Random
from typing import Any

from support.mqtt_broker import Listener, at_broker, needs_mosquitto, pull_the_plug
from support.mqtt_told import ROUND, WHOLE_GAME, fits, results
from support.offered_seats import offered_seats
from support.soak import SOAK
from support.table_program import ProgramTable, left
from support.waiting import until

pytestmark = needs_mosquitto
TOPIC = "okanjo/t/seats"
SEATS = offered_seats("Zoë")
REST = (*ROUND, "next", *ROUND, "next", *ROUND)


def offer(heard: Listener, **other: Any) -> None:
    seats = {**SEATS, **other}
    fits("seats_offered", seats)
    heard.say(TOPIC, json.dumps(seats).encode(), retain=True)


def take(table: ProgramTable) -> None:
    """NEXT, until the offer is there."""
    until(lambda: "Round 1" in table.answer("next"))


def wait_until_gone(table: ProgramTable) -> None:
    """NEXT and UNDO, until there is no offer any more."""

    def is_gone() -> bool:
        reply = table.answer("next")
        return reply.startswith("refused") or not table.answer("undo")

    until(is_gone)


def is_all_sent(table: ProgramTable) -> bool:
    """Whether the client takes its result for one that the broker has on its disk."""
    return bool(json.loads((table.folder / "okanjo/mqtt/sent.json").read_text())["games"])


def names(state: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in state["seats"]]


def test_from_the_broker_to_the_result(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, _, heard):
        heard.state(phase="lobby", seating="")
        offer(heard)
        take(table)
        begun = heard.state(phase="playing")
        assert (names(begun), begun["seating"]) == (["Ann", "Zoë"], "cup-r2-t7")
        table.scan("undo")
        assert heard.state(phase="lobby", seating="")["seats"] == []
        table.scan("next")
        heard.state(phase="playing", seating="cup-r2-t7")
        pull_the_plug(table)
        table.start()
        until(lambda: heard.newest["state"]["run"] != begun["run"])
        assert names(heard.state(phase="playing", seating="cup-r2-t7")) == ["Ann", "Zoë"]
        offer(heard, id="cup-r3-t1", round=3)  # it waits
        table.scan(*REST)
        until(lambda: results(heard))
        [result] = results(heard).values()
        assert result["seating"] == "cup-r2-t7"
        assert "seats" in [scan["label"] for scan in result["scans"]]
        assert [seat["name"] for seat in result["report"]["seats"]] == ["Ann", "Zoë"]
        assert "NEXT takes these seats" in table.answer("next")
        take(table)
        heard.state(phase="playing", seating="cup-r3-t1")
        assert results(heard) == {result["id"]: result}
        table.scan("undo")
        assert heard.state(phase="finished")["seating"] == "cup-r2-t7"
        assert results(heard) == {result["id"]: result}, "it stands as it was"


def test_a_plug_pulled_at_next_leaves_all_of_it_or_nothing(tmp_path: Path) -> None:
    random = Random(2)
    with at_broker(tmp_path) as (table, _, heard):
        heard.state(phase="lobby")
        offer(heard)
        take(table)
        for _ in range(30 if SOAK else 4):
            table.scan("undo")
            table.keyboard.write(b"next\n")
            table.keyboard.flush()
            time.sleep(random.random() * 0.02)
            pull_the_plug(table)
            kept = left(table.folder)
            assert (kept["phase"], names(kept)) in (("lobby", []), ("playing", ["Ann", "Zoë"]))
            table.start()
            if kept["phase"] == "lobby":
                take(table)
        assert names(heard.state(phase="playing", seating="cup-r2-t7")) == ["Ann", "Zoë"]


def test_cleared_offers_and_those_that_were_played_are_gone(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, broker, heard):
        heard.state(phase="lobby")
        offer(heard)
        take(table)
        table.scan("undo")
        heard.say(TOPIC, b"", retain=True)
        wait_until_gone(table)
        offer(heard)
        take(table)
        table.scan(*REST)
        heard.state(phase="finished")
        table.leave()
        table.start()  # the broker still has it
        heard.state(phase="finished", seating="cup-r2-t7")
        time.sleep(1.0)
        assert table.answer("next").startswith("refused"), "it was played"
        offer(heard, id="cup-r3-t7")
        take(table)
        table.scan("undo")
        broker.stop()
        assert "Round 1" in table.answer("next"), "nobody needs the broker for that"
        table.scan("undo")
        (broker.folder / "mosquitto.db").unlink()
        broker.start()  # which has forgotten all
        wait_until_gone(table)


def test_a_result_is_sent_again_where_the_seats_ask_for_it(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, _, heard):

        def times_heard(result: Any) -> int:
            return [message["id"] for message in heard.of("result")].count(result["id"])

        heard.state(phase="lobby")
        offer(heard)
        take(table)
        offer(heard, resend=True)  # nothing is to be sent yet
        table.scan(*REST)
        until(lambda: results(heard))
        until(lambda: is_all_sent(table))
        [first] = heard.of("result")
        offer(heard)
        offer(heard, id="cup-r9-t9", resend=True)
        offer(heard, resend=True)
        until(lambda: times_heard(first) == 2)
        table.scan("new-game", *WHOLE_GAME)
        until(lambda: len(results(heard)) == 2)
        offer(heard, resend=True)  # also out of another game, and each time
        until(lambda: times_heard(first) == 3)
        table.leave()
        table.start()  # the seats are at the broker still
        until(lambda: times_heard(first) == 4)


def changed(**values: Any) -> bytes:
    return json.dumps({**SEATS, **values}).encode()


WRONG = {
    "not JSON": [b"{", b"[" * 4000, b"\xff\xfe"],
    "not as docs": [changed(round=1000), changed(v=2), changed(round="2"), changed(id="x" * 41)],
    "unknown": [changed(menu="chess")],
    "twice": [changed(seats=[SEATS["seats"][0]] * 2)],
    "cannot begin": [changed(seats=[])],
    "too long": [changed().ljust(4097), b"x" * 5000, b"y" * 100_000],
}
NO_COMMANDS = [b"{", b"null", b'{"do": "next", "run": "x", "n": 1}', b"\xff", b"[" * 9000]


def test_the_largest_offer_there_can_be_is_taken(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, _, heard):
        heard.state(phase="lobby")
        heard.say(TOPIC, changed(round=999, table=999, id="x" * 40).ljust(4096), retain=True)
        take(table)
        heard.state(phase="playing", seating="x" * 40)


def test_what_is_wrong_changes_nothing_and_is_logged_once_a_kind(tmp_path: Path) -> None:
    random = Random(1)
    with at_broker(tmp_path, "commands = true\n") as (table, _, heard):
        heard.state(phase="lobby")
        offer(heard)
        take(table)
        table.scan("undo")
        log = table.child.stderr
        assert log
        for kind, payloads in WRONG.items():
            heard.say(TOPIC, payloads[0])
            while kind not in (line := log.readline().decode()):
                assert line, f"it was never said that they are {kind}"
        hostile = [payload for payloads in WRONG.values() for payload in payloads]
        for _ in range(10_000 if SOAK else 60):
            if random.random() < 0.5:
                heard.paho.publish(TOPIC, random.choice(hostile), 0, retain=random.random() < 0.5)
            else:
                heard.paho.publish("okanjo/t/command", random.choice(NO_COMMANDS), 0)
        heard.say(TOPIC, changed(seats=[]), retain=True)
        heard.say("okanjo/u/seats", changed(id="foreign"))
        table.scan("page")
        assert "Round 1" in table.answer("next"), "the one that was right still stands"
        assert names(heard.state(phase="playing", seating="cup-r2-t7")) == ["Ann", "Zoë"]
        until(lambda: table.answer("page"))
        _, logged = table.leave()
        ignored = [line for line in logged.splitlines() if "was ignored" in line]
        assert ignored, "commands, too"
        assert not [line for line in ignored if "a command" not in line], ignored
        assert len(ignored) == len(set(ignored)), ignored
