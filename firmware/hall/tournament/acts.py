"""What was done in a tournament: a type for each kind of act, and its form in JSON. Pure.

Law: no act has a name in it: players are numbers, so that a name can be forgotten.
Law: the JSON of an act never changes, as databases are full of it: `do` says the kind, the rest
are the fields, `KEYS` where a key differs. What has its default is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import Menu, Rules

Numbers = tuple[int, ...]
Devices = Mapping[int, str]  # by the number of the table; "" for none
Groups = Mapping[int, Numbers]  # players by the number of their group


class Seating(NamedTuple):
    """Who sits at a table; `id` is this seating's own, which devices are sent."""

    id: str
    number: int
    players: Numbers


class Opened(NamedTuple):
    """A tournament was opened; `code` is the secret that the codes of its tables are made from."""

    code: str
    rules: Rules


class RulesChanged(NamedTuple):
    rules: Rules


class PlayersAdded(NamedTuple):
    """Whoever is added late plays from the next round that is announced."""

    players: Numbers
    here: bool


class PlayersDeleted(NamedTuple):
    """They were on the list by mistake, and in no round; their numbers are not given again."""

    players: Numbers


class PlayersChecked(NamedTuple):
    """They were checked in, or out again."""

    players: Numbers
    here: bool


class PlayerLeft(NamedTuple):
    player: int


class PlayerReturned(NamedTuple):
    player: int


class PlayerDisqualified(NamedTuple):
    player: int


class PlayerReinstated(NamedTuple):
    """They are disqualified no more."""

    player: int


class TableFixed(NamedTuple):
    """The player sits at that table in each round to come; at any where it is 0."""

    player: int
    table: int = 0


class PlayersGrouped(NamedTuple):
    """Players of one group shall not meet in round 1; those of 0 are in none."""

    groups: Groups


class PlayersRenamed(NamedTuple):
    """Their names were changed; those stand beside the act."""

    players: Numbers


class NamesRemoved(NamedTuple):
    players: Numbers


class SignUpSwitched(NamedTuple):
    """`limit`: as many may sign up from one address within ten minutes."""

    open: bool
    limit: int = 10


class DevicesAssigned(NamedTuple):
    """Who still plays is moved to the new device, too."""

    devices: Devices


class RoundPaired(NamedTuple):
    round: int
    menu: Menu
    cut: bool
    byes: Numbers
    tables: tuple[Seating, ...]


class PairingTakenBack(NamedTuple):
    round: int


class PlayersSwapped(NamedTuple):
    """Two players of the last round have changed places."""

    player: int
    other: int


class MenuChosen(NamedTuple):
    round: int
    menu: Menu


class RoundAnnounced(NamedTuple):
    """`devices` are those known where it says none."""

    round: int
    devices: Devices | None = None


class ClockSet(NamedTuple):
    """The clock of a round, in seconds: `left` at the moment `since` (UTC). It runs, or stands."""

    round: int
    left: int
    since: int
    runs: bool


class ClockRemoved(NamedTuple):
    """The clock was started by mistake; tables have no more time of their own, either."""

    round: int


class TableExtended(NamedTuple):
    """A table has so many seconds more than the clock says."""

    table: str
    seconds: int


class PlayerPenalised(NamedTuple):
    """A player loses place points of that round, or has a warning: one for each round."""

    round: int
    player: int
    points: int
    reason: str


class PenaltyTakenBack(NamedTuple):
    round: int
    player: int


class ResultEntered(NamedTuple):
    """A table's result, typed or from a device; `game` is the ID that the device has of it."""

    table: str
    seats: tuple[SeatResult, ...]
    game: str = ""


class ResultClaimed(NamedTuple):
    """A result that an organiser has yet to confirm; `phone` is what a phone calls itself, `player`
    whose phone it is, 0 where that is not known.
    """

    table: str
    seats: tuple[SeatResult, ...]
    game: str = ""
    phone: str = ""
    player: int = 0


class ClaimAgreed(NamedTuple):
    """Another phone of that table says the same as that claim; 0 is the last one."""

    table: str
    phone: str
    claim: int = 0
    player: int = 0


class ClaimDisputed(NamedTuple):
    """Another phone of that table says that the claim is wrong."""

    table: str
    phone: str
    claim: int
    player: int = 0


class ClaimConfirmed(NamedTuple):
    """That claim counts, the last one where it is 0; the others go."""

    table: str
    claim: int = 0


class ClaimRejected(NamedTuple):
    """That claim goes, or all where it is 0."""

    table: str
    claim: int = 0


class ResultWithdrawn(NamedTuple):
    """Only what came of that game, where there is one."""

    table: str
    game: str = ""


class TableNoted(NamedTuple):
    """Something was noted at a table, or is no more; the words stand beside the act."""

    table: str
    written: bool


class Announced(NamedTuple):
    """Something was told to all, or is told no more; the words stand beside the act."""

    shown: bool


class TournamentEnded(NamedTuple):
    pass


class TournamentReopened(NamedTuple):
    pass


class NamesKept(NamedTuple):
    """Names are kept for good, or removed 30 days after the end."""

    keep: bool


ClaimAct = ResultClaimed | ClaimAgreed | ClaimDisputed | ClaimConfirmed | ClaimRejected
ResultAct = ResultEntered | ClaimAct | ResultWithdrawn
RoundAct = (
    DevicesAssigned
    | RoundPaired
    | PairingTakenBack
    | PlayersSwapped
    | MenuChosen
    | RoundAnnounced
    | ClockSet
    | ClockRemoved
    | TableExtended
    | PlayerPenalised
    | PenaltyTakenBack
    | TableNoted
    | ResultAct
)
Act = (
    Opened
    | RulesChanged
    | PlayersAdded
    | PlayersDeleted
    | PlayersChecked
    | PlayerLeft
    | PlayerReturned
    | PlayerDisqualified
    | PlayerReinstated
    | TableFixed
    | PlayersGrouped
    | PlayersRenamed
    | NamesRemoved
    | SignUpSwitched
    | RoundAct
    | Announced
    | TournamentEnded
    | TournamentReopened
    | NamesKept
)
KINDS: Mapping[str, type[Act]] = {
    "open": Opened,
    "rules": RulesChanged,
    "join": PlayersAdded,
    "delete": PlayersDeleted,
    "check-in": PlayersChecked,
    "leave": PlayerLeft,
    "return": PlayerReturned,
    "disqualify": PlayerDisqualified,
    "reinstate": PlayerReinstated,
    "fix-table": TableFixed,
    "group": PlayersGrouped,
    "name": PlayersRenamed,
    "erase": NamesRemoved,
    "sign-up": SignUpSwitched,
    "devices": DevicesAssigned,
    "pair": RoundPaired,
    "unpair": PairingTakenBack,
    "swap": PlayersSwapped,
    "menu": MenuChosen,
    "announce": RoundAnnounced,
    "clock": ClockSet,
    "no-clock": ClockRemoved,
    "extend": TableExtended,
    "penalise": PlayerPenalised,
    "no-penalty": PenaltyTakenBack,
    "result": ResultEntered,
    "claim": ResultClaimed,
    "agree": ClaimAgreed,
    "dispute": ClaimDisputed,
    "confirm": ClaimConfirmed,
    "refuse-claim": ClaimRejected,
    "no-result": ResultWithdrawn,
    "note": TableNoted,
    "tell": Announced,
    "end": TournamentEnded,
    "reopen": TournamentReopened,
    "keep-names": NamesKept,
}
KIND_OF = {type_: kind for kind, type_ in KINDS.items()}
KEYS: Mapping[tuple[type, str], str] = {(PlayersSwapped, "player"): "one"}


TYPES: Mapping[Any, Mapping[str, Any]] = {
    record: get_type_hints(record) for record in (*KINDS.values(), Rules)
}


class MalformedAct(ValueError):
    """Why this is no act that is known here."""


def to_json(act: Act) -> dict[str, Any]:
    content: dict[str, Any] = {"do": KIND_OF[type(act)]}
    for field, value in zip(act._fields, act, strict=True):
        if isinstance(value, Rules):
            content |= _plain(value._asdict())
        elif field not in act._field_defaults or value != act._field_defaults[field]:
            content[KEYS.get((type(act), field), field)] = _plain(value)
    return content


def from_json(content: object) -> Act:
    """Raises MalformedAct where it is no act, or one that another version has made."""
    if not isinstance(content, dict) or not isinstance(content.get("do"), str):
        raise MalformedAct("It says no kind of act.")
    rest = {**content}
    kind = rest.pop("do")
    if kind not in KINDS:
        raise MalformedAct(f"There is no kind of act {kind!r}.")

    def take(key: str, type_: object) -> Any:
        if key not in rest:
            raise MalformedAct(f"The act {kind!r} has no {key!r}.")
        try:
            return READ[type_](rest.pop(key))
        except (TypeError, ValueError, LookupError):
            raise MalformedAct(f"The {key!r} of the act {kind!r} cannot be read.") from None

    act: type[Any] = KINDS[kind]
    values: dict[str, Any] = {}
    for field, type_ in TYPES[act].items():
        key = KEYS.get((act, field), field)
        if type_ is Rules:
            rules = {name: take(name, each) for name, each in TYPES[Rules].items()}
            values[field] = Rules(**rules)
        elif key in rest or field not in act._field_defaults:
            values[field] = take(key, type_)
    if rest:
        raise MalformedAct(f"The act {kind!r} has an unknown {min(rest)!r}.")
    done: Act = act(**values)
    return done


Read = Callable[[Any], Any]  # TypeError, ValueError, LookupError where it is of another type


def _exactly(type_: type) -> Read:
    def read(value: object) -> object:
        if type(value) is not type_:  # as True is an int
            raise TypeError(value)
        return value

    return read


_number, _text, _list, _object = map(_exactly, (int, str, list, dict))


def _numbers(value: object) -> Numbers:
    return tuple(map(_number, _list(value)))


def _menu(value: object) -> Menu:
    return value if isinstance(value, str) else tuple(map(_text, _list(value)))


def _devices(value: object) -> Devices:
    return {int(table): _text(device) for table, device in _object(value).items()}


def _groups(value: object) -> Groups:
    return {int(group): _numbers(players) for group, players in _object(value).items()}


def _seats(value: object) -> tuple[SeatResult, ...]:
    return tuple(_seat(*_list(seat)) for seat in _list(value))


def _seat(player: object, points: object, place: object, *conceded: object) -> SeatResult:
    return SeatResult(*map(_number, (player, points, place)), *map(_exactly(bool), conceded))


def _seatings(value: object) -> tuple[Seating, ...]:
    read = {"id": _text, "number": _number, "players": _numbers}
    tables = map(_object, _list(value))
    return tuple(Seating(**{key: read[key](each) for key, each in t.items()}) for t in tables)


READ: Mapping[object, Read] = {
    int: _number,
    str: _text,
    bool: _exactly(bool),
    Numbers: _numbers,
    Menu: _menu,
    Devices: _devices,
    Devices | None: _devices,
    Groups: _groups,
    tuple[SeatResult, ...]: _seats,
    tuple[Seating, ...]: _seatings,
}


def _plain(value: Any) -> Any:
    """As JSON has it: lists of a table's seats, objects of its players."""
    if isinstance(value, Seating):
        return _plain(value._asdict())
    if isinstance(value, SeatResult) and not value.conceded:
        return [*value[:3]]
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return value
