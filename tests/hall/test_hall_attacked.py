"""A device with an account of its own against a tournament; broker and rules as documented."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from paho.mqtt import client
from paho.mqtt.enums import CallbackAPIVersion
from support.door_site import PASSWORD, Visitor
from support.hall_board import BoardProgram, broker
from support.hall_counts import LAST
from support.hall_games import of
from support.mqtt_broker import Broker, needs_mosquitto, passwords, table_of
from support.table_program import ROOT
from support.waiting import until

pytestmark = needs_mosquitto
GAME = "feedfacecafe-1234abcd"
NOT_ALLOWED = 135  # a reason of MQTT 5
HOME = "/organiser/t/1"


class DeviceAccount:
    """Somebody with a device's account; `heard` is what the broker lets it read, by topic."""

    def __init__(self, broker: Broker, name: str) -> None:
        self.name, self.heard, self.reasons = name, dict[str, bytes](), dict[int, int]()
        kind = CallbackAPIVersion.VERSION2
        self.paho = client.Client(kind, protocol=client.MQTTv5)
        self.paho.username_pw_set(name, "secret")
        self.paho.on_connect = lambda paho, *rest: paho.subscribe("okanjo/#", 1)
        self.paho.on_message = lambda paho, data, message: self.heard.update(
            {message.topic: bytes(message.payload)}
        )
        self.paho.on_publish = lambda paho, data, number, reason, more: self.reasons.update(
            {number: reason.value}
        )
        self.paho.connect("127.0.0.1", broker.port)
        self.paho.loop_start()

    def say(self, topic: str, words: Any, *, retain: bool = False) -> int:
        """Publish below `okanjo/`; return the broker's reason, 0 or 16 where it is taken."""
        payload = words if isinstance(words, bytes) else json.dumps(words).encode()
        sent = self.paho.publish(f"okanjo/{topic}", payload, 1, retain)
        return until(lambda: self.reasons.get(sent.mid, -1) + 1) - 1

    def own(self, kind: str, words: Any, *, retain: bool = False) -> None:
        assert self.say(f"{self.name}/{kind}", words, retain=retain) in (0, 16)

    def close(self) -> None:
        self.paho.disconnect()
        self.paho.loop_stop()


@contextmanager
def hall_of(
    folder: Path, *names: str
) -> Iterator[tuple[BoardProgram, Visitor, list[DeviceAccount]]]:
    rules, document = folder / "tables.acl", (ROOT / "docs/mqtt.md").read_text()
    rules.write_text(document.partition("```acl\n")[2].partition("```")[0])
    accounts = passwords(folder, **dict.fromkeys((*names, "board"), "secret"))
    mosquitto = Broker(folder / "broker", f"{accounts}acl_file {rules}")
    (folder / "password").write_text("secret\n")
    user = "--user", "board", "--password-file", f"{folder}/password"
    hall = BoardProgram(folder / "board", mosquitto, *user)
    devices: list[DeviceAccount] = []
    try:
        hall.wait_until_it_hears()
        devices = [DeviceAccount(mosquitto, name) for name in names]
        for device in devices:
            device.own("availability", b"online", retain=True)
        organiser = Visitor(hall)
        code = re.search("password there: code (.*)", hall.log.read_text())
        assert code
        organiser.post("/organiser/password", code=code[1], password=PASSWORD)
        until(lambda: len(hall.tiles()) == len(names))
        yield hall, organiser, devices
    finally:
        for device in devices:
            device.close()
        hall.kill()
        mosquitto.stop()


def result(device: str, seating: str = "", game: str = GAME, note: str = "") -> dict[str, Any]:
    words = of(device, game, LAST[3]).result
    assert words
    return {**words, "seating": seating, "note": note}


def places(organiser: Visitor) -> list[str]:
    """Who has which place at the tables of round 1, as everybody reads it."""
    return organiser.get("/t/1/round/1.csv").body.decode("utf-8-sig").splitlines()[1:]


def test_a_device_harms_nobody_elses_table(tmp_path: Path) -> None:
    with hall_of(tmp_path, "table-1", "table-2", "evil") as (hall, organiser, devices):
        first, second, evil = devices
        organiser.post("/organiser", title="Cup", wanted="3")
        names = "\n".join(["Ann", "Bo", "Cy", "Di", "Eve", "Flo"])
        organiser.post(f"{HOME}/players", add="1", here="on", names=names)
        path = organiser.post(HOME, do="pair").headers["location"]
        organiser.post(path, do="announce", menu="my-first-meal")
        seats = {
            device.name: json.loads(
                until(partial(device.heard.get, f"okanjo/{device.name}/seats"))
            )["id"]
            for device in (first, second)
        }
        assert not [topic for topic in evil.heard if "table-" in topic], "who reads, reads its own"

        playing = of(first.name, GAME, LAST[3]).state | {"phase": "playing"}
        first.own("state", {**playing, "seating": seats[first.name]}, retain=True)
        until(lambda: hall.tiles()["table-1"]["phase"] == "playing")
        before = hall.tiles(), places(organiser)
        stranger = Visitor(hall)
        for page in ("/state", "/state?table=table-1", "/table/table-1", "/t/1"):
            assert GAME.encode() not in stranger.get(page).body

        ends = {"v": 1, "id": GAME, "device": first.name, "withdrawn": True}
        for kind, words in (
            ("availability", b"offline"),
            ("state", {**playing, "call": True}),
            ("result", result(first.name, seats[first.name])),
            ("result", ends),
            ("seats", b""),
        ):
            for retain in (False, True):
                assert evil.say(f"{first.name}/{kind}", words, retain=retain) == NOT_ALLOWED
        assert evil.say("organiser/result", result("organiser")) == NOT_ALLOWED
        evil.own("state", {**playing, "call": True})
        evil.own("result", result(first.name, seats[first.name]))
        evil.own("result", ends)
        evil.own("result", result("evil"))  # who comes first with that ID
        evil.own("result", {**ends, "device": "evil"})
        evil.own("result", result("evil", note="again"), retain=True)
        evil.own("seats", {"id": seats[first.name]}, retain=True)
        until(lambda: len(hall.rows("SELECT 1 FROM changes")) == 2)
        tiles = hall.tiles()
        assert ({**tiles, "evil": 0}, places(organiser)) == ({**before[0], "evil": 0}, before[1])

        for device in (first, second):
            device.own("result", result(device.name, seats[device.name]))
        evil.own("result", {**ends, "device": "evil"})
        until(lambda: all(line[-1].isdigit() for line in places(organiser)))
        assert hall.rows("SELECT device, id FROM results ORDER BY device") == [
            ("evil", GAME),
            ("table-1", GAME),
            ("table-2", GAME),
        ]
        ended = places(organiser)
        evil.own("result", result("evil", seats[second.name], "ff-1"))  # the same points
        evil.own("result", {**ends, "device": "evil"})
        evil.own("result", result("evil", note="the end"))
        until(lambda: len(hall.rows("SELECT 1 FROM changes")) == 4)
        assert places(organiser) == ended

        def lines() -> list[tuple[str, str]]:
            body = organiser.get("/organiser/not-counted").body.decode()
            return re.findall("<bdi>(.*?)</bdi>.*?<b>(.*?)</b>", body, re.DOTALL)

        had = lines()
        assert {who for who, _ in had} == {"Device evil"}, had
        assert "The board cannot take its result: the result is said of another table." in str(had)
        hall.kill()
        hall.start()
        until(lambda: hall.logged("the broker answers") == 2)
        assert {*had} <= {*lines()}
        assert places(organiser) == ended
        assert hall.end() == 0
        assert "Traceback" not in hall.log.read_text()


def test_a_real_device_that_is_given_another_id_counts_once(tmp_path: Path) -> None:
    mosquitto = broker(tmp_path / "broker")
    hall = BoardProgram(tmp_path / "board", mosquitto)
    table = table_of(tmp_path / "table", mosquitto, id="table-1")
    try:
        hall.wait_until_it_is_waited_for()
        organiser = Visitor(hall)
        code = re.search("password there: code (.*)", hall.log.read_text())
        assert code
        organiser.post("/organiser/password", code=code[1], password=PASSWORD)
        until(lambda: hall.tiles().get("table-1", {}).get("online"))
        organiser.post("/organiser", title="Cup", wanted="3")
        organiser.post(f"{HOME}/players", add="1", here="on", names="Ann\nBo\nCy")
        path = organiser.post(HOME, do="pair").headers["location"]
        organiser.post(path, do="announce", menu="my-first-meal")
        until(lambda: "Round 1" in table.answer("next"))
        for number in (1, 2, 3):
            for badge, card in (("red", "squid"), ("orange", "salmon"), ("yellow", "egg")):
                table.scan(badge, f"{card}-nigiri")
            table.scan("score", "score", *["next"] * (number < 3))
        until(lambda: places(organiser)[0][-1].isdigit())
        counted = places(organiser)

        table.leave()
        table.config.write_text(table.config.read_text().replace('"table-1"', '"window"'))
        table.start()
        until(lambda: hall.rows("SELECT 1 FROM results WHERE device = 'window'"))
        table.scan("undo")  # into the game, which the old ID has sent
        until(
            lambda: (
                b"It takes back a game that came from device table-1."
                in organiser.get("/organiser/not-counted").body
            )
        )
        assert places(organiser) == counted
        table.scan("score")  # and as it was
        until(lambda: b"Nothing: every result" in organiser.get("/organiser/not-counted").body)
        assert places(organiser) == counted
        table.scan("undo", "red", "tempura", "tempura", "score", "score")
        until(lambda: b"From another device, window, unlike" in organiser.get(path).body)
        assert places(organiser) == counted
        seating = re.search('name="table" value="([^"]+)"', organiser.get(path).body.decode())
        assert seating
        assert organiser.post(path, do="confirm", table=seating[1]).status == 303
        corrected = places(organiser)
        assert len(corrected) == len(counted) == 3
        assert corrected != counted
        table.scan("undo")  # now the game is its own
        until(lambda: not places(organiser)[0][-1].isdigit())
        assert b"Nothing: every result" in organiser.get("/organiser/not-counted").body
        assert hall.end() == 0
    finally:
        table.leave()
        hall.kill()
        mosquitto.stop()
