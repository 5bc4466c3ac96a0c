"""The whole board at a real broker: what it keeps, whoever is killed, and whatever it is told."""

import asyncio
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import client
from paho.mqtt.enums import CallbackAPIVersion
from support.databases import Postgres
from support.hall_board import BoardProgram, broker
from support.hall_games import game, of
from support.hall_tables import HallTable, later, with_tables
from support.mqtt_broker import Broker, needs_mosquitto, passwords
from support.soak import SOAK
from support.table_program import Okanjo
from support.waiting import until

from firmware.hall.store.store import Store

pytestmark = needs_mosquitto
TABLES, TIMES = (1000, 20) if SOAK else (30, 2)


def expected(tables: list[HallTable]) -> dict[tuple[str, str], object]:
    results = dict[tuple[str, str], object]()
    for table in tables:
        for payload in table.results.values():
            result = json.loads(payload)
            results[table.device, result["id"]] = result["withdrawn"], result
    return results


def shown(table: HallTable) -> dict[str, object]:
    """What the tile of a table shows: empty values are left out there."""
    state = json.loads(table.state)
    keys = "phase", "title", "leaders"
    return {key: state[key] for key in keys if state[key]} | {"online": True}


def tiles_are_right(hall: BoardProgram, tables: list[HallTable]) -> bool:
    tiles = hall.tiles()
    return all(shown(table).items() <= tiles.get(table.device, {}).items() for table in tables)


def test_results_are_right_whoever_was_killed(tmp_path: Path) -> None:
    rng = random.Random(0)
    mosquitto = broker(tmp_path / "broker")
    hall = BoardProgram(tmp_path / "board", mosquitto)
    hall.wait_until_it_is_waited_for()

    async def evening(tables: list[HallTable]) -> None:
        for _ in range(TIMES):
            order: list[HallTable | BoardProgram | Broker] = [hall, mosquitto]
            order += rng.sample(tables, len(tables) // 10)
            rng.shuffle(order)
            for table in tables:
                table.play_on()
            ending = rng.sample(tables, len(tables))
            each = len(ending) // len(order)
            for number, killed in enumerate(order):
                for table in ending[number * each : (number + 1) * each]:
                    table.scan()
                await asyncio.sleep(rng.random() * 0.02)
                if isinstance(killed, Broker):
                    await asyncio.to_thread(killed.stop, kill=True)
                else:
                    killed.kill()
                for table in rng.sample(ending, 3):
                    table.take_back()
                if rng.random() < 0.5:
                    await asyncio.sleep(rng.random() * 0.1)
                if mosquitto.child is None:
                    await asyncio.to_thread(mosquitto.start)
                if hall.child.poll() is not None:
                    hall.start()
            for table in ending[len(order) * each :]:
                table.scan()
            await later(lambda: hall.results() == expected(tables))
            await later(lambda: tiles_are_right(hall, tables))

    try:
        asyncio.run(with_tables(TABLES, mosquitto.port, evening))
        assert hall.end() == 0
    finally:
        hall.kill()
        mosquitto.stop()


@pytest.fixture
def hall(tmp_path: Path, mosquitto: Broker) -> Iterator[BoardProgram]:
    hall = BoardProgram(tmp_path / "board", mosquitto)
    hall.wait_until_it_hears()
    yield hall
    hall.kill()


def say(mosquitto: Broker, *messages: tuple[str, bytes, bool]) -> None:
    """Somebody without manners says something; whatever the broker lets through."""
    paho = client.Client(CallbackAPIVersion.VERSION2, protocol=client.MQTTv5)
    paho.connect("127.0.0.1", mosquitto.port)
    paho.loop_start()
    sent = [paho.publish(topic, payload, 1, retain) for topic, payload, retain in messages]
    for message in sent:
        message.wait_for_publish(60)
    paho.disconnect()
    paho.loop_stop()


def hostile(rng: random.Random, result: dict[str, Any], state: dict[str, Any]) -> Any:
    """A message that says nothing a board should believe; the true ones are those of table t0."""
    other = {**result, "device": "t1"}
    kind, content = rng.choice([("result", result), ("state", state)])
    encoded = json.dumps(content).encode()
    cut = rng.randrange(1, len(encoded))  # what is empty is cleared
    key = rng.choice([*content])
    odd: Any = rng.choice([None, -1, 10**40, 1e300, "x" * 9000, [[]], {"a": {}}, "\ud800\0", True])
    if (key, type(odd)) in (("v", bool), ("withdrawn", bool)):
        odd = []
    return rng.choice(
        [
            ("t0/" + kind, encoded[:cut]),
            ("t0/" + kind, bytes(rng.randrange(256) for _ in range(60))),
            ("t0/" + kind, b"[" * 20_000),
            ("t0/" + kind, b'{"device": "t0", "n": NaN, "v": ' + b"9" * 30 + b"}"),
            ("t0/" + kind, json.dumps("x" * rng.choice([600_000, 1_500_000])).encode()),
            ("t0/" + kind, json.dumps({**content, "v": odd}).encode()),
            ("t0/" + kind, json.dumps({**content, "device": odd}).encode()),
            ("t0/state", json.dumps({**state, "game_id": "a" * 99 + "-1"}).encode()),
            ("t0/availability", rng.choice([b"on", b"online\n", b"x" * 99, b"\xff"])),
            ("t2/" + kind, json.dumps({**content, "points": 99}).encode()),  # of t0, by t2
            ("t1/result", json.dumps({**other, "note": "mine now"}).encode()),
            ("t1/result", json.dumps({**other, "withdrawn": True}).encode()),
            (
                "t0/result",
                json.dumps({**result, "id": rng.choice(["", "x", "a-1\n", odd])}).encode(),
            ),
            (
                rng.choice(["t0/else", "t0/result/x", "é/state", "x" * 40 + "/state", "/state"]),
                encoded,
            ),
        ]
    )


def test_nothing_hostile_is_believed_and_each_kind_is_logged_once(
    hall: BoardProgram, mosquitto: Broker
) -> None:
    rng = random.Random(1)
    last = of("t0", "ab-1", game(1)[-1])
    truth = [("availability", b"online"), ("state", last.state), ("result", last.result)]
    payloads = [
        content if isinstance(content, bytes) else json.dumps(content).encode()
        for _, content in truth
    ]
    topics = [f"okanjo/t0/{kind}" for kind, _ in truth]
    say(mosquitto, *zip(topics, payloads, (True, True, False), strict=True))
    until(lambda: hall.results())
    tiles, results = hall.tiles(), hall.results()
    assert last.result
    messages = []
    for _ in range(10_000 if SOAK else 200):
        topic, payload = hostile(rng, last.result, last.state)
        messages.append((f"okanjo/{topic}", payload, rng.random() < 0.2))
    say(
        mosquitto, *messages, (topics[2], payloads[2], False), (topics[2], payloads[2], False)
    )  # replayed
    end = {**last.state, "call": True}
    say(mosquitto, (topics[1], json.dumps(end).encode(), True))
    until(lambda: hall.tiles()["t0"].get("call"))
    its_own = {("t1", "ab-1")}  # which is none of t0's, whatever its ID is
    assert {key: result for key, result in hall.results().items() if key not in its_own} == results
    assert hall.rows("SELECT * FROM changes WHERE device <> 't1'") == []
    lines = "SELECT device, count(*) FROM uncounted GROUP BY device ORDER BY device"
    until(lambda: hall.rows(lines) == [("t0", 1), ("t2", 1)])
    shown = hall.tiles()
    assert {*shown} == {"t0", "t1"}
    assert {key: value for key, value in shown["t0"].items() if key in tiles["t0"]} == tiles["t0"]
    logged = [line for line in hall.log.read_text().splitlines() if "ignored" in line]
    kinds = [line.split("(")[0] for line in logged]
    assert 10 < len(kinds) == len(set(kinds)) < 60, logged
    assert hall.end() == 0


def test_results_wait_for_a_server_that_is_away(
    server: Postgres, mosquitto: Broker, tmp_path: Path
) -> None:
    last = game(2)[-1]
    results = [of("t0", f"ab-{n}", last).result for n in range(9)]
    name = f"t{os.urandom(4).hex()}"
    url = server.create(name)
    hall = BoardProgram(tmp_path / "board", mosquitto, "--database", url)

    def say_results(*numbers: int) -> None:
        payloads = [json.dumps(results[number]).encode() for number in numbers]
        say(mosquitto, *(("okanjo/t0/result", payload, False) for payload in payloads))

    def kept() -> int:
        return int(server.sql(name, "SELECT count(*) FROM results"))

    try:
        hall.wait_until_it_hears()
        say_results(0, 1)
        until(lambda: kept() == 2)
        server.stop(kill=True)
        say_results(2, 3)
        until(lambda: hall.logged("the database does not answer"))
        say_results(4)
        hall.kill()
        hall.start()  # it cannot begin either
        assert hall.child.wait(30) == 1
        assert "Traceback" not in hall.log.read_text()
        server.start()
        hall.start()
        until(lambda: kept() == 5)
        server.stop(kill=True)
        say_results(5, 6)
        server.start()
        until(lambda: kept() == 7)
        server.stop(kill=True)
        server.start()
        other = Store(url)  # before the board is back
        say_results(7)
        assert hall.child.wait(30) == 3
        assert hall.logged("Another board is already running on")
        other.close()
        hall.start()
        until(lambda: kept() == 8)
        assert hall.end() == 0
    finally:
        hall.kill()


def test_what_cannot_be_used_is_told_in_a_sentence(okanjo: Okanjo, tmp_path: Path) -> None:
    (tmp_path / "board.db").write_bytes(b"no database " * 99)
    (tmp_path / "p").write_bytes(b"\xff")
    for words, sentence in {
        ("--data", str(tmp_path)): f"{tmp_path}/board.db cannot be used",
        ("--data", f"{tmp_path}/p/x"): "cannot be used: Not a directory",
        ("--database", "oracle://x"): "a database is sqlite:///FILE or postgresql",
        ("--broker", "here:x"): "write HOST or HOST:PORT",
        ("--broker", "::1"): "an IPv6 address in brackets",
        ("--password-file", f"{tmp_path}/none"): "No such file",
    }.items():
        ended = okanjo(tmp_path, "board", *words)
        assert (ended.returncode in (1, 2), ended.stderr.count(b"\n")) == (True, 1), ended.stderr
        assert sentence in ended.stderr.decode()


def test_a_broker_that_wants_an_account_is_given_one(tmp_path: Path) -> None:
    (tmp_path / "right").write_text("hush\n")
    (tmp_path / "wrong").write_text("hello\n")
    (tmp_path / "broker").mkdir()
    mosquitto = Broker(tmp_path / "broker", passwords(tmp_path, board="hush"))
    user = "--user", "board", "--password-file"
    halls = [
        BoardProgram(tmp_path / "none", mosquitto),
        BoardProgram(tmp_path / "bad", mosquitto, *user, f"{tmp_path}/wrong"),
        BoardProgram(tmp_path / "good", mosquitto, *user, f"{tmp_path}/right"),
    ]
    try:
        until(lambda: halls[0].logged("without an account: --user and --password-file name one"))
        until(lambda: halls[1].logged("the broker refuses us as user board"))
        halls[2].wait_until_it_hears()
    finally:
        for hall in halls:
            hall.kill()
        mosquitto.stop()


def test_a_broker_that_is_not_there_is_told_until_it_comes(tmp_path: Path) -> None:
    mosquitto = broker(tmp_path / "broker")
    mosquitto.stop()
    hall = BoardProgram(tmp_path / "board", mosquitto)
    try:
        until(lambda: hall.logged("no broker listens at 127.0.0.1"))
        mosquitto.start()
        until(lambda: hall.logged("the broker answers"))
        mosquitto.stop(kill=True)
        until(lambda: hall.logged("no broker listens at 127.0.0.1") == 2)
        mosquitto.start()  # it had not saved yet that it is to wait for this board
        until(lambda: hall.logged("the broker has not waited for the board"))
        assert hall.end() == 0
    finally:
        hall.kill()
        mosquitto.stop()
