"""`okanjo board backup FILE` and `okanjo board restore FILE`.

Law: no file is overwritten that is not such a backup.
"""

import sys
from collections.abc import Mapping
from typing import BinaryIO

from firmware.cli.errors import CommandFailed
from firmware.common.system.exit_status import FAILED
from firmware.common.system.files import write


def back_up_or_restore(do: str, file: str, url: str, replace: bool) -> int:
    from firmware.hall.store.store import Away, Unusable

    if not file:
        raise CommandFailed(f"Name a file: okanjo board {do} FILE")
    try:
        return _back_up(file, url) if do == "backup" else _restore(file, url, replace)
    except (Unusable, Away) as why:
        raise CommandFailed(str(why), FAILED) from None


def _back_up(file: str, url: str) -> int:
    from firmware.hall.store.backup import Counts, back_up

    counts: Counts = {}

    def put(out: BinaryIO) -> None:
        nonlocal counts
        counts = back_up(url, out)

    if file == "-":
        put(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    else:
        _check_target(file)
        write(file, put)
    print(f"Saved: {_described(counts)}", file=sys.stderr if file == "-" else sys.stdout)
    return 0


def _check_target(file: str) -> None:
    from firmware.hall.store.backup import Lines
    from firmware.hall.store.store import Unusable

    try:
        with open(file, "rb") as there:
            Lines(there)
    except FileNotFoundError:
        pass
    except Unusable as why:
        raise CommandFailed(f"{file} is there already: use another name. {why}") from None


def _restore(file: str, url: str, replace: bool) -> int:
    from firmware.hall.store.backup import restore

    with open(file, "rb") if file != "-" else sys.stdin.buffer as content:
        counts = restore(url, content, replace)
    print(f"Restored: {_described(counts)}. Start the board: okanjo board")
    return 0


def _described(counts: Mapping[str, int]) -> str:
    return (
        ", ".join(f"{n} {kind}" for kind, n in counts.items() if n and kind != "about")
        or "nothing yet"
    )
