"""A machine for the doctor to look at."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.doctor_machines import FakeMachine


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[FakeMachine]:
    fake = FakeMachine(tmp_path)
    yield fake
    fake.hung.set()
