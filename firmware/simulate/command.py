"""`okanjo simulate`: the desk with simulated parts under the real drivers, and a script of faults.

Nothing of it touches the owner's journal: it is played in a folder of its own.
"""

from __future__ import annotations

import signal
import sys
import tempfile

from drivers.simulated.parts import simulated_pins
from drivers.simulated.scanner import USB
from engine.notation import printable_lines
from firmware.app.messages import Leave, Typed
from firmware.app.parts import Hardware as Seams
from firmware.desk.desk import Desk
from firmware.desk.output import DeskOutput
from firmware.history.replay_file import BadFile
from firmware.journal.journal import Journal
from firmware.main import wired
from firmware.settings.load import SettingsError, load
from firmware.settings.schema import Buttons, Buzzer, Display, Scanner, Settings, Track
from firmware.simulate.desk import Narrator, SimulatedDesk
from firmware.simulate.faults import Hardware, Script
from firmware.system.exit_status import UNUSABLE
from firmware.system.stdio import somebody_there


def simulate(config: str | None, file: str | None, faults: bool) -> int:
    """The desk, or the scans of a file; the exit status."""
    try:
        settings = load(config)
        if file is None and not somebody_there(0):
            raise BadFile("nobody is there to scan: name a file of scans to be played")
        with _folder(settings) as folder:
            hardware = Hardware(folder)
            journal = Journal(f"{folder}/state", disk=hardware.disk)
            try:
                of_parts = with_all_parts(settings, f"{folder}/state")
                script = Script() if faults else Script(())
                if file is None:
                    return _at_a_desk(of_parts, journal, hardware, folder, script)
                from firmware.simulate.play import play

                return play(of_parts, journal, hardware, folder, script, file)
            finally:
                journal.close()
    except (SettingsError, BadFile) as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return UNUSABLE


def _folder(settings: Settings) -> tempfile.TemporaryDirectory[str]:
    """Where it is played: with other temporary files, else where the owner's games may lie."""
    try:
        return tempfile.TemporaryDirectory(prefix="okanjo-")
    except OSError:
        from firmware.doctor.disk import nearest  # late: it is seldom wanted
    try:
        return tempfile.TemporaryDirectory(prefix="okanjo-", dir=nearest(settings.state_folder))
    except OSError as error:
        why = f"no folder for temporary files can be written ({error.strerror})"
        raise BadFile(f"{why}: make room, or set TMPDIR") from None


def with_all_parts(settings: Settings, state: str) -> Settings:
    """The owner's settings of the game; parts as they are wired when nothing is set."""
    return settings._replace(
        display=Display(fitted="yes"),
        track=Track(kind="apa102"),
        buttons=Buttons(fitted="yes"),
        buzzer=Buzzer(fitted="yes"),
        scanners=(Scanner(usb=USB),),
        state_folder=state,
    )


def seams(hardware: Hardware, folder: str) -> Seams:
    """The doubles in the places of buses and pins."""
    try:
        pins = simulated_pins()
    except ImportError:
        pins = None  # buttons and buzzer will say what is not installed
    return Seams(
        open_i2c=hardware.display.open,
        open_spi=hardware.strip.open,
        pins=pins,
        inputs=folder,
        open_keyboard=hardware.scanner.open,
    )


def _at_a_desk(
    settings: Settings, journal: Journal, hardware: Hardware, folder: str, script: Script
) -> int:
    table = wired(settings, journal, False, seams(hardware, folder))
    inbox = table.app.inbox
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, frame: inbox.put(Leave()))
    desk = Desk(lambda text: inbox.put(Typed(text)), lambda: inbox.put(Leave()))
    seen = SimulatedDesk(desk, hardware)
    length = settings.track.length
    table.outputs.append(DeskOutput(seen, settings.names, track=length))
    table.outputs.append(Narrator(script, hardware, seen))
    table.start()
    try:
        with desk:
            table.app.run()
    finally:
        table.stop()
    return 0
