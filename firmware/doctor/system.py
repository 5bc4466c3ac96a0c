"""Look at the machine itself: board, supply, clock; at the program that runs, and its page."""

import os
import platform
import re
from collections.abc import Iterator
from datetime import timedelta

from drivers.clock import SYNCHRONIZED, chip_agrees
from drivers.power import SENSORS, alarm
from engine.notation import printable
from firmware.common.ipc.client import BARRED, UNSEEN
from firmware.common.system.crash_report import FILE as CRASH_FILE
from firmware.common.system.crash_report import read_last
from firmware.core.app.device_status import why_not
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding, Machine

UNITS = ("/usr/local/lib/systemd/system/okanjo.service", "/usr/lib/systemd/system/okanjo.service")
BETTER_SUPPLY = (
    "use the Pi's own supply and a short, thick cable; give a strip its own supply, or a"
    " lower cap_ma in [track]"
)
NO_TIME = (
    "connect the Pi to a network for a moment, or fit a clock chip (RTC); scoring does not need the"
    " clock"
)
COOLER = "give the Pi more air, or a heat sink"
UNDERVOLTAGE = 1
HEAT = 0b1110  # capped, throttled, at the soft limit
# The firmware's flags, the gravest first; the same 16 bits higher: it was so since the start.
SUPPLY = (
    (UNDERVOLTAGE, WRONG, "undervoltage right now", BETTER_SUPPLY),
    (UNDERVOLTAGE << 16, WRONG, "undervoltage since the Pi started", BETTER_SUPPLY),
    (HEAT, WRONG, "too hot: the Pi is slowed down", COOLER),
    (HEAT << 16, OK, "was too hot since the Pi started", COOLER),
)
RESTART = "sudo systemctl restart okanjo"
PAGE_MISSING = {
    "port": "free it, or name another port under [web]",
    # the settings' port is not asked for then, as systemd holds the unit's
    "socket": (
        "usually another program uses port 80; sudo ss -tlnp names it. Free the port, or give"
        f" the page another: sudo systemctl edit okanjo.socket (docs/install.md), then {RESTART}"
    ),
}


def system(case: Case) -> Iterator[Finding]:
    """Python, the board and its system."""
    machine = case.machine
    yield Finding("python", OK, f"Python {platform.python_version()}")
    name = re.search(r'^PRETTY_NAME="?([^"\n]*)', machine.text("/etc/os-release"), re.M)
    board = machine.model if machine.is_pi else "not a Raspberry Pi"
    system = f"{name[1] if name else platform.system()}, {platform.machine()}"
    yield Finding("board", OK, printable(f"{board}; {system}", 120))


def power(case: Case) -> Iterator[Finding]:
    """Check that the power supply is strong enough and the board cool enough."""
    flags = throttled(case.machine)
    if flags is None:
        yield Finding("power", OK, "no power sensor on this board", wanted=False)
        return
    for bits, state, text, do in SUPPLY:
        if flags & bits:
            yield Finding("power", state, text, do)
            return
    yield Finding("power", OK, "no undervoltage or overheating since the Pi started")


def throttled(machine: Machine) -> int | None:
    """The firmware's flags; None where nobody tells."""
    if answer := re.fullmatch(r"throttled=0x([0-9a-fA-F]{1,8})\s*", machine.vcgencmd()):
        return int(answer[1], 16)
    low = alarm(machine.path(SENSORS))  # which knows of undervoltage alone
    return None if low is None else UNDERVOLTAGE * low


def clock(case: Case) -> Iterator[Finding]:
    """Check that the wall clock is known to be right. Only quiet hours need it."""
    quiet = bool(case.settings.sound.quiet_from)
    machine = case.machine
    if machine.exists(SYNCHRONIZED):
        yield Finding("clock", OK, "set by the network, quiet hours work", wanted=quiet)
    elif chip_agrees(machine.root, machine.wall):
        yield Finding("clock", OK, "agrees with the clock chip, quiet hours work", wanted=quiet)
    else:
        text = "time not confirmed yet" + (": quiet hours are off" if quiet else "")
        yield Finding("clock", MISSING, text, NO_TIME, wanted=quiet)


def service(case: Case) -> Iterator[Finding]:
    """Describe the program that runs, or why none does."""
    unit = any(case.machine.exists(path) for path in UNITS)
    if case.status is not None:
        yield _running(case)
    elif case.why == UNSEEN:
        text = f"whether Okanjo runs {UNSEEN}: {case.state_folder} is not yours"
        yield Finding("service", WRONG, printable(text, 200), "sudo okanjo doctor")
    elif case.why:
        barred = case.why == BARRED
        do = "sudo okanjo doctor" if barred else "restart it"
        yield Finding("service", WRONG, f"Okanjo is running, but {case.why}", do)
    elif unit:
        do = "sudo systemctl start okanjo; to see why it stopped: journalctl -u okanjo -n 20"
        yield Finding("service", MISSING, "Okanjo is not running", do)
    else:
        do = "start it: okanjo run"
        yield Finding("service", MISSING, "Okanjo is not running", do, wanted=False)


def _running(case: Case) -> Finding:
    status = case.status or {}
    since = timedelta(seconds=status.get("uptime_s", 0))
    text = f"Okanjo {status.get('okanjo')} running for {since}, process {status.get('pid')}"
    if os.path.realpath(case.state_folder) != os.path.realpath(case.settings.state_folder):
        text += f"; its games are in {case.state_folder}"
    return Finding("service", OK, printable(text, 200))


def page(case: Case) -> Iterator[Finding]:
    """Say where the page is served, as the running program reports it."""
    if not case.settings.web.on:
        yield Finding("page", OK, "switched off under [web]", wanted=False)
    elif case.status is None:
        yield Finding("page", OK, "starts with Okanjo", wanted=False)
    else:
        addresses, missing = case.status.get("page"), case.status.get("page_missing", "port")
        if addresses:
            yield Finding("page", OK, printable(", ".join(addresses), 200))
        elif missing == "switched-off":
            text = "not running: it was switched on after Okanjo started"
            do = f"restart Okanjo; the service: {RESTART}"
            yield Finding("page", WRONG, text, do)
        else:
            text = f"not running: {why_not(missing, case.settings.web.port)}"
            yield Finding("page", WRONG, text, PAGE_MISSING[missing])


def crash(case: Case) -> Iterator[Finding]:
    """The mistake of ours that ended the program last, if one ever did."""
    report = read_last(case.state_folder)
    if report:
        file = os.path.join(case.state_folder, CRASH_FILE)
        do = f"please report it, with {printable(file, 120)}; delete that file to hide this line"
        yield Finding("crash", OK, report, do)
