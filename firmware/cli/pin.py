"""`okanjo pin`: print the page's PIN and addresses; with --new, draw another PIN first.

It is for a device that has neither a display nor a terminal to show them on. The program that runs
is asked; where none runs, the PIN is read from the state, and renewed there.
"""

import os
from contextlib import suppress

from engine.notation import printable
from firmware.cli.errors import CommandFailed
from firmware.common.ipc.client import BARRED, UNSEEN, ask
from firmware.common.ipc.socket_path import folders
from firmware.common.settings.load import load
from firmware.common.system.exit_status import NOBODY
from firmware.common.system.state_dir import claim, same_folder
from firmware.core.app.pin import Pin


def print_pin(config: str | None, renew: bool) -> int:
    folder = load(config).state_folder
    renew_in = os.path.abspath(folder) if renew else ""
    answer, why_not = ask(folders(folder), "pin", folder, renew_in=renew_in)
    if answer is None or (renew and not same_folder(answer["state_folder"], folder)):
        answer = {"pin": _of_state(folder, renew, why_not)}
    print(f"PIN {answer['pin']}")
    for address in answer.get("addresses") or []:
        print(f"{printable(str(address))}/desk")
    return 0


def _of_state(folder: str, renew: bool, why_not: str) -> str:
    """Return the PIN that is kept for the next start, or another one, kept in its place."""
    pin = Pin(folder)
    if not pin.is_kept or why_not:
        raise CommandFailed(_describe(why_not, folder), NOBODY)
    if not renew:
        return pin.digits
    with suppress(OSError), claim(folder):
        digits = pin.renew()
        if pin.is_kept:
            return digits
    raise CommandFailed(f"{printable(folder, 200)}: PIN not saved. Try again with sudo")


def _describe(why: str, folder: str) -> str:
    if why in (BARRED, UNSEEN) and os.geteuid():
        return "You may not control the running Okanjo: sudo okanjo pin"
    if why and why != UNSEEN:
        return f"Okanjo is running, but {printable(why)}"
    return f"No Okanjo with a page runs on {printable(folder, 200)}: start it, and check [web]"
