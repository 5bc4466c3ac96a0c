"""`okanjo doctor`: look at everything, and print a line on each.

The exit status says whether anything fails that the settings want.
"""

import json
import os
import shutil
import textwrap
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from drivers.pins import working_folder
from engine.message import Message, gettext
from engine.notation import printable
from firmware import VERSION
from firmware.common.ipc.client import UNSEEN, ask
from firmware.common.ipc.socket_path import folders
from firmware.common.settings.errors import SERVICE_GOES_ON, SettingsError
from firmware.common.settings.load import OWNERS_FILE, load
from firmware.common.settings.schema import Settings
from firmware.common.system.text import english, quoted
from firmware.core.app.device_status import Status
from firmware.doctor.additions import games, language
from firmware.doctor.backup import backup
from firmware.doctor.buses import i2c, spi
from firmware.doctor.camera import camera
from firmware.doctor.disk import disk, journal
from firmware.doctor.display import display
from firmware.doctor.machine import OK, WRONG, Case, Finding, Machine, Probe
from firmware.doctor.mqtt import mqtt
from firmware.doctor.on_page import PARTS, on_page
from firmware.doctor.parts import buttons, buzzer, track
from firmware.doctor.photos import photos
from firmware.doctor.scanners import scanners
from firmware.doctor.system import clock, crash, page, power, service, system
from firmware.doctor.voice import voice
from firmware.words.language import Language, language_of, say

FAILS = 1
WITHIN_S = 4.5  # for all probes together
APART_S = 0.5  # a probe that takes longer no longer has the machine to itself
LAST_CHANCE_S = 1.0  # what begins last still gets
PROBES: Mapping[str, Probe] = {
    "board": system,
    "service": service,
    "crash": crash,
    "page": page,
    "MQTT": mqtt,
    "disk": disk,
    "journal": journal,
    "backup": backup,
    "I2C": i2c,
    "SPI": spi,
    "scanner": scanners,
    "display": display,
    "track": track,
    "buttons": buttons,
    "buzzer": buzzer,
    "photos": photos,
    "games": games,
    "language": language,
    "power": power,
    "clock": clock,
}
# These come last: they take seconds, for a sentence or a photo.
LATE_PROBES: Mapping[str, Probe] = {"voice": voice, "camera": camera}
LATE_WITHIN_S = 60.0  # for a device that hangs, and a reader that does
FAILING_CARD = gettext("the card is failing: back up the games, replace the card")
HANGS = {  # what to do about a probe that never ends
    "disk": FAILING_CARD,
    "journal": FAILING_CARD,
    "camera": gettext("unplug the camera, plug it in, and run this again"),
    "voice": gettext("unplug the sound card, plug it in, and run this again"),
    "photos": gettext("a photo is being read: run this again in a moment"),
    "display": gettext("the I2C bus hangs: check the wires SDA and SCL, then restart the Pi"),
}
CONNECTED = gettext("Everything is connected.")
NO_SCANNER = gettext(
    "Ready. No scanner yet: plug one in, or score at the desk (okanjo run, or the page)."
)
ATTENTION = gettext("Needs attention: {parts}. Scoring continues.")
RESTART_PI = gettext("restart the Pi")
MISTAKE = gettext("correct that line, then restart the service: sudo systemctl restart okanjo")


class DoctorLine(NamedTuple):
    """A finding in words."""

    part: str
    state: str
    found: str
    do: str
    wanted: bool


def doctor(
    config: str | None, as_json: bool, for_page: str = "", machine: Machine | None = None
) -> int:
    """Check everything and print the findings, `for_page` in this language and as JSON. Return the
    exit status.
    """
    # lgpio makes a file in the folder it works in, and cannot do without.
    os.environ.setdefault("LG_WD", working_folder())
    findings = []
    for finding in look(config, machine or Machine()):
        findings.append(finding)
        if not as_json and not for_page:
            print(_rendered(worded(finding)), flush=True)
    fine = not any(finding.fails for finding in findings)
    report: dict[str, object] = {"okanjo": VERSION, "fine": fine}
    if for_page:
        language = language_of(for_page)
        report["verdict"] = say(on_page(_verdict(findings)), language)
        lines = [worded_for_page(finding, language) for finding in findings]
    else:
        lines = [worded(finding) for finding in findings]
    if as_json or for_page:
        print(json.dumps({**report, "lines": [line._asdict() for line in lines]}))
    else:
        print(f"\n{english(_verdict(findings))}")
    return 0 if fine else FAILS


def worded(finding: Finding) -> DoctorLine:
    """A finding as a terminal shows it."""
    text, do = (printable(english(message), 1000) for message in (finding.found, finding.do))
    return DoctorLine(finding.part, finding.state, text, do, finding.wanted)


def worded_for_page(finding: Finding, language: Language) -> DoctorLine:
    """A finding as a page shows it."""
    part, text, do = (
        printable(say(on_page(message), language), 1000)
        for message in (PARTS[finding.part], finding.found, finding.do)
    )
    return DoctorLine(part, finding.state, text, do, finding.wanted)


def look(config: str | None, machine: Machine) -> Iterator[Finding]:
    """Everything that was found, in the order in which it is printed."""
    settings, about = _settings(config, machine)
    yield from about
    places = folders(settings.state_folder, machine.environment)
    answer, why = ask(places, "doctor", settings.state_folder)
    if why == UNSEEN and os.path.exists(settings.state_folder):
        why = ""
    case = Case(machine, settings, cast("Status | None", answer), why)
    yield from run_probes(PROBES, case)
    yield from run_probes(LATE_PROBES, case, LATE_WITHIN_S)


def _settings(config: str | None, machine: Machine) -> tuple[Settings, list[Finding]]:
    """Load the settings that the service uses. Return also a finding on the files they are from, or
    one for each mistake.
    """
    try:
        settings = load(config, machine.environment)
    except SettingsError as error:
        from firmware.common.settings.last_good import fall_back

        settings = fall_back(config, error, machine.environment)  # as the service does
        return settings, [
            Finding("settings", WRONG, mistake.sentence, MISTAKE) for mistake in error.mistakes
        ]
    files = sorted({*settings.sources.values()})
    where = config or (OWNERS_FILE if os.path.exists(OWNERS_FILE) else "")
    files_read = ", ".join(dict.fromkeys(([where] if where else []) + files))
    built_in = gettext("built in: there is no {file}", file=OWNERS_FILE)
    return settings, [Finding("settings", OK, quoted(files_read) if files_read else built_in)]


def _rendered(line: DoctorLine) -> str:
    """A line for people; what to do stands below it."""
    width = max(60, min(100, shutil.get_terminal_size().columns))
    state = line.state if line.wanted or line.state == OK else "-"
    rows = _wrapped(line.found, f"{line.part:11}{state:8}  ", width)
    if line.do:
        rows += _wrapped(line.do, " " * 21 + "-> ", width)
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


def _verdict(findings: Sequence[Finding]) -> Message:
    """The whole of it in a sentence."""
    failing = list(dict.fromkeys(finding.part for finding in findings if finding.fails))
    if "settings" in failing:
        return Message(SERVICE_GOES_ON)
    if failing:
        return ATTENTION._replace(values={"parts": ", ".join(failing)})
    scans = any(finding.part == "scanner" and finding.state == OK for finding in findings)
    return CONNECTED if scans else NO_SCANNER


def run_probes(
    probes: Mapping[str, Probe], case: Case, within_s: float = WITHIN_S
) -> Iterator[Finding]:
    """Yield the findings of every probe. Probes run one after the other, so that they do not
    disturb each other's measurements; one that takes long goes on beside the next.
    """
    until = time.monotonic() + within_s
    findings: dict[str, list[Finding]] = {part: [] for part in probes}
    threads = {}
    for part, probe in probes.items():
        # A daemon: a driver that hangs in the kernel must not keep the doctor from ending.
        threads[part] = threading.Thread(
            target=_run, args=(part, probe, case, findings[part]), daemon=True
        )
        threads[part].start()
        threads[part].join(max(0.0, min(APART_S, until - LAST_CHANCE_S - time.monotonic())))
    for part, thread in threads.items():
        thread.join(max(0.0, until - time.monotonic()))
        yield from list(findings[part])
        if thread.is_alive():
            late = gettext("no answer within {s} s", s=f"{within_s:g}")
            busy = part == "photos"  # with somebody's, perhaps
            yield Finding(part, WRONG, late, HANGS.get(part, RESTART_PI), wanted=not busy)


def _run(part: str, probe: Probe, case: Case, findings: list[Finding]) -> None:
    try:
        findings.extend(probe(case))
    except Exception as error:  # one probe's mistake must not hide what the others found
        text = gettext("could not be checked: {why}", why=f"{type(error).__name__} {error}")
        do = gettext("please report it: this is a bug in Okanjo")
        findings.append(Finding(part, WRONG, text, do))
