"""The pure parts of the pages' scripts: tests/web/js, run by Node beside the scripts as served."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
TESTS = Path(__file__).parent / "js"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All scripts in one folder, as they import each other, with the tests."""
    folder = tmp_path_factory.mktemp("scripts")
    for script in (*FIRMWARE.rglob("*.js"), *TESTS.iterdir()):
        assert not (folder / script.name).exists(), f"two scripts are called {script.name}"
        shutil.copy(script, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("name", sorted(path.name for path in TESTS.iterdir()))
def test_the_pure_parts_of_the_scripts(served: Path, name: str) -> None:
    """All tests of a file pass, and there are some."""
    run = subprocess.run(["node", "--test", name], cwd=served, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "pass 0\n" not in run.stdout


def test_no_line_has_more_than_120_columns() -> None:
    """The formatter leaves comments and texts as they are."""
    scripts = [*FIRMWARE.rglob("*.js"), *TESTS.iterdir()]
    assert len(scripts) > 20
    lines = [line for path in scripts for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if len(line) > 120] == []
