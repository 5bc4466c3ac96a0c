"""What the owner changes on /setup in, what then holds out.

Everything here needs the PIN, reading too: there is where files lie and what is wired to what, and
it is better to be asked for the PIN before the form is filled in than after. So all of it is POST.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from firmware.web.context import Context, json_response, object_of, post
from firmware.web.pages.restart import Restart, running_of

if TYPE_CHECKING:
    from firmware.settings.overrides import Change, InForce
    from firmware.settings.schema import Settings


async def values(context: Context, request: Request) -> Response:
    """Every setting that can be changed here: as it is, as it is without, and whose that is."""
    from firmware.settings.errors import SettingsError
    from firmware.settings.overrides import in_force

    try:
        return json_response(describe(context, in_force(running_of(context).config)))
    except SettingsError as why:
        raise HTTPException(409, str(why)) from None


async def change(context: Context, request: Request) -> Response:
    """New values by their keys: checked, written between two scans, and Okanjo starts anew."""
    from firmware.settings.overrides import write

    running = running_of(context)
    ready = _ready(running.config, await _changes(request))
    if isinstance(ready, list):
        return json_response({"mistakes": ready})
    if not ready.differs:
        return json_response({"saved": False, **describe(context, ready.then)})
    restart = Restart(running)
    try:
        await restart.between_two_scans(lambda: write(ready))
    except OSError as why:
        sentence = f"It cannot be saved: {why.strerror or why}. Nothing was changed."
        raise HTTPException(503, sentence) from None
    return restart.answer({"saved": True, **describe(context, ready.then)})


def _ready(config: str | None, changes: Mapping[str, Any]) -> Change | list[str]:
    """What is to be written; or all its mistakes."""
    from firmware.settings.errors import SettingsError
    from firmware.settings.overrides import ChangeRefused, prepare

    try:
        return prepare(config, changes)
    except ChangeRefused as why:
        return why.mistakes
    except SettingsError as why:  # in the owner's file, who has just edited it
        return str(why).splitlines()


async def _changes(request: Request) -> Mapping[str, Any]:
    changes = (await object_of(request)).get("changes")
    if not isinstance(changes, dict):
        raise HTTPException(400, 'Send {"changes": {"names.red": "Chris"}}.')
    return changes


def describe(context: Context, settings: InForce) -> dict[str, Any]:
    """As the page takes it: `values` has [now, without what was changed here] by key."""
    from engine.cards import BADGES
    from firmware.settings.overrides import CHANGEABLE

    now, owners = plain(settings.now), plain(settings.owners)
    values = {key: [now[key], owners[key]] for key in now}
    return {
        "values": values,
        "badges": BADGES,
        "dishes": {one.slug: one.title for one in context.codebook.games["omakase"].kinds},
        "sets": list(settings.now.card_table.sets),
        "file": next(iter(settings.owners.sources.values()), ""),
        "given": sorted(CHANGEABLE & {*settings.owners.sources}),
        "warnings": list(settings.now.warnings),
        "track": settings.now.track.kind,
    }


def plain(settings: Settings) -> dict[str, Any]:
    """All that can be changed, by key."""
    from firmware.settings.overrides import changeable

    values = changeable(settings).items()
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values}


ENDPOINTS = (post("/setup/values", values), post("/setup/change", change))
