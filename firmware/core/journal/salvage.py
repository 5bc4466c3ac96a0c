"""Rebuild a damaged journal from the rows that can still be read, and keep the damaged one.

Law: not one byte of the damaged files is changed or deleted, and at any moment the power may go:
the new journal is complete and synced before the old one is moved, and a start that finds it
ready finishes the move.
"""

import os
from typing import NamedTuple

from engine.message import Message, gettext, ngettext
from firmware.common.system.files import sync_folder
from firmware.common.system.state_dir import JOURNAL_READY
from firmware.common.system.swap import BESIDE_DATABASE, set_aside
from firmware.core.journal.database import create
from firmware.core.journal.mark import read_mark, write_mark
from firmware.core.journal.pages import games_on, merges_on, read_log, read_pages, scans_on
from firmware.core.journal.rows import PAGE_BYTES, Found, GameRow, ScanRow, last_seq


class Salvaged(NamedTuple):
    """What can go on, and what each game has lost; nothing when nothing is lost."""

    readable: Found
    missing: tuple[Message, ...]


def salvage(path: str) -> Salvaged:
    """All scans and games that can be read, up to the gap in each game. Changes nothing."""
    pages, log = read_pages(path), read_log(path)
    newest = dict(enumerate(pages, 1))
    newest.update((number, page) for number, page in log if number <= len(pages) + len(log))
    # A scan never changes: an older copy of its page is as good.
    copies = dict.fromkeys((*pages, *(page for _, page in log)))
    scans = scans_on(copies)
    # A game does: only the newest copy of its page counts, unless there is no game on any.
    blank, end = bytes(PAGE_BYTES), max(newest, default=1) + 1
    in_file = [newest.get(number, blank) for number in range(2, end)]
    games = games_on(in_file) or games_on(copies)
    readable, missing = _cut_at_gaps(scans, games, read_mark(path))
    merges = merges_on(in_file)  # of an older copy some may have been parted since
    if any(row.number != number for number, row in enumerate(merges, 1)):
        missing = (*missing, gettext("merged players"))
    return Salvaged(readable._replace(merges=tuple(merges)), missing)


def _cut_at_gaps(scans: dict[int, ScanRow], games: dict[int, GameRow], mark: int) -> Salvaged:
    """Of each game the scans before its first missing one."""
    in_order = _games_in_order(games, scans)
    missing = [gettext("game {game}", game=number) for number in _lost_games(in_order)]
    kept: list[ScanRow] = []
    ends = [*(game.first_seq for game in in_order[1:]), max((*scans, mark)) + 1]
    for game, end in zip(in_order, ends, strict=False):  # without a game there is one end too many
        if game.deleted < 0:  # emptied: an old copy of a page must not bring its scans back
            continue
        seq = game.first_seq
        while seq in scans and seq < end:
            kept.append(scans[seq])
            seq += 1
        if seq < end:
            missing.append(_missing(end - seq, game, is_last=game is in_order[-1]))
    if not in_order and mark:
        missing.append(ngettext("{count} scan", "{count} scans", mark))
    return Salvaged(Found(last_seq(kept, in_order), in_order, kept), tuple(missing))


def _games_in_order(games: dict[int, GameRow], scans: dict[int, ScanRow]) -> list[GameRow]:
    """The games by number, each beginning after the one before; first of all a game for scans that
    come before all games, as the row of the game that they were of is lost.
    """
    in_order: list[GameRow] = []
    for _number, game in sorted(games.items()):
        if not in_order or game.first_seq > in_order[-1].first_seq:
            in_order.append(game)
    first = min(scans, default=0)
    if scans and (not in_order or first < in_order[0].first_seq):
        number = in_order[0].number - 1 if in_order else 1
        in_order.insert(0, GameRow(number, first, "", "", None, scans[first].at, None))
    return in_order


def _lost_games(in_order: list[GameRow]) -> list[int]:
    """The numbers that are missing between those of these games."""
    numbers = {game.number for game in in_order}
    return sorted({*range(min(numbers, default=0), max(numbers, default=0))} - numbers)


def _missing(scans: int, game: GameRow, is_last: bool) -> Message:
    if is_last:
        return ngettext(
            "{count} scan of game {game} or later",
            "{count} scans of game {game} or later",
            scans,
            game=game.number,
        )
    return ngettext(
        "{count} scan of game {game}", "{count} scans of game {game}", scans, game=game.number
    )


def replace(path: str, contents: Found) -> str:
    """Put a new journal with these contents at `path`. Return the name that the old one is kept
    under, empty when there was none. Raises OSError or sqlite3.Error when the disk refuses.
    """
    new = path + ".new"
    for beside in BESIDE_DATABASE:
        if os.path.lexists(new + beside):
            os.remove(new + beside)
    create(new, contents)
    os.rename(new, path + JOURNAL_READY)
    sync_folder(os.path.dirname(path))
    write_mark(path, contents.last_seq)
    return finish(path)


def finish(path: str) -> str:
    """Move a journal that is ready to its place. Return the name that the old one is kept under,
    empty when there was none.
    """
    if not os.path.exists(path + JOURNAL_READY):
        return ""
    kept = set_aside(path)
    os.rename(path + JOURNAL_READY, path)
    sync_folder(os.path.dirname(path))
    return kept
