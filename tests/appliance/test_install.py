"""`pip install .` into an empty environment gives a working `okanjo`, from any folder."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("engine", "drivers", "firmware", "pyproject.toml", "README.md", "LICENSE")
NO_INDEX = ("No matching distribution found", "Could not find a version", "Temporary failure")


def _copy(folder: Path) -> Path:
    """The sources as a fresh clone has them, so that building leaves nothing in this one."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / part, folder / part)
    return folder


def test_an_installed_okanjo_works_from_any_folder(tmp_path: Path) -> None:
    clone, venv, elsewhere = tmp_path / "clone", tmp_path / "venv", tmp_path / "elsewhere"
    clone.mkdir()
    elsewhere.mkdir()
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pip = subprocess.run(
        [venv / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", _copy(clone)],
        capture_output=True,
        text=True,
        env=environ,
        check=False,
    )
    if pip.returncode and any(sign in pip.stderr for sign in NO_INDEX):
        pytest.skip("no package index can be reached")
    assert pip.returncode == 0, pip.stderr

    def okanjo(*words: str, given: str = "") -> str:
        done = subprocess.run(
            [venv / "bin" / "okanjo", *words],
            input=given,
            capture_output=True,
            text=True,
            cwd=elsewhere,
            env={**environ, "HOME": str(elsewhere), "XDG_STATE_HOME": str(elsewhere)},
            check=True,
        )
        assert done.stderr in ("", "keyboard-type scanners need evdev\n")  # an extra, asked for
        return done.stdout

    assert len(json.loads(okanjo("codes", "--json"))) > 400
    record = json.loads(okanjo("replay", "-", "--json", given="game omakase\nbadge red\n"))
    assert record["seats"][0]["badge"] == "red"
    (elsewhere / "own.toml").write_text(
        f'[state]\nfolder = "{elsewhere / "state"}"\n[web]\non = false\n'
    )
    run = okanjo("--config", "own.toml", "run", given="badge red\n")
    assert run == "accepted Red; now a menu or game\n"
    assert "table.double_read_ms" in okanjo("config")
