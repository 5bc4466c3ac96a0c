"""`okanjo teach`: what to do about stickers of one's own in, done by the program that runs, or
here where none does, out.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, NamedTuple

from engine.catalogue import codebook_of, games_of
from engine.codes import Codebook
from engine.notation import LONGEST_LINE, printable, printable_lines
from firmware.ipc.client import BARRED, UNSEEN, ask
from firmware.ipc.connection import LONGEST_QUESTION
from firmware.ipc.server import folders
from firmware.settings.load import SettingsError, load
from firmware.stickers.csv_file import Row
from firmware.stickers.csv_import import MOST_BYTES, BadFile, listed, rows_of
from firmware.stickers.store import NotTaught, Stickers, called
from firmware.system.exit_status import BUSY, FAILED, UNUSABLE
from firmware.system.state_dir import AlreadyRunning, claim, release, same_folder

HELP = (
    "A sticker of your own is taught at the table: scan TEACH (on the table sheet), then the\n"
    "sticker, then the face or card it shall mean. Here they are listed, forgotten and brought in"
    "\nby the dozen: okanjo teach --list, --forget STICKER, --import FILE.csv"
)
WAIT_S = 10.0


class Trouble(Exception):
    """It was not done; the text says why, and what to do."""

    def __init__(self, why: str, status: int = FAILED) -> None:
        super().__init__(why)
        self.status = status


class There(NamedTuple):
    """The folder the stickers lie in, whether a program that runs owns it, all labels."""

    folder: str
    running: bool
    book: Codebook


def teach(asked: argparse.Namespace) -> int:
    """Carry it out; the exit status."""
    if not asked.list and asked.forget is None and asked.file is None:
        print(HELP, file=sys.stderr)
        return UNUSABLE
    try:
        settings = load(asked.config)
        there = _there(settings.state_folder, codebook_of(games_of(settings.card_table)))
        if asked.list:
            _list(there)
        elif asked.forget is not None:
            _forget(there, asked.forget)
        else:
            _import(there, asked.file)
        return 0
    except SettingsError as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return UNUSABLE
    except Trouble as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return why.status


def _there(folder: str, book: Codebook) -> There:
    """Whether the program that runs there is to be asked. One that plays elsewhere is not."""
    told, why = ask(folders(folder), "teach-list", folder, wait_s=WAIT_S)
    if told is not None:
        return There(folder, same_folder(str(told["state_folder"]), folder), book)
    if why == BARRED and not os.path.isdir(folder):
        raise Trouble(
            "the Okanjo that runs is not yours to ask: sudo okanjo teach ..., or name your own"
            " settings with --config"
        )
    if why and why not in (BARRED, UNSEEN):
        raise Trouble(f"the Okanjo that runs was asked, but {why}")
    return There(folder, False, book)


def _asked(there: There, question: str, **more: Any) -> dict[str, Any]:
    """What the running program answers."""
    if len(json.dumps({"ask": question, **more})) >= LONGEST_QUESTION:
        raise Trouble("too much at once: import it in parts, or stop Okanjo while it is imported")
    told, why = ask(folders(there.folder), question, there.folder, wait_s=WAIT_S, **more)
    if told is None:
        raise Trouble(f"the Okanjo that runs was asked, but {why or 'it has ended: try again'}")
    if "trouble" in told:
        raise Trouble(f"nothing was changed: {told['trouble']}")
    return told


class Owned:
    """The stickers where nobody runs, with the folder claimed: two must not write at once."""

    def __init__(self, there: There) -> None:
        self._there = there

    def __enter__(self) -> Stickers:
        try:
            self._claim = claim(self._there.folder)
        except AlreadyRunning as why:
            raise Trouble(str(why), BUSY) from None
        except OSError as why:
            folder = printable(self._there.folder, LONGEST_LINE)
            raise Trouble(f"{folder}: {why.strerror or why}") from None
        return _looked(self._there)

    def __exit__(self, *_: object) -> None:
        release(self._claim)


def _looked(there: There) -> Stickers:
    stickers = Stickers(there.folder, there.book)
    for notice in stickers.notices:
        print(printable_lines(notice.log), file=sys.stderr)
    return stickers


def _rows(there: There) -> list[Row]:
    if there.running:
        return [(str(sticker), str(code)) for sticker, code in _asked(there, "teach-list")["rows"]]
    return _looked(there).rows()


def _list(there: There) -> None:
    out = getattr(sys.stdout, "reconfigure", None)
    if out is not None:
        out(encoding="utf-8")  # a file that can be imported again, whatever the terminal's code
    for line in listed(_rows(there), there.book):
        print(printable(line, LONGEST_LINE) if sys.stdout.isatty() else line)


def _forget(there: There, sticker: str) -> None:
    """By the sticker as it is, or as a terminal shows it."""
    known = [one for one, _ in _rows(there)]
    if sticker not in known:
        sticker = next((one for one in known if printable(one, LONGEST_LINE) == sticker), sticker)
    if there.running:
        code = _asked(there, "teach-forget", sticker=sticker)["code"]
    else:
        with Owned(there) as stickers:
            try:
                code = stickers.forget(sticker)
            except NotTaught as why:
                raise Trouble(f"nothing was changed: {why}") from None
    if code is None:
        raise Trouble(f"{printable(sticker)} is no sticker that was taught: okanjo teach --list")
    print(f"Forgotten: {printable(sticker)}, it was {called(code, there.book) or code}")


def _import(there: There, name: str) -> None:
    content = _content(name)
    if there.running:
        rows = _checked(there, name, content, dict(_rows(there)))
        new = _asked(there, "teach-import", rows=rows)["new"]
    else:
        with Owned(there) as stickers:
            rows = _checked(there, name, content, dict(stickers.rows()))
            try:
                new = stickers.learn(rows)
            except NotTaught as why:
                raise Trouble(f"nothing was changed: {why}") from None
    known = f"; {len(rows) - new} known before" if new < len(rows) else ""
    print(f"Taught: {new} sticker{'' if new == 1 else 's'}{known}")


def _checked(there: There, name: str, content: bytes, taught: dict[str, str]) -> list[Row]:
    try:
        return rows_of(content, there.book, taught)
    except BadFile as why:
        head = f"{printable(name, LONGEST_LINE)}: nothing is imported, there are mistakes:"
        raise Trouble(f"{head}\n{why}", UNUSABLE) from None


def _content(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with open(name, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as why:
        raise Trouble(f"{printable(name, LONGEST_LINE)}: {why.strerror or why}", UNUSABLE) from None
