"""SIGKILL at random moments: no acknowledged scan is lost, and nothing has to be repaired.

Each round a forked child opens the journal, checks that every acknowledged scan is there in order,
and appends, telling each seq that was acknowledged, until SIGKILL comes at some moment.
"""

import os
import random
import select
import signal
import sqlite3
import struct
import time
import traceback
from contextlib import closing
from pathlib import Path

from support.journal_tools import code_of, in_order
from support.soak import share

from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import GameNow

KILLS = share(1000)
GAME_SCANS = 60
ROUNDS_A_FOLDER = 25  # so that the making of a journal is cut off, too


def game_of(seq: int) -> GameNow:
    number, place = divmod(seq - 1, GAME_SCANS)
    closing = place == GAME_SCANS - 1  # this scan opens the next lobby
    return GameNow(number + 1 + closing, f"game {number + 1 + closing}", "{}")


def write_on(folder: Path, acknowledged: int, unheard: int, tell: int) -> None:
    """Check what is there, then append for ever."""
    journal = Journal(str(folder))
    assert journal.saved, journal.trouble
    assert not journal.findings, journal.findings
    seq = check(journal, acknowledged, unheard)
    while True:
        seq += 1
        assert journal.append(code_of(seq), 0, 1.0, game_of(seq)), journal.trouble
        os.write(tell, struct.pack("=I", seq))


def check(journal: Journal, acknowledged: int, unheard: int) -> int:
    """The last seq: every acknowledged scan, and at most one more from each unheard round."""
    last, before = journal.last_game(), journal.game_before()
    if last is None:
        assert acknowledged == 0, acknowledged
        return 0
    scans = (*(before.scans if before else ()), *last.scans)
    assert [scan.code for scan in scans] == [code_of(scan.seq) for scan in scans]
    assert last.game.opening == game_of(scans[-1].seq).opening
    assert acknowledged <= scans[-1].seq <= acknowledged + unheard, (acknowledged, scans[-1])
    return scans[-1].seq


def one_round(
    folder: Path, acknowledged: int, unheard: int, patience_s: float, from_first: bool
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
        finally:
            os._exit(1)
    os.close(tell)
    heard = os.read(hear, 4) if from_first else b""
    end = time.monotonic() + patience_s
    while (left := end - time.monotonic()) > 0 and select.select([hear], [], [], left)[0]:
        heard += (piece := os.read(hear, 4096))
        if not piece:
            break
    os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == -signal.SIGKILL, "the child found something wrong"
    with open(hear, "rb") as pipe:
        heard += pipe.read()
    return struct.unpack_from("=I", heard, len(heard) - 4)[0] if heard else 0


def test_no_acknowledged_scan_is_lost_by_kills_at_random_moments(tmp_path: Path) -> None:
    seed = os.environ.get("OKANJO_SEED") or str(random.randrange(1 << 32))
    chance = random.Random(seed)
    print(f"OKANJO_SEED={seed}")
    for first in range(0, KILLS, ROUNDS_A_FOLDER):
        folder, acknowledged, unheard = tmp_path / str(first), 0, 1
        for _ in range(ROUNDS_A_FOLDER):
            patience_s, from_first = chance.uniform(0, 0.030), chance.random() < 0.5
            heard = one_round(folder, acknowledged, unheard, patience_s, from_first)
            acknowledged, unheard = heard or acknowledged, 1 if heard else unheard + 1
        Journal(str(folder)).close()
        with closing(sqlite3.connect(folder / "journal.db")) as connection:  # by SQLite alone
            codes = [code for (code,) in connection.execute("SELECT code FROM scans ORDER BY seq")]
        assert acknowledged <= len(codes) <= acknowledged + unheard
        assert codes == in_order(len(codes))
