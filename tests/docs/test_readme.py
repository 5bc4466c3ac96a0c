"""The README's own session, run word for word."""

import re
import subprocess
import sys
from pathlib import Path

from PIL import Image
from support.readme_picture import FILE, drawn

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", README, re.S)


def test_every_command_prints_what_the_readme_says() -> None:
    commands = [part for one in SESSIONS for part in re.split(r"^\$ ", one, flags=re.M) if part]
    assert commands
    for part in commands:
        command, _, printed = part.partition("\n")
        program, *words = command.split()
        assert program == "okanjo"
        done = subprocess.run(
            [sys.executable, "-m", "firmware", *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == printed.strip()


def test_the_picture_is_what_the_display_shows() -> None:
    with Image.open(FILE) as kept:
        assert kept.convert("RGB").tobytes() == drawn().tobytes()
