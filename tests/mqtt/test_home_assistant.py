"""What Home Assistant is told of a table: by a schema from its own sources, its templates rendered
as it renders them, and messages at a real broker. Home Assistant itself is run by hand.
"""

import json
import re
from pathlib import Path
from typing import Any

import fastjsonschema
from jinja2.sandbox import ImmutableSandboxedEnvironment
from support.mqtt_broker import at_broker, needs_mosquitto
from support.table_program import ROOT
from support.waiting import until

from engine.cards import BADGES
from firmware.interfaces.mqtt.home_assistant import BIRTH, discovery

FITS = fastjsonschema.compile(
    json.loads((Path(__file__).parent / "home_assistant.schema.json").read_text())
)
CONFIG = "homeassistant/device/okanjo-t/config"
STATE = {
    "phase": "playing",
    "title": "Sushi Go!",
    "round": 2,
    "turn": "Chris",
    "leaders": ["red", "blue"],
    "winners": [],
    "problems": ["No scanner"],
    "seats": [
        {"badge": "red", "name": "Chris", "points": 12, "place": None},
        {"badge": "", "name": "Dummy", "points": 30, "place": None},
        {"badge": "blue", "name": 'M "the" <b>', "points": 12, "place": None},
    ],
}
EMPTY = {**STATE, "phase": "lobby", "title": "", "turn": "", "leaders": [], "seats": []}


def shown(template: str, state: dict[str, Any]) -> str:
    return ImmutableSandboxedEnvironment().from_string(template).render(value_json=state)


def values(state: dict[str, Any]) -> dict[str, str]:
    sensors = discovery("t", "okanjo/t", "")["components"]
    return {key: shown(sensor["value_template"], state) for key, sensor in sensors.items()}


def test_the_device_is_as_home_assistant_wants_it() -> None:
    for page in ("", "http://okanjo.local"):
        config = discovery("t", "okanjo/t", page)
        FITS(config)
        assert config["device"].get("configuration_url", "") == page
        assert config["state_topic"] == "okanjo/t/state"
        assert (
            len({component["unique_id"] for component in config["components"].values()})
            == len(BADGES) + 7
        )


def test_each_sensor_shows_what_the_state_says() -> None:
    expected = {"phase": "playing", "game": "Sushi Go!", "round": "2", "turn": "Chris"}
    expected |= {"leader": "red, blue", "winner": "nobody", "problem": "ON"}
    expected |= dict.fromkeys(BADGES, "None") | {"red": "12", "blue": "12"}
    assert values(STATE) == expected
    assert values({**EMPTY, "problems": []}) == {
        **dict.fromkeys((*BADGES, "game"), "None"),
        "game": "none",
        "phase": "lobby",
        "round": "2",
        "turn": "nobody",
        "leader": "nobody",
        "winner": "nobody",
        "problem": "OFF",
    }


def test_a_player_is_named_beside_the_points() -> None:
    sensors = discovery("t", "okanjo/t", "")["components"]
    named = {
        badge: json.loads(shown(sensors[badge]["json_attributes_template"], STATE))["player"]
        for badge in ("red", "blue", "white")
    }
    assert named == {"red": "Chris", "blue": 'M "the" <b>', "white": ""}
    amiss = shown(sensors["problem"]["json_attributes_template"], STATE)
    assert json.loads(amiss) == {"problems": ["No scanner"]}


def test_the_automations_in_the_docs_use_sensors_that_there_are() -> None:
    text = (ROOT / "docs/mqtt.md").read_text()
    used = set(re.findall(r"sensor\.okanjo_table_7_(\w+)", text))
    names = {
        component["name"] for component in discovery("t", "okanjo/t", "")["components"].values()
    }
    assert len(used) == 3
    assert used <= {name.lower().replace(" ", "_") for name in names}


@needs_mosquitto
def test_it_is_told_once_again_when_it_is_born_and_taken_away(tmp_path: Path) -> None:
    with at_broker(tmp_path, "home_assistant = true\n") as (table, _, heard):
        first = until(lambda: heard.described.get(CONFIG))
        assert first
        FITS(json.loads(first))
        heard.described.clear()
        table.scan("red")
        heard.state(phase="lobby", n=1)
        assert not heard.described  # what has not changed is not said again
        heard.say(BIRTH, b"online")
        assert until(lambda: heard.described.get(CONFIG), within_s=12) == first
        table.leave()
        table.config.write_text(table.config.read_text().replace("home_assistant = true\n", ""))
        table.start()
        until(lambda: heard.described.get(CONFIG) == b"")
