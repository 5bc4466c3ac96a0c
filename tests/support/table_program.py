"""The whole program as a child, on a state folder of its own: words and lines in, answers out."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from engine.report import report
from engine.standings import standings
from firmware.core.journal.journal import Journal
from firmware.core.journal.replay import fold

ROOT = Path(__file__).parents[2]
OKANJO = (sys.executable, "-m", "firmware")
Okanjo = Callable[..., "subprocess.CompletedProcess[bytes]"]


def environ(folder: Path, **more: str) -> dict[str, str]:
    """State lies in `folder`; the program is found, wherever it is started."""
    return {
        **os.environ,
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        **more,
    }


def settings(folder: Path) -> tuple[str, str]:
    """Words that keep the program's state in `folder`, whatever is installed on this machine."""
    file = folder / "state.toml"
    file.write_text(f'[state]\nfolder = "{folder / "okanjo"}"\n[web]\non = false\n')
    return "--config", str(file)


def okanjo(
    folder: Path, *words: str, given: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """One run of the program in `folder`."""
    own = () if "--config" in words else settings(folder)
    return subprocess.run(
        [*OKANJO, *own, *words],
        input=given,
        capture_output=True,
        env=environ(folder, **more),
        cwd=folder,
        timeout=120,
        check=False,
    )


class Piped:
    """`okanjo run` with a pipe for a keyboard: a line in, its answer out."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        under: Sequence[str] = (),
        pass_fds: Sequence[int] = (),
        **more: str,
    ) -> None:
        self.child = subprocess.Popen(
            [*under, *OKANJO, *(words or settings(folder)), "run"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ(folder, **more),
            cwd=folder,
            pass_fds=pass_fds,
        )
        assert self.child.stdin
        assert self.child.stdout
        self._give, self._take = self.child.stdin, self.child.stdout

    def scan(self, line: str) -> str:
        """The answer to one scan."""
        self._give.write(line.encode() + b"\n")
        self._give.flush()
        return self._take.readline().decode().rstrip("\n")

    def kill(self) -> None:
        """The plug is pulled."""
        self.child.kill()
        self.child.communicate()

    def leave(self) -> tuple[int, str]:
        """The end of the input; exit status and what stood on standard error."""
        _, errors = self.child.communicate(timeout=90)
        return self.child.returncode, errors.decode()


def left(folder: Path, state: str = "okanjo") -> dict[str, object]:
    """The result of the table that a program has left behind."""
    journal = Journal(str(folder / state))
    try:
        last = journal.last_game()
        assert last is not None, "nothing was scanned"
        folded = fold(last, journal.game_before(), games_of(CARD_TABLE))
        assert folded.skipped == ()
        return report(standings(folded.table))
    finally:
        journal.close()
