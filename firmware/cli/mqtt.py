"""`okanjo mqtt`: tell a broker of the table that runs; or keep its password.

Settings are the table's to say, over its socket: what they take to be read, this program does not
have, and its service may not see the folder.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from firmware.common.ipc.socket_path import SOCKET, SYSTEM_FOLDER
from firmware.common.system.exit_status import UNUSABLE
from firmware.common.system.state_dir import MQTT_FOLDER, AlreadyRunning, claim

if TYPE_CHECKING:
    from firmware.common.settings.schema import Mqtt

CREDENTIAL = "mqtt-password"


def mqtt(config: str | None, asks_password: bool, ends_with_input: bool) -> int:
    own = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if asks_password or not own:
        from firmware.common.settings.load import load

        settings = load(config)
        if asks_password:
            return _keep_password(settings.state_folder, settings.mqtt)
        own = os.path.join(settings.state_folder, MQTT_FOLDER)
    from firmware.common.system.log import start_logging
    from firmware.interfaces.mqtt.program import run

    start_logging()
    folder = os.path.dirname(own)

    def place() -> str:
        return folder if os.path.exists(os.path.join(folder, SOCKET)) else SYSTEM_FOLDER

    try:
        with claim(own):
            return run(place, own, _credential(), ends_with_input=ends_with_input)
    except (AlreadyRunning, OSError) as why:
        from engine.notation import printable_lines

        reason = getattr(why, "strerror", "") or why
        print(printable_lines(f"{own} cannot be used: {reason}"), file=sys.stderr)
        return UNUSABLE


def _credential() -> str:
    """The password that systemd hands over, where the owner has said so."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY", "")
    try:
        with open(os.path.join(folder, CREDENTIAL), encoding="utf-8") as file:
            return file.read().strip("\n") if folder else ""
    except OSError:
        return ""


def _keep_password(folder: str, broker: Mqtt) -> int:
    """Ask for the broker's password, and keep it."""
    if not broker.host:
        print("Name the broker first: host in [mqtt] (docs/mqtt.md)", file=sys.stderr)
        return UNUSABLE
    import getpass

    from firmware.interfaces.mqtt.password import keep

    ask = getpass.getpass if sys.stdin.isatty() else input
    password = ask(f"The password for the broker {broker.host} (empty: none): ")
    keep(folder, broker, password)
    print("Saved. Okanjo uses it at its next connection." if password else "Removed.")
    return 0
