"""Look at the machine itself: board, supply, clock; at the program that runs, and its page."""

import os
import platform
import re
from collections.abc import Iterator
from datetime import timedelta

from drivers.clock import SYNCHRONIZED, chip_agrees
from drivers.power import SENSORS, alarm
from engine.message import Value, gettext
from firmware.common.ipc.client import BARRED, UNSEEN
from firmware.common.system.crash_report import FILE as CRASH_FILE
from firmware.common.system.crash_report import read_last
from firmware.common.system.text import quoted
from firmware.core.app.device_status import why_not
from firmware.doctor.machine import MISSING, OK, SUDO, WRONG, Case, Finding, Machine

NOT_RUNNING = gettext("Okanjo is not running")
UNITS = ("/usr/local/lib/systemd/system/okanjo.service", "/usr/lib/systemd/system/okanjo.service")
BETTER_SUPPLY = gettext(
    "use the Pi's own supply and a short, thick cable; give a strip its own supply, or a"
    " lower cap_ma in [track]"
)
NO_TIME = gettext(
    "connect the Pi to a network for a moment, or fit a clock chip (RTC); scoring does not need the"
    " clock"
)
COOLER = gettext("give the Pi more air, or a heat sink")
UNDERVOLTAGE = 1
HEAT = 0b1110  # capped, throttled, at the soft limit
# The firmware's flags, the gravest first; the same 16 bits higher: it was so since the start.
SUPPLY = (
    (UNDERVOLTAGE, WRONG, gettext("undervoltage right now"), BETTER_SUPPLY),
    (UNDERVOLTAGE << 16, WRONG, gettext("undervoltage since the Pi started"), BETTER_SUPPLY),
    (HEAT, WRONG, gettext("too hot: the Pi is slowed down"), COOLER),
    (HEAT << 16, OK, gettext("was too hot since the Pi started"), COOLER),
)
PAGE_MISSING = {
    "port": gettext("free it, or name another port under [web]"),
    # the settings' port is not asked for then, as systemd holds the unit's
    "socket": gettext(
        "usually another program uses port 80; sudo ss -tlnp names it. Free the port, or give the"
        " page another: sudo systemctl edit okanjo.socket (docs/install.md), then sudo systemctl"
        " restart okanjo"
    ),
}


def system(case: Case) -> Iterator[Finding]:
    """Python, the board and its system."""
    machine = case.machine
    yield Finding("python", OK, quoted(f"Python {platform.python_version()}"))
    name = re.search(r'^PRETTY_NAME="?([^"\n]*)', machine.text("/etc/os-release"), re.M)
    board = quoted(machine.model) if machine.is_pi else gettext("not a Raspberry Pi")
    system = f"{name[1] if name else platform.system()}, {platform.machine()}"
    yield Finding("board", OK, gettext("{board}; {system}", board=board, system=system))


def power(case: Case) -> Iterator[Finding]:
    """Check that the power supply is strong enough and the board cool enough."""
    flags = throttled(case.machine)
    if flags is None:
        yield Finding("power", OK, gettext("no power sensor on this board"), wanted=False)
        return
    for bits, state, text, do in SUPPLY:
        if flags & bits:
            yield Finding("power", state, text, do)
            return
    yield Finding("power", OK, gettext("no undervoltage or overheating since the Pi started"))


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
        text = gettext("set by the network, quiet hours work")
        yield Finding("clock", OK, text, wanted=quiet)
    elif chip_agrees(machine.root, machine.wall):
        text = gettext("agrees with the clock chip, quiet hours work")
        yield Finding("clock", OK, text, wanted=quiet)
    else:
        text = gettext("time not confirmed yet")
        if quiet:
            text = gettext("time not confirmed yet: quiet hours are off")
        yield Finding("clock", MISSING, text, NO_TIME, wanted=quiet)


def service(case: Case) -> Iterator[Finding]:
    """Describe the program that runs, or why none does."""
    unit = any(case.machine.exists(path) for path in UNITS)
    if case.status is not None:
        yield _running(case)
    elif case.why == UNSEEN:
        text = gettext(
            "whether Okanjo runs cannot be seen: {folder} is not yours", folder=case.state_folder
        )
        yield Finding("service", WRONG, text, SUDO)
    elif case.why:
        do = SUDO if case.why == BARRED else gettext("restart it")
        text = gettext("Okanjo is running, but {why}", why=case.why)
        yield Finding("service", WRONG, text, do)
    elif unit:
        do = gettext(
            "sudo systemctl start okanjo; to see why it stopped: journalctl -u okanjo -n 20"
        )
        yield Finding("service", MISSING, NOT_RUNNING, do)
    else:
        do = gettext("start it: okanjo run")
        yield Finding("service", MISSING, NOT_RUNNING, do, wanted=False)


def _running(case: Case) -> Finding:
    status = case.status or {}
    since = timedelta(seconds=status.get("uptime_s", 0))
    values: dict[str, Value] = {
        "version": str(status.get("okanjo")),
        "time": str(since),
        "pid": status.get("pid", 0),
        "folder": case.state_folder,
    }
    text = gettext("Okanjo {version} running for {time}, process {pid}", **values)
    if os.path.realpath(case.state_folder) != os.path.realpath(case.settings.state_folder):
        text = gettext(
            "Okanjo {version} running for {time}, process {pid}; its games are in {folder}",
            **values,
        )
    return Finding("service", OK, text)


def page(case: Case) -> Iterator[Finding]:
    """Say where the page is served, as the running program reports it."""
    if not case.settings.web.on:
        yield Finding("page", OK, gettext("switched off under [web]"), wanted=False)
    elif case.status is None:
        yield Finding("page", OK, gettext("starts with Okanjo"), wanted=False)
    else:
        addresses, missing = case.status.get("page"), case.status.get("page_missing", "port")
        if addresses:
            yield Finding("page", OK, quoted(", ".join(addresses)))
        elif missing == "switched-off":
            text = gettext("not running: it was switched on after Okanjo started")
            do = gettext("restart Okanjo; the service: sudo systemctl restart okanjo")
            yield Finding("page", WRONG, text, do)
        else:
            why = why_not(missing, case.settings.web.port)
            text = gettext("not running: {why}", why=why)
            yield Finding("page", WRONG, text, PAGE_MISSING[missing])


def crash(case: Case) -> Iterator[Finding]:
    """The mistake of ours that ended the program last, if one ever did."""
    report = read_last(case.state_folder)
    if report:
        file = os.path.join(case.state_folder, CRASH_FILE)
        do = gettext("please report it, with {file}; delete that file to hide this line", file=file)
        yield Finding("crash", OK, quoted(report), do)
