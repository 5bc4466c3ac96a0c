"""Without a scanner the first screen asks for one, until there is one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.displayed import displayed, hint_of
from support.scanner_doubles import Bus

from firmware.common.settings.load import load
from firmware.core.app.lifecycle import Runtime, build
from firmware.core.app.messages import DeskOpened
from firmware.core.app.parts import Hardware
from firmware.core.journal.journal import Journal

ASKS, SCANS = "Plug in a scanner", "then NEXT"


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[Bus]:
    """Where scanners are plugged in."""
    ports = Bus(tmp_path / "input")
    ports.folder.mkdir()
    yield ports
    ports.close()


@pytest.fixture
def program(tmp_path: Path, ports: Bus) -> Iterator[Runtime]:
    """As it is wired; nobody has looked for scanners yet."""
    file = tmp_path / "okanjo.toml"
    file.write_text(f'[state]\nfolder = "{tmp_path}/state"\n')
    settings = load(str(file))
    journal = Journal(settings.state_folder)
    hardware = Hardware(inputs=str(ports.folder), open_keyboard=ports.open)
    program = build(settings, journal, False, hardware)
    yield program
    program.hid.stop()
    journal.close()


def hint(program: Runtime) -> str:
    """What the first screen asks for."""
    return hint_of(displayed(program.app._shown.panel))


def until(program: Runtime, expected: str) -> None:
    """Take what comes in, until the first screen asks for that."""
    while hint(program) != expected:
        program.app.take(program.app.inbox.get(60))


def test_the_first_screen_asks_for_a_scanner_until_there_may_be_one(
    program: Runtime, ports: Bus
) -> None:
    assert hint(program) == SCANS  # nobody has looked yet
    program.hid.start()
    until(program, ASKS)
    plug = ports.plug()  # a new one: it has not read anything
    until(program, SCANS)
    ports.unplug(plug)
    until(program, ASKS)


def test_somebody_at_a_desk_is_not_asked_for_one(program: Runtime) -> None:
    program.hid.start()
    until(program, ASKS)
    program.app.inbox.put(DeskOpened())
    until(program, SCANS)
