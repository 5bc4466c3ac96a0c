"""The letters on badges and on players' plates, where there is no room for words."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.words.labels import BADGES, colour
from firmware.words.language import ENGLISH, Language, say


def badge_letters(badge: str, language: Language = ENGLISH) -> str:
    """What stands for a badge where there is no room for its colour: as many letters as tell it
    from all others, so that paper, desk and phone agree in any language.
    """
    badges = [*dict.fromkeys([*BADGES, badge])]
    names = ("".join(filter(str.isalpha, say(colour(slug), language))) for slug in badges)
    return initials([*names])[badges.index(badge)]


def plate_letters(names: Sequence[str], language: Language = ENGLISH) -> list[str]:
    """The letters on players' plates; a colour is called as on its badge."""
    own = {say(colour(badge), language): badge_letters(badge, language) for badge in BADGES}
    badges = (own.get(name, "") for name in names)
    pairs = zip(badges, initials(names), strict=True)
    return [badge if len(badge) > 1 else letters for badge, letters in pairs]


def initials(names: Sequence[str]) -> list[str]:
    """The letters of each name on its plate, as format.js has them: the first and, where others
    begin alike, one that tells them apart.
    """
    capitals = [name.upper() for name in names]
    return [_initials(number, capitals) for number in range(len(capitals))]


def _initials(number: int, names: Sequence[str]) -> str:
    own = names[number]
    alike = [other for index, other in enumerate(names) if index != number and other[:1] == own[:1]]
    if not alike:
        return own[:1]
    telling = (
        letter
        for place, letter in enumerate(own)
        if place and letter.strip() and all(other[place : place + 1] != letter for other in alike)
    )
    return own[:1] + next(telling, own[1:2]).lower()
