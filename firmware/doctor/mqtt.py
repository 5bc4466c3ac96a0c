"""Look at the way to the broker, as the running program reports it."""

from collections.abc import Iterator

from drivers.events import Trouble
from engine.notation import printable
from firmware.doctor.machine import MISSING, OK, Case, Finding
from firmware.doctor.parts import lost
from firmware.mqtt.words import PART

LOOK = "to see why: journalctl -u okanjo-mqtt -n 20"


def mqtt(case: Case) -> Iterator[Finding]:
    """Whether the broker takes what it is told."""
    host = case.settings.mqtt.host
    status = case.status.get("parts", {}).get(PART) if case.status else None
    if not host:
        return
    if case.status is None:
        yield Finding("MQTT", OK, "starts with Okanjo", wanted=False)
    elif status is None:
        yield Finding("MQTT", MISSING, "not connected yet: its client does not run", LOOK)
    elif status["found"]:
        yield Finding("MQTT", OK, printable(f"{host} is told of this table", 200))
    else:
        yield lost("MQTT", Trouble(status["reason"], status["do"], there=False))
    from firmware.doctor.mosquitto import mosquitto  # late: most have no broker

    yield from mosquitto(case)
