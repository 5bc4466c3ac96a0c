"""A number of rounds in, one line of figures out: writers are killed, and what they said holds.

    python journal_killer.py FOLDER ROUNDS SEED

Each round a forked child opens the journal, checks that every acknowledged scan is there in
order, and appends, telling each seq that was acknowledged, until SIGKILL comes at some moment.
"""

import os
import random
import select
import signal
import sqlite3
import struct
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from firmware.journal.journal import Journal
from firmware.journal.rows import GameNow

GAME_SCANS = 60
ROUNDS_A_FOLDER = 25  # so that the making of a journal is cut off, too


def code_of(seq: int) -> str:
    return f"{seq * 7919 % 1_000_000:06d}"


def game_of(seq: int) -> GameNow:
    number, place = divmod(seq - 1, GAME_SCANS)
    closing = place == GAME_SCANS - 1  # this scan opens the next lobby
    return GameNow(number + 1 + closing, f"game {number + 1 + closing}", "{}")


def write_on(folder: str, acknowledged: int, unheard: int, tell: int) -> None:
    """Check what is there, then append for ever."""
    journal = Journal(folder)
    assert journal.saved, journal.trouble
    assert not journal.notices, journal.notices
    seq = check(journal, acknowledged, unheard)
    while True:
        seq += 1
        assert journal.append(code_of(seq), 0, 1.0, game_of(seq)), journal.trouble
        os.write(tell, struct.pack("=I", seq))


def check(journal: Journal, acknowledged: int, unheard: int) -> int:
    """The last seq: every acknowledged scan, and at most one more from each unheard round."""
    last = journal.last_game()
    if last is None:
        assert acknowledged == 0, acknowledged
        return 0
    before = journal.game_before()
    scans = (*(before.scans if before else ()), *last.scans)
    assert [scan.code for scan in scans] == [code_of(scan.seq) for scan in scans]
    assert last.game.opening == game_of(scans[-1].seq).opening
    assert acknowledged <= scans[-1].seq <= acknowledged + unheard, (acknowledged, scans[-1])
    return scans[-1].seq


def one_round(
    folder: str, acknowledged: int, unheard: int, patience_s: float, from_first: bool
) -> int:
    """Let a child write for that long; the last seq it acknowledged, 0 for none.

    The time runs from the fork, or from the first acknowledgement: a slow machine must get there.
    """
    hear, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_on(folder, acknowledged, unheard, tell)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    os.close(tell)
    heard = os.read(hear, 4) if from_first else b""
    end = time.monotonic() + patience_s
    while (left := end - time.monotonic()) > 0:
        if select.select([hear], [], [], left)[0]:
            heard += (piece := os.read(hear, 4096))
            if not piece:
                break
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    while piece := os.read(hear, 4096):
        heard += piece
    os.close(hear)
    if not os.WIFSIGNALED(status):
        raise SystemExit("the child found something wrong")
    return struct.unpack_from("=I", heard, len(heard) - 4)[0] if heard else 0


def main() -> None:
    base, rounds, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    total = 0
    for first in range(0, rounds, ROUNDS_A_FOLDER):
        folder, acknowledged, unheard = os.path.join(base, str(first)), 0, 1
        for _ in range(min(ROUNDS_A_FOLDER, rounds - first)):
            patience_s, from_first = chance.uniform(0, 0.030), chance.random() < 0.5
            heard = one_round(folder, acknowledged, unheard, patience_s, from_first)
            acknowledged, unheard = heard or acknowledged, 1 if heard else unheard + 1
        check_all(folder, acknowledged, unheard)
        total += acknowledged
    print(f"{rounds} kills, {total} scans acknowledged, none lost")


def check_all(folder: str, acknowledged: int, unheard: int) -> None:
    """After one more start, by SQLite alone: every acknowledged scan, in order, once."""
    Journal(folder).close()
    connection = sqlite3.connect(os.path.join(folder, "journal.db"))
    codes = [code for (code,) in connection.execute("SELECT code FROM scans ORDER BY seq")]
    connection.close()
    assert acknowledged <= len(codes) <= acknowledged + unheard
    assert codes == [code_of(seq + 1) for seq in range(len(codes))]


if __name__ == "__main__":
    main()
