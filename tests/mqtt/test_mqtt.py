"""A whole program, its client, and a real broker: what is said, and what survives."""

import json
import os
import signal
import time
from pathlib import Path
from random import Random

import pytest
from support.mqtt_broker import (
    at_broker,
    client_of,
    doctor_of,
    needs_mosquitto,
    pull_the_plug,
    table_of,
)
from support.mqtt_told import BACK_WITHIN_S, GAME, ROUND, WHOLE_GAME, all_is_told, fits, results
from support.soak import SOAK
from support.table_program import ProgramTable
from support.waiting import until

from firmware.common.system.state_dir import claim

pytestmark = needs_mosquitto


def test_a_game_is_told_as_it_is_documented(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, _, heard):
        heard.state(phase="lobby", seats=[], game_id="")
        assert heard.newest["availability"] == "online"
        table.scan(*GAME, *ROUND)
        begun = heard.state(phase="scored", round=1)
        assert [(seat["name"], seat["points"]) for seat in begun["seats"]] == [
            ("Red", 5),
            ("Blue", 0),
        ]
        assert begun["leaders"] == ["red"]
        table.scan("next", *ROUND, "next", *ROUND)
        until(lambda: heard.of("result"))
        for state in heard.of("state"):
            fits("state", state)
        for event in heard.of("event"):
            fits("event", event)
        end = heard.state(phase="finished", winners=["Red"])
        assert [event["type"] for event in heard.of("event")[-3:]] == ["scan", "round", "game"]
        assert len([event for event in heard.of("event") if event["type"] == "round"]) == 3
        assert [*results(heard)] == [begun["game_id"]] == [end["game_id"]]
        report = results(heard)[end["game_id"]]["report"]
        assert report["seats"][0]["rounds"] == [{"points": 5, "by": {"tempura": 5}}] * 3
        table.scan("undo")  # out of the end: it was no result
        until(lambda: not results(heard))
        table.scan("score")
        until(lambda: [*results(heard)] == [end["game_id"]])
        table.leave()
        until(lambda: heard.newest["availability"] == "offline")


def test_a_broker_that_was_away_gets_one_state_and_the_results_it_has_not(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, broker, heard):
        heard.state(phase="lobby")
        broker.stop()
        table.scan(*WHOLE_GAME, "new-game", "new-game", *WHOLE_GAME)
        until(lambda: "no broker listens at 127.0.0.1" in doctor_of(table)["found"])
        assert doctor_of(table)["state"] == "missing"
        heard.heard.clear()
        broker.start()
        came = time.monotonic()
        state = heard.state(phase="finished")
        assert time.monotonic() - came < BACK_WITHIN_S
        until(lambda: len(results(heard)) == 2)
        assert {state["phase"] for state in heard.of("state")} <= {"lobby", "finished"}
        assert heard.of("state").count(state) in (1, 2)  # the second from before a reconnect
        assert heard.of("event") == []
        assert doctor_of(table)["state"] == "ok"


def test_a_result_that_the_broker_acknowledged_and_lost_is_sent_again(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, broker, heard):
        heard.state(phase="lobby")
        kept = broker.folder / "mosquitto.db"
        until(lambda: kept.exists() and b"listener" in kept.read_bytes())
        earlier = kept.read_bytes()
        table.scan(*WHOLE_GAME)
        until(lambda: results(heard))
        broker.stop(kill=True)
        kept.write_bytes(earlier)  # as if it had died before it saved
        heard.heard.clear()
        broker.start()
        until(lambda: results(heard))


def test_a_call_stands_until_it_is_scanned_again_or_answered(tmp_path: Path) -> None:
    with at_broker(tmp_path, "commands = true\n") as (table, _, heard):
        heard.state(phase="lobby", call=False)
        table.scan(*GAME)
        table.scan("call-organiser")
        assert heard.state(call=True, problems=[])["phase"] == "playing"
        table.scan("call-organiser")
        heard.state(call=False)
        table.scan("call-organiser", "red", "tempura")
        state = heard.state(call=True, n=9)
        fits("state", state)
        heard.say("okanjo/t/command", json.dumps({**state, "do": "answered"}).encode())
        heard.state(call=False)
        assert heard.newest["state"]["seats"] == state["seats"]


def test_results_from_before_there_was_a_broker_stay_at_home(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, _, heard):
        heard.state(phase="lobby")
        table.scan(*WHOLE_GAME)
        until(lambda: len(results(heard)) == 1)
        table.leave()
        (table.folder / "okanjo/mqtt/sent.json").unlink()
        heard.heard.clear()
        table.start()
        until(lambda: heard.of("availability")[-1:] == ["online"])
        table.scan("new-game", "new-game", *WHOLE_GAME)
        until(lambda: results(heard))
        assert [result["number"] for result in results(heard).values()] == [2]
        table.leave()
        table.start()  # it still knows
        table.scan("new-game", "new-game", *WHOLE_GAME)
        until(lambda: len(results(heard)) > 1)
        assert sorted(result["number"] for result in results(heard).values()) == [2, 3]


def ending(table: ProgramTable, *lines: str) -> str:
    """The answer that tells of the end of a game, if one does."""
    answers = [table.answer(line) for line in lines]
    return next((answer for answer in answers if "The end" in answer), "")


@pytest.mark.parametrize("seed", range(20) if SOAK else [0])
def test_killed_at_random_every_result_is_there_once(tmp_path: Path, seed: int) -> None:
    """Device, client and broker; 20 rounds by `make soak`, each with a game that ends."""
    random = Random(seed)
    with at_broker(tmp_path) as (table, broker, heard):
        heard.state(phase="lobby")
        for games, killed in enumerate(("device", "client", "broker"), 1):
            lines = ["new-game", "new-game", *WHOLE_GAME]
            cut = random.randrange(len(lines) - 2, len(lines) + 1)
            ended = ending(table, *lines[:cut])
            time.sleep(random.random() * 0.05)
            if killed == "device":
                pull_the_plug(table)
                table.start()
            elif killed == "client":
                os.kill(client_of(table), signal.SIGKILL)
                table.leave()
                table.start()
            else:
                broker.stop(kill=True)
                broker.start()
            back = time.monotonic()
            ended = ended or ending(table, *lines[cut:])
            while not ended:  # SCORE that was asked for once has to be asked for again
                ended = ending(table, "score")
            all_is_told(heard, games, since=back)


def is_there(process: int) -> bool:
    return Path(f"/proc/{process}/comm").exists()


def test_a_client_that_dies_is_missed_and_started_again(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, _, heard):
        heard.state(phase="lobby")
        until(lambda: doctor_of(table)["state"] == "ok")
        os.kill(first := client_of(table), signal.SIGKILL)
        until(lambda: not is_there(first))
        with claim(f"{table.folder}/okanjo/mqtt"):  # so that no other one can begin
            until(lambda: doctor_of(table)["found"] == "its client does not run")
        until(lambda: doctor_of(table)["state"] == "ok")
        table.scan(*GAME)
        heard.state(phase="playing")


def test_a_client_ends_with_its_table_however_that_ends(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, broker, heard):
        heard.state(phase="lobby")
        client = client_of(table)
        table.kill()
        until(lambda: not is_there(client))
        until(lambda: heard.newest["availability"] == "offline")
        broker.stop()  # so that it has nobody to say farewell to
        table.start()
        client = client_of(table)
        table.kill()
        until(lambda: not is_there(client))


def test_of_two_devices_with_one_id_the_second_yields_and_says_so(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, broker, heard):
        heard.state(phase="lobby")
        table.scan(*GAME)
        heard.state(phase="playing")
        other = table_of(tmp_path / "other", broker)
        try:
            until(lambda: "another device has the ID t" in doctor_of(other)["found"])
            other.scan("game omakase")
            table.scan("red", "tempura")
            heard.state(turn="Red")
            assert {state["game"] for state in heard.of("state")} <= {"", "sushi-go-party"}
            assert heard.newest["availability"] == "online"
        finally:
            other.leave()
        assert heard.newest["availability"] == "online"


def test_commands_are_for_the_newest_state_and_never_retained(tmp_path: Path) -> None:
    all_come = "allow_anonymous true\nmax_queued_messages 0"
    with at_broker(tmp_path, "commands = true\n", all_come) as (table, broker, heard):
        table.scan(*GAME[:3])
        state = heard.state(phase="lobby")
        next_ = {"do": "next", "run": state["run"], "n": state["n"]}
        topic = "okanjo/t/command"
        hostile = [b"", b"{", b"[" * 9000, b"x" * 100_000, b"\xff\xfe", b'{"do": ["next"], "n": 1}']
        wrong = [{**next_, "n": -1}, {**next_, "run": "x"}, {**next_, "do": "undo"}, {"do": "next"}]
        hostile += [json.dumps(command).encode() for command in wrong]
        heard.say(topic, json.dumps(next_).encode(), retain=True)
        for payload in hostile * (1000 if SOAK else 10):
            heard.paho.publish(topic, payload, 0)
        heard.say("okanjo/t/else", json.dumps(next_).encode())
        table.scan("green")
        state = heard.state(n=state["n"] + 1)
        assert state["phase"] == "lobby"
        now = {**next_, "n": state["n"]}
        for _ in range(3):  # said once and played back twice
            heard.say(topic, json.dumps(now).encode())
        assert heard.state(phase="playing")["n"] == state["n"] + 1
        _, logged = table.leave()
        assert "dropped for client okanjo" not in (broker.folder / "log").read_text()
        ignored = [line for line in logged.splitlines() if "was ignored" in line]
        assert len(ignored) == len(set(ignored)) == 4, ignored


def test_commands_are_switched_off_unless_the_owner_wants_them(tmp_path: Path) -> None:
    with at_broker(tmp_path) as (table, _, heard):
        table.scan(*GAME[:3])
        state = heard.state(phase="lobby")
        command = {"do": "next", "run": state["run"], "n": state["n"]}
        heard.say("okanjo/t/command", json.dumps(command).encode())
        table.scan("green")
        assert heard.state(n=state["n"] + 1)["phase"] == "lobby"
