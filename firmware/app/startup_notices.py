"""What the start found out: told to the owner's log, and what players must know to the table."""

from __future__ import annotations

import logging

from firmware.app.loop import App
from firmware.journal.journal import Journal
from firmware.settings.schema import Settings
from firmware.stickers.store import Stickers

logger = logging.getLogger(__name__)
MISTAKE = "Settings: a mistake\nowner: okanjo config"
FOLDER_LOST = "Games folder unread\nowner: okanjo config"
LEFT_OUT = "Device settings\nleft out: see the log"


def tell_start(app: App, journal: Journal, stickers: Stickers, settings: Settings) -> None:
    """Of the journal, of the stickers, of the settings."""
    for notice in (*journal.notices, *stickers.notices):
        logger.log(notice.level, notice.log)
        app.tell_notice(notice.screen)
    if settings.errors:
        app.tell_notice(MISTAKE)
    if settings.folder_lost:
        app.tell_notice(FOLDER_LOST)
    for mistake in settings.errors:
        logger.error(f"a mistake of the settings: {mistake}")
    if settings.left_out:
        app.tell_notice(LEFT_OUT)
    for warning in settings.warnings:
        logger.warning(warning)
