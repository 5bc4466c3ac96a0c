"""`okanjo rollback`: make the version before the current one.

The script that came with the installation takes this process over.
"""

import os
import sys
from typing import NoReturn

from firmware.cli.errors import CommandFailed

SHELL = "/bin/sh"


def rollback(folder: str = sys.prefix) -> NoReturn:
    """Run the script; `folder` is the running version's own."""
    script = os.path.join(folder, "system", "rollback.sh")
    if not os.path.exists(script):
        raise CommandFailed("This Okanjo came by no installer: there is no version before it.")
    if os.geteuid() != 0:
        raise CommandFailed("This changes the system: sudo okanjo rollback")
    os.execv(SHELL, [SHELL, script])  # noqa: S606 - a file of our own, no words of anybody's
