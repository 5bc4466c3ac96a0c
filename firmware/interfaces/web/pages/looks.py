"""How kinds and faces look on every page: the name of an icon, and that of a colour. Pure."""

from engine.cards import Game, Kind
from firmware.words.labels import icon_of, title
from firmware.words.language import ENGLISH, Language, say

IconLook = list[str]


def look(game: Game, kind: Kind, face: str = "") -> IconLook:
    """A face has an icon of its own, in its kind's colour; what has none has its group's."""
    return [icon_of(game, face or kind.slug), kind.colour or kind.group]


def looks(game: Game | None, language: Language = ENGLISH) -> dict[str, IconLook]:
    """All kinds' by their titles."""
    if game is None:
        return {}
    return {say(title(kind), language): look(game, kind) for kind in game.kinds}
