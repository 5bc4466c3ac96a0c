"""What most tests of the board begin with: pages, a broker, one PostgreSQL for a whole worker."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.databases import POSTGRES, Postgres, postgres
from support.door_site import DoorSite, door_site
from support.hall_board import broker
from support.mqtt_broker import Broker


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    if not POSTGRES:
        pytest.skip("postgresql is not installed")
    with postgres() as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new one of either kind; SQLite's folder is not there yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/new/board.db"
    server: Postgres = request.getfixturevalue("server")
    return server.create(f"t{os.urandom(4).hex()}")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[DoorSite]:
    with door_site(tmp_path) as site:
        yield site


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Broker]:
    mosquitto = broker(tmp_path / "broker")
    yield mosquitto
    mosquitto.stop()
