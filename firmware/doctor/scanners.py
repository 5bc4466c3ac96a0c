"""Look at the scanners: which are there, how fast they are, what would be faster.

The program that runs holds them, and is asked; else `okanjo doctor --scan` opens them for a while.
"""

from __future__ import annotations

import os
import re
import struct
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, cast

from drivers.events import ScannerSink
from drivers.scanner.code_collector import SILENCE
from drivers.scanner.evdev_device import names_of, open_evdev, place_of, source_of
from drivers.scanner.hid import FASTER_THAN_HANDS_MS, HidScanners
from drivers.scanner.keymap import types_codes
from drivers.scanner.serial import SerialScanner
from engine.notation import printable
from firmware.app.device_status import DeviceStatus
from firmware.app.known_scanners import load as load_scanners
from firmware.app.parts import build_hid, build_serial
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Line, Machine, ScannerStatus, Status
from firmware.ipc.client import ask
from firmware.ipc.socket_path import folders

DEVICES = "/proc/bus/input/devices"
DIGITS = 6  # of a label of ours
QUICK_MS = 5  # a digit: at 1 ms polling it is 2
MEASURE = "its time a digit: okanjo doctor --scan, then scan any label"
POLLING = (
    "faster: in its manual look for USB polling (1 ms) and inter-character delay (none), and scan"
    " those setup codes"
)
BAUD = "faster: set the scanner and baud in [[scanner]] to 115200"
WAIT_S = 15.0
ASK_EVERY_S = 0.5
LOOK_EVERY_S = 0.05
SILENT = (
    "does it light up and read? is it plugged in? a label of ours is needed, and one that takes"
    f" {FASTER_THAN_HANDS_MS} ms a digit or more has to be named in [[scanner]]"
)
SUFFIX = "faster: in its manual look for a suffix (Enter or CR), and scan that setup code"


class Keyboard(NamedTuple):
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

    def own_name(self, there: Sequence[Keyboard]) -> str:
        """What the settings call this one and none of its twins; "" if it has none."""
        twins = [one for one in there if one.source == self.source and one is not self]
        names = [one for one in self.names[1:] if not any(one in twin.names for twin in twins)]
        return names[0] if twins and names else ""


def scanners(case: Case) -> Iterator[Line]:
    """Every scanner that is known, named, or looks like one."""
    lines = [*_library(case), *_broken(case), *_keyboards(case), *_serial(case)]
    yield from lines
    if not lines:
        do = "plug one in, and scan a label of ours: it is found by itself"
        yield Line("scanner", MISSING, "no scanner is there", do, wanted=case.machine.is_pi)


def scanners_of(told: Status | None) -> list[ScannerStatus]:
    return (told or {}).get("scanners", [])


def who(told: ScannerStatus) -> tuple[str, str]:
    """Which scanner that is: of two of one model each has its place."""
    return told["source"], told["place"]


def _library(case: Case) -> Iterator[Line]:
    missing = (case.told or {}).get("reader_missing", "")
    opened = case.machine.seams.open_keyboard is not open_evdev
    if not missing and (opened or case.machine.installed("evdev")):
        return
    named = any(one.usb for one in case.settings.scanners)
    if case.machine.installed("evdev"):
        found = missing
        do = "start Okanjo anew; is the system a newer one than it was: run install.sh once more"
    else:
        found = "evdev is not installed: keyboard-type scanners cannot be read"
        do = "sudo apt install python3-evdev, or pip install 'okanjo[keyboard]'"
    yield Line("scanner", MISSING, found, do, wanted=named or case.machine.is_pi)


def _broken(case: Case) -> Iterator[Line]:
    """Threads that read scanners and have broken off; each begins anew by itself."""
    for reader, why in (case.told or {}).get("readers_broken", {}).items():
        do = "please report it; sudo systemctl restart okanjo may help"
        yield Line("scanner", WRONG, f"{printable(reader, 120)}: {printable(why, 200)}", do)


def keyboards(machine: Machine) -> list[Keyboard]:
    """All keyboard-type devices, by what they can do; no permission is needed to ask that."""
    found = []
    for block in machine.text(DEVICES).split("\n\n"):
        keys = re.search(r"^B: KEY=([0-9a-f ]+)$", block, re.M)
        who = re.search(r"^I: .*Vendor=([0-9a-f]{4}) Product=([0-9a-f]{4})", block, re.M)
        event = re.search(r"^H: Handlers=.*\b(event\d+)", block, re.M)
        if not (keys and who and event and types_codes(bits(keys[1]))):
            continue
        name = re.search(r'^N: Name="(.*)"$', block, re.M)
        phys = re.search(r"^P: Phys=(.*)$", block, re.M)
        uniq = re.search(r"^U: Uniq=(.*)$", block, re.M)
        model = f"{who[1]}:{who[2]}"
        source = source_of(model, name[1] if name else "")
        where = phys[1] if phys else "", uniq[1] if uniq else ""
        found.append(Keyboard(source, model, *where, f"/dev/input/{event[1]}"))
    return found


def bits(words: str, width: int = 8 * struct.calcsize("l")) -> Iterator[int]:
    """The numbers of the bits that are set, in words as the kernel writes them: highest first."""
    for at, word in enumerate(reversed(words.split())):
        number = int(word, 16)
        yield from (at * width + bit for bit in range(width) if number >> bit & 1)


def _keyboards(case: Case) -> Iterator[Line]:
    there = keyboards(case.machine)
    known = {who(one): one for one in scanners_of(case.told)}
    learnt = {*load_scanners(case.state_folder), *(source for source, _ in known)}
    named = [one.usb.lower() for one in case.settings.scanners if one.usb]
    others = 0
    for keyboard in there:
        if not any(name in named for name in keyboard.names) and keyboard.source not in learnt:
            others += 1
        elif not (case.told or case.machine.may(case.machine.path(keyboard.node), os.R_OK)):
            found = f"{keyboard.source}: no permission for {keyboard.node}"
            yield Line("scanner", WRONG, found, "see permission, above")
        else:
            line = _timed(keyboard.source, known.get((keyboard.source, keyboard.place)), POLLING)
            yield of_twins(line, case, keyboard.source, keyboard.place)
    for name in named:
        if not any(name in one.names for one in there):
            do = "plug it in, or correct usb in [[scanner]]: lsusb shows who is there"
            yield Line("scanner", MISSING, f"{name} is not there", do)
    if others:
        found = f"{others} keyboard{'s' * (others > 1)}, or a scanner not heard yet"
        do = "if one is a scanner: scan a label of ours while Okanjo runs, and it is known for good"
        yield Line("scanner", MISSING, found, do, wanted=False)


def of_twins(line: Line, case: Case, source: str, place: str) -> Line:
    """Of two of one model: which it is, and how each could be a player's own."""
    there = keyboards(case.machine)
    own = [one.own_name(there) for one in there if (one.source, one.place) == (source, place)]
    if not any(own):
        return line
    name = printable(own[0], 200)
    named = any(one.usb.lower() == own[0] for one in case.settings.scanners)
    do = "" if named else f'to give it to a player: usb = "{name}" and badge in [[scanner]]'
    more = "; ".join(filter(None, (line.do, do)))
    return line._replace(found=f"{line.found}, {name.partition('/')[2]}", do=more)


def _serial(case: Case) -> Iterator[Line]:
    known = {who(one): one for one in scanners_of(case.told)}
    for one in case.settings.scanners:
        if not one.port:
            continue
        if not case.machine.installed("serial"):
            do = "pip install pyserial"
            yield Line("scanner", MISSING, f"{one.port}: pyserial is not installed", do)
        elif not case.machine.exists(one.port):
            do = "plug it in, or correct port in [[scanner]]: ls /dev/serial/by-id shows them"
            yield Line("scanner", MISSING, f"{one.port} is not there", do)
        elif case.told is None and not case.machine.may(
            case.machine.path(one.port), os.R_OK | os.W_OK
        ):
            found = f"{one.port}: no permission"
            yield Line("scanner", WRONG, found, "see permission, above")
        else:
            yield _timed(one.port, known.get((one.port, "")), BAUD)


def _timed(source: str, fact: ScannerStatus | None, quicker: str) -> Line:
    """A scanner that is there, as the running program knows it."""
    source = printable(source, 120)
    if fact is None:
        return Line("scanner", OK, source, MEASURE)
    if not fact["found"]:
        do = "plug it in again; another program may hold it"
        return Line("scanner", WRONG, f"{source}: {fact['reason'] or 'lost'}", do)
    if fact["grab_refused"]:
        found = f"{source}: what it reads is typed elsewhere, too ({fact['grab_refused']})"
        return Line("scanner", WRONG, found, "end the other program that holds it")
    if fact["ms_per_digit"] is None:
        return Line("scanner", OK, source, MEASURE)
    return timing(source, fact["ms_per_digit"], fact["late_ms"] or 0.0, quicker)


def timing(source: str, ms: float, late_ms: float, quicker: str) -> Line:
    """How long a label of ours takes, and what would make that less."""
    found = f"{source}: {ms:.1f} ms a digit"
    advice = []
    if ms > QUICK_MS:
        found += f", {ms * (DIGITS + 1):.0f} ms a label"
        advice.append(quicker)
    if late_ms >= 900 * SILENCE:  # no key ended the code: a tenth of a second of silence did
        found += f", and {1000 * SILENCE:.0f} ms more because no Enter ends it"
        advice.append(SUFFIX)
    return Line("scanner", OK, found, "; ".join(advice))


def scan(case: Case, wait_s: float = WAIT_S) -> Iterator[Line]:
    """Wait for one scan, and say how fast it was."""
    ends = time.monotonic() + wait_s
    fact = _asked(case, ends) if case.told is not None else _heard(case, ends)
    if fact is None:
        yield Line("scan", MISSING, f"no scan came within {wait_s:g} s", SILENT)
        return
    quicker = BAUD if fact["source"].startswith("/dev/") else POLLING
    line = timing(fact["source"], fact["ms_per_digit"] or 0, fact["late_ms"] or 0, quicker)
    yield of_twins(line._replace(part="scan"), case, *who(fact))


def _asked(case: Case, ends: float) -> ScannerStatus | None:
    """The scanner of which the running program has one reading more than before."""
    before = {who(one): one["codes"] for one in scanners_of(case.told)}
    while time.monotonic() < ends:
        time.sleep(ASK_EVERY_S)
        places = folders(case.state_folder, case.machine.environment)
        told, _ = ask(places, "doctor", case.state_folder)
        for one in scanners_of(cast("Status | None", told)):
            if one["codes"] > before.get(who(one), 0):
                return one
    return None


def _heard(case: Case, ends: float) -> ScannerStatus | None:
    """The scanner that the first reading comes from."""
    status = DeviceStatus(case.machine.seams.clock)
    scanners = _scanners(case, status.take)
    for one in scanners:
        one.start()
    try:
        while time.monotonic() < ends:
            time.sleep(LOOK_EVERY_S)
            for told in scanners_of(cast(Status, status.describe())):
                if told["codes"]:
                    return told
        return None
    finally:
        for one in scanners:
            one.stop()
        _forget_typed()


def _scanners(case: Case, sink: ScannerSink) -> list[HidScanners | SerialScanner]:
    from engine.catalogue import codebook_of, games_of
    from engine.refusals import Refused

    book = codebook_of(games_of(case.settings.card_table))

    def is_ours(text: str) -> bool:
        return not isinstance(book.read(text), Refused)

    hid = build_hid(case.settings, is_ours, sink, case.machine.seams)
    return [hid, *build_serial(case.settings, sink)]


def _forget_typed() -> None:
    """A scanner that is not grabbed yet has typed its code into this terminal: away with it."""
    import termios

    with suppress(termios.error, OSError, ValueError):
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
