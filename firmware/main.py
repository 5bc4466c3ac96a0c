"""The whole program: settings, journal, table, page, desk and socket are built here, and run."""

from __future__ import annotations

import logging
import os
import signal
import stat
import sys
from collections.abc import Callable, Mapping
from types import FrameType

from engine.notation import printable_lines
from firmware import VERSION
from firmware.common.facts.notices import Notice
from firmware.common.ipc.server import Route, Server, Stream
from firmware.common.ipc.socket_path import folders
from firmware.common.settings.errors import SettingsError
from firmware.common.settings.load import load
from firmware.common.settings.schema import Settings
from firmware.common.system.exit_status import BUSY, FAILED, UNUSABLE
from firmware.common.system.log import is_journal, start_logging
from firmware.common.system.signals import signal_wakeup
from firmware.common.system.state_dir import AlreadyRunning
from firmware.common.system.systemd import Service
from firmware.core.app.choices import ChoiceSaver
from firmware.core.app.ipc_routes import doctor_route, sticker_routes
from firmware.core.app.lifecycle import Runtime, build
from firmware.core.app.messages import DeskOpened, Restart, Typed, WakeUp
from firmware.core.app.parts import REAL, Hardware, is_pi
from firmware.core.app.pin import Pin
from firmware.core.journal.journal import Journal
from firmware.interfaces.mqtt.part import MqttPart
from firmware.interfaces.web.part import PagePart
from firmware.records.backup.keeper import EveningKeeper
from firmware.records.backup.running import Running, restore_route
from firmware.records.backup.stick_routes import stick_routes
from firmware.records.backup.sticks import Sticks

logger = logging.getLogger(__name__)
ENDINGS = (signal.SIGTERM, signal.SIGHUP)
RESTART = -1  # no exit status: start again


def run(config: str | None) -> int:
    """Score until someone leaves; return the exit status. A terminal or a pipe is a desk.

    After a restore everything is built again within the same process: systemd, which waits for
    this one, the terminal, and inherited descriptors stay what they were.
    """
    start_logging()
    service, sticks = Service(), Sticks()
    while (status := _run_once(config, service, sticks)) == RESTART:
        pass
    return status


def _run_once(config: str | None, service: Service, sticks: Sticks) -> int:
    """Build everything and run it; return the exit status, or RESTART."""
    try:
        settings = _load_settings(config, service)
        journal = Journal(settings.state_folder)
        if journal.restored:  # the backup brought settings, too
            settings = _load_settings(config, service)
    except (SettingsError, AlreadyRunning) as error:
        print(printable_lines(str(error)), file=sys.stderr)
        return BUSY if isinstance(error, AlreadyRunning) else UNUSABLE
    if service.listens and not settings.errors:
        from firmware.common.settings.last_good import (
            keep,  # late: by hand nobody falls back on them
        )

        keep(config)
    try:
        return serve(settings, journal, is_pi(), config=config, service=service, sticks=sticks)
    except Exception as error:
        from firmware.common.system import crash_report

        saved = crash_report.write_report(settings.state_folder, error, VERSION)
        if not (saved and is_journal()):
            raise
        summary = crash_report.describe(error)
        logger.error(f"ended by a bug in Okanjo, please report it: {summary}")
        return FAILED
    finally:
        journal.close()


def _load_settings(config: str | None, service: Service) -> Settings:
    """Load the settings; SettingsError if they are wrong. A service, whose error nobody would
    read, goes on with the last ones that were right: started again and again it would be dark.
    """
    try:
        return load(config)
    except SettingsError as error:
        if not service.listens:
            raise
        from firmware.common.settings.last_good import fall_back  # late: it is rarely needed

        return fall_back(config, error)


def serve(
    settings: Settings,
    journal: Journal,
    pi: bool,
    hardware: Hardware = REAL,
    config: str | None = None,
    service: Service | None = None,
    sticks: Sticks | None = None,
) -> int:
    """Score with everything that the settings want until someone leaves; return 0 or RESTART."""
    pin = Pin(settings.state_folder) if settings.web.on else None
    runtime = build(settings, journal, pi, hardware, service, pin)
    app = runtime.app
    sticks = sticks or Sticks()
    running = Running(config, settings, journal, lambda do: app.inbox.put(Restart(do)), sticks)
    stickers = sticker_routes(app.stickers, app.inbox.put)
    page = None
    if pin:
        page = PagePart(running, app, hardware.clock, stickers, pin)
        runtime.outputs.append(page.show)
        runtime.services.append(page)
    mqtt = MqttPart(running, app)
    runtime.outputs.append(mqtt.show)
    choices = ChoiceSaver(config, settings)
    runtime.outputs.append(choices.show)
    backups = EveningKeeper(running)
    runtime.outputs.append(backups.show)
    routes = {**stickers, **mqtt.routes(), **stick_routes(running, app.inbox.put)}
    ipc = _ipc_server(running, runtime, routes, page, backups, mqtt.streams())
    runtime.services += [choices, ipc, mqtt, backups]
    if journal.restored:
        app.inbox.put(Notice("restored-pull" if sticks.plugged_in() else "restored"))
    _on_signals(lambda number, frame: app.inbox.leave())
    _score(runtime, settings)
    _on_signals(signal.SIG_DFL)  # no inbox takes them now, and nothing is left to be tidied up
    return RESTART if app.inbox.starts_again else 0


def _ipc_server(
    running: Running,
    runtime: Runtime,
    more: Mapping[str, Route],
    page: PagePart | None,
    backups: EveningKeeper,
    streams: Mapping[str, Stream],
) -> Server:
    """The local socket, where `okanjo doctor` and other commands ask."""

    def devices() -> Mapping[str, object]:
        site = page.describe() if page else {"page": (), "page_missing": "switched-off"}
        return {**runtime.app.status.describe(), **site, "backup_trouble": backups.trouble}

    folder = running.settings.state_folder
    doctor = doctor_route(VERSION, running.journal, devices, runtime.parts.held)
    routes = {
        "doctor": doctor,
        **more,
        "restore": restore_route(running),
        **(page.routes() if page else {}),
    }
    return Server(routes, folder, folders(folder), streams)


def _score(runtime: Runtime, settings: Settings) -> None:
    """Start everything, score until someone leaves, and stop everything."""
    app, at_desk = runtime.app, has_input(0)
    if at_desk:
        app.inbox.put(DeskOpened())
    runtime.start()
    try:
        with signal_wakeup(lambda: app.inbox.put(WakeUp())):
            if at_desk:
                _score_with_desk(runtime, settings)
            else:
                app.run()
    finally:
        runtime.service.leaving(app.inbox.starts_again)
        runtime.stop()


def _score_with_desk(runtime: Runtime, settings: Settings) -> None:
    """Score with someone at the terminal, or at the other end of a pipe."""
    from firmware.core.view.hints import goes_on
    from firmware.core.view.situation import situation_of
    from firmware.interfaces.desk.desk import Desk, choose_face  # late: a service has none
    from firmware.interfaces.desk.output import DeskOutput
    from firmware.words.language import say
    from firmware.words.page import where

    app = runtime.app
    desk = Desk(
        choose_face(),
        lambda text: app.inbox.put(Typed(text)),
        app.inbox.leave,
        app.stickers.code,
    )
    runtime.outputs.append(DeskOutput(desk.show, settings).show)
    with desk:
        app.run()
    place = goes_on(app.table, situation_of(app.table))
    if place and app.inbox.leaving and sys.stdin.isatty():
        print(f"{say(where(place))}. The game is saved. To continue: okanjo run")


def has_input(stdin_fd: int) -> bool:
    """Whether lines may come: not under a service, whose standard input is /dev/null."""
    try:
        seen = os.fstat(stdin_fd)
    except OSError:
        return False
    return not (stat.S_ISCHR(seen.st_mode) and seen.st_rdev == os.stat(os.devnull).st_rdev)


def _on_signals(action: Callable[[int, FrameType | None], object] | signal.Handlers) -> None:
    """Set what the ending signals do; those that are ignored (nohup) stay so."""
    for number in ENDINGS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, action)
