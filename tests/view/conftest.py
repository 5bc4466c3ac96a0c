"""A table whose scans come out at a display."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.table_app import AtTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTable]:
    table = AtTable(tmp_path, synchronous="OFF")
    yield table
    table.unplugged()
