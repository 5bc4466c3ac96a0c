"""Settings -> journal, scanners and displays, wired to an app; and the app run.

Hardware's libraries are imported here and late: what is not installed or not there is said, and
never stops the start.
"""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Mapping
from typing import Any

from drivers.power import Supply
from engine.catalogue import codebook_of, games_of
from engine.notation import printable_lines
from firmware import VERSION
from firmware.app import scanners
from firmware.app.device_status import Condition
from firmware.app.ipc_routes import answers
from firmware.app.known_scanners import remember
from firmware.app.lifecycle import Runtime
from firmware.app.loop import App
from firmware.app.messages import ByHand, Opened, Restart, Typed
from firmware.app.parts import REAL, Hardware, is_pi, parts
from firmware.app.startup_notices import tell_start
from firmware.app.sticker_routes import stickers_answers
from firmware.app.volume import SoundKept
from firmware.backup.answers import Running, backup_routes
from firmware.ipc.server import Route, Server
from firmware.ipc.socket_path import folders
from firmware.journal.journal import Journal
from firmware.settings.errors import SettingsError
from firmware.settings.load import load
from firmware.settings.schema import Settings
from firmware.stickers.store import Stickers
from firmware.system.exit_status import BUSY, FAILED, UNUSABLE
from firmware.system.log import is_journal, start_logging
from firmware.system.signals import awake
from firmware.system.state_dir import AlreadyRunning
from firmware.system.stdio import somebody_there
from firmware.system.systemd import Service
from firmware.view.state import Output
from firmware.web.auth import Pin
from firmware.web.closed import ClosedDoor
from firmware.web.part import PagePart

logger = logging.getLogger(__name__)
ENDINGS = (signal.SIGTERM, signal.SIGHUP)
ANEW = -1  # no exit status: it is to be gone on with


def run(config: str | None) -> int:
    """Score until somebody leaves; the exit status. A terminal or a pipe is a desk.

    After a restore all is built anew within the same process: systemd, who waits for this one, the
    terminal, and descriptors that were handed to it stay what they were, as with a new program in
    its place they would not.
    """
    start_logging()
    service, pin = Service(), Pin()  # who has given the PIN need not give it again
    while (status := _once(config, service, pin)) == ANEW:
        pass
    return status


def _once(config: str | None, service: Service, pin: Pin) -> int:
    """The same; or ANEW."""
    try:
        settings = _loaded(config, service)
        journal = Journal(settings.state_folder)
        if journal.restored:  # it has brought settings, too
            settings = _loaded(config, service)
    except SettingsError as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return UNUSABLE
    except AlreadyRunning as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return BUSY
    if journal.restored:
        logger.info("a backup was restored: going on with it")
    if service.listens and not settings.errors:
        from firmware.settings.last_good import keep  # late: by hand nobody falls back on them

        keep(config)
    try:
        return serve(settings, journal, is_pi(), config=config, service=service, pin=pin)
    except Exception as mistake:
        from firmware.system import crash_report

        kept = crash_report.keep(settings.state_folder, mistake, VERSION)
        if not (kept and is_journal()):
            raise
        told = crash_report.in_short(mistake)
        logger.error(f"ended by a mistake of Okanjo's, please report it: {told}")
        return FAILED
    finally:
        journal.close()


def _loaded(config: str | None, service: Service) -> Settings:
    """The settings in force; SettingsError. A service, of which nobody would read that, goes on
    with the last ones that were right: started again and again it would only be dark.
    """
    try:
        return load(config)
    except SettingsError as why:
        if not service.listens:
            raise
        from firmware.settings.last_good import fall_back  # late: it is not often needed

        return fall_back(config, why)


def wired(
    settings: Settings,
    journal: Journal,
    pi: bool,
    seams: Hardware = REAL,
    service: Service | None = None,
) -> Runtime:
    """An app on its journal, with the scanners and parts that the settings want."""
    outputs: list[Output] = []
    service = service or Service({})
    games = games_of(settings.card_table)
    stickers = Stickers(settings.state_folder, codebook_of(games))
    supply = Supply(lambda fact: app.inbox.put(fact), service.turn, seams.clock, seams.sensors)
    app = App(
        journal,
        games,
        outputs,
        names=settings.names,
        double_read_ms=settings.table.double_read_ms,
        mode=settings.table.mode,
        sound=settings.sound.start,
        facts=(f"Okanjo {VERSION}",),
        stickers=stickers,
        learnt=lambda source: remember(settings.state_folder, source),
        clock=seams.clock,
        turn=supply.turn if pi else service.turn,
    )
    tell_start(app, journal, stickers, settings)
    condition = Condition(app.inbox.put, seams.clock)
    around = parts(settings, condition.put, pi, seams)
    outputs += around.outputs
    return Runtime(
        app,
        outputs=outputs,
        keyboards=scanners.keyboards(settings, app, condition.put, seams),
        serial=scanners.serial(settings, condition.put),
        parts=around.parts,
        condition=condition,
        service=service,
    )


def serve(
    settings: Settings,
    journal: Journal,
    pi: bool,
    seams: Hardware = REAL,
    config: str | None = None,
    service: Service | None = None,
    pin: Pin | None = None,
) -> int:
    """Score until somebody leaves, with all that the settings want; or ANEW."""
    table = wired(settings, journal, pi, seams, service)
    app = table.app
    running = Running(VERSION, config, settings, journal, lambda do: app.inbox.put(Restart(do)))
    taught = stickers_answers(app.stickers, settings.state_folder, app.inbox.put)
    page = None
    if settings.web.on:
        page = PagePart(running, app, seams.clock, taught, pin or Pin())
        table.outputs.append(page.feed)
    table.parts.append(page or ClosedDoor(seams.clock))
    sound = SoundKept(config, settings.state_folder, settings.sound.start)
    table.outputs.append(sound)
    table.parts += [sound, _ipc(running, table, taught, page)]
    _end_by(lambda number, frame: app.inbox.leave())
    _scored(table, settings)
    if app.inbox.leaving or not app.inbox.anew:
        return 0
    _end_by(signal.SIG_DFL)  # until there is somebody to tell: nothing is left to be tidied up
    return ANEW


def _scored(table: Runtime, settings: Settings) -> None:
    """Everything started, scored with until somebody leaves, and stopped."""
    app, seated = table.app, somebody_there(0)
    if seated:
        app.inbox.put(ByHand())
    table.start()
    try:
        with awake(lambda: app.inbox.put(Opened())):
            if seated:
                _with_desk(table, settings)
            else:
                app.run()
    finally:
        table.service.leaving(app.inbox.anew and not app.inbox.leaving)
        table.stop()


def _end_by(ending: Any) -> None:
    """What the signals do that end a program; those that are to be ignored (nohup) stay so."""
    for one in ENDINGS:
        if signal.getsignal(one) is not signal.SIG_IGN:
            signal.signal(one, ending)


def _with_desk(table: Runtime, settings: Settings) -> None:
    """Score with somebody at the terminal, or at the other end of a pipe."""
    from firmware.desk.desk import Desk  # late: a service has none
    from firmware.desk.output import DeskOutput

    app = table.app
    desk = Desk(lambda text: app.inbox.put(Typed(text)), app.inbox.leave)
    size = settings.display.width, settings.display.height
    table.outputs.append(DeskOutput(desk, settings.names, size, settings.track.length))
    with desk:
        app.run()


def _ipc(
    running: Running,
    table: Runtime,
    taught: Mapping[str, Route],
    page: PagePart | None,
) -> Server:
    """Where `okanjo doctor` asks how all this is."""

    def held() -> list[str]:
        """Buttons that are down now; the other parts have none."""
        return [one for part in table.parts for one in getattr(part, "held", tuple)()]

    def told() -> Mapping[str, Any]:
        where = page.told() if page else {"page": (), "page_missing": "wish"}
        return {**table.condition.told(), **where}

    more = {**taught, **backup_routes(running), **(page.answers() if page else {})}
    folder = running.settings.state_folder
    known = answers(VERSION, folder, running.journal, told, held, more)
    return Server(known, folders(folder))
