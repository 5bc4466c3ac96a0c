"""What a table tells a broker of its state: the facts, and beside them texts for what cannot word
them itself (a lamp, a script, Home Assistant).

schema.json has this form for everybody else: `make schema` writes it there.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from engine.position import Phase
from firmware.common.facts.hints import HintCase
from firmware.common.facts.notices import ProblemCase


class Described:
    """What the schema says of a field beside its type."""

    def __init__(self, description: str, least: int | None = None) -> None:
        self.description, self.least = description, least


Number = Annotated[int, Described("", 0)]
Badge = Annotated[str, Described("empty for the dummy")]


class SeatState(TypedDict):
    badge: Badge
    name: str
    named: Annotated[bool, Described("whether it is a player's own; else it is the badge's")]
    points: Annotated[int, Described("as on the display; in Omakase yen")]
    place: Annotated[int | None, Described("null until the game is finished")]


class ProblemState(TypedDict):
    case: Annotated[ProblemCase | Literal["not-saved"], Described("what is amiss")]
    part: Annotated[str, Described("the part or the library that is missing, if that is it")]
    number: Annotated[int, Described("how many scans or stickers it is about")]


class Awaited(TypedDict):
    case: Annotated[HintCase, Described("what the table waits for")]
    seats: Annotated[list[Badge], Described("the badges of the players that it is about")]
    number: Annotated[int, Described("the round or turn that comes; 0: neither")]


class State(TypedDict):
    """Texts are in `language`, the device's; all else is the same in any."""

    v: Annotated[Literal[1], Described("")]
    device: Annotated[str, Described("the device's ID, as in the topic")]
    version: Annotated[str, Described("of Okanjo")]
    language: Annotated[str, Described("of the texts: title, menu, problems, and names of badges")]
    page: Annotated[str, Described("the address of the scores for a browser")]
    phase: Phase
    game: Annotated[str, Described("its slug, as okanjo codes lists it; empty: none chosen")]
    title: str
    unit: Annotated[str, Described("what is counted where it is not points: yen")]
    preset: Annotated[str, Described("the slug of a ready menu; empty for one of one's own")]
    kinds: Annotated[list[str], Described("the slugs of what is on the menu")]
    menu: Annotated[list[str], Described("the same as they are called")]
    round: Number
    rounds: Number
    seats: list[SeatState]
    active: Annotated[Badge, Described("the badge of who is scanned for; empty also for nobody")]
    turn: Annotated[str, Described("the player whose cards are being scanned")]
    awaits: Awaited
    leaders: Annotated[
        list[str], Described("badges of those with most points; empty while all have the same")
    ]
    winners: list[str]
    amiss: Annotated[list[ProblemState], Described("what is amiss, as facts")]
    problems: Annotated[list[str], Described("the same in words")]
    call: Annotated[bool, Described("whether this table calls the organiser")]
    seating: Annotated[
        str, Described("the id of the offered seats that the game was begun with; empty for none")
    ]
    game_id: Annotated[str, Described("of the game from its start on; empty until then")]
    run: Annotated[str, Described("this run of the program; with n, for commands")]
    n: int
