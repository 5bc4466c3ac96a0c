"""What a table on a broker costs: its client's memory, and what a scan waits for it."""

import tempfile
import time
from pathlib import Path

from bench.bench_figures import Figure, Skipped, p99
from support.mqtt_broker import MOSQUITTO, at_broker, client_of, table_of
from support.processes import rss_kb
from support.table_program import ProgramTable

SCANS = 300
LOBBY = ("preset my-first-meal", "red", "blue", "next")


def client() -> Figure:
    """The client's memory, connected and after a round."""
    return _measured()[0]


def service() -> Figure:
    """What the table's own program takes more than one that is told of no broker."""
    return _measured()[1]


def acknowledge() -> Figure:
    """How much later the slowest scans are answered than without a broker."""
    return _measured()[2]


def _measured() -> tuple[Figure, Figure, Figure]:
    if not MOSQUITTO:
        raise Skipped("mosquitto is not installed")
    with (
        tempfile.TemporaryDirectory() as folder,
        at_broker(Path(folder)) as (with_broker, _, heard),
    ):
        alone = table_of(Path(folder) / "alone", None)
        laps: dict[ProgramTable, list[float]] = {with_broker: [], alone: []}
        try:
            heard.state(phase="lobby")
            for table in laps:
                table.scan(*LOBBY)
            for _ in range(SCANS):
                for table, taken in laps.items():
                    began = time.perf_counter()
                    table.scan("red")
                    taken.append(1000 * (time.perf_counter() - began))
            memory = [rss_kb(table.child.pid) / 1024 for table in laps]
            client_mb = rss_kb(client_of(with_broker)) / 1024
        finally:
            alone.leave()
    more_mb, more_ms = memory[0] - memory[1], p99(laps[with_broker]) - p99(laps[alone])
    return (
        Figure("MB", client_mb, None, 22, "connected, after a round"),
        Figure("MB", more_mb, None, 1, f"beside {memory[1]:.1f} MB", baseline=memory[1]),
        Figure("ms", more_ms, None, 1, f"p99, {SCANS} scans", baseline=p99(laps[alone])),
    )
