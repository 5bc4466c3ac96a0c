"""Which machine this is, without telling the number that nobody is to know."""

from __future__ import annotations

import hashlib
import os

from firmware.common.system.state_dir import read_text

MACHINE_ID = "/etc/machine-id"


def id_of_machine() -> str:
    """A hash: machine-id(5) forbids to publish the number itself."""
    machine = read_text(MACHINE_ID).strip() or os.urandom(16).hex()
    return hashlib.sha256(f"okanjo {machine}".encode()).hexdigest()[:8]
