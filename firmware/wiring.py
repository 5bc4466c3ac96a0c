"""Settings -> journal, scanners and displays, wired to an app; and the app run.

Hardware's libraries are imported here and late: what is not installed or not there is said, and
never stops the start.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

from drivers.hid_scanner import HidScanners
from drivers.serial_scanner import SerialScanner
from engine.refusals import Refused
from firmware.app import App, Leave, Typed
from firmware.desk import Desk, somebody_there
from firmware.desk_output import DeskOutput
from firmware.fold import codebook_of, games_of
from firmware.journal import Journal
from firmware.parts import is_pi, parts
from firmware.remembered import remember, remembered
from firmware.scanline import shown_lines
from firmware.settings import Settings, SettingsError, load
from firmware.showing import Output
from firmware.state_folder import AlreadyRunning

VERSION = "0.1.0"
MISTAKEN = 2
BUSY = 3


def run(config: str | None) -> int:
    """Score until somebody leaves; the exit status. A terminal or a pipe is a desk."""
    try:
        settings = load(config)
        journal = Journal(settings.state_folder)
    except SettingsError as why:
        print(shown_lines(str(why)), file=sys.stderr)
        return MISTAKEN
    except AlreadyRunning as why:
        print(shown_lines(str(why)), file=sys.stderr)
        return BUSY
    try:
        return _run(settings, journal)
    finally:
        journal.close()


def _run(settings: Settings, journal: Journal) -> int:
    outputs: list[Output] = []
    app = App(
        journal,
        games_of(settings.card_table),
        outputs,
        names=settings.names,
        double_read_ms=settings.values["table.double_read_ms"],
        mode=settings.values["table.mode"],
        sound=settings.values["sound.start"],
        facts=(f"Okanjo {VERSION}",),
        log=_log,
        learnt=lambda source: remember(settings.state_folder, source),
    )
    for notice in journal.notices:
        _log(notice.log)
        app.tell_notice(notice.screen)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, frame: app.inbox.put(Leave()))
    around = parts(settings.values, app.inbox.put, is_pi())
    outputs += around.outputs
    threads = [*_scanners(settings, app), *around.parts]
    for thread in threads:
        thread.start()
    try:
        if not somebody_there(0):
            app.run()
            return 0
        desk = Desk(lambda text: app.inbox.put(Typed(text)), lambda: app.inbox.put(Leave()))
        size = settings.values["display.width"], settings.values["display.height"]
        outputs.append(DeskOutput(desk, settings.names, size, settings.values["track.length"]))
        with desk:
            app.run()
    finally:
        for thread in threads:
            thread.stop()
    return 0


def _scanners(settings: Settings, app: App) -> list[HidScanners | SerialScanner]:
    """All keyboard-type scanners there are, and the serial ones that the settings name."""

    def is_ours(text: str) -> bool:
        return not isinstance(codebook_of(app.table.games).read(text), Refused)

    usb = {scanner.usb: scanner.lane for scanner in settings.scanners if scanner.usb}
    serial = [
        SerialScanner(app.inbox.put, scanner.port, scanner.lane, scanner.baud)
        for scanner in settings.scanners
        if scanner.port
    ]
    codebook_of(app.table.games)  # built here, so that no scanner's thread has to wait for it
    keyboards = HidScanners(app.inbox.put, is_ours, usb, remembered(settings.state_folder))
    return [keyboards, *serial]


def _log(line: str) -> None:
    """A line for whoever reads the log; the desk's picture is not disturbed by it."""
    if not os.isatty(2):
        with suppress(OSError):  # nobody reads it any more: that ends no evening
            print(shown_lines(line), file=sys.stderr, flush=True)
