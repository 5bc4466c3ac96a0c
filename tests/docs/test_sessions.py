"""The documents' own sessions, run word for word."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", TEXT, re.S)


def test_every_command_prints_what_the_text_says() -> None:
    commands = [
        part for session in SESSIONS for part in re.split(r"^\$ ", session, flags=re.M) if part
    ]
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
