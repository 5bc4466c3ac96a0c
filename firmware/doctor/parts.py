"""Look at what is wired to the pins: strip, plain LEDs, buttons, buzzer.

While the program runs it holds the pins, and is asked. A strip and LEDs cannot answer: whether
they light is for their owner to see.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from drivers.events import PartLost, Trouble
from drivers.pins import SPI_NODE
from drivers.threads import PartThread
from firmware.app.parts import build_buttons, build_buzzer, build_leds, strip_options
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Line
from firmware.settings.schema import Fitted


def lost(part: str, trouble: Trouble) -> Line:
    """A part that a driver does not get, in the driver's words."""
    return Line(part, WRONG if trouble.there else MISSING, trouble.found, trouble.do)


def left_out(part: str, fitted: Fitted) -> Line:
    """A part that the settings do not want."""
    if fitted == "no":
        found, do = f'none is wanted: fitted = "no" in [{part}]', ""
        return Line(part, OK, found, do, wanted=False)
    found = "none is looked for: this is no Raspberry Pi"
    return Line(part, MISSING, found, f'if there is one: fitted = "yes" in [{part}]', wanted=False)


def told(part: str, case: Case, found: str, name: str = "") -> Line | None:
    """What the running program says of the part; None while none runs."""
    if case.told is None and case.why:
        return Line(part, OK, "held by the Okanjo that runs, and not asked", wanted=False)
    if case.told is None:
        return None
    fact = case.told.get("parts", {}).get(name or part)
    if fact is None:
        do = "ask again in a moment; if it stays, start the program again"
        return Line(part, MISSING, "the running program has not tried it", do)
    if fact["found"]:
        return Line(part, OK, found)
    return lost(part, Trouble(fact["reason"], fact["do"] or "look at its wires", fact["there"]))


def tried(part: PartThread[Any], facts: list[Any], look: Callable[[], None]) -> Trouble | None:
    """Open a part as the program would, look, and give it back: why not, if it went wrong."""
    try:
        part.turn(time.monotonic())
        look()
    finally:
        part.close()
    return next((fact.trouble for fact in facts if isinstance(fact, PartLost)), None)


def track(case: Case) -> Iterator[Line]:
    """The strip on SPI0, or plain LEDs on pins."""
    kind = case.settings.track.kind
    if kind == "none":
        found = "no track is set: a strip or LEDs cannot be found, only named"
        yield Line("track", OK, found, "if there is one: kind in [track]", wanted=False)
    elif kind == "leds":
        yield _plain_leds(case)
    else:
        yield _strip(case)


def _strip(case: Case) -> Line:
    from drivers.lights.strip import complaint

    strip = strip_options(case.settings)
    wrong = complaint(strip)
    if wrong:
        return lost("track", wrong)
    found = (
        f"{strip.leds} LEDs ({strip.kind}), {strip.cap_ma} mA at most."
        " It cannot answer: look whether it lights"
    )
    asked = told("track", case, found, "strip")
    if asked is not None:
        return asked
    if case.machine.seams.open_spi is None and not case.machine.installed("spidev"):
        return Line("track", MISSING, "spidev is not installed", "sudo apt install python3-spidev")
    return barred("track", case, SPI_NODE, "SPI") or Line("track", OK, found)


def barred(part: str, case: Case, node: str, bus: str) -> Line | None:
    """Why a part cannot use its node; None when it can. What to do stands in the bus's line."""
    if not case.machine.exists(node):
        return Line(part, MISSING, f"no {bus}, so nothing to reach it by", f"see {bus}, above")
    if not case.machine.may(case.machine.path(node), os.R_OK | os.W_OK):
        return Line(part, WRONG, f"no permission for {node}", "see permission, above")
    return None


def _plain_leds(case: Case) -> Line:
    pins = case.settings.track.pins
    found = f"{len(pins)} plain LEDs. They cannot answer: look whether they light"
    asked = told("track", case, found, "leds")
    if asked is not None:
        return asked
    facts: list[Any] = []
    leds = build_leds(case.settings, facts.append, case.machine.seams)
    why = tried(leds, facts, lambda: None)
    return lost("track", why) if why else Line("track", OK, found)


def buttons(case: Case) -> Iterator[Line]:
    """Whether the pins can be read; a button that is down while nobody presses it."""
    if not case.fitted(case.settings.buttons):
        yield left_out("buttons", case.settings.buttons.fitted)
        return
    pins = case.settings.buttons.pins
    found = ", ".join(f"{name.upper()} on GPIO {pin}" for name, pin in pins.items())
    asked = told("buttons", case, found)
    down: list[str] = []
    if asked is not None:
        down += (case.told or {}).get("held", [])
    else:
        facts: list[Any] = []
        three = build_buttons(case.settings, facts.append, case.machine.seams)
        why = tried(three, facts, lambda: down.extend(three.held()))
        asked = lost("buttons", why) if why else Line("buttons", OK, found)
    if asked.state == OK and down:
        names = " and ".join(name.upper() for name in down)
        do = "unless you press it now, it is stuck, or its legs are two that are always joined"
        asked = Line("buttons", WRONG, f"{names} held down", do)
    yield asked


def buzzer(case: Case) -> Iterator[Line]:
    """Whether its pin can be had; it is not sounded."""
    if not case.fitted(case.settings.buzzer):
        yield left_out("buzzer", case.settings.buzzer.fitted)
        return
    pin, active = case.settings.buzzer.pin, case.settings.buzzer.active
    found = f"{'active' if active else 'passive'}, on GPIO {pin}. It cannot answer: scan and listen"
    asked = told("buzzer", case, found)
    if asked is None:
        facts: list[Any] = []
        one = build_buzzer(case.settings, facts.append, case.machine.seams)
        why = tried(one, facts, lambda: None)
        asked = lost("buzzer", why) if why else Line("buzzer", OK, found)
    yield asked
