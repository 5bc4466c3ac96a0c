"""`okanjo teach`: list, forget and import stickers of one's own.

The program that runs does it; where none runs, it is done here.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

from engine.catalogue import codebook_of, games_of
from engine.codes import Codebook
from engine.notation import LONGEST_LINE, printable, printable_lines
from firmware.cli.errors import CommandFailed
from firmware.ipc.client import BARRED, UNSEEN, ask
from firmware.ipc.server import LONGEST_QUESTION
from firmware.ipc.socket_path import folders
from firmware.settings.load import load
from firmware.stickers.csv_file import Row
from firmware.stickers.csv_import import MOST_BYTES, BadFile, listed, rows_of
from firmware.stickers.store import NotTaught, Stickers, called
from firmware.system.exit_status import BUSY, FAILED, UNUSABLE
from firmware.system.state_dir import AlreadyRunning, claim, release, same_folder
from firmware.system.text import plural

HELP = (
    "A sticker of your own is taught at the table: scan TEACH (on the table sheet), then the\n"
    "sticker, then the face or card it shall mean. Here they are listed, forgotten and brought in"
    "\nby the dozen: okanjo teach --list, --forget STICKER, --import FILE.csv"
)
TOO_MUCH = "too much at once: import it in parts, or stop Okanjo while it is imported"
WAIT_S = 10.0


class NotDone(CommandFailed):
    """It makes sense, but could not be done."""

    def __init__(self, why: str, status: int = FAILED) -> None:
        super().__init__(why, status)


class RunningStickers:
    """The stickers of the program that runs on the folder; its socket lies in `place`."""

    def __init__(self, folder: str, place: str) -> None:
        self._folder, self._place = folder, place

    def rows(self) -> list[Row]:
        return [(str(sticker), str(code)) for sticker, code in self._ask("teach-list")["rows"]]

    @contextmanager
    def claimed(self) -> Iterator[RunningStickers]:
        yield self

    def forget(self, sticker: str) -> str | None:
        code = self._ask("teach-forget", sticker=sticker)["code"]
        return None if code is None else str(code)

    def learn(self, rows: list[Row]) -> int:
        return int(self._ask("teach-import", rows=rows)["new"])

    def _ask(self, question: str, **more: Any) -> dict[str, Any]:
        if len(json.dumps({"ask": question, **more})) >= LONGEST_QUESTION:
            raise NotDone(TOO_MUCH)
        answer, why = ask([self._place], question, self._folder, wait_s=WAIT_S, **more)
        if answer is None:
            raise NotDone(f"the Okanjo that runs was asked, but {why or 'it has ended: try again'}")
        if "trouble" in answer:
            raise NotDone(f"nothing was changed: {answer['trouble']}")
        return answer


class StickersOnDisk:
    """The stickers of a folder that no program runs on."""

    def __init__(self, folder: str, book: Codebook) -> None:
        self._folder, self._book = folder, book
        self._stickers: Stickers | None = None

    def rows(self) -> list[Row]:
        return self._load().rows()

    @contextmanager
    def claimed(self) -> Iterator[StickersOnDisk]:
        """Keep other programs from writing there at the same time."""
        try:
            held = claim(self._folder)
        except AlreadyRunning as why:
            raise NotDone(str(why), BUSY) from None
        except OSError as why:
            folder = printable(self._folder, LONGEST_LINE)
            raise NotDone(f"{folder}: {why.strerror or why}") from None
        self._stickers = None  # others may have written since
        try:
            yield self
        except NotTaught as why:
            raise NotDone(f"nothing was changed: {why}") from None
        finally:
            release(held)

    def forget(self, sticker: str) -> str | None:
        return self._load().forget(sticker)

    def learn(self, rows: list[Row]) -> int:
        return self._load().learn(rows)

    def _load(self) -> Stickers:
        if self._stickers is None:
            self._stickers = Stickers(self._folder, self._book)
            for notice in self._stickers.notices:
                print(printable_lines(notice.log), file=sys.stderr)
        return self._stickers


def teach(asked: argparse.Namespace) -> int:
    if not asked.list and asked.forget is None and asked.file is None:
        raise CommandFailed(HELP)
    settings = load(asked.config)
    book = codebook_of(games_of(settings.card_table))
    stickers = _stickers(settings.state_folder, book)
    if asked.list:
        _list(stickers, book)
    elif asked.forget is not None:
        _forget(stickers, asked.forget, book)
    else:
        _import(stickers, asked.file, book)
    return 0


def _stickers(folder: str, book: Codebook) -> RunningStickers | StickersOnDisk:
    """Ask the program that runs on the folder; one that runs on another is left alone."""
    for place in folders(folder):
        answer, _ = ask([place], "teach-list", folder, wait_s=WAIT_S)
        if answer is not None and same_folder(str(answer["state_folder"]), folder):
            return RunningStickers(folder, place)
    _, why = ask(folders(folder), "teach-list", folder, wait_s=WAIT_S)
    if why == BARRED and not os.path.isdir(folder):
        raise NotDone(
            "the Okanjo that runs is not yours to ask: sudo okanjo teach ..., or name your own"
            " settings with --config"
        )
    if why and why not in (BARRED, UNSEEN):
        raise NotDone(f"the Okanjo that runs was asked, but {why}")
    return StickersOnDisk(folder, book)


def _list(stickers: RunningStickers | StickersOnDisk, book: Codebook) -> None:
    if isinstance(sys.stdout, TextIOWrapper):  # it can be imported again, whatever the locale
        sys.stdout.reconfigure(encoding="utf-8")
    for line in listed(stickers.rows(), book):
        print(printable(line, LONGEST_LINE) if sys.stdout.isatty() else line)


def _forget(stickers: RunningStickers | StickersOnDisk, sticker: str, book: Codebook) -> None:
    """Forget a sticker, named as it is or as a terminal shows it."""
    known = [one for one, _ in stickers.rows()]
    if sticker not in known:
        sticker = next((one for one in known if printable(one, LONGEST_LINE) == sticker), sticker)
    with stickers.claimed() as claimed:
        code = claimed.forget(sticker)
    if code is None:
        raise NotDone(f"{printable(sticker)} is no sticker that was taught: okanjo teach --list")
    print(f"Forgotten: {printable(sticker)}, it was {called(code, book) or code}")


def _import(stickers: RunningStickers | StickersOnDisk, name: str, book: Codebook) -> None:
    content = _read(name)
    with stickers.claimed() as claimed:
        try:
            rows = rows_of(content, book, dict(claimed.rows()))
        except BadFile as why:
            head = f"{printable(name, LONGEST_LINE)}: nothing is imported, there are mistakes:"
            raise NotDone(f"{head}\n{why}", UNUSABLE) from None
        new = claimed.learn(rows)
    known = f"; {len(rows) - new} known before" if new < len(rows) else ""
    print(f"Taught: {plural(new, 'sticker')}{known}")


def _read(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with open(name, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as why:
        raise NotDone(f"{printable(name, LONGEST_LINE)}: {why.strerror or why}", UNUSABLE) from None
