"""Without a scanner the first screen asks for one, until there is one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.displayed import displayed
from support.scanner_doubles import Bus

from firmware.common.facts.shown import Shown
from firmware.common.settings.load import load
from firmware.core.app.lifecycle import build
from firmware.core.app.messages import DeskOpened
from firmware.core.app.parts import Hardware
from firmware.core.journal.journal import Journal
from firmware.words.sheets import Lobby

ASKS, SCANS = "Plug in a scanner", "then NEXT"


class Device:
    """The program as it is wired, and what a display of it shows."""

    def __init__(self, folder: Path) -> None:
        self.ports = Bus(folder / "input")
        self.ports.folder.mkdir()
        file = folder / "okanjo.toml"
        file.write_text(f'[state]\nfolder = "{folder}/state"\n')
        settings = load(str(file))
        self.journal = Journal(settings.state_folder)
        hardware = Hardware(inputs=str(self.ports.folder), open_keyboard=self.ports.open)
        self.table = build(settings, self.journal, False, hardware)
        self.table.outputs.append(self.show)
        self.table.app.show()

    def show(self, shown: Shown) -> None:
        self.sheet = displayed(shown.panel).sheet

    @property
    def hint(self) -> str:
        assert isinstance(self.sheet, Lobby)
        return self.sheet.hint

    def until(self, true: Callable[[], bool]) -> None:
        """Take what comes in, until that is so."""
        while not true():
            self.table.app.take(self.table.app.inbox.get(60))

    def close(self) -> None:
        self.table.hid.stop()
        self.journal.close()
        self.ports.close()


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    device = Device(tmp_path)
    yield device
    device.close()


def test_the_first_screen_asks_for_a_scanner_until_there_may_be_one(device: Device) -> None:
    assert device.hint == SCANS  # nobody has looked yet
    device.table.hid.start()
    device.until(lambda: device.hint == ASKS)
    plug = device.ports.plug()  # a new one: it has not read anything
    device.until(lambda: device.hint == SCANS)
    device.ports.unplug(plug)
    device.until(lambda: device.hint == ASKS)


def test_somebody_at_a_desk_is_not_asked_for_one(device: Device) -> None:
    device.table.hid.start()
    device.until(lambda: device.hint == ASKS)
    device.table.app.inbox.put(DeskOpened())
    device.until(lambda: device.hint == SCANS)
