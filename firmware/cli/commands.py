"""`okanjo replay`, `okanjo codes`, `okanjo config`: arguments in, text on standard output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence

from engine.catalogue import codebook_of, games_of
from engine.notation import LONGEST_LINE, printable, printable_lines
from engine.position import empty
from firmware.history.replay_file import BadFile, as_record, lines_of
from firmware.history.replay_file import replay as scan_through
from firmware.settings.effective import rows
from firmware.settings.load import OWNERS_FILE, SettingsError, load
from firmware.settings.schema import Settings
from firmware.system.exit_status import UNUSABLE
from firmware.view.text_report import scoreboard


def _with_settings(config: str | None, carry_out: Callable[[Settings], int]) -> int:
    try:
        return carry_out(load(config))
    except (SettingsError, BadFile) as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return UNUSABLE


def replay(files: Sequence[str], as_json: bool, config: str | None) -> int:
    """Each file as a game of its own; 2 for a file or line that cannot be read."""

    def carry_out(settings: Settings) -> int:
        table = empty(games_of(settings.card_table), settings.names)
        book = codebook_of(table.games)
        for at, name in enumerate(files):
            replayed = scan_through(lines_of(name), name, table, book)
            record = as_record(replayed, settings.names)
            if as_json:
                print(json.dumps(record))
            else:
                print(("\n" if at else "") + scoreboard(replayed.table, record))
        return 0

    return _with_settings(config, carry_out)


def codes(as_json: bool, config: str | None) -> int:
    """Every label of the games in force."""

    def carry_out(settings: Settings) -> int:
        labels = codebook_of(games_of(settings.card_table)).labels
        if as_json:
            rows = ",\n".join(json.dumps(label._asdict()) for label in labels)
            print(f"[{rows}]")
        else:
            for label in labels:
                print(f"{label.code}  {label.type:8}{label.slug:45}{label.title}")
        return 0

    return _with_settings(config, carry_out)


def config(config: str | None) -> int:
    """Every setting in force: key, value, where it comes from."""

    def carry_out(settings: Settings) -> int:
        found = config or (OWNERS_FILE if os.path.exists(OWNERS_FILE) else "")
        found = printable(found, LONGEST_LINE) or f"built in ({OWNERS_FILE} is not there)"
        print(f"Settings: {found}")
        table = [tuple(printable(one, LONGEST_LINE) for one in row) for row in rows(settings)]
        widths = [max(len(row[at]) for row in table) for at in range(2)]
        for key, value, source in table:
            print(f"{key:{widths[0]}}  {value:{widths[1]}}  {source}")
        return 0

    return _with_settings(config, carry_out)
