"""Evenings played into a state folder, the bytes in it, and backups put together by hand."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from support.journal_tools import finished
from support.table_app import GAMES, AppTable

from engine.report import report
from engine.standings import standings
from firmware.common.settings.load import load
from firmware.common.settings.schema import Settings
from firmware.common.system.swap import finish
from firmware.core.app.messages import Typed
from firmware.core.journal.journal import Journal
from firmware.core.journal.replay import fold
from firmware.records.backup.archive import BadBackup, Report
from firmware.records.backup.create import Made, make
from firmware.records.backup.stage import staged, take_over
from firmware.records.backup.unpack import unpack

EVENINGS = Path(__file__).parents[1] / "evenings"
STICKERS = b"sticker,code,label\n4001234567890,002008,badge red\nABC-1,001010,command next\n"


def settings_of(folder: Path, text: str = "") -> Settings:
    """An owner's settings whose state lies in the folder."""
    file = folder.with_suffix(".toml")
    file.write_text(f'[state]\nfolder = "{folder}"\n{text}')
    return load(str(file))


def played(folder: Path, *evenings: str, more: tuple[str, ...] = (), wall: float = 1.5e9) -> None:
    """Evenings after another, as they would be scanned at a desk; stickers and scanners too. The
    clock on the wall stands still.
    """
    table = AppTable(folder, synchronous="OFF")
    table.wall = wall
    for evening in evenings:
        table.app.take(Typed("command new-game"))
        table.app.take(Typed("command new-game"))
        for line in (EVENINGS / f"{evening}.scans").read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                table.app.take(Typed(line))
                table.now += 1
    for line in more:
        table.app.take(Typed(line))
    table.unplugged()
    (folder / "stickers.csv").write_bytes(STICKERS)
    (folder / "scanners").write_text("1a86:5723 Scanner\n/dev/ttyACM0\n")


def backup_of(folder: Path) -> bytes:
    return made_of(folder).content


def made_of(folder: Path, settings: Settings | None = None) -> Made:
    return make(str(folder), settings or settings_of(folder))


@contextmanager
def ready(folder: Path, packed: bytes, settings: Settings | None = None) -> Iterator[Report]:
    """Staged, to be committed."""
    folder.mkdir(exist_ok=True)
    config = str(folder.with_suffix(".toml"))
    with staged(packed, str(folder), config, settings or settings_of(folder)) as ready_report:
        yield ready_report


def committed(folder: Path, packed: bytes) -> Report:
    with ready(folder, packed) as ready_report:
        notes = take_over(str(folder), settings_of(folder))
    return ready_report._replace(notes=ready_report.notes + notes)


def restored(folder: Path, packed: bytes) -> Report:
    """Staged, committed and finished, with nobody there."""
    ready_report = committed(folder, packed)
    assert finish(str(folder))
    return ready_report


class State:
    """All that lasts of a folder, as somebody finds it who starts there."""

    def __init__(self, folder: Path) -> None:
        journal = Journal(str(folder))
        assert journal.saved, journal.trouble
        assert journal.findings == []
        last = journal.last_game()
        before = journal.game_before() if last else None
        self.table = report(standings(fold(last, before, GAMES).table)) if last else None
        self.games = [last, before]
        journal.close()
        self.finished = finished(folder)
        self.files = {
            name: (folder / name).read_bytes() if (folder / name).exists() else b""
            for name in ("stickers.csv", "scanners")
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and vars(self) == vars(other)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, but for what who looks at it leaves: a name, an empty log."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
        if path.name not in ("owner", "journal.db-shm", "journal.db-wal")
    }


def members(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(parts: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


def changed(packed: bytes, parts: Mapping[str, bytes | None]) -> bytes:
    """The same backup with other parts, or without those that are None."""
    content = {**members(packed), **parts}
    return zipped({name: part for name, part in content.items() if part is not None})


def scans_in(packed: bytes) -> list[str]:
    return [scan.code for scan in unpack(packed).journal.scans]


class NotCommitted(Exception):
    """It was only to be looked at."""


def accepted(here: Path, packed: bytes) -> Report:
    """What is staged of it; and thrown away."""
    with suppress(NotCommitted), ready(here, packed) as staged:
        raise NotCommitted
    return staged


def refused(here: Path, packed: bytes) -> str:
    """Return what is said of it; the folder stays as it is."""
    before = bytes_of(here)
    with pytest.raises(BadBackup) as why:
        accepted(here, packed)
    assert bytes_of(here) == before
    sentence = str(why.value)
    assert "\n" not in sentence
    assert 10 < len(sentence) < 400
    return sentence
