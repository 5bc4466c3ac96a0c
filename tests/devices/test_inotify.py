"""A watched folder that the kernel refuses."""

import os
import tempfile

import pytest
from support.scanner_events import held

from drivers.inotify import Watch

NOBODY = 65534


def test_a_watch_that_fails_leaves_no_descriptor_open() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0)
        before, user = held(), os.geteuid()
        os.seteuid(user or NOBODY)  # root may watch anything
        try:
            with pytest.raises(OSError, match="inotify cannot watch"):
                Watch(folder)
        finally:
            os.seteuid(user)
        assert held() == before
