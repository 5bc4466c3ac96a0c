"""`okanjo rollback`: the version before becomes the current one; an exit status out, or none at
all, as the script that came with the installation takes this process over.
"""

from __future__ import annotations

import os
import sys

from firmware.system.exit_status import UNUSABLE

SHELL = "/bin/sh"


def rollback(folder: str = sys.prefix) -> int:
    """`folder` is the version's that runs."""
    script = os.path.join(folder, "system", "rollback.sh")
    if not os.path.exists(script):
        why = "This Okanjo came by no installer: there is no version before it."
    elif os.geteuid() != 0:
        why = "This changes the system: sudo okanjo rollback"
    else:
        os.execv(SHELL, [SHELL, script])  # noqa: S606 - a file of our own, no words of anybody's
    print(why, file=sys.stderr)
    return UNUSABLE
