"""Look at the scanners: which are there, how fast they are, what would be faster.

The program that runs holds them: it is asked how fast they are.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from drivers.scanner.code_collector import SILENCE
from drivers.scanner.evdev_device import names_of, place_of, source_of
from drivers.scanner.keymap import types_codes
from engine.message import Message, Value, gettext, joined, ngettext
from firmware.common.system.text import quoted
from firmware.core.app.device_status import ScannerStatus, Status
from firmware.core.app.known_scanners import load as load_scanners
from firmware.doctor.machine import MISSING, NOTHING, OK, WRONG, Case, Finding, Machine
from firmware.words.numbers import Figure

DIGITS = 6  # of a label of ours
QUICK_MS = 5  # a digit: at 1 ms polling it is 2
MEASURE = gettext("to time it: scan any label while Okanjo runs, then run this again")
POLLING = gettext(
    "faster: find USB polling (1 ms) and inter-character delay (none) in its manual, and scan"
    " those setup codes"
)
BAUD = gettext("faster: set the scanner and baud in [[scanner]] to 115200")
SUFFIX = gettext("faster: find a suffix (Enter or CR) in its manual, and scan that setup code")
AND_THEN = gettext("{first}; {rest}")
NOT_THERE = gettext("{scanner} is not there")


class Candidate(NamedTuple):
    """A device that could be a scanner: it has ten digits and an Enter."""

    source: str
    model: str
    phys: str
    uniq: str
    node: str

    @property
    def names(self) -> tuple[str, ...]:
        """What the settings may call it."""
        return names_of(self.model, self.phys, self.uniq)

    @property
    def place(self) -> str:
        return place_of(self.phys, self.uniq)

    def own_name(self, others: Sequence[Candidate]) -> str:
        """Return the name in the settings that means this scanner and none of its twins, or ""."""
        twins = [other for other in others if other.source == self.source and other is not self]
        names = [name for name in self.names[1:] if not any(name in twin.names for twin in twins)]
        return names[0] if twins and names else ""


def scanners(case: Case) -> Iterator[Finding]:
    """Check every scanner that is known, that the settings name, or that looks like one."""
    known = {
        (scanner["source"], scanner["place"]): scanner for scanner in _scanners_of(case.status)
    }
    lines = [*_library(case), *_keyboards(case, known), *_serial(case, known)]
    yield from lines
    if not lines:
        do = gettext("plug one in, and scan an Okanjo label: it is found automatically")
        text = gettext("no scanner found")
        yield Finding("scanner", MISSING, text, do, wanted=case.machine.is_pi)


def _scanners_of(status: Status | None) -> list[ScannerStatus]:
    return (status or {}).get("scanners", [])


def _library(case: Case) -> Iterator[Finding]:
    missing = (case.status or {}).get("reader_missing", "")
    installed = case.machine.installed("evdev")
    if installed and not missing:
        return
    text = Message(missing)
    do = gettext("restart Okanjo; after an upgrade of the system, run install.sh again")
    if not installed:
        text = gettext("evdev is not installed: keyboard-type scanners cannot be read")
        do = gettext("sudo apt install python3-evdev, or pip install 'okanjo[keyboard]'")
    named = any(scanner.usb for scanner in case.settings.scanners)
    yield Finding("scanner", MISSING, text, do, wanted=named or case.machine.is_pi)


def keyboards(machine: Machine) -> list[Candidate]:
    """Return all keyboard-type devices, by their capabilities: these need no permission."""
    candidates = []
    for folder in machine.like("/sys/class/input/event*/device"):
        if types_codes(_bits(machine.text(f"{folder}/capabilities/key"))):
            name, phys, uniq, vendor, product = (
                machine.text(f"{folder}/{file}")
                for file in ("name", "phys", "uniq", "id/vendor", "id/product")
            )
            model, node = f"{vendor}:{product}", f"/dev/input/{folder.split('/')[-2]}"
            candidates.append(Candidate(source_of(model, name), model, phys, uniq, node))
    return candidates


def _bits(words: str, width: int = 8 * struct.calcsize("l")) -> Iterator[int]:
    """Yield the numbers of the bits that are set, in words as the kernel writes them: highest
    first.
    """
    for index, word in enumerate(reversed(words.split())):
        number = int(word, 16)
        yield from (index * width + bit for bit in range(width) if number >> bit & 1)


def _keyboards(case: Case, known: dict[tuple[str, str], ScannerStatus]) -> Iterator[Finding]:
    present = keyboards(case.machine)
    learnt = {*load_scanners(case.state_folder), *(source for source, _ in known)}
    named = [scanner.usb.lower() for scanner in case.settings.scanners if scanner.usb]
    others = 0
    for keyboard in present:
        source = keyboard.source
        if not any(name in named for name in keyboard.names) and source not in learnt:
            others += 1
        elif not case.status and case.barred(keyboard.node, os.R_OK):
            text = gettext(
                "{scanner}: no permission for {node}", scanner=source, node=keyboard.node
            )
            yield Finding("scanner", WRONG, text, case.allow(keyboard.node))
        else:
            line = _timed(source, known.get((source, keyboard.place)), POLLING)
            name = keyboard.own_name(present)
            yield _of_twin(line, case, name) if name else line
    for name in named:
        if not any(name in keyboard.names for keyboard in present):
            do = gettext("plug it in, or correct usb in [[scanner]]: lsusb lists all")
            yield Finding("scanner", MISSING, NOT_THERE._replace(values={"scanner": name}), do)
    if others:
        text = ngettext(
            "{count} keyboard, or a scanner not used yet",
            "{count} keyboards, or a scanner not used yet",
            others,
        )
        do = gettext("if one is a scanner, scan an Okanjo label with it once while Okanjo runs")
        yield Finding("scanner", MISSING, text, do, wanted=False)


def _of_twin(line: Finding, case: Case, name: str) -> Finding:
    """Add to the finding on one of two scanners of a model: which it is, and how to give it to a
    player.
    """
    named = any(scanner.usb.lower() == name for scanner in case.settings.scanners)
    text = gettext("{scanner}, {place}", scanner=line.found, place=name.partition("/")[2])
    if named:
        return line._replace(found=text)
    do = gettext('to give it to one player: usb = "{name}" and badge in [[scanner]]', name=name)
    return line._replace(found=text, do=joined(_advice(line.do, do), AND_THEN))


def _advice(*messages: Message) -> list[Message]:
    """Those that say something."""
    return [message for message in messages if message != NOTHING]


def _serial(case: Case, known: dict[tuple[str, str], ScannerStatus]) -> Iterator[Finding]:
    for port in (scanner.port for scanner in case.settings.scanners if scanner.port):
        if not case.machine.installed("serial"):
            text = gettext("{scanner}: pyserial is not installed", scanner=port)
            yield Finding("scanner", MISSING, text, gettext("pip install pyserial"))
        elif not case.machine.exists(port):
            do = gettext(
                "plug it in, or correct port in [[scanner]]: ls /dev/serial/by-id lists all"
            )
            yield Finding("scanner", MISSING, NOT_THERE._replace(values={"scanner": port}), do)
        elif not case.status and case.barred(port):
            text = gettext("{scanner}: no permission", scanner=port)
            yield Finding("scanner", WRONG, text, case.allow(port))
        else:
            yield _timed(port, known.get((port, "")), BAUD)


def _timed(source: str, known: ScannerStatus | None, quicker: Message) -> Finding:
    """Return the finding on a scanner that is there, with what the running program knows of it."""
    if known is None:
        return Finding("scanner", OK, quoted(source), MEASURE)
    if not known["found"]:
        why = Message(known["reason"] or "unplugged")
        do = gettext("plug it in again; another program may be using it")
        return Finding("scanner", WRONG, gettext("{scanner}: {why}", scanner=source, why=why), do)
    if known["grab_refused"]:
        text = gettext(
            "{scanner}: it also types into other programs ({why})",
            scanner=source,
            why=Message(known["grab_refused"]),
        )
        return Finding("scanner", WRONG, text, gettext("stop the other program that uses it"))
    if known["ms_per_digit"] is None:
        return Finding("scanner", OK, quoted(source), MEASURE)
    return _timing(source, known["ms_per_digit"], known["late_ms"] or 0.0, quicker)


def _timing(source: str, ms: float, late_ms: float, quicker: Message) -> Finding:
    """Say how long a scanner takes for a label, and what would make it faster."""
    values: Mapping[str, Value] = {
        "scanner": source,
        "ms": Figure(f"{ms:.1f}"),
        "label": f"{ms * (DIGITS + 1):.0f}",
        "more": f"{1000 * SILENCE:.0f}",
    }
    is_slow = ms > QUICK_MS
    is_late = late_ms >= 900 * SILENCE  # no key ended the code: a tenth of a second of silence did
    advice = _advice(quicker if is_slow else NOTHING, SUFFIX if is_late else NOTHING)
    text = TIMINGS[is_slow, is_late]._replace(values=values)
    return Finding("scanner", OK, text, joined(advice, AND_THEN) if advice else NOTHING)


TIMINGS = {  # by whether it is slow, and whether no Enter ends a code
    (False, False): gettext("{scanner}: {ms} ms a digit"),
    (True, False): gettext("{scanner}: {ms} ms a digit, {label} ms a label"),
    (False, True): gettext(
        "{scanner}: {ms} ms a digit, and {more} ms more because no Enter ends it"
    ),
    (True, True): gettext(
        "{scanner}: {ms} ms a digit, {label} ms a label, and {more} ms more because no Enter ends"
        " it"
    ),
}
