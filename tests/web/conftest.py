"""A page that shows a table, for any test of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.request_root import RequestRoot
from support.web_site import Site, served


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """At a port of its own; its history is that of the table it shows."""
    with served(tmp_path) as site:
        yield site


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RequestRoot]:
    """The root of a machine, of whose service this program is."""
    root = RequestRoot(tmp_path / "machine")
    for name, value in root.environment.items():
        monkeypatch.setenv(name, value)
    with root.watching():
        yield root
