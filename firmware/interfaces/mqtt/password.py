"""The broker's password: in a file of its own, where no setting and no backup has it."""

from __future__ import annotations

import os

from firmware.common.system.files import remove, replace
from firmware.common.system.state_dir import MQTT_PASSWORD, read_text


def read(folder: str) -> str:
    """The password that is kept; "" for none."""
    return read_text(os.path.join(folder, MQTT_PASSWORD)).strip("\n")


def keep(folder: str, password: str) -> None:
    """Keep it in place of the one before; "" removes that. OSError."""
    path = os.path.join(folder, MQTT_PASSWORD)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if password:
        replace(path, password.encode())
    else:
        remove(path)
