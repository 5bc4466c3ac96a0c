"""The last owner's file that was right, kept for a service whose owner's file has a mistake.

A service has nobody at its terminal: there a game is worth more than a file without mistakes. Law:
every mistake is told, and what holds instead, and where the games are kept.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping

from firmware.common.settings.errors import Layer, SettingsError
from firmware.common.settings.load import MOST_BYTES, OWNERS_FILE, completed, read_layer
from firmware.common.settings.schema import BUILT_IN, Settings
from firmware.common.system.files import replace
from firmware.common.system.state_dir import LAST_GOOD_FILE, default_folder, open_plain

logger = logging.getLogger(__name__)
# On the usual pin of the buzzer the owner may have wired a button: nothing drives it.
NO_BUZZER = Layer(BUILT_IN, "", {"buzzer": {"fitted": "no"}})


def keep(config: str | None, environment: Mapping[str, str] = os.environ) -> None:
    """Keep a copy of the owner's file, in which nothing is wrong, if it has changed.

    It lies in the default state folder: only the file itself can name another.
    """
    path, copy = config or OWNERS_FILE, _copy(environment)
    content = _content(path)
    if content == _content(copy):
        return
    try:
        os.makedirs(os.path.dirname(copy), 0o700, exist_ok=True)
        replace(copy, content)
    except OSError as why:
        logger.warning(f"{copy}: no copy of the settings could be saved: {why.strerror or why}")


def fall_back(
    config: str | None, why: SettingsError, environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings that hold where `load` says `why` there are none: the last ones that were
    right; where none are kept, or this Okanjo does not take them, those built in.
    """
    try:
        settings = completed([read_layer(_copy(environment), open_plain)], environment)
        instead = "the last valid settings are in use"
    except SettingsError:
        settings = completed([NO_BUZZER], environment)
        instead = "the built-in settings are in use"
    path, folder = config or OWNERS_FILE, settings.state_folder
    errors = [*str(why).splitlines(), f"{path}: {instead}; games are kept in {folder}."]
    return settings._replace(errors=tuple(dict.fromkeys(errors)))


def _copy(environment: Mapping[str, str]) -> str:
    return os.path.join(default_folder(environment), LAST_GOOD_FILE)


def _content(path: str) -> bytes:
    """No file, or one that cannot be read, is like an empty one."""
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError:
        return b""
