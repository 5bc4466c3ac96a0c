"""The process that makes a backup for the program that runs:
`python -m firmware.records.backup.making keep|send FOLDER [CONFIG]`.

`keep` writes that of the evening into the state folder, and answers on standard output with a line
in English that says why there is none, or what it lacks; with an empty one where all is well.
`send` writes the backup to standard output, a file, and answers on standard error with a line of
JSON: `{"evening": day, "has_games": bool, "is_whole": bool}`, or `{"why": text}`.
It makes way for the table in everything: the lowest in memory and processor.
"""

from __future__ import annotations

import json
import sys

from firmware.common.settings.errors import SettingsError
from firmware.common.settings.last_good import fall_back
from firmware.common.settings.load import load
from firmware.common.system import child
from firmware.common.system.swap import pending
from firmware.records.backup.archive import BadBackup
from firmware.records.backup.create import Made, make
from firmware.records.backup.evenings import keep
from firmware.words.language import say

MOST_MEMORY = 256 << 20  # bytes of address space; the largest backup takes 200 MB
RESTORING = "a restore is running"


class NotMade(Exception):
    """The text says why, in English."""


def main() -> None:
    child.make_way(MOST_MEMORY)
    verb, folder, *config = sys.argv[1:]
    if verb == "keep":
        print(kept(folder, config[0] if config else None))
        return
    try:
        made = _made(folder, config[0] if config else None)
        sys.stdout.buffer.write(made.content)
        sys.stdout.buffer.flush()
        has_games = bool(made.evening or made.counts.finished)  # no lobby alone
        answer = {"evening": made.evening, "has_games": has_games, "is_whole": made.is_whole}
    except NotMade as why:
        answer = {"why": str(why)}
    print(json.dumps(answer), file=sys.stderr)


def kept(folder: str, config: str | None) -> str:
    """Write that of the evening; the sentence that is answered."""
    try:
        made = _made(folder, config)
        keep(folder, made)
    except NotMade as why:
        return "" if str(why) == RESTORING else str(why)  # then the program starts anew
    except OSError as why:
        return why.strerror or str(why)
    return say(made.notes[0]) if made.notes else ""


def _made(folder: str, config: str | None) -> Made:
    try:
        settings = load(config)
    except SettingsError as why:  # in the middle of being edited
        settings = fall_back(config, why)
    try:
        before = pending(folder)
        made = make(folder, settings, in_use=True)
        if before or pending(folder):
            raise NotMade(RESTORING)
    except BadBackup as why:
        raise NotMade(str(why)) from None
    except OSError as why:
        raise NotMade(why.strerror or str(why)) from None
    except MemoryError:
        raise NotMade("it takes too much memory") from None
    return made


if __name__ == "__main__":
    main()
