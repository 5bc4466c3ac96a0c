"""The unit with which a board is started on a server."""

import shutil
import subprocess
from pathlib import Path

import pytest
from support.table_program import ROOT

UNIT = ROOT / "config/board/okanjo-board.service"


@pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed (package systemd)"
)
def test_systemd_has_nothing_to_say_of_the_unit(tmp_path: Path) -> None:
    """Its status is 0 either way."""
    okanjo = tmp_path / "okanjo"
    okanjo.write_text("#!/bin/sh\n")
    okanjo.chmod(0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/okanjo-board/.venv/bin/okanjo", str(okanjo)))
    words = "systemd-analyze", "verify", "--man=no", unit
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout + done.stderr == ""
