"""`okanjo teach`: list, forget and import stickers of one's own.

The program that runs does it; where none runs, it is done here.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from io import TextIOWrapper
from typing import Any

from engine.catalogue import codebook_of
from engine.codes import Codebook
from engine.notation import LONGEST_LINE, printable, printable_lines
from firmware.cli.errors import CommandFailed
from firmware.common.games import games_in_force
from firmware.common.ipc.client import BARRED, UNSEEN, ask
from firmware.common.ipc.server import LONGEST_REQUEST, Request
from firmware.common.ipc.socket_path import Words, folders
from firmware.common.settings.load import load
from firmware.common.system.exit_status import FAILED
from firmware.common.system.state_dir import claim, same_folder
from firmware.common.system.text import plural
from firmware.core.app.ipc_routes import sticker_routes
from firmware.core.stickers.csv_import import MOST_BYTES, BadFile, listed, rows_of
from firmware.core.stickers.store import Stickers, called

HELP = (
    "To teach a sticker, scan TEACH (on the table sheet), then the sticker, then the label it\n"
    "stands for. To list, forget or import stickers: okanjo teach --list, --forget STICKER,\n"
    "--import FILE.csv"
)
TOO_MUCH = "too much at once: import the file in parts, or stop Okanjo first"
WAIT_S = 10.0
AskTable = Callable[..., Words]  # a request and its words -> the answer


def teach(arguments: argparse.Namespace) -> int:
    changes = arguments.forget is not None or arguments.file is not None
    if not arguments.list and not changes:
        raise CommandFailed(HELP)
    settings = load(arguments.config)
    book = codebook_of(games_in_force(settings.card_table, settings.decks))
    content = b"" if arguments.file is None else _read(arguments.file)
    with _answering(settings.state_folder, book, changes) as ask_stickers:
        if arguments.list:
            _list(ask_stickers, book)
        elif arguments.forget is not None:
            _forget(ask_stickers, arguments.forget, book)
        else:
            _import(ask_stickers, arguments.file, content, book)
    return 0


@contextmanager
def _answering(folder: str, book: Codebook, changes: bool) -> Iterator[AskTable]:
    """Give who answers: the program that runs on the folder, or what lies in it; for a change it
    is claimed. A program that runs on another folder is left alone.
    """
    for place in folders(folder):
        answer, _ = ask([place], "teach-list", folder, wait_s=WAIT_S)
        if answer is not None and same_folder(str(answer["state_folder"]), folder):
            yield partial(_ask_program, place, folder)
            return
    _, why = ask(folders(folder), "teach-list", folder, wait_s=WAIT_S)
    if why == BARRED and not os.path.isdir(folder):
        raise CommandFailed(
            "you may not control the running Okanjo: sudo okanjo teach ..., or name your own"
            " settings with --config",
            FAILED,
        )
    if why and why not in (BARRED, UNSEEN):
        raise CommandFailed(f"Okanjo is running, but {why}", FAILED)
    # No other program may write there at the same time.
    with claim(folder) if changes else nullcontext():
        stickers = Stickers(folder, book)
        for finding in stickers.findings:
            print(printable_lines(finding.log), file=sys.stderr)
        routes = sticker_routes(stickers, lambda step: None)
        yield lambda request, **words: _done(routes[request](Request(words)))


def _ask_program(place: str, folder: str, request: str, **words: Any) -> Words:
    if len(json.dumps({"ask": request, **words})) >= LONGEST_REQUEST:
        raise CommandFailed(TOO_MUCH, FAILED)
    answer, why = ask([place], request, folder, wait_s=WAIT_S, **words)
    if answer is None:
        raise CommandFailed(
            f"Okanjo is running, but {why or 'it has just stopped: try again'}", FAILED
        )
    return _done(answer)


def _done(answer: Words) -> Words:
    if "trouble" in answer:
        raise CommandFailed(f"nothing was changed: {answer['trouble']}", FAILED)
    return answer


def _rows(ask_stickers: AskTable) -> dict[str, str]:
    """What each sticker stands for."""
    return {str(sticker): str(code) for sticker, code in ask_stickers("teach-list")["rows"]}


def _list(ask_stickers: AskTable, book: Codebook) -> None:
    if isinstance(sys.stdout, TextIOWrapper):  # it can be imported again, whatever the locale
        sys.stdout.reconfigure(encoding="utf-8")
    for line in listed([*_rows(ask_stickers).items()], book):
        print(printable(line, LONGEST_LINE) if sys.stdout.isatty() else line)


def _forget(ask_stickers: AskTable, sticker: str, book: Codebook) -> None:
    """Forget a sticker, named as it is or as a terminal shows it."""
    known = _rows(ask_stickers)
    if sticker not in known:
        sticker = next((raw for raw in known if printable(raw, LONGEST_LINE) == sticker), sticker)
    code = ask_stickers("teach-forget", sticker=sticker)["code"]
    if code is None:
        raise CommandFailed(
            f"{printable(sticker)} has not been taught: okanjo teach --list", FAILED
        )
    print(f"Forgotten: {printable(sticker)}, it was {called(str(code), book) or code}")


def _import(ask_stickers: AskTable, name: str, content: bytes, book: Codebook) -> None:
    try:
        rows = rows_of(content, book, _rows(ask_stickers))
    except BadFile as why:
        head = f"{printable(name, LONGEST_LINE)}: nothing was imported because of these mistakes:"
        raise CommandFailed(f"{head}\n{why}") from None
    new = int(ask_stickers("teach-import", rows=rows)["new"])
    known = f"; {len(rows) - new} already known" if new < len(rows) else ""
    print(f"Taught: {plural(new, 'sticker')}{known}")


def _read(name: str) -> bytes:
    with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)
