"""What is known of each table of a hall now. Pure: messages in, tiles out.

Law: a message says something about its own table only, and what is not news changes nothing.
Rule: one thread takes messages; any may read, as a tile never changes and is replaced whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from engine.message import Value
from firmware.hall.tournament.stage import Stage
from firmware.words.labels import colour

Said = Mapping[str, Any]  # as firmware/common/broker/schema.json describes it
Game = tuple[str, str]  # its device, and that one's ID of it
AVAILABILITY, STATE, EVENT, RESULT = "availability", "state", "event", "result"
ONLINE = "online"


class SeatedPlayer(NamedTuple):
    """A seat of the game. `badge` is empty for the dummy; `place` is None before the end; `name` is
    a message where the player's is removed.
    """

    badge: str
    name: Value
    points: int
    place: int | None


class Assignment(NamedTuple):
    """A device's place in a tournament: its table's number, the seating's ID, the tournament's
    title, which round is played and who sits there. `ended`: the table has a result, which
    `players` show; `game` is the device's ID of the game that brought it, empty where it came of
    anything else. `over`: the tournament has ended, so that this is of the device's last game at
    most.
    """

    table: int
    seating: str
    tournament: str
    stage: Stage
    players: tuple[SeatedPlayer, ...]
    ended: bool = False
    game: str = ""
    over: bool = False


class Tile(NamedTuple):
    """What is shown of one table. `phase` is empty until the table has said what it shows. `title`
    is its game's, in the device's words. Where it has a place in a tournament, `table` is its
    number there; `tournament` and `stage` are set where that one's seats or result are shown.

    `busy`: it plays something else than the tournament has for it. `free`: it has played in an
    earlier round, and the tournament has nothing for it now.

    `since` is when the phase or the game last changed, 0 where that is unknown. `leaders` are
    badges, `winners` names, `last` is the newest scan in words. `kept`: the game has ended, and
    its result is saved. `number` is that of the tile's last change.
    """

    device: str
    number: int = 0
    table: int = 0
    tournament: str = ""
    stage: Stage | None = None
    online: bool = False
    phase: str = ""
    game: str = ""
    title: str = ""
    unit: str = ""
    kinds: tuple[str, ...] = ()
    menu: tuple[str, ...] = ()
    round: int = 0
    rounds: int = 0
    players: tuple[SeatedPlayer, ...] = ()
    turn: Value = ""
    leaders: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    call: bool = False
    amiss: tuple[Mapping[str, Any], ...] = ()
    problems: tuple[str, ...] = ()
    page: str = ""
    last: str = ""
    since: float = 0.0
    game_id: str = ""
    seating: str = ""
    kept: bool = False
    busy: bool = False
    free: bool = False


class Tables:
    """All tables that have ever said something, by their devices' IDs.

    A tile is what the device itself shows (`_screens`), unless a tournament has something else for
    it (`_assignments`); `_placed` says which. Each change has a number, from `first` on. With the
    time of the start in milliseconds, all tiles are news to a page that has read those of an
    earlier run. `games` are those with a saved result. `removed` is the number of the last change
    that has taken a tile away.
    """

    def __init__(self, first: int = 0, games: Iterable[Game] = ()) -> None:
        self.tiles: dict[str, Tile] = {}
        self.number = self.removed = first
        self._screens: dict[str, Tile] = {}
        self._assignments: Mapping[str, Assignment] = {}
        self._former: Collection[str] = ()  # seatings that are no more
        self._games = set(games)

    def since(self, number: int) -> list[Tile]:
        """The tiles that have changed after that number."""
        return [tile for tile in list(self.tiles.values()) if tile.number > number]

    def take(self, device: str, kind: str, content: Any, now: float) -> bool:
        """Take a message of a device; return whether its tile has changed.

        `content` is the text of an availability, else what firmware/common/broker/schema.json
        describes; it has been checked. It is None where the broker keeps the message no more, which
        takes away what was shown. A result is for here when it is kept.
        """
        screen = self._screens.get(device) or Tile(device)
        if content is None:
            if kind == AVAILABILITY or not screen.online:
                return self._remove(device)
            screen = Tile(device, online=True)
        elif kind == AVAILABILITY:
            screen = screen._replace(online=content == ONLINE)
        elif kind == STATE:
            screen = _after_state(screen, content, now)
        elif kind == EVENT:
            screen = screen._replace(last=content["text"])
        elif content["withdrawn"]:
            self._games.discard((device, content["id"]))
        else:
            self._games.add((device, content["id"]))
        kept = screen.phase == "finished" and (device, screen.game_id) in self._games
        self._screens[device] = screen._replace(kept=kept)
        return self._show(device)

    def assign(self, assignments: Mapping[str, Assignment], former: Collection[str] = ()) -> bool:
        """Take what place each device has, where it has one, and the IDs of the seatings of earlier
        rounds; return whether a tile has changed.
        """
        self._assignments, self._former = assignments, former
        changed = [self._show(device) for device in self._screens]  # each, so no generator
        return any(changed)

    def _remove(self, device: str) -> bool:
        if device not in self.tiles:
            return False
        del self._screens[device], self.tiles[device]
        self.removed = self.number + 1
        self.number += 1
        return True

    def _show(self, device: str) -> bool:
        """Have the device's tile as it should be now; return whether that is news."""
        tile, shown = self._screens[device], self.tiles.get(device)
        assignment = self._assignments.get(device)
        if assignment and not assignment.over:
            tile = _placed(tile, assignment)
        elif tile.phase == "finished" and tile.seating in self._former:
            tile = _free(tile)
        elif assignment:
            tile = _placed(tile, assignment)
        if shown and tile._replace(number=shown.number) == shown:
            return False
        self.tiles[device] = tile._replace(number=self.number + 1)
        self.number += 1  # last: who has read it finds the tile
        return True


def _placed(screen: Tile, assignment: Assignment) -> Tile:
    """The tile of a device that has a place in a tournament.

    Until the device begins with the seats that it was assigned, they are shown in a lobby; then its
    own screen is. Once the table has a result, the result is shown, unless the screen shows the
    very game that it came of, or the device has gone on to play something else.
    """
    plays_these = screen.seating == assignment.seating
    if assignment.over and not plays_these:
        return screen
    screen = screen._replace(table=assignment.table)
    plays_others = screen.phase in ("playing", "scored") and not plays_these
    if not assignment.ended:
        return screen if plays_these else _lobby(screen, assignment, busy=plays_others)
    shows_result = assignment.game != "" and assignment.game == screen.game_id
    return screen if shows_result or plays_others else _result(screen, assignment)


def _result(screen: Tile, assignment: Assignment) -> Tile:
    return _bare(screen, assignment)._replace(phase="finished")


def _lobby(screen: Tile, assignment: Assignment, *, busy: bool) -> Tile:
    return _bare(screen, assignment)._replace(phase="lobby", busy=busy)


def _free(screen: Tile) -> Tile:
    """The device as such, without the game that it shows."""
    return Tile(
        screen.device,
        online=screen.online,
        call=screen.call,
        amiss=screen.amiss,
        problems=screen.problems,
        page=screen.page,
        seating=screen.seating,
        free=True,
    )


def _bare(screen: Tile, assignment: Assignment) -> Tile:
    """The device as such, with what it was assigned and nothing of its game."""
    plays_these = screen.seating == assignment.seating
    return _free(screen)._replace(
        free=False,
        table=screen.table,
        tournament=assignment.tournament,
        stage=assignment.stage,
        players=assignment.players,
        unit=screen.unit if plays_these else "",
    )


def _after_state(screen: Tile, state: Said, now: float) -> Tile:
    """What the device shows now. Since when is not known of what it showed at its first state."""
    since = screen.since
    if (state["phase"], state["game_id"]) != (screen.phase, screen.game_id):
        since = now if screen.phase else 0.0
    return screen._replace(**_shown(state), since=since)


def _shown(state: Said) -> dict[str, Any]:
    """A tile's fields, as a state has them."""
    same = ("phase", "game", "title", "unit", "round", "rounds", "call", "page", "game_id")
    lists = ("kinds", "menu", "leaders", "winners", "amiss", "problems")
    players = tuple(map(_player, state["seats"]))
    scanned = [player.name for player in players if player.badge == state["active"] != ""]
    return {
        **{key: state[key] for key in same},
        **{key: tuple(state[key]) for key in lists},
        "players": players,
        "turn": scanned[0] if scanned else state["turn"],
        "seating": state["seating"],
    }


def _player(seat: Said) -> SeatedPlayer:
    """A seat; who has no name is called by the badge, as whoever looks calls that."""
    badge, is_badge = seat["badge"], seat["badge"] and not seat["named"]
    return SeatedPlayer(
        badge, colour(badge) if is_badge else seat["name"], seat["points"], seat["place"]
    )
