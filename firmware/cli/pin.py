"""`okanjo pin`: print the PIN and the addresses of the page of the program that runs.

It is for a device that has neither a display nor a terminal to show them on.
"""

import os

from engine.notation import printable
from firmware.cli.errors import CommandFailed
from firmware.ipc.client import BARRED, UNSEEN, ask
from firmware.ipc.socket_path import folders
from firmware.settings.load import load
from firmware.system.exit_status import NOBODY


def print_pin(config: str | None) -> int:
    folder = load(config).state_folder
    answer, why_not = ask(folders(folder), "pin", folder)
    if answer is None:
        raise CommandFailed(_describe(why_not, folder), NOBODY)
    print(f"PIN {answer.get('pin')}")
    for address in answer.get("addresses") or []:
        print(f"{printable(str(address))}/desk")
    return 0


def _describe(why: str, folder: str) -> str:
    if why in (BARRED, UNSEEN) and os.geteuid():
        return "The Okanjo that runs is not yours to ask: sudo okanjo pin"
    if why and why != UNSEEN:
        return f"The Okanjo that runs was asked, but {printable(why)}"
    return f"No Okanjo with a page runs on {printable(folder, 200)}: start it, and look at [web]"
