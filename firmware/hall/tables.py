"""What is known of each table of a hall now. Pure: messages in, tiles out.

Law: a message says something about its own table only, and what is not news changes nothing.
Rule: one thread takes messages; any may read, as a tile never changes and is replaced whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Said = Mapping[str, Any]  # as firmware/common/broker/schema.json describes it
Game = tuple[str, str]  # its device, and that one's ID of it
AVAILABILITY, STATE, EVENT, RESULT = "availability", "state", "event", "result"
ONLINE = "online"


class Player(NamedTuple):
    """A seat of the game. `badge` is empty for the dummy; `place` is None before the end."""

    badge: str
    name: str
    points: int
    place: int | None


class Given(NamedTuple):
    """A device's place in a tournament: its table's label, the seating's ID, what is played and who
    sits there. `ended`: the table has a result, which `players` show; `game` is the device's ID of
    the game that brought it, empty where it came of anything else. `over`: the tournament has
    ended, so that this is of the device's last game at most.
    """

    label: str
    seating: str
    title: str
    players: tuple[Player, ...]
    ended: bool = False
    game: str = ""
    over: bool = False


class Tile(NamedTuple):
    """What is shown of one table. `phase` is empty until the table has said what it shows.

    A table that was given seats shows them in the lobby until it begins with them; `busy` says
    that it plays something else meanwhile. Where another result counts than its own, it shows that
    one until it plays on.

    `since` is when the phase or the game last changed, 0 where that is unknown. `leaders` are
    badges, `winners` names, `last` is the newest scan in words. `kept`: the game has ended, and
    its result is saved. `number` is that of the tile's last change.
    """

    device: str
    label: str
    number: int = 0
    online: bool = False
    phase: str = ""
    title: str = ""
    unit: str = ""
    menu: tuple[str, ...] = ()
    round: int = 0
    rounds: int = 0
    players: tuple[Player, ...] = ()
    turn: str = ""
    leaders: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    call: bool = False
    problems: tuple[str, ...] = ()
    page: str = ""
    last: str = ""
    since: float = 0.0
    game_id: str = ""
    seating: str = ""
    kept: bool = False
    busy: bool = False


class Tables:
    """All tables that have ever said something, by their devices' IDs.

    Changes are numbered from `first` on. With the time of the start in milliseconds, all tiles are
    news to a page that has read those of an earlier run. `games` are those with a saved result.
    """

    def __init__(self, first: int = 0, games: Iterable[Game] = ()) -> None:
        self.tiles: dict[str, Tile] = {}
        self.number = first
        self._said: dict[str, Tile] = {}  # what devices say, whatever they were given
        self._given: Mapping[str, Given] = {}
        self._games = set(games)

    def since(self, number: int) -> list[Tile]:
        """The tiles that have changed after that number."""
        return [one for one in list(self.tiles.values()) if one.number > number]

    def take(self, device: str, kind: str, said: Any, now: float) -> bool:
        """Take a message of a device; return whether its tile has changed.

        `said` is the text of an availability, else what firmware/common/broker/schema.json
        describes; it has been checked. A result is for here when it is kept.
        """
        before = self._said.get(device) or Tile(device, device)
        match kind:
            case "availability":
                tile = before._replace(online=said == ONLINE)
            case "state":
                tile = before._replace(**_shown(said))
                if (tile.phase, tile.game_id) != (before.phase, before.game_id):
                    tile = tile._replace(since=now if before.phase else 0.0)
            case "event":
                tile = before._replace(last=said["text"])
            case _:
                tile = before
                keep = self._games.discard if said["withdrawn"] else self._games.add
                keep((device, said["id"]))
        kept = tile.phase == "finished" and (device, tile.game_id) in self._games
        self._said[device] = tile._replace(kept=kept)
        return self._show(device)

    def give(self, given: Mapping[str, Given]) -> bool:
        """Take what place each device has, as far as it has one; whether a tile has changed."""
        self._given = given
        return bool([device for device in self._said if self._show(device)])

    def _show(self, device: str) -> bool:
        tile, old = self._said[device], self.tiles.get(device)
        if given := self._given.get(device):
            tile = _placed(tile, given)
        if old and tile._replace(number=old.number) == old:
            return False
        self.tiles[device] = tile._replace(number=self.number + 1)
        self.number += 1  # last: who has read it finds the tile
        return True


def _placed(tile: Tile, given: Given) -> Tile:
    same, plays = tile.seating == given.seating, tile.phase in ("playing", "scored")
    if given.over and not same:
        return tile
    tile = tile._replace(label=given.label)
    of_other = plays and not same
    if (of_other or given.game == tile.game_id != "") if given.ended else same:
        return tile
    kept = ("device", "label", "online", "call", "problems", "page", "seating")
    return Tile(
        **{key: getattr(tile, key) for key in kept},
        phase="finished" if given.ended else "lobby",
        title=given.title,
        unit=tile.unit if same else "",
        players=given.players,
        busy=of_other,
    )


def _shown(state: Said) -> dict[str, Any]:
    same = ("phase", "title", "unit", "round", "rounds", "turn", "call", "page", "game_id")
    lists = ("menu", "leaders", "winners", "problems")
    players = (Player(*(one[key] for key in Player._fields)) for one in state["seats"])
    return {
        **{key: state[key] for key in same},
        **{key: tuple(state[key]) for key in lists},
        "players": tuple(players),
        "seating": state["seating"],
    }
