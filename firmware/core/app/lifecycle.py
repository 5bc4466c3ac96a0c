"""The app and all threads around it: built from the settings, started and stopped as one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from drivers.power import Supply
from drivers.scanner.hid import HidScanners
from drivers.scanner.serial import SerialScanner
from engine.catalogue import codebook_of
from engine.refusals import Refused
from firmware import VERSION
from firmware.common.facts.notices import Problem
from firmware.common.games import games_in_force, packaged
from firmware.common.settings.schema import Settings
from firmware.common.system.systemd import Service
from firmware.core.app import known_scanners
from firmware.core.app.loop import App
from firmware.core.app.messages import OfPhoto, ScannersCounted, WakeUp
from firmware.core.app.parts import (
    REAL,
    Hardware,
    Parts,
    Startable,
    build_camera,
    build_parts,
    fitted,
)
from firmware.core.app.pin import Pin
from firmware.core.journal.journal import Journal
from firmware.core.stickers.store import Stickers
from firmware.core.view.state import Output
from firmware.words.language import ENGLISH, installed, say

if TYPE_CHECKING:
    from firmware.core.app.photo_dialog import PhotoDialog

logger = logging.getLogger(__name__)
SCANNERS_FIRST_S = 2.0
DISPLAY_NEXT_S = 2.0  # a bus that hangs gives up after one
LEAST_TO_KNOW = 6  # characters of a sticker that shows that a device is a scanner


class Runtime:
    """The app and what runs around it. `services` are neither scanners nor parts: the page, say."""

    def __init__(
        self,
        app: App,
        outputs: list[Output],
        hid: HidScanners,
        serial: list[SerialScanner],
        parts: Parts,
        service: Service,
    ) -> None:
        self.app, self.outputs, self.service = app, outputs, service
        self.hid, self.serial, self.parts = hid, serial, parts
        self.services: list[Startable] = []
        self._ending = False
        self._starter = threading.Thread(target=self._start_rest, name="parts", daemon=True)

    def start(self) -> None:
        """Start the scanners, then the display, then the rest: what imports much begins once the
        scanners are open, and leaves them the processor until then.
        """
        for scanner in (self.hid, *self.serial):
            scanner.start()
        self._starter.start()

    def _start_rest(self) -> None:
        self.hid.looked.wait(SCANNERS_FIRST_S)
        if self.service.listens:
            self.service.opened()
            self.app.inbox.put(WakeUp())
        display = self.parts.display
        if display and not self._ending:
            display.start()
            display.tried.wait(DISPLAY_NEXT_S)
        for worker in (*self.parts.others, *self.services):
            if self._ending:
                return
            worker.start()

    def stop(self) -> None:
        self._ending = True
        if self.app.photos:
            self.app.photos.stop()
        for scanner in (self.hid, *self.serial):
            scanner.stop()
        display = self.parts.display
        if display:
            display.tried.set()  # do not wait for it any more
        if self._starter.is_alive():
            self._starter.join()
        for worker in (*([display] if display else []), *self.parts.others, *self.services):
            worker.stop()


def build(
    settings: Settings,
    journal: Journal,
    pi: bool,
    hardware: Hardware = REAL,
    service: Service | None = None,
    pin: Pin | None = None,
) -> Runtime:
    """Build an app on its journal, with the scanners and parts that the settings want."""
    outputs: list[Output] = []
    service = service or Service({})
    games = games_in_force(settings.card_table, settings.decks)
    stickers = Stickers(settings.state_folder, codebook_of(games))
    supply = Supply(
        lambda event: app.inbox.put(event), service.turn, hardware.clock, hardware.sensors
    )
    app = App(
        journal,
        games,
        outputs,
        names=settings.names,
        double_read_ms=settings.table.double_read_ms,
        mode=settings.table.mode,
        sound=settings.sound.start,
        language=settings.language.device,
        about=(f"Okanjo {VERSION}",),
        stickers=stickers,
        learnt=lambda source: known_scanners.add(settings.state_folder, source),
        clock=hardware.clock,
        turn=supply.turn if pi else service.turn,
        pin=pin,
        photos=_photos(settings, lambda message: app.inbox.put(message)),
        speed=settings.voice.speed,
        has_broker=bool(settings.mqtt.host),
        has_voice=settings.voice.say != "off",
        has_display=fitted(settings.display, pi),
    )
    _tell_of_start(app, journal, stickers, settings)
    hid, serial = _scanners(settings, app, hardware)
    parts = build_parts(settings, app.inbox.put, pi, hardware)
    outputs += parts.outputs
    return Runtime(app, outputs, hid, serial, parts, service)


def _scanners(
    settings: Settings, app: App, hardware: Hardware
) -> tuple[HidScanners, list[SerialScanner]]:
    """What reads scanners that type, and those at serial ports."""
    codebook_of(app.table.games)  # built here, so that no scanner's thread has to wait for it
    put = app.inbox.put

    def is_ours(text: str) -> bool:
        """Recognise a label of ours, or a taught sticker that is not typed by accident."""
        if len(text) >= LEAST_TO_KNOW:
            text = app.stickers.code(text) or text
        return not isinstance(codebook_of(app.table.games).read(text), Refused)

    hid = HidScanners(
        put,
        is_ours,
        {scanner.usb: scanner.lane for scanner in settings.scanners if scanner.usb},
        known_scanners.load(settings.state_folder),
        folder=hardware.inputs,
        open_device=hardware.open_keyboard,
        clock=hardware.clock,
        counted=lambda number: put(ScannersCounted(number)),
    )
    named = [scanner for scanner in settings.scanners if scanner.port]
    return hid, [SerialScanner(put, scanner.port, scanner.lane, scanner.baud) for scanner in named]


def _photos(settings: Settings, put: Callable[[OfPhoto], None]) -> PhotoDialog | None:
    """The dialog with the camera over the table; few tables have one, so all of it comes late."""
    camera = build_camera(settings.camera)
    if camera is None:
        return None
    from firmware.core.app.photo_dialog import PhotoDialog
    from firmware.core.photo.keep import folder_of

    return PhotoDialog(camera, put, folder_of(settings))


def _tell_of_start(app: App, journal: Journal, stickers: Stickers, settings: Settings) -> None:
    """Log what the start has found, and show what players must know."""
    for finding in (*journal.findings, *stickers.findings):
        logger.log(finding.level, finding.log)
        app.note(finding.problem)
    if settings.errors:
        app.note(Problem("settings-mistaken"))
    for mistake in settings.errors:
        logger.error(f"mistake in the settings: {mistake}")
    if settings.left_out:
        app.note(Problem("settings-ignored"))
    if settings.language.device not in (ENGLISH.code, *installed()):
        logger.warning(f"language {settings.language.device} is not installed: English is used")
    for name, wrong in packaged().left_out:
        logger.warning(f"the game {name} is left out: {wrong}")
    for warning in settings.warnings:
        logger.warning(say(warning))
