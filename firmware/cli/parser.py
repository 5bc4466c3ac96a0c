"""The command line: parse its words, call the command.

Each command is imported when it is called: a start pays for no other's.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from firmware import VERSION
from firmware.common.system.exit_status import BUSY, UNUSABLE

# Where each command is, and what it takes of the words that were asked; nothing named: all.
COMMANDS = {
    "run": "firmware.main run config",
    "replay": "firmware.cli.replay replay_files files json config",
    "photo": "firmware.cli.photo read_photos",
    "camera": "firmware.cli.camera take_picture config",
    "codes": "firmware.cli.codes list_codes json config",
    "labels": "firmware.cli.labels print_labels",
    "teach": "firmware.cli.teach teach",
    "backup": "firmware.cli.backup backup config file",
    "restore": "firmware.cli.backup restore config file",
    "history": "firmware.cli.history print_history config csv json",
    "pin": "firmware.cli.pin print_pin config new",
    "mqtt": "firmware.cli.mqtt mqtt config password ends_with_input",
    "board": "firmware.cli.hall.board board",
    "config": "firmware.cli.config print_config config",
    "rollback": "firmware.cli.versions change_version command",
    "update": "firmware.cli.versions change_version command file",
    "doctor": "firmware.doctor.report doctor config json for_page",
}


def carry_out(words: Sequence[str]) -> int:
    """Carry out a command and return its exit status. A user's mistake is printed as a sentence,
    not as a traceback.
    """
    commands, by_name = parser()
    try:
        arguments, rest = commands.parse_known_args(words)
        if rest:
            subparser = by_name.get(arguments.command, commands)
            options = re.findall("--[a-z]+", subparser.format_usage())
            subparser.error(f"there is no {rest[0]!a}{_did_you_mean(rest[0], options)}")
    except SystemExit as ended:  # by argparse: help, or what would be right
        return int(ended.code or 0)
    if arguments.command is None:
        commands.print_help(sys.stderr)
        return UNUSABLE
    from engine.notation import LONGEST_LINE, printable, printable_lines
    from firmware.cli.errors import CommandFailed
    from firmware.common.settings.errors import SettingsError
    from firmware.common.system.state_dir import AlreadyRunning

    try:
        return _call(arguments)
    except SettingsError as why:
        status, text = UNUSABLE, str(why)
    except AlreadyRunning as why:
        status, text = BUSY, str(why)
    except CommandFailed as why:
        status, text = why.status, str(why)
    except OSError as why:  # of a file that was named
        if why.filename is None:
            raise
        sudo = ". Try again with sudo" if isinstance(why, PermissionError) else ""
        name = printable(str(why.filename), LONGEST_LINE)
        status, text = UNUSABLE, f"{name}: {why.strerror}{sudo}"
    print(printable_lines(text), file=sys.stderr)
    return status


def _did_you_mean(word: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches  # late: most people type well

    near = get_close_matches(word, known, 1)
    return f" (did you mean {near[0]}?)" if near else ""


class Parser(argparse.ArgumentParser):
    """Words a mistake as all of Okanjo does: what is wrong, and what was meant perhaps."""

    def _check_value(self, action: argparse.Action, value: str) -> None:
        if action.choices is not None and value not in action.choices:
            self.error(f"there is no {value!r}{_did_you_mean(value, list(action.choices))}")


def _call(arguments: argparse.Namespace) -> int:
    """Import the command that was asked for, and call it."""
    if arguments.command == "run" and arguments.plain:
        os.environ["TERM"] = "dumb"  # what gets plain lines anyway
    module, name, *words = COMMANDS[arguments.command].split()
    command: Callable[..., int] = getattr(import_module(module), name)
    return command(*([getattr(arguments, word) for word in words] or [arguments]))


def parser() -> tuple[Parser, Mapping[str, Parser]]:
    """The whole parser, and that of each command."""
    words = Parser(
        prog="okanjo", description="Scores Sushi Go Party!, Sushi Go! and Omakase by scanning."
    )
    where = "read settings from FILE, not from /etc/okanjo/okanjo.toml"
    words.add_argument("--config", metavar="FILE", help=where)
    words.add_argument("--version", action="version", version=f"Okanjo {VERSION}")
    commands = words.add_subparsers(dest="command", metavar="COMMAND", prog="okanjo")
    add = commands.add_parser
    run = add("run", help="score games; without hardware, at a desk in the terminal")
    run.add_argument("--plain", action="store_true", help="show the desk as plain lines")
    replay = add("replay", help="score files of scans, one scan per line")
    replay.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    replay.add_argument("--json", action="store_true", help="print one JSON object per file")
    photo = add("photo", help="read the labels in photos of cards")
    photo.add_argument("files", nargs="+", metavar="FILE", help="a JPEG, PNG or WebP")
    photo.add_argument("--seat", metavar="BADGE", help="whose tray it is, such as red")
    form = photo.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object per file")
    form.add_argument("--scans", action="store_true", help="print scans for `okanjo replay`")
    add("camera", help="take a picture by the camera over the table: okanjo camera > table.jpg")
    codes = add("codes", help="list all labels")
    codes.add_argument("--json", action="store_true", help="print a JSON list")

    _add_labels_options(add("labels", help="make labels for your cards, as PDF, PNG or CSV"))
    teach = add("teach", help="list, forget or import your own stickers")
    wish = teach.add_mutually_exclusive_group()
    wish.add_argument("--list", action="store_true", help="list all stickers, as CSV")
    wish.add_argument("--forget", metavar="STICKER", help="forget one sticker")
    wish.add_argument(
        "--import", dest="file", metavar="FILE.csv", help="one sticker and its label per line"
    )

    add("backup", help="save games, stickers and settings").add_argument("file", metavar="FILE")
    restore = add("restore", help="restore games, stickers and settings")
    restore.add_argument("file", metavar="FILE")
    history = add("history", help="show past games, who won, and with which cards")
    form = history.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="one row per player, for a spreadsheet")
    form.add_argument("--json", action="store_true", help="everything, as JSON")

    pin = add("pin", help="show the PIN for the pages")
    pin.add_argument("--new", action="store_true", help="make a new PIN and sign everybody out")
    mqtt = add("mqtt", help="tell an MQTT broker about the table; Okanjo starts this by itself")
    mqtt.add_argument("--password", action="store_true", help="ask for the broker's password")
    mqtt.add_argument("--ends-with-input", action="store_true", help=argparse.SUPPRESS)
    _add_board_options(add("board", help="show all tables of a hall, on one screen and on phones"))
    add("config", help="show the settings and where each comes from")
    update = add("update", help="check a release file and install it")
    update.add_argument("file", metavar="FILE")
    add("rollback", help="go back to the previous version")
    doctor = add("doctor", help="check every part and say what to do")
    doctor.add_argument("--json", action="store_true", help="print JSON")
    doctor.add_argument("--for-page", metavar="LANGUAGE", default="", help=argparse.SUPPRESS)
    for command in commands.choices.values():  # what stands before the command is the default
        command.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=where)
    return words, commands.choices


def _add_labels_options(labels: argparse.ArgumentParser) -> None:
    """What `okanjo labels` takes; what it may be is told by the command itself, in a sentence."""
    labels.add_argument(
        "what", nargs="?", metavar="GAME", help="a game, `table`, `guide` or `menu`"
    )
    labels.add_argument(
        "menu",
        nargs="?",
        metavar="MENU",
        help="after `menu`: its name, or your own dishes: eel,tea,...",
    )
    labels.add_argument("-o", "--output", metavar="FILE.pdf", help="or a folder, for PNG")
    labels.add_argument("--stock", help="sheet or roll, or a label size in mm: 30x20")
    labels.add_argument(
        "--all", action="store_true", help="table: also what this device does not have"
    )
    labels.add_argument("--stocks", action="store_true", help="list the sheets and rolls")
    labels.add_argument("--code", help="code128 (any scanner), datamatrix (2D) or both")
    labels.add_argument("--for-photo", action="store_true", help="with a square to read in a photo")
    labels.add_argument("--square", metavar="MM", help="size of the square in mm: 10, 12 or 8")
    labels.add_argument("--dpi", help="the printer's dots per inch: 203, 300 or 600")
    labels.add_argument(
        "--language", metavar="CODE", help="in that language, such as de, or de,en for both"
    )
    labels.add_argument(
        "--only", metavar="KIND,...", help="only these kinds, faces, cards or codes"
    )
    labels.add_argument("--from", dest="first", metavar="N", help="first free label of the sheet")
    labels.add_argument("--csv", action="store_true", help="make a table for other programs")
    labels.add_argument(
        "--braille", action="store_true", help="print the names in braille, for a labeller or slate"
    )
    labels.add_argument("--for-page", metavar="LANGUAGE", default="", help=argparse.SUPPRESS)
    labels.set_defaults(dpi="300")


def _add_board_options(board: argparse.ArgumentParser) -> None:
    board.set_defaults(file="", replace=False)
    copies = board.add_subparsers(dest="do", metavar="[backup | restore]", prog="okanjo board")
    save = copies.add_parser("backup", help="save all that the board keeps in FILE")
    back = copies.add_parser("restore", help="bring it back")
    back.add_argument("--replace", action="store_true", help="restore over all that is there")
    for command in save, back:
        command.add_argument(
            "file", nargs="?", metavar="FILE", help="- for standard output or input"
        )
    for command, else_ in (board, None), (save, argparse.SUPPRESS), (back, argparse.SUPPRESS):
        url = "sqlite:///FILE or postgresql://..."
        command.add_argument("--database", metavar="URL", default=else_, help=url)
        folder = "where its own database lies"
        command.add_argument("--data", metavar="FOLDER", default=else_, help=folder)
    board.add_argument(
        "--broker", metavar="HOST[:PORT]", default="127.0.0.1", help="an MQTT broker"
    )
    board.add_argument("--user", default="", help="the board's account there")
    board.add_argument("--password-file", metavar="FILE", help="its password")
    board.add_argument("--tls", action="store_true", help="talk to the broker by TLS")
    board.add_argument("--ca", metavar="FILE", default="", help="who signed its certificate")
    board.add_argument("--prefix", default="okanjo", help="where the tables' topics begin")
    board.add_argument("--port", type=int, default=8090, help="of the pages")
    names = "a name that browsers may call it by; again for more"
    board.add_argument("--name", action="append", default=[], help=names)
    board.add_argument("--certificate", metavar="FILE", help="of the pages, for HTTPS")
    board.add_argument("--key", metavar="FILE", help="its key, where that is in another file")
    proxy = "a proxy in front of the pages, which says who asks; again for more"
    board.add_argument("--proxy", metavar="ADDRESS", action="append", default=[], help=proxy)
    forgotten = "print a code with which the organiser sets a new one"
    board.add_argument("--new-password", action="store_true", help=forgotten)
