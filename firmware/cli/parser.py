"""The command line: parse its words, call the command.

Each command is imported when it is called: a start pays for no other's.
"""

from __future__ import annotations

import argparse
import os
import sys

from firmware import VERSION
from firmware.system.exit_status import UNUSABLE

TYPE_CHECKING = False  # typing's own costs a start more than it is worth
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Commands = argparse._SubParsersAction[Any]


class Help(argparse.HelpFormatter):
    """argparse's own, without shutil for the terminal's width: it would cost every start 3 ms."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """Of the terminal, as shutil.get_terminal_size() finds them."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


class _Command(argparse.ArgumentParser):
    def __init__(self, **words: Any) -> None:
        super().__init__(formatter_class=Help, **words)


def carry_out(words: Sequence[str]) -> int:
    """Return the exit status; tell a user's mistake in a sentence, never as a traceback."""
    try:
        asked = parser().parse_args(words)
    except SystemExit as ended:  # by argparse: help, or what would be right
        return int(ended.code or 0)
    from engine.notation import printable_lines
    from firmware.cli.errors import CommandFailed
    from firmware.settings.errors import SettingsError

    try:
        return int(asked.command(asked))
    except SettingsError as why:
        status, text = UNUSABLE, str(why)
    except CommandFailed as why:
        status, text = why.status, str(why)
    print(printable_lines(text), file=sys.stderr)
    return status


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="okanjo",
        description="Scores Sushi Go Party!, Sushi Go! and Omakase by scanning.",
        formatter_class=Help,
    )
    words.add_argument(
        "--config", metavar="FILE", help="settings from there, not from /etc/okanjo/okanjo.toml"
    )
    words.add_argument("--version", action="version", version=f"Okanjo {VERSION}")
    words.set_defaults(command=lambda asked: _help(words))
    commands = words.add_subparsers(metavar="COMMAND", prog="okanjo", parser_class=_Command)
    for some in (_add_scoring, _add_labelling, _add_backup, _add_care):
        some(commands)
    return words


def _add_scoring(commands: Commands) -> None:
    run = commands.add_parser("run", help="score an evening; without hardware, at a desk")
    run.set_defaults(command=_run)

    replay = commands.add_parser("replay", help="score files of scans, one scan a line")
    replay.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    _add_json(replay, "one object a line for each file", _replay)

    codes = commands.add_parser("codes", help="list every label there is")
    _add_json(codes, "as one list of objects", _codes)


def _add_labelling(commands: Commands) -> None:
    _add_labels_options(
        commands.add_parser("labels", help="labels for your cards, as PDF, PNG or CSV")
    )

    teach = commands.add_parser("teach", help="stickers of your own: list, forget, import them")
    wish = teach.add_mutually_exclusive_group()
    wish.add_argument("--list", action="store_true", help="what is taught, as CSV")
    wish.add_argument("--forget", metavar="STICKER", help="let go of one")
    wish.add_argument(
        "--import", dest="file", metavar="FILE.csv", help="sticker, label: a line each"
    )
    teach.set_defaults(command=_teach)


def _add_backup(commands: Commands) -> None:
    backup = commands.add_parser("backup", help="all that lasts into one file")
    backup.add_argument("file", metavar="FILE")
    backup.set_defaults(command=_backup)
    restore = commands.add_parser("restore", help="all that lasts out of such a file")
    restore.add_argument("file", metavar="FILE")
    restore.set_defaults(command=_restore)

    history = commands.add_parser("history", help="the games played, who won, and by what")
    form = history.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="a row a seat, for a spreadsheet")
    form.add_argument("--json", action="store_true", help="everything, as one object")
    history.set_defaults(command=_history)


def _add_care(commands: Commands) -> None:
    pin = commands.add_parser("pin", help="the page's PIN, where no display shows it")
    pin.set_defaults(command=_pin)

    config = commands.add_parser("config", help="the settings in force, and where they come from")
    config.set_defaults(command=_config)

    rollback = commands.add_parser("rollback", help="the version before becomes the current one")
    rollback.set_defaults(command=_rollback)

    doctor = commands.add_parser("doctor", help="look at every part, and say what to do")
    doctor.add_argument("--scan", action="store_true", help="and wait for a scan, to time it")
    _add_json(doctor, "as one object", _doctor)


def _add_labels_options(labels: argparse.ArgumentParser) -> None:
    """What `okanjo labels` takes; what it may be is told by the command itself, in a sentence."""
    labels.add_argument("what", nargs="?", metavar="GAME", help="a game, `table` or `guide`")
    labels.add_argument("-o", "--output", metavar="FILE.pdf", help="or a folder, for PNG")
    labels.add_argument("--stock", help="the sheet or roll, or its label's size: 30x20")
    labels.add_argument("--stocks", action="store_true", help="list the stocks")
    labels.add_argument("--code", help="code128 (any scanner), datamatrix (2D) or both")
    labels.add_argument("--dpi", help="the printer's dots to an inch: 203, 300 or 600")
    labels.add_argument("--only", metavar="KIND,...", help="kinds, faces, cards or codes")
    labels.add_argument("--from", dest="first", metavar="POSITION", help="of a partly used sheet")
    labels.add_argument("--csv", action="store_true", help="a table, to merge elsewhere")
    labels.set_defaults(command=_labels)


def _add_json(
    parser: argparse.ArgumentParser, as_what: str, command: Callable[[argparse.Namespace], int]
) -> None:
    """A command whose answer is for people, or for programs."""
    parser.add_argument("--json", action="store_true", help=as_what)
    parser.set_defaults(command=command)


def _help(parser: argparse.ArgumentParser) -> int:
    """No command: say which there are."""
    parser.print_help(sys.stderr)
    return UNUSABLE


def _run(asked: argparse.Namespace) -> int:
    from firmware.main import run

    return run(asked.config)


def _replay(asked: argparse.Namespace) -> int:
    from firmware.cli.replay import replay_files

    return replay_files(asked.files, asked.json, asked.config)


def _codes(asked: argparse.Namespace) -> int:
    from firmware.cli.codes import list_codes

    return list_codes(asked.json, asked.config)


def _labels(asked: argparse.Namespace) -> int:
    from firmware.cli.labels import print_labels

    return print_labels(asked)


def _teach(asked: argparse.Namespace) -> int:
    from firmware.cli.teach import teach

    return teach(asked)


def _backup(asked: argparse.Namespace) -> int:
    from firmware.cli.backup import backup

    return backup(asked.config, asked.file)


def _restore(asked: argparse.Namespace) -> int:
    from firmware.cli.backup import restore

    return restore(asked.config, asked.file)


def _history(asked: argparse.Namespace) -> int:
    from firmware.cli.history import print_history

    return print_history(asked.config, asked.csv, asked.json)


def _pin(asked: argparse.Namespace) -> int:
    from firmware.cli.pin import print_pin

    return print_pin(asked.config)


def _config(asked: argparse.Namespace) -> int:
    from firmware.cli.config import print_config

    return print_config(asked.config)


def _rollback(asked: argparse.Namespace) -> int:
    from firmware.cli.rollback import rollback

    return rollback()


def _doctor(asked: argparse.Namespace) -> int:
    from firmware.doctor.report import doctor

    return doctor(asked.config, asked.json, asked.scan)
