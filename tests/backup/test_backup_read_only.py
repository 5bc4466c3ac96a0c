"""A disk that takes nothing any more, as a dying SD card: what is on it is still backed up."""

import subprocess
from pathlib import Path

import pytest
from support.backup_tools import backup_of, played
from support.failing_disk import in_own_mounts
from support.table_program import OKANJO, ProgramTable, environ, settings

from firmware.common.ipc.socket_path import SOCKET
from firmware.records.backup.archive import Backup
from firmware.records.backup.unpack import unpack

CARD = "card sushi-go-party/"
LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]
# The backup, while `okanjo run` is there that has begun on this disk.
BESIDE = """
mkfifo "$HOME/hold" && touch "$HOME/answers"
"$@" run <"$HOME/hold" >"$HOME/answers" 2>&1 &
exec 3>"$HOME/hold"
echo "command undo" >&3
while ! grep -q UNSAVED "$HOME/answers"; do kill -0 $! || exit 99; sleep 0.05; done
"$@" backup evening.okanjo
status=$?
exec 3>&-
wait
exit $status
"""
ALONE = '"$@" backup evening.okanjo'


def backed_up(
    folder: Path, state: Path, script: str, *steps: str
) -> "subprocess.CompletedProcess[bytes]":
    """A backup of that state, on a disk of its own that is read-only by then."""
    disk = folder / "okanjo"
    copied = (f'cp -a "{state}/." "{disk}"', *steps, f'mount -o remount,ro "{disk}"')
    under = in_own_mounts(disk, "4m", *copied)
    return subprocess.run(
        [*under, "sh", "-c", script, "sh", *OKANJO, *settings(folder)],
        capture_output=True,
        env=environ(folder, RUNTIME_DIRECTORY=""),
        cwd=folder,
        timeout=120,
        check=False,
    )


def kept_in(packed: bytes) -> Backup:
    return unpack(packed)._replace(settings="")


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state whose program has ended: no write-ahead log is left."""
    state = tmp_path_factory.mktemp("ended") / "state"
    played(state, "sushi-go-dummy")
    assert not (state / "journal.db-wal").exists()
    return state


@pytest.fixture(scope="module")
def unplugged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state whose last scans are in the write-ahead log alone."""
    folder = tmp_path_factory.mktemp("unplugged")
    program = ProgramTable(folder).scan(*LOBBY, CARD + "tempura/1")
    program.kill()
    assert (folder / "okanjo" / "journal.db-wal").stat().st_size
    (folder / "okanjo" / SOCKET).unlink(missing_ok=True)
    return folder / "okanjo"


@pytest.mark.parametrize(
    ("state", "script"), [("ended", ALONE), ("unplugged", ALONE), ("unplugged", BESIDE)]
)
def test_what_is_on_a_read_only_disk_is_backed_up(
    tmp_path: Path, request: pytest.FixtureRequest, state: str, script: str
) -> None:
    there: Path = request.getfixturevalue(state)
    done = backed_up(tmp_path, there, script)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"1 game (")
    assert (b"Okanjo is running" in done.stdout) == (script == BESIDE)
    packed = (tmp_path / "evening.okanjo").read_bytes()
    assert kept_in(packed) == kept_in(backup_of(there))
