"""The settings on /setup: what they are, and what the owner changes.

Everything here needs the PIN, reading too: there is where files lie and what is wired to what, and
it is better to be asked for the PIN before the form is filled in than after. So all of it is POST.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from drivers.voice.cards import sound_cards
from engine.cards import Game
from engine.catalogue import SHIPPED
from engine.message import Message, gettext
from firmware.common.facts.device import SPEED_CHANGED
from firmware.common.http.responses import json_response
from firmware.common.releases.offer import address_of
from firmware.common.system.text import Json
from firmware.core.app.messages import LanguageChosen
from firmware.interfaces.mqtt import password as broker_password
from firmware.interfaces.web.context import Context, object_of, post, refusal
from firmware.interfaces.web.pages.setup import device
from firmware.words.labels import colour, field_of, kind_title, title
from firmware.words.language import Language, offered, own_name, say

if TYPE_CHECKING:
    from firmware.common.settings.overrides import InForce


AT_ONCE = "language.device"
PASSWORD_UNSAVED = gettext(
    "The password cannot be saved: {why}. All else is saved, and counts from the next start."
)
ODD_PASSWORD = gettext("A password is one line of letters, digits and signs.")


async def values(context: Context, request: Request) -> Response:
    """Every setting that can be changed here: as it is, as it is without, and whose that is."""
    from firmware.common.settings.overrides import in_force

    language = context.language(request)
    return json_response(describe(context, in_force(context.running.config), language))


async def change(context: Context, request: Request) -> Response:
    """Check new values by their keys, write them, keep the broker's `password` if there is one
    ("": remove it), answer, and have Okanjo start anew. Another language alone counts at once.
    """
    from firmware.common.settings import overrides
    from firmware.common.settings.errors import SettingsError

    running, language = context.running, context.language(request)
    sent = await object_of(request)
    changes = sent.get("changes")
    if not isinstance(changes, dict):
        raise HTTPException(400, 'Send {"changes": {"names.red": "Chris"}}.')
    password = sent.get("password")
    if password is not None and not (isinstance(password, str) and password.isprintable()):
        raise refusal(400, ODD_PASSWORD)
    try:
        changed = await context.threads.call(overrides.change, running.config, changes)
        settings = overrides.in_force(running.config)
    except overrides.ChangeRefused as why:
        return _refused([(mistake.key, mistake.what) for mistake in why.mistakes], language)
    except SettingsError as why:  # in the owner's file, who has just edited it
        return _refused([(mistake.key, mistake.sentence) for mistake in why.mistakes], language)
    except OSError as why:
        raise _unsaved(why) from None
    if password is not None:
        keep = broker_password.keep
        try:
            await context.threads.call(keep, running.folder, settings.now.mqtt, password)
        except OSError as why:
            values = {"why": why.strerror or str(why)}
            raise refusal(503, PASSWORD_UNSAVED._replace(values=values)) from None
    if {*changes} == {AT_ONCE} and password is None:
        context.page.put(LanguageChosen(settings.now.language.device))
        return json_response({"saved": False, **describe(context, settings, language)})
    restarts = changed or password is not None

    async def restart() -> None:
        running.restart(lambda: True)

    described = describe(context, settings, language)
    response = json_response({"saved": restarts, **described})
    response.background = BackgroundTask(restart) if restarts else None
    return response


async def speak(context: Context, request: Request) -> Response:
    """Have the voice say a sentence, if it is on."""
    from firmware.common.settings.overrides import in_force

    settings = in_force(context.running.config).now
    context.page.put(SPEED_CHANGED[settings.voice.speed])
    return json_response({})


def _refused(mistakes: Sequence[tuple[str, Message]], language: Language) -> Response:
    """Why nothing was changed: sentences, each with the key of the setting that it is of."""
    sentences = dict.fromkeys((key, say(what, language)) for key, what in mistakes)
    return json_response({"mistakes": [{"key": key, "text": text} for key, text in sentences]})


def _unsaved(why: OSError) -> HTTPException:
    return refusal(
        503,
        gettext("It cannot be saved: {why}. Nothing was changed.", why=why.strerror or str(why)),
    )


def describe(context: Context, settings: InForce, language: Language) -> Json:
    """Return the settings as the page takes them: `values` has [now, without changes made here] by
    key. Badges, dishes and sets come with what they are called.
    """
    from engine.cards import BADGES
    from firmware.common.settings.overrides import CHANGEABLE, changeable
    from firmware.common.settings.schema import LONGEST_NAME, LONGEST_TITLE
    from firmware.records.backup.last import last_backup

    omakase = context.codebook.games["omakase"]
    now, owners = changeable(settings.now), changeable(settings.owners)
    values = {key: [now[key], owners[key]] for key in now}
    return {
        "values": values,
        "badges": [
            [badge, say(colour(badge), language), say(field_of(badge), language)]
            for badge in BADGES
        ],
        "longest": LONGEST_NAME,
        "dishes": [[kind.slug, say(title(kind), language)] for kind in omakase.kinds],
        "decks": [_deck(game, language) for game in SHIPPED.values()],
        "longest_card": LONGEST_TITLE,
        "cards": [*sound_cards()],
        "languages": [(code, own_name(code)) for code in offered()],
        "sets": [
            [slug, say(kind_title(omakase, slug), language)]
            for slug in settings.now.card_table.sets
        ],
        "file": next(iter(settings.owners.sources.values()), ""),
        "given": sorted(CHANGEABLE & {*settings.owners.sources}),
        "kept": broker_password.kept(context.running.folder, settings.now.mqtt),
        "backed_up_at": last_backup(context.running.folder),
        "latest": address_of(device.FOLDER),
        "evening": _last_evening(context.running.folder),
        "warnings": [say(warning, language) for warning in settings.now.warnings],
    }


def _deck(game: Game, language: Language) -> Json:
    """A game's cards as they are called while nobody has renamed them; `counts` where their numbers
    are corrected, too.
    """
    return {
        "game": game.slug,
        "title": say(title(game), language),
        "cards": [
            [face.slug, say(title(face), language)] for kind in game.kinds for face in kind.faces
        ],
        "counts": game.card_table is None,
    }


def _last_evening(folder: str) -> str:
    """The last evening that has a backup on the device; "" where none has, or none can be seen."""
    from firmware.records.backup.evenings import kept

    with suppress(OSError):
        return next(reversed(kept(folder)), "")
    return ""


ENDPOINTS = (
    post("/setup/values", values),
    post("/setup/change", change),
    post("/setup/speak", speak),
)
