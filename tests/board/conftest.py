"""A real PostgreSQL for all tests of a worker, started by the first that wants it."""

from collections.abc import Iterator

import pytest
from support.databases import POSTGRES, Postgres, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    if not POSTGRES:
        pytest.skip("postgresql is not installed")
    with postgres() as started:
        yield started
