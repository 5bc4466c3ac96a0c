"""Foreign stickers and the codes of ours that they stand for, saved in the state folder.

Law: what has been taught is on disk before it counts, and a write that fails changes nothing.
Looking one up never waits; several threads may teach.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping

from engine.codes import Codebook, is_code
from engine.message import Message, gettext
from engine.refusals import Refused
from firmware.common.facts.notices import Problem, StartFinding
from firmware.common.system.files import damaged_name, replace
from firmware.common.system.state_dir import STICKERS_FILE
from firmware.core.stickers.csv_file import (
    MOST_BYTES,
    Taught,
    content_of,
    read,
    unfit,
    written,
)
from firmware.words.worded import WordedError

DISK_ERROR, NO_CODE = gettext("disk error"), gettext("it stands for no label")


class NotTaught(WordedError):
    """Nothing was changed; the text says why in a word or three."""


class Taken(NotTaught):
    """A sticker stands for something else already."""

    def __init__(self, sticker: str, code: str) -> None:
        super().__init__(gettext("taught already"))
        self.sticker, self.code = sticker, code


def called(code: str, book: Codebook) -> str:
    """Name a code's label, `type slug`; "" where no label of these games has it."""
    label = book.read(code)
    return "" if isinstance(label, Refused) else label.name


class Stickers:
    """What has been taught, of the labels in `book`. Without a folder it lasts as long as the
    program.
    """

    def __init__(self, folder: str, book: Codebook) -> None:
        self._path = os.path.join(os.path.abspath(folder), STICKERS_FILE) if folder else ""
        self.book = book
        self._writing = threading.Lock()
        self._aside = ""  # where the file goes before one is written in its place
        self.findings: list[StartFinding] = []
        self._taught: Mapping[str, str] = self._load() if folder else {}

    def code(self, text: str) -> str | None:
        """Find the code a sticker stands for; None for one that was not taught."""
        return self._taught.get(text)

    def rows(self) -> list[Taught]:
        """List all, the oldest first."""
        return list(self._taught.items())

    def of(self, code: str) -> list[str]:
        """List the stickers that stand for a code, the oldest first."""
        return [sticker for sticker, meant in self._taught.items() if meant == code]

    def learn(self, rows: Iterable[Taught]) -> int:
        """Add these, all or none; return how many are new. Raises NotTaught when one of them can
        be no sticker, or they cannot be saved.
        """
        with self._writing:
            taught = dict(self._taught)
            for sticker, code in rows:
                if why := unfit(sticker) or (None if is_code(code) else NO_CODE):
                    raise NotTaught(why)
                if taught.setdefault(sticker, code) != code:
                    raise Taken(sticker, taught[sticker])
            new = len(taught) - len(self._taught)
            if new:
                self._save(taught)
            return new

    def forget(self, sticker: str) -> str | None:
        """Remove one; return the code it stood for, None where it stood for nothing."""
        with self._writing:
            taught = dict(self._taught)
            code = taught.pop(sticker, None)
            if code is not None:
                self._save(taught)
            return code

    def _save(self, taught: Mapping[str, str]) -> None:
        content = written(taught.items(), lambda code: called(code, self.book))
        if len(content) > MOST_BYTES:
            raise NotTaught(gettext("too many stickers"))
        if self._path:
            try:
                replace(self._path, content, self._aside)
            except OSError as why:
                raise NotTaught(
                    Message(why.strerror.lower()) if why.strerror else DISK_ERROR
                ) from why
            self._aside = ""
        self._taught = taught

    def _load(self) -> Mapping[str, str]:
        try:
            content = content_of(self._path)
        except NotADirectoryError:  # the journal tells of the folder
            return {}
        except OSError as why:
            self._report(0, f"it cannot be read: {why.strerror}")
            return {}
        if content is None:
            return {}
        rows, damaged = read(content)
        if damaged:
            lines = ", ".join(map(str, damaged[:20])) + ", …" * (len(damaged) > 20)
            which = f"line{'s' * (len(damaged) > 1)} {lines}"
            self._report(len(rows), f"{which} cannot be read and is ignored")
        return dict(rows)

    def _report(self, readable: int, log: str) -> None:
        """Report damage; the file is kept by the next change, as a start writes nothing."""
        self._aside = damaged_name(self._path)
        then = f"When a sticker is taught, it is kept as {os.path.basename(self._aside)}."
        problem = Problem("stickers-damaged", number=readable)
        self.findings.append(StartFinding(problem, f"{self._path}: {log}. {then}"))
