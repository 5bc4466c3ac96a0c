"""The broker's password: in a file of its own, where no setting and no backup has it.

It is for one broker only: where host, port, user or TLS become others, by a page or a restored
backup, it is sent to nobody until it is given again.
"""

from __future__ import annotations

import os
from typing import Literal

from firmware.common.settings.schema import Mqtt
from firmware.common.system.files import remove, replace
from firmware.common.system.state_dir import MQTT_PASSWORD, read_text

Kept = Literal["", "kept", "kept_for_another"]


def read(folder: str, broker: Mqtt) -> str:
    """The password that is kept for this broker; "" for none."""
    address, password = _file(folder)
    return password if address == _address(broker) else ""


def kept(folder: str, broker: Mqtt) -> Kept:
    """Whether a password is kept, and for this broker; "" for none."""
    address, password = _file(folder)
    if not password:
        return ""
    return "kept" if address == _address(broker) else "kept_for_another"


def keep(folder: str, broker: Mqtt, password: str) -> None:
    """Keep it for this broker, in place of the one before; "" removes that. Raises OSError."""
    path = os.path.join(folder, MQTT_PASSWORD)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if password:
        replace(path, f"{_address(broker)}\n{password}".encode())
    else:
        remove(path)


def _file(folder: str) -> tuple[str, str]:
    address, _, password = read_text(os.path.join(folder, MQTT_PASSWORD)).partition("\n")
    return address, password


def _address(broker: Mqtt) -> str:
    return f"mqtt{'s' * broker.tls}://{broker.user}@{broker.host}:{broker.port}"
