"""Memory ends at each step of a scan's way: it is saved or not, and the journal says the same."""

from pathlib import Path

import pytest
from support.playing import code
from support.table_app import SCANNER, AppTable

from drivers.events import Reading
from engine.position import Table

_testcapi = pytest.importorskip("_testcapi", reason="this Python cannot be refused memory")

BEFORE = ("preset my-first-meal", "badge red", "badge blue", "command next", "badge red")
SCANS = ("face sushi-go-party/tempura", "badge blue", "command undo")
ALLOCATIONS = 700  # of one scan; the last ones are never reached


def without_memory(table: AppTable, line: str, allocation: int) -> None:
    """A scan for which that allocation of memory fails."""
    table.moment()
    reading = Reading(code(line), SCANNER, 0, table.now, 0.0)
    _testcapi.set_nomemory(allocation, allocation + 1)
    try:
        table.app.take(reading)
    except MemoryError:
        pass  # the program leaves, and systemd starts it again
    finally:
        _testcapi.remove_mem_hooks()


def position(table: Table) -> object:
    return table.phase, table.seats, table.round, table.ended


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("line", SCANS)
def test_a_scan_is_saved_or_refused_and_the_journal_whole(line: str, tmp_path: Path) -> None:
    fates = set()
    for allocation in range(1, ALLOCATIONS, 23):
        folder = tmp_path / str(allocation)
        folder.mkdir()
        table = AppTable(folder, synchronous="OFF")
        table.scan(*BEFORE, "face sushi-go-party/sashimi")
        before = table.shown.number
        without_memory(table, line, allocation)
        fates.add(table.shown.number > before)
        table.after(code("badge red"))
        table.after(code("face sushi-go-party/sashimi"))
        assert table.shown.device.saved
        now = position(table.table)
        table.power_cut()
        assert position(table.table) == now, allocation
        table.unplugged()
    assert fates == {True, False}
