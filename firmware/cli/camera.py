"""`okanjo camera >FILE`: take a picture by the camera over the table, with no one in between.

On the device okanjo-camera.socket starts it; who has connected gets the picture, or why not.
"""

from __future__ import annotations

import sys

from drivers.camera import CameraFault
from firmware.cli.errors import CommandFailed
from firmware.common.settings.load import load
from firmware.common.system.exit_status import FAILED
from firmware.core.app.parts import build_camera


def take_picture(config: str | None) -> int:
    take = build_camera(load(config).camera, unit="")
    if take is None:
        raise CommandFailed("No camera is set: see kind in [camera].")
    if sys.stdout.isatty():
        raise CommandFailed("A picture is no text: okanjo camera > table.jpg")
    try:
        sys.stdout.buffer.write(take())
    except CameraFault as why:
        raise CommandFailed(str(why), FAILED) from None
    return 0
