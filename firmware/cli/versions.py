"""`okanjo update FILE` and `okanjo rollback`: make another version the current one.

The script that came with the installation takes this process over.
"""

import os
import sys
from typing import NoReturn

from firmware.cli.errors import CommandFailed


def change_version(command: str, *files: str, folder: str = sys.prefix) -> NoReturn:
    """Run the script of that name; `folder` is the running version's own."""
    script = os.path.join(folder, "system", f"{command}.sh")
    if not os.path.exists(script):
        raise CommandFailed("Not an installed device, so there is no other version.")
    if os.geteuid() != 0:
        raise CommandFailed(f"This changes the system: sudo okanjo {' '.join((command, *files))}")
    os.execv("/bin/sh", ["sh", script, *files])  # noqa: S606 - a file of our own, which takes files
