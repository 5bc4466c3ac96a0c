"""What a board over many tables costs, and how soon it has a result: real broker, real games."""

import asyncio
import random
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.bench_figures import Figure, Skipped, p99, share
from support.hall_board import BoardProgram, broker
from support.hall_tables import HallTable, later, with_tables
from support.mqtt_broker import MOSQUITTO
from support.processes import cpu_s, rss_kb

SIZES = (10, 100, 1000)
UPDATES_PER_S, RESULTS_PER_S, FOR_S = 200, 20, 10


class Measured(NamedTuple):
    """`cpu` is in percent of a core, at so many states a second; `late` are ms of each result."""

    rss_mb: float
    cpu: float
    late: list[float]


def rss() -> Figure:
    """The board's memory, after states and results of all its tables."""
    smaller = ", ".join(f"{_measured(n).rss_mb:.0f} MB at {n}" for n in SIZES[:-1])
    return Figure("MB", _measured(SIZES[-1]).rss_mb, None, 150, f"1,000 tables; {smaller}")


def cpu() -> Figure:
    smaller = ", ".join(f"{_measured(n).cpu:.0f} % at {n}" for n in SIZES[:-1])
    note = f"1,000 tables, {UPDATES_PER_S} states a second; {smaller}"
    return Figure("%", _measured(SIZES[-1]).cpu, None, 25, note)


def result() -> Figure:
    """From a table's word to the database."""
    late = _measured(SIZES[-1]).late
    note = f"{len(late)} results, {RESULTS_PER_S} a second"
    return Figure("ms", share(late, 0.5), p99(late), 1000, note, tail_within=p99(late) <= 2000)


@cache
def _measured(count: int) -> Measured:
    if not MOSQUITTO:
        raise Skipped("mosquitto is not installed")
    with tempfile.TemporaryDirectory() as name:
        mosquitto = broker(Path(name) / "broker")
        hall = BoardProgram(Path(name) / "board", mosquitto)
        try:
            hall.wait_until_it_hears()
            return asyncio.run(
                with_tables(count, mosquitto.port, lambda tables: _play(hall, tables))
            )
        finally:
            hall.kill()
            mosquitto.stop()


async def _play(hall: BoardProgram, tables: list[HallTable]) -> Measured:
    rng, number = random.Random(1), hall.child.pid
    for table in tables:
        table.scan()
    await later(lambda: len(hall.tiles()) == len(tables))
    began, used = time.monotonic(), cpu_s(number)
    for n in range(UPDATES_PER_S * FOR_S):
        rng.choice(tables).scan()
        await asyncio.sleep(max(0, began + n / UPDATES_PER_S - time.monotonic()))
    percent = 100 * (cpu_s(number) - used) / (time.monotonic() - began)
    late = []
    began = time.monotonic()
    for n in range(RESULTS_PER_S * FOR_S):
        table = tables[n % len(tables)]
        table.play_on()
        before, said_at = {*table.results}, time.perf_counter()
        table.scan()
        (game,) = {*table.results} - before
        while not hall.rows("SELECT 1 FROM results WHERE id = ?", game):
            await asyncio.sleep(0.001)
        late.append(1000 * (time.perf_counter() - said_at))
        await asyncio.sleep(max(0, began + n / RESULTS_PER_S - time.monotonic()))
    return Measured(rss_kb(number) / 1024, percent, late)
