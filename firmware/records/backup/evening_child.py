"""The process that writes the backup of the evening:
`python -m firmware.records.backup.evening_child FOLDER [CONFIG]`.

It answers with a line in English that says why there is none, or what it lacks; with an empty one
where all is well. It makes way for the table in everything: in a process of its own, the lowest in
memory and processor.
"""

from __future__ import annotations

import sys

from firmware.common.settings.errors import SettingsError
from firmware.common.settings.last_good import fall_back
from firmware.common.settings.load import load
from firmware.common.system import child
from firmware.common.system.swap import pending
from firmware.records.backup.archive import BadBackup
from firmware.records.backup.create import make
from firmware.records.backup.evenings import keep
from firmware.words.language import say

MOST_MEMORY = 256 << 20  # bytes of address space; the largest backup takes 200 MB


def main() -> None:
    child.make_way(MOST_MEMORY)
    folder, *config = sys.argv[1:]
    print(written(folder, config[0] if config else None))


def written(folder: str, config: str | None) -> str:
    """Write it; the sentence that is answered."""
    try:
        settings = load(config)
    except SettingsError as why:  # in the middle of being edited
        settings = fall_back(config, why)
    try:
        if pending(folder):  # a restore, which has the program start anew
            return ""
        made = make(folder, settings, in_use=True)
        if not pending(folder):
            keep(folder, made)
    except BadBackup as why:
        return str(why)
    except OSError as why:
        return why.strerror or str(why)
    except MemoryError:
        return "it takes too much memory"
    return say(made.notes[0]) if made.notes else ""


if __name__ == "__main__":
    main()
