"""What Home Assistant is told, so that it shows a table as a device with its sensors. Pure.

Source: Home Assistant, integration "MQTT", "Device discovery payload" (2024.11 and newer).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from engine.message import Message, gettext
from firmware import VERSION
from firmware.common.ipc.socket_path import Words
from firmware.common.system.text import english
from firmware.words.labels import colour
from firmware.words.language import ENGLISH, Language, say

PREFIX = "homeassistant"
BIRTH = f"{PREFIX}/status"  # where it says "online" as it starts
NOT_READY_S = 3.0, 8.0  # it takes messages some time after that; a whole hall is spread out
POINTS = "selectattr('badge', 'eq', '{badge}') | map(attribute='points') | first | default('None')"
PLAYER = "selectattr('badge', 'eq', '{badge}') | map(attribute='name') | first | default('')"


def topic(device: str) -> str:
    return f"{PREFIX}/device/okanjo-{device}/config"


def discovery(device: str, home: str, page: str, language: Language = ENGLISH) -> Words:
    """Describe a device: its ID, where its topics begin, and the address of its page, or "". Only
    what is shown is in the language: IDs stay, so that a change of it makes no second entity.
    """
    about = {
        "identifiers": [f"okanjo-{device}"],
        "name": f"Okanjo {device}",
        "manufacturer": "Okanjo",
        "model": say(MODEL, language),
        "sw_version": VERSION,
    }
    return {
        "device": {**about, "configuration_url": page} if page else about,
        "origin": {"name": "Okanjo", "sw_version": VERSION},
        "components": {
            key: {
                "unique_id": f"okanjo-{device}-{key}",
                "default_entity_id": _entity(f"okanjo {device} {english(name)}", sensor),
                "name": say(name, language),
                **sensor,
            }
            for key, name, sensor in _sensors(home)
        },
        "availability_topic": f"{home}/availability",
        "state_topic": f"{home}/state",
        "qos": 1,
    }


def _entity(words: str, sensor: Words) -> str:
    """The ID of an entity, as Home Assistant makes one of what it is called in English."""
    return f"{sensor['platform']}.{re.sub('[^a-z0-9]+', '_', words.lower())}"


def _sensors(home: str) -> Iterator[tuple[str, Message, Words]]:
    """Each with its key and its name."""
    from engine.cards import BADGES  # late: only where there is a Home Assistant
    from engine.position import Phase

    phases = {"device_class": "enum", "options": [*get_args(Phase)]}
    yield "phase", PHASE, {**_sensor("value_json.phase", "progress-clock"), **phases}
    yield "game", GAME, _sensor("value_json.title or 'none'", "cards-playing-outline")
    yield "round", ROUND, _sensor("value_json.round", "counter")
    yield "turn", TURN, _sensor("value_json.turn or 'nobody'", "account-arrow-right")
    # badges, as these are the colours that lights take
    yield "leader", LEADER, _sensor("value_json.leaders | join(', ') or 'nobody'", "podium-gold")
    yield "winner", WINNER, _sensor("value_json.winners | join(', ') or 'nobody'", "trophy")
    for badge in BADGES:
        points = _sensor(_of(POINTS, badge), "counter")
        player = f"{{{{ {{'player': {_of(PLAYER, badge)}}} | tojson }}}}"
        yield (
            badge,
            POINTS_OF._replace(values={"badge": colour(badge)}),
            {
                **points,
                "state_class": "measurement",
                "json_attributes_topic": f"{home}/state",
                "json_attributes_template": player,
            },
        )
    amiss = _sensor("'ON' if value_json.problems else 'OFF'", "alert-circle-outline")
    yield (
        "problem",
        PROBLEM,
        {
            **amiss,
            "platform": "binary_sensor",
            "device_class": "problem",
            "entity_category": "diagnostic",
            "json_attributes_topic": f"{home}/state",
            "json_attributes_template": "{{ {'problems': value_json.problems} | tojson }}",
        },
    )


def _sensor(value: str, icon: str) -> Words:
    value = f"{{{{ {value} }}}}"
    return {"platform": "sensor", "icon": f"mdi:{icon}", "value_template": value}


def _of(expression: str, badge: str) -> str:
    return f"value_json.seats | {expression.format(badge=badge)}"


MODEL = gettext("Score keeper for the table")
PHASE, GAME, ROUND, TURN = (gettext("Phase"), gettext("Game"), gettext("Round"), gettext("Turn"))
LEADER, WINNER, PROBLEM = gettext("Leader"), gettext("Winner"), gettext("Problem")
POINTS_OF = gettext("{badge} points")
