"""Look at what is wired to the pins: strip, plain LEDs, buttons, buzzer.

While the program runs it holds the pins, and is asked. A strip and LEDs cannot answer: whether
they light is for their owner to see.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from drivers.events import ButtonEvent, ButtonSink, PartLost, Trouble
from drivers.pins import SPI_NODE
from drivers.threads import PartThread
from engine.message import Message, gettext, joined, ngettext
from firmware.common.settings.schema import Fitted, Settings
from firmware.core.app.device_status import PartStatus
from firmware.core.app.parts import Hardware, build_buttons, build_buzzer, build_leds, strip_options
from firmware.doctor.machine import IN_USE, MISSING, OK, WRONG, Case, Finding

BOTH = gettext("{first} and {rest}")
ACTIVE = gettext("active, on GPIO {pin}. Not testable: scan and listen")
PASSIVE = gettext("passive, on GPIO {pin}. Not testable: scan and listen")
P = TypeVar("P", bound=PartThread[Any])


def lost(part: str, trouble: Trouble) -> Finding:
    """Return the finding on a part that does not work, in the driver's words."""
    reason, do = (Message(text, trouble.values) for text in (trouble.found, trouble.do))
    return Finding(part, WRONG if trouble.there else MISSING, reason, do)


def trouble_of(status: PartStatus) -> Trouble:
    """What the running program knows of a part that it has lost."""
    do = status["do"] or "check its wires"
    return Trouble(status["reason"], do, status["there"], status["values"])


def left_out(part: str, fitted: Fitted) -> Finding:
    """Return the finding on a part that the settings leave out."""
    if fitted == "no":
        text = gettext('switched off: fitted = "no" in [{part}]', part=part)
        return Finding(part, OK, text, wanted=False)
    text = gettext("not checked: this is not a Raspberry Pi")
    do = gettext('if there is one: set fitted = "yes" in [{part}]', part=part)
    return Finding(part, MISSING, text, do, wanted=False)


def from_program(part: str, case: Case, text: Message, name: str = "") -> Finding | None:
    """Return the finding that the running program has on a part; None while no program runs."""
    if case.status is None and case.why:
        return Finding(part, OK, IN_USE, wanted=False)
    if case.status is None:
        return None
    status = case.status.get("parts", {}).get(name or part)
    if status is None:
        do = gettext("run this again in a moment; if nothing changes, restart Okanjo")
        return Finding(part, MISSING, gettext("Okanjo has not tried it yet"), do)
    if status["found"]:
        return Finding(part, OK, text)
    return lost(part, trouble_of(status))


def _try(
    part: str,
    case: Case,
    text: Message,
    build: Callable[[Settings, ButtonSink, Hardware], P],
    look: Callable[[P], None] | None = None,
) -> Finding:
    """Open a part as the program would, look at it, and close it."""
    events: list[ButtonEvent] = []
    thread = build(case.settings, events.append, case.machine.hardware)
    try:
        thread.turn(time.monotonic())
        if look:
            look(thread)
    finally:
        thread.close()
    troubles = [event.trouble for event in events if isinstance(event, PartLost)]
    return lost(part, troubles[0]) if troubles else Finding(part, OK, text)


def track(case: Case) -> Iterator[Finding]:
    """Check the track: a strip on SPI0, or plain LEDs on pins."""
    kind = case.settings.track.kind
    if kind == "none":
        text = gettext("no track set: a strip or LEDs cannot be detected")
        do = gettext("if there is one: set kind in [track]")
        yield Finding("track", OK, text, do, wanted=False)
    elif kind == "leds":
        yield _plain_leds(case)
    else:
        yield _strip(case)


def _strip(case: Case) -> Finding:
    from drivers.lights.strip import NO_SPIDEV, complaint

    strip = strip_options(case.settings)
    if wrong := complaint(strip):
        return lost("track", wrong)
    text = gettext(
        "{leds} LEDs ({kind}), {cap} mA at most. Not testable: check that it lights up",
        leds=strip.leds,
        kind=strip.kind,
        cap=str(strip.cap_ma),
    )
    if line := from_program("track", case, text, "strip"):
        return line
    if case.machine.hardware.open_spi is None and not case.machine.installed("spidev"):
        return lost("track", NO_SPIDEV)
    return barred("track", case, SPI_NODE, "SPI") or Finding("track", OK, text)


def barred(part: str, case: Case, node: str, bus: str) -> Finding | None:
    """Why a part cannot use its node; None when it can. What to do stands in the bus's line."""
    if not case.machine.exists(node):
        text = gettext("not reachable without {bus}", bus=bus)
        return Finding(part, MISSING, text, gettext("see {bus}, above", bus=bus))
    if case.barred(node):
        text = gettext("no permission for {node}", node=node)
        return Finding(part, WRONG, text, case.allow(node))
    return None


def _plain_leds(case: Case) -> Finding:
    pins = case.settings.track.pins
    text = ngettext(
        "{count} plain LED. Not testable: check that it lights up",
        "{count} plain LEDs. Not testable: check that they light up",
        len(pins),
    )
    return from_program("track", case, text, "leds") or _try("track", case, text, build_leds)


def buttons(case: Case) -> Iterator[Finding]:
    """Check that the pins can be read, and that no button is down while nobody presses it."""
    if not case.fitted(case.settings.buttons):
        yield left_out("buttons", case.settings.buttons.fitted)
        return
    pins = case.settings.buttons.pins
    text = joined(
        [
            gettext("{button} on GPIO {pin}", button=Message(name.upper()), pin=pin)
            for name, pin in pins.items()
        ]
    )
    down: list[str] = []
    if line := from_program("buttons", case, text):
        down += (case.status or {}).get("held", [])
    else:
        line = _try("buttons", case, text, build_buttons, lambda all_: down.extend(all_.held()))
    if line.state == OK and down:
        held = gettext(
            "{buttons} held down", buttons=joined([Message(name.upper()) for name in down], BOTH)
        )
        do = gettext(
            "if you are not pressing it, it is stuck or wired to two legs that are always joined"
        )
        line = Finding("buttons", WRONG, held, do)
    yield line


def buzzer(case: Case) -> Iterator[Finding]:
    """Check that the buzzer's pin can be opened. The buzzer is not sounded."""
    if not case.fitted(case.settings.buzzer):
        yield left_out("buzzer", case.settings.buzzer.fitted)
        return
    pin, active = case.settings.buzzer.pin, case.settings.buzzer.active
    text = (ACTIVE if active else PASSIVE)._replace(values={"pin": pin})
    yield from_program("buzzer", case, text) or _try("buzzer", case, text, build_buzzer)
