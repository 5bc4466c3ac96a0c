"""What Home Assistant is told, so that it shows a table as a device with its sensors. Pure.

Source: Home Assistant, integration "MQTT", "Device discovery payload" (2024.11 and newer).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from firmware import VERSION
from firmware.common.ipc.socket_path import Words

PREFIX = "homeassistant"
BIRTH = f"{PREFIX}/status"  # where it says "online" as it starts
NOT_READY_S = 3.0, 8.0  # it takes messages some time after that; a whole hall is spread out
POINTS = "selectattr('badge', 'eq', '{badge}') | map(attribute='points') | first | default('None')"
PLAYER = "selectattr('badge', 'eq', '{badge}') | map(attribute='name') | first | default('')"


def topic(device: str) -> str:
    return f"{PREFIX}/device/okanjo-{device}/config"


def discovery(device: str, home: str, page: str) -> Words:
    """Describe a device: its ID, where its topics begin, and the address of its page, or ""."""
    about = {
        "identifiers": [f"okanjo-{device}"],
        "name": f"Okanjo {device}",
        "manufacturer": "Okanjo",
        "model": "Score keeper for the table",
        "sw_version": VERSION,
    }
    return {
        "device": {**about, "configuration_url": page} if page else about,
        "origin": {"name": "Okanjo", "sw_version": VERSION},
        "components": {
            key: {"unique_id": f"okanjo-{device}-{key}", **sensor} for key, sensor in _sensors(home)
        },
        "availability_topic": f"{home}/availability",
        "state_topic": f"{home}/state",
        "qos": 1,
    }


def _sensors(home: str) -> Iterator[tuple[str, Words]]:
    from engine.cards import BADGES  # late: only where there is a Home Assistant
    from engine.position import Phase

    phases = {"device_class": "enum", "options": [*get_args(Phase)]}
    yield "phase", {**_sensor("Phase", "value_json.phase", "progress-clock"), **phases}
    yield "game", _sensor("Game", "value_json.title or 'none'", "cards-playing-outline")
    yield "round", _sensor("Round", "value_json.round", "counter")
    yield "turn", _sensor("Turn", "value_json.turn or 'nobody'", "account-arrow-right")
    # badges, as these are the colours that lights take
    yield "leader", _sensor("Leader", "value_json.leaders | join(', ') or 'nobody'", "podium-gold")
    yield "winner", _sensor("Winner", "value_json.winners | join(', ') or 'nobody'", "trophy")
    for badge in BADGES:
        points = _sensor(f"{badge.capitalize()} points", _of(POINTS, badge), "counter")
        player = f"{{{{ {{'player': {_of(PLAYER, badge)}}} | tojson }}}}"
        yield (
            badge,
            {
                **points,
                "state_class": "measurement",
                "json_attributes_topic": f"{home}/state",
                "json_attributes_template": player,
            },
        )
    amiss = _sensor("Problem", "'ON' if value_json.problems else 'OFF'", "alert-circle-outline")
    yield (
        "problem",
        {
            **amiss,
            "platform": "binary_sensor",
            "device_class": "problem",
            "entity_category": "diagnostic",
            "json_attributes_topic": f"{home}/state",
            "json_attributes_template": "{{ {'problems': value_json.problems} | tojson }}",
        },
    )


def _sensor(name: str, value: str, icon: str) -> Words:
    value = f"{{{{ {value} }}}}"
    return {"platform": "sensor", "name": name, "icon": f"mdi:{icon}", "value_template": value}


def _of(expression: str, badge: str) -> str:
    return f"value_json.seats | {expression.format(badge=badge)}"
