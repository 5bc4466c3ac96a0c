"""What the owner changes on /setup in, what then holds out.

Everything here needs the PIN, reading too: there is where files lie and what is wired to what, and
it is better to be asked for the PIN before the form is filled in than after. So all of it is POST.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from microdot import Request, Response

from firmware.web.handlers import Around, Route, fresh
from firmware.web.pages import setup_backup as setup_care
from firmware.web.pages import setup_stickers
from firmware.web.pages.labels import codebook
from firmware.web.pages.restart import Anew
from firmware.web.pages.setup_backup import running_of
from firmware.web.request import TurnedAway

if TYPE_CHECKING:
    from firmware.settings.overrides import Prepared, Standing
    from firmware.settings.schema import Settings


async def values(around: Around, request: Request) -> Response:
    """Every setting that can be changed here: as it is, as it is without, and whose that is."""
    from firmware.settings.errors import SettingsError
    from firmware.settings.overrides import standing

    try:
        return fresh(told(around, standing(running_of(around).config)))
    except SettingsError as why:
        raise TurnedAway(409, str(why)) from None


async def change(around: Around, request: Request) -> Response:
    """New values by their keys: checked, written between two scans, and Okanjo starts anew."""
    from firmware.settings.overrides import write

    running = running_of(around)
    ready = _ready(running.config, _changes(request))
    if isinstance(ready, list):
        return fresh({"mistakes": ready})
    if not ready.new:
        return fresh({"saved": False, **told(around, ready.standing)})
    anew = Anew(running)
    try:
        await anew.between_two_scans(lambda: write(ready))
    except OSError as why:
        sentence = f"It cannot be saved: {why.strerror or why}. Nothing was changed."
        raise TurnedAway(503, sentence) from None
    return anew.answer({"saved": True, **told(around, ready.standing)})


def _ready(config: str | None, changes: Mapping[str, Any]) -> Prepared | list[str]:
    """What is to be written; or all its mistakes."""
    from firmware.settings.errors import SettingsError
    from firmware.settings.overrides import Wrong, prepared

    try:
        return prepared(config, changes)
    except Wrong as why:
        return why.mistakes
    except SettingsError as why:  # in the owner's file, who has just edited it
        return str(why).splitlines()


def _changes(request: Request) -> Mapping[str, Any]:
    try:
        sent = json.loads((request.body or b"").decode("utf-8"))
    except (ValueError, RecursionError):  # json reads nested lists by calling itself
        sent = None
    changes = sent.get("changes") if isinstance(sent, dict) else None
    if not isinstance(changes, dict):
        raise TurnedAway(400, 'Send {"changes": {"names.red": "Chris"}}.')
    return changes


def told(around: Around, standing: Standing) -> dict[str, Any]:
    """As the page takes it: `values` has [now, without what was changed here] by key."""
    from engine.cards import BADGES
    from firmware.settings.overrides import CHANGEABLE

    now, owners = plain(standing.now), plain(standing.owners)
    values = {key: [now[key], owners[key]] for key in now}
    return {
        "values": values,
        "badges": BADGES,
        "dishes": {one.slug: one.title for one in codebook(around).games["omakase"].kinds},
        "sets": list(standing.now.card_table.sets),
        "file": next(iter(standing.owners.sources.values()), ""),
        "given": sorted(CHANGEABLE & {*standing.owners.sources}),
        "warnings": list(standing.now.warnings),
        "track": standing.now.track.kind,
    }


def plain(settings: Settings) -> dict[str, Any]:
    """All that can be changed, by key."""
    from firmware.settings.overrides import changeable

    values = changeable(settings).items()
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values}


SETUP = {
    "/setup/values": (Route(values, "POST", pin=True),),
    "/setup/change": (Route(change, "POST", pin=True),),
    **setup_stickers.ROUTES,
    **setup_care.ROUTES,
}
