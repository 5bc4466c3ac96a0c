"""A table whose scans come out at a display."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.table_app import AppTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path, synchronous="OFF")
    yield table
    table.unplugged()
