"""A codebook in, what /desk needs of it once out: every label by game, group and kind, and how
the device sounds and moves. Pure.

Nothing of it is written again in the page: sounds are the buzzer's, movements the score track's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from drivers.badge_colours import BEAT_S, COLOURS, RHYTHM_S, UNLIT
from drivers.buzzer import LOUD, SOFT, SOUNDS
from drivers.track_picture import (
    BREATH_S,
    FLASHES,
    REST_AFTER_S,
    RUN_S,
    RUNS,
    SHALLOWEST,
    SHARE_S,
)
from engine.cards import Game, Kind
from engine.codes import Codebook
from firmware.vocabulary import ASIDE, COMMANDS

# The cards' backgrounds as a screen can show them, on light and on dark.
CARD_COLOURS = {
    "cream": "#d9c58b",
    "dark-red": "#9d2235",
    "grey": "#8b8f94",
    "indigo": "#4b4fae",
    "blue": "#3d8fd1",
    "lemon": "#d8cf2e",
    "light-pink": "#ef9fb8",
    "leaf-green": "#5aa845",
    "lilac": "#b58fd6",
    "magenta": "#cf3f93",
    "mint": "#6fc7a4",
    "orange": "#ec8b2d",
    "petrol-blue": "#1f7f92",
    "plum": "#94487f",
    "purple": "#7b4bb3",
    "red": "#d8403a",
    "salmon-pink": "#f08a75",
    "tan": "#b98a5a",
    "teal": "#1f9b90",
    "yellow": "#efb71e",
    "yellow-green": "#a5bd2c",
}


def desk_codes(book: Codebook) -> dict[str, Any]:
    """Labels, sounds and movements; `book` tells these labels from others."""
    return {
        "book": book_of(book),
        "commands": {
            label.slug: [label.code, label.title]
            for label in book.labels
            if label.type == "command"
        },
        "phases": {phase: [*slugs, *ASIDE] for phase, slugs in COMMANDS.items()},
        "badges": {label.slug: label.code for label in book.labels if label.type == "badge"},
        "games": [_game(book, game) for game in book.games.values()],
        "sounds": SOUNDS,
        "volumes": {"on": LOUD, "soft": SOFT},
        "lights": COLOURS,
        "motion": _motion(),
    }


def book_of(book: Codebook) -> str:
    """The same labels give the same word."""
    return f"{crc32(json.dumps(book.labels).encode()):08x}"


def _game(book: Codebook, game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "code": book.label("game", game.slug).code,
        "presets": [
            {
                "title": title,
                "code": book.label("preset", slug).code,
                "menu": [game.kind(one).title for one in menu],
            }
            for slug, (title, menu) in game.presets.items()
        ],
        "kinds": [_kind(book, game, kind) for kind in game.kinds],
        "variants": game.variants,
        "live": game.live,
    }


def _kind(book: Codebook, game: Game, kind: Kind) -> dict[str, Any]:
    """A kind with its menu tile (None where every kind is in every game) and its faces."""
    return {
        "slug": kind.slug,
        "title": kind.title,
        "group": kind.group,
        "colour": CARD_COLOURS.get(kind.colour, ""),
        "code": book.label("kind", kind.slug).code if game.menu else None,
        "faces": [
            {
                "title": face.title,
                "code": book.label("face", f"{game.slug}/{face.slug}").code,
                "copies": [
                    book.label("card", f"{game.slug}/{face.slug}/{copy}").code
                    for copy in range(1, face.copies + 1)
                ],
            }
            for face in kind.faces
        ],
    }


def _motion() -> Mapping[str, Any]:
    """How the score track moves, in seconds; what breathes or fades says how deep."""
    return {
        "rest": REST_AFTER_S,
        "breath": [BREATH_S, SHALLOWEST],
        "share": SHARE_S,
        "rhythm": [RHYTHM_S, BEAT_S, UNLIT],
        "run": [RUN_S, RUNS],
        "flashes": FLASHES,
    }
