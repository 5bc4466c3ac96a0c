"""How kinds and faces look on every page: the name of an icon, and that of a colour. Pure."""

from engine.cards import Game, Kind

Look = list[str]


def look(kind: Kind, face: str = "") -> Look:
    """A face has an icon of its own, in its kind's colour; what has none has its group's."""
    return [face or kind.slug, kind.colour or kind.group]


def looks(game: Game | None) -> dict[str, Look]:
    """All kinds' by their titles."""
    return {kind.title: look(kind) for kind in game.kinds} if game else {}
