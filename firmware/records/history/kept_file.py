"""The copy of what is kept of each game: a file in the state folder, and the process that makes it.

The program (`python -m firmware.records.history.kept_file FOLDER ...`) brings the file up to the
journal, and ends. It takes time and memory that the table's process is not to give.
Law: a file that is damaged, or of another Okanjo, is as if it were not there.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import suppress
from zlib import crc32

from engine.catalogue import Games, Labelled, corrections
from engine.games.omakase import CARD_TABLE, GAME
from firmware import VERSION
from firmware.common.games import games_in_force
from firmware.common.system import child, files
from firmware.common.system.state_dir import KEPT_FILE, open_plain
from firmware.records.history.games import Titles
from firmware.records.history.kept import KeptChange, KeptGames
from firmware.records.history.reader import Past

FORM = 1  # a change of the tables, or of what stands in them, is another one
MOST_BYTES = 1 << 28
MOST_MEMORY = 1 << 29  # bytes of address space
IN_A_BATCH = 500


def load(folder: str, games: Games, titles: Titles) -> KeptGames:
    """What was kept last; nothing where there is no file to rely on."""
    with suppress(OSError, ValueError, KeyError, TypeError, sqlite3.Error, MemoryError):
        with open(os.path.join(folder, KEPT_FILE), "rb", opener=open_plain) as file:
            head, content = file.readline(200), file.read(MOST_BYTES)
        if head == _head(content, games):
            return KeptGames(titles, content)
    return KeptGames(titles)


def save(folder: str, games: Games, kept: KeptGames) -> None:
    """Raises OSError."""
    content = kept.serialized()
    files.replace(os.path.join(folder, KEPT_FILE), _head(content, games) + content)


def forget_file(folder: str) -> None:
    """Have no file until the next one is made."""
    with suppress(OSError):
        files.remove(os.path.join(folder, KEPT_FILE))


def _head(content: bytes, games: Games) -> bytes:
    """What the file begins with: whatever games it was made with, and that it is whole."""
    menus = repr(
        [(game.slug, game.kinds, game.menu, game.presets, game.deck) for game in games.values()]
    )
    made_with = crc32(menus.encode())
    return f"okanjo-kept {FORM} {VERSION} {made_with} {crc32(content)}\n".encode()


def bring_up(kept: KeptGames, past: Past, games: Games) -> int:
    """Read all that is not kept as it is, and rate everybody; how many games that were."""
    stamps = past.stamps()
    stale = kept.stale(stamps)
    kept.apply([KeptChange(number) for number in stale if number not in stamps])
    changes = []
    for step in past.these({n: stamps[n] for n in stale if n in stamps}, games):
        if step is not None:
            changes.append(KeptChange(step[0], stamps[step[0]], step[1]))
        if len(changes) >= IN_A_BATCH:
            kept.apply(changes)
            changes.clear()
    kept.apply(changes)
    kept.players = past.players()
    for _ in (*kept.settle(), *kept.rate()):
        pass
    return len(stale)


def command(folder: str, games: Games) -> list[str]:
    """The words that have the file made for these games."""
    labelled = games if isinstance(games, Labelled) else Labelled(games)
    return child.command(__name__, folder, labelled.corrections_text(GAME))


def main() -> None:
    child.make_way(MOST_MEMORY)
    folder, corrected = sys.argv[1:]
    cards, decks = corrections(corrected)
    games, past = games_in_force(cards or CARD_TABLE, decks), Past(folder)
    kept = load(folder, games, past.titles(games))
    if bring_up(kept, past, games):
        save(folder, games, kept)


if __name__ == "__main__":
    main()
