"""A watched folder that the kernel refuses."""

import os
import tempfile

import pytest
from support.processes import open_files

from drivers.inotify import Watch

NOBODY = 65534


def test_a_watch_that_fails_leaves_no_descriptor_open() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0)
        before, user = open_files(), os.geteuid()
        os.seteuid(user or NOBODY)  # root may watch anything
        try:
            with pytest.raises(OSError, match="inotify cannot watch"):
                Watch(folder)
        finally:
            os.seteuid(user)
        assert open_files() == before
