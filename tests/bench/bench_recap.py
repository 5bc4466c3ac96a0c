"""The pictures of an evening: what drawing them costs, and whether a scan waits for it."""

import itertools
import os
import subprocess

from bench.bench_figures import Figure, WentWrong, figure
from bench.bench_process import environ
from bench.bench_scan import extra
from support.recap_made import LONG, party, words

from firmware.common.system import child
from firmware.interfaces.web.pages.recap.routes import DRAWING
from firmware.paper.recap.content import Content, pack

LAPS, EVENINGS = 9, 20
GOAL_S, MOST_MB = 1.5, 60


def _largest() -> tuple[Content, Content]:
    """Five games of eight players with the longest names, and the race of one of them."""
    evening = words(*(party(seed, LONG) for seed in range(5)), venue="Kim’s kitchen")
    return evening.card(), evening.race(evening.evening.games[-1])


def _drawn(content: Content) -> tuple[float, float, int]:
    """Seconds of CPU of its process, start included, the most memory it took in MB, and the bytes
    of the picture.
    """
    command = child.command(DRAWING)
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ(), cwd="/"
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(pack(content))
    process.stdin.close()
    size = len(process.stdout.read())
    process.stdout.close()
    _, ended, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode or not size:
        raise WentWrong("no picture was drawn")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, size


def card() -> Figure:
    return _seconds(_largest()[0])


def race() -> Figure:
    return _seconds(_largest()[1])


def _seconds(content: Content) -> Figure:
    laps = [_drawn(content) for _ in range(LAPS + 1)][1:]  # the first one warms the disk's caches
    result = figure("s", [seconds for seconds, _, _ in laps], GOAL_S)
    return result._replace(note=f"of CPU; {laps[0][2] / 1000:.0f} kB; {LAPS} laps")


def peak() -> Figure:
    """The most memory that any of the two takes."""
    peaks = [max(_drawn(content)[1] for _ in range(3)) for content in _largest()]
    note = f"the evening {peaks[0]:.0f}, the race {peaks[1]:.0f}"
    return Figure("MB", max(peaks), None, MOST_MB, note)


def race_size() -> Figure:
    return Figure("kB", _drawn(_largest()[1])[2] / 1000, None, 1000, "eight players")


def acknowledge_extra() -> Figure:
    """Scans while picture after picture is drawn."""
    pictures = itertools.cycle(_largest())

    def draw() -> None:
        _drawn(next(pictures))

    return extra(draw, EVENINGS)
