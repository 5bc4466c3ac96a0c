"""`okanjo config`: print every setting in force, its value and where that comes from."""

import os

from engine.notation import LONGEST_LINE, printable
from firmware.cli.errors import CommandFailed
from firmware.common.settings.errors import SERVICE_GOES_ON, SettingsError
from firmware.common.settings.export import rows
from firmware.common.settings.load import OWNERS_FILE, load
from firmware.common.system.text import columns


def print_config(config: str | None) -> int:
    try:
        settings = load(config)
    except SettingsError as why:
        raise CommandFailed(f"{why}\n{SERVICE_GOES_ON}") from None
    file = config or (OWNERS_FILE if os.path.exists(OWNERS_FILE) else "")
    print(f"Settings: {printable(file, LONGEST_LINE) or f'built in (there is no {OWNERS_FILE})'}")
    cells = [[printable(cell, LONGEST_LINE) for cell in row] for row in rows(settings)]
    print("\n".join(columns(cells, "<<<")))
    return 0
