"""The whole program as a child, on a state folder of its own: words and lines in, answers out."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

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
    folder: Path, *words: str, stdin: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """One run of the program in `folder`."""
    own = () if "--config" in words else settings(folder)
    return subprocess.run(
        [*OKANJO, *own, *words],
        input=stdin,
        capture_output=True,
        env=environ(folder, **more),
        cwd=folder,
        timeout=120,
        check=False,
    )


def written(folder: Path, settings: str) -> Path:
    """An owner's settings with their state in `folder`, as a file."""
    folder.mkdir(exist_ok=True)
    config = folder / "okanjo.toml"
    config.write_text(f'[state]\nfolder = "{folder}/okanjo"\n{settings}')
    return config


class ProgramTable:
    """`okanjo run` (`support.tables`) with a pipe for a keyboard: a line in, its answer out.

    `settings` are its owner's, beside the state folder; `under` is what starts it, and may hand it
    sockets (`pass_fds`); `around` is put into its environment, and into that of the commands beside
    it.
    """

    def __init__(
        self,
        folder: Path,
        settings: str = "[web]\non = false\n",
        under: Sequence[str] = (),
        pass_fds: Sequence[int] = (),
        **around: str,
    ) -> None:
        self.folder, self.config, self._around = folder, written(folder, settings), around
        self._words = *under, *OKANJO, "--config", str(self.config), "run"
        self._pass_fds = pass_fds
        self.start()

    def start(self) -> None:
        """Also once more, after its end."""
        self.child = subprocess.Popen(
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ(self.folder, **self._around),
            cwd=self.folder,
            pass_fds=self._pass_fds,
        )
        assert self.child.stdin
        assert self.child.stdout
        self.keyboard, self._answers = self.child.stdin, self.child.stdout

    @property
    def pid(self) -> int:
        return self.child.pid

    def answer(self, line: str) -> str:
        """What is replied to one scan."""
        self.keyboard.write(line.encode() + b"\n")
        self.keyboard.flush()
        return self._answers.readline().decode().rstrip("\n")

    def scan(self, *lines: str) -> Self:
        """Lines as they would be typed, none of which may be refused."""
        for line in lines:
            answer = self.answer(line)
            assert answer.startswith("accepted"), f"{line}: {answer}"
        return self

    def okanjo(self, *words: str, stdin: bytes = b"") -> str:
        """What a command beside it prints."""
        own = "--config", str(self.config), *words
        done = okanjo(self.folder, *own, stdin=stdin, **self._around)
        assert b"Traceback" not in done.stderr
        return done.stdout.decode()

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
