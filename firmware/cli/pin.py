"""`okanjo pin`: the PIN and the addresses of the page of the program that runs, printed."""

from __future__ import annotations

import os
import sys

from engine.notation import printable, printable_lines
from firmware.ipc.client import BARRED, UNSEEN, ask
from firmware.ipc.server import folders
from firmware.settings.load import SettingsError, load
from firmware.system.exit_status import NOBODY, UNUSABLE


def pin(config: str | None) -> int:
    """For a device that has neither a display nor a terminal to show it on."""
    try:
        settings = load(config)
    except SettingsError as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return UNUSABLE
    told, why_not = ask(folders(settings.state_folder), "pin", settings.state_folder)
    if told is None:
        print(_why(why_not, settings.state_folder), file=sys.stderr)
        return NOBODY
    print(f"PIN {told.get('pin')}")
    for address in told.get("addresses") or []:
        print(f"{printable(str(address))}/desk")
    return 0


def _why(why: str, folder: str) -> str:
    if why in (BARRED, UNSEEN) and os.geteuid():
        return "The Okanjo that runs is not yours to ask: sudo okanjo pin"
    if why and why != UNSEEN:
        return f"The Okanjo that runs was asked, but {printable(why)}"
    return f"No Okanjo with a page runs on {printable(folder, 200)}: start it, and look at [web]"
