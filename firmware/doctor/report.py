"""`okanjo doctor`: the machine, the settings and the program that runs in, a line on everything
there is to look at out; the exit status says whether anything fails that the settings want.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from drivers.pins import working_folder
from engine.notation import printable
from firmware.doctor.buses import i2c, permission, spi
from firmware.doctor.disk import disk, journal
from firmware.doctor.display import display
from firmware.doctor.machine import OK, WRONG, Case, Line, Machine, Probe
from firmware.doctor.page import page
from firmware.doctor.parts import buttons, buzzer, track
from firmware.doctor.scanners import scanners
from firmware.doctor.system import clock, crash, holder, power, service, system
from firmware.doctor.timing import looked
from firmware.ipc.client import BARRED, UNSEEN, ask
from firmware.ipc.socket_path import folders
from firmware.settings.errors import SERVICE_GOES_ON, SettingsError
from firmware.settings.load import OWNERS_FILE, load
from firmware.settings.schema import Settings

FAILS = 1
PROBES: Mapping[str, Probe] = {
    "board": system,
    "service": service,
    "crash": crash,
    "page": page,
    "disk": disk,
    "journal": journal,
    "I2C": i2c,
    "SPI": spi,
    "permission": permission,
    "scanner": scanners,
    "display": display,
    "track": track,
    "buttons": buttons,
    "buzzer": buzzer,
    "power": power,
    "clock": clock,
}
HANGS = {
    "disk": "the card is failing, or asleep: save the games, change the card",
    "journal": "the card is failing, or asleep: save the games, change the card",
    "display": "the I2C bus hangs: check the wires SDA and SCL, then restart the Pi",
}
MISTAKE = "correct that line; the service then wants: sudo systemctl restart okanjo"


def doctor(
    config: str | None, as_json: bool, with_scan: bool = False, machine: Machine | None = None
) -> int:
    """Look at everything and print it."""
    # lgpio makes a file in the folder it works in, and cannot do without.
    os.environ.setdefault("LG_WD", working_folder())
    found = []
    for line in lines(config, with_scan, machine or Machine()):
        found.append(line)
        if not as_json:
            print(_written(line), flush=True)
    if as_json:
        print(json.dumps(_record(found)))
    else:
        print(_verdict(found))
    return FAILS if any(line.fails for line in found) else 0


def lines(config: str | None, with_scan: bool, machine: Machine) -> Iterator[Line]:
    """Everything that was found, in the order in which it is told."""
    settings, about = _settings(config, machine)
    yield from about
    places = folders(settings.state_folder, machine.environment)
    told, why = ask(places, "doctor", settings.state_folder)
    owner = "" if told or why not in ("", UNSEEN) else holder(machine, settings.state_folder)
    if why == UNSEEN and (owner or os.path.exists(settings.state_folder)):
        why = BARRED if owner else ""  # who runs there has locked the folder, as anybody can see
    elif owner:
        why = f"process {owner}, which has the games open, does not answer"
    case = Case(machine, settings, told, why)
    yield from looked(PROBES, case, HANGS)
    if with_scan:
        from firmware.doctor.scan import WAIT_S, scan

        print(f"Scan a label now; there are {WAIT_S:g} s to do it.", file=sys.stderr, flush=True)
        yield from scan(case)


def _settings(config: str | None, machine: Machine) -> tuple[Settings, list[Line]]:
    """The settings in force and a line on them; else those a service goes by, and every mistake."""
    try:
        settings = load(config, machine.environment)
    except SettingsError as error:
        from firmware.settings.last_good import fall_back

        settings = fall_back(config, error, machine.environment)  # as the service does
        mistakes = str(error).splitlines()
        return settings, [Line("settings", WRONG, printable(one, 300), MISTAKE) for one in mistakes]
    files = sorted({*settings.sources.values()})
    where = config or (OWNERS_FILE if os.path.exists(OWNERS_FILE) else "")
    found = ", ".join(dict.fromkeys(([where] if where else []) + files))
    built_in_all = f"what is built in: there is no {OWNERS_FILE}"
    return settings, [Line("settings", OK, printable(found, 200) or built_in_all)]


def _written(line: Line) -> str:
    """A line for people; what to do stands below it."""
    width = max(60, min(100, shutil.get_terminal_size().columns))
    state = line.state if line.wanted or line.state == OK else "-"
    rows = _wrapped(printable(line.found, 1000), f"{line.part:11}{state:8}  ", width)
    if line.do:
        rows += _wrapped(printable(line.do, 1000), " " * 21 + "-> ", width)
    return "\n".join(rows)


def _wrapped(text: str, head: str, width: int) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [head.rstrip()]


def _verdict(found: Sequence[Line]) -> str:
    failing = list(dict.fromkeys(line.part for line in found if line.fails))
    if "settings" in failing:
        return f"\n{SERVICE_GOES_ON}"
    if not failing:
        return "\nAll that the settings want is there."
    return f"\nTo be seen to: {', '.join(failing)}. The game goes on without."


def _record(found: Sequence[Line]) -> dict[str, object]:
    """The same for programs."""
    from firmware import VERSION

    return {
        "okanjo": VERSION,
        "fine": not any(line.fails for line in found),
        "lines": [line._asdict() for line in found],
    }
