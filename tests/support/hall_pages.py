"""All pages of the hall, at each step of a tournament."""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

from support.door_site import DoorSite, Visitor
from support.hall_games import game, of
from support.random_acts import WHO, opening

from engine.message import Message, gettext
from firmware.common.system.text import quoted
from firmware.hall import uncounted
from firmware.hall.broker.said import Nonsense
from firmware.hall.hall import Hall
from firmware.hall.season.season import NEW, Season
from firmware.hall.store.expiry import NO_TOURNAMENT, Expiry
from firmware.hall.tables import AVAILABILITY, EVENT, STATE
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Seating
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import Rules
from firmware.hall.tournament.table_code import table_code
from firmware.hall.uncounted import BadgeSeat, Uncounted
from firmware.hall.words.log import who
from firmware.hall.words.not_possible import sentence
from firmware.hall.words.uncounted import WORDS

TITLE = "Cup 2026"
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal")
DEVICES = ("t1", "t2", "table-9")
HOME = "/organiser/t/1"
HTML = "text/html"
UNSEEN = r"(?s)<(script|style|textarea)\b.*?</\1>|<!--.*?-->"
HEARD = r'(?:alt|aria-label|title|placeholder|data-(?:what|call|title))="([^"]*)"'


def show(hall: Hall, device: str, upto: int, **more: Any) -> None:
    """A device shows a game after so many scans."""
    words = of(device, "ab-1", game(1, 4)[upto])
    hall.tables.take(device, AVAILABILITY, "online", 1.0)
    hall.tables.take(device, STATE, {**words.state, **more}, 1.0)
    for event in words.events:
        hall.tables.take(device, EVENT, event, 1.0)


def ended(*players: int, tied: bool = False) -> tuple[SeatResult, ...]:
    """The players in the order of their places."""
    points = [30, 30 if tied else 20, 10, -5]
    places = [1, 1 if tied else 2, 3, 4]
    return tuple(map(SeatResult, players, points, places))


def pair(
    hall: Hall,
    number: int,
    *tables: tuple[int, ...],
    menu: Any = "party-sampler",
    byes: tuple[int, ...] = (),
    cut: bool = False,
) -> None:
    seatings = (Seating(f"s-1-r{number}-t{n}-0", n, players) for n, players in enumerate(tables, 1))
    hall.act(1, acts.RoundPaired(number, menu, cut, byes, tuple(seatings)), WHO)


def steps(hall: Hall, names: Sequence[str] = NAMES) -> Iterator[str]:
    """A tournament from its first to its last act; what it has come to. `names` are those of seven
    players or more.
    """

    def do(act: acts.Act) -> None:
        hall.act(1, act, WHO)

    yield "nothing"
    hall.open(opening(title=TITLE, rounds=3), WHO)
    hall.keep_season(Season(NEW, TITLE, (1,), best=2), WHO)
    yield "opened"
    do(acts.SignUpSwitched(True))
    hall.join(1, names[:1], "sign-up")
    yield "sign-up"
    hall.join(1, names[1:7], WHO, here=True)
    do(acts.PlayersChecked((1,), True))
    hall.join(1, ["Ian", "Joe"], WHO)
    do(acts.NamesRemoved((9,)))
    do(acts.PlayerLeft(8))
    do(acts.TableFixed(2, 3))
    do(acts.TableFixed(2, 7))
    for fixed in (12, 0):
        do(acts.TableFixed(3, fixed))
    do(acts.PlayersGrouped({1: (1, 2, 4), 2: (3,)}))
    do(acts.PlayersGrouped({0: (4,)}))
    yield "players"
    pair(hall, 1, (1, 2, 3), (4, 5, 6), byes=(7,))
    for device in DEVICES:
        show(hall, device, 2)
    yield "draft"
    do(acts.MenuChosen(1, ("temaki", "tofu", "eel", "sashimi", "chopsticks", "spoon", "pudding")))
    do(acts.RoundAnnounced(1, {1: "t1"}))
    hall.join(1, ["Kim"], WHO, here=True)
    yield "announced"
    show(hall, "t1", 30, seating="s-1-r1-t1-0", call=True, problems=["No scanner"])
    show(hall, "t2", 30)
    do(acts.DevicesAssigned({1: "t1", 2: "t2"}))
    do(acts.ClockSet(1, 2700, 1_000_000, True))
    do(acts.ClockRemoved(1))
    do(acts.ClockSet(1, 2700, 1_000_000, False))
    disagree(hall, "s-1-r1-t2-0")
    yield "claimed"
    do(acts.ClaimConfirmed("s-1-r1-t2-0"))
    hall.act(1, acts.ResultClaimed("s-1-r1-t1-0", ended(1, 2, 3)), "device table-9")
    do(acts.ClaimRejected("s-1-r1-t1-0"))
    hall.act(1, acts.ResultEntered("s-1-r1-t1-0", ended(1, 3, 2, tied=True)), "device t1")
    hall.act(1, acts.ResultClaimed("s-1-r1-t1-0", ended(1, 3, 2)), "device table-9")
    yield "played"
    do(acts.ResultWithdrawn("s-1-r1-t2-0"))
    do(acts.ResultEntered("s-1-r1-t2-0", ended(4, 5, 6, tied=True)))
    do(acts.ClaimRejected("s-1-r1-t1-0"))
    hall.tables.take("t2", AVAILABILITY, "offline", 1.0)
    yield "over"
    pair(hall, 2, (1, 2, 3, 4), (5, 6, 7, 10))
    do(acts.PlayersSwapped(1, 5))
    do(acts.RoundAnnounced(2, {}))
    second = hall.tournaments[1].rounds[1].tables
    do(acts.ResultEntered(second[1].id, ended(6, 7)))
    yield "second"
    for table in second:
        do(acts.ResultEntered(table.id, ended(*table.players)))
    pair(hall, 3, (1, 2, 3), (4, 5, 6), cut=True)
    yield "cut"
    do(acts.RoundAnnounced(3, {1: "t1", 2: "table-9"}))
    do(acts.ResultEntered("s-1-r3-t1-0", ended(1, 2, 3)))
    yield "top"
    do(acts.ResultEntered("s-1-r3-t2-0", ended(4, 5, 6)))
    pair(hall, 4, (1, 2, 4), cut=True)
    do(acts.RoundAnnounced(4, {1: "t1"}))
    yield "final"
    do(acts.ResultEntered("s-1-r4-t1-0", ended(1, 2, 4)))
    do(acts.RulesChanged(Rules(TITLE, rounds=4, pays=(4, 2))))
    for keep in (True, False):
        do(acts.NamesKept(keep))
    do(acts.SignUpSwitched(False))
    do(acts.PlayerReturned(8))
    do(acts.PlayersRenamed((2, 3)))
    do(acts.PlayersChecked((8,), False))
    yield "last"
    do(acts.TournamentEnded())
    yield "ended"
    do(acts.TournamentReopened())
    pair(hall, 5, (1, 2, 4), cut=True)
    do(acts.PairingTakenBack(5))
    do(acts.TournamentEnded())
    uncount(hall)
    hall.forgotten_at = 1e9
    announce_names(hall)
    yield "uncounted"


def disagree(hall: Hall, table: str) -> None:
    """Three phones at table 2 do not say the same, one of them only that another one is wrong."""
    hall.act(1, acts.ResultClaimed(table, ended(5, 4, 6), "", "a"), "table 2")
    number = hall.tournaments[1].version
    hall.act(1, acts.ClaimDisputed(table, "b", number, 6), "table 2")
    hall.act(1, acts.ClaimAgreed(table, "c", number), "table 2")
    hall.act(1, acts.ResultClaimed(table, ended(4, 5, 6), "", "d", 4), "table 2")


def uncount(hall: Hall) -> None:
    """Lines of each kind of what does not count: at a table, of nothing known, at one that is gone,
    and those that say more.
    """
    seats = (BadgeSeat("red", 9, 1), BadgeSeat("orange", -3, 2))
    places = (seats, "s-1-r1-t1-0", 1), ((), "", 0), (seats, "s-1-r9-t2-0", 1)
    whys = [(why, Message("")) for why in WORDS if why not in MORE] + [*MORE.items()]
    lines = [
        Uncounted("t1", f"a-{why}{n}", float(n), why, more, tournament, table, n, some)
        for why, more in whys
        for n, (some, table, tournament) in enumerate(places, 1)
    ]
    known = hall._writer.known
    hall._writer.known = known._replace(uncounted={line.key: line for line in lines})


def announce_names(hall: Hall) -> None:
    """Names that go: of a tournament, and of none."""
    expiring = {1: Expiry(0.0), NO_TOURNAMENT: Expiry(0.0, (1, 2, 3, 4, 5, 6))}
    hall._writer.known = hall._writer.known._replace(expiring=expiring)


MORE = {
    uncounted.UNREADABLE: Nonsense(gettext("the {kind} is not JSON", kind="result")).why,
    uncounted.DATABASE: quoted("no space left on the disk"),
    uncounted.UNFIT: sentence(NotPossible("places-wrong")),
    uncounted.ANOTHERS: who("device t2"),
}


def addresses(site: DoorSite, step: str) -> tuple[list[str], list[str]]:
    """What everybody, and what the organiser looks at."""
    hall = site.hall
    everybody = ["/", "/t", "/state", "/none", "/t/9", "/organiser/login"]
    everybody += [f"/state?table={device}" for device in (*DEVICES, "none")]
    organiser = ["/organiser", "/organiser/not-counted", "/organiser/password"]
    organiser += ["/organiser/seasons"]
    everybody += ["/table/t1", "/result?table=t1"]
    if step != "nothing":
        tournament = hall.tournaments[1]
        code = table_code(tournament, 1)
        rounds = [round.number for round in tournament.rounds]
        everybody += ["/t/1", "/t/1?find=", "/t/1?find=x", "/t/1?find=o", "/join/1", "/join/1?as=1"]
        everybody += [f"/t/1?me={player}" for player in tournament.players]
        everybody += ["/season/1", "/season/1?find=a", "/season/1?find=x", "/season/9"]
        organiser += ["/season/1", "/organiser/season/1"]
        everybody += ["/t/1/standings", "/t/1/standings?me=2", "/t/1/tv", "/t/1/sign-up"]
        everybody += [f"/t/1/round/{number}" for number in (*rounds, 99)]
        everybody += ["/t/1/table/1", f"/t/1/table/1?code={code}", "/t/1/table/1?code=X"]
        everybody += [f"/t/1/table/2?code={table_code(tournament, 2)}"]
        organiser += [HOME, f"{HOME}/players", f"{HOME}/settings", f"{HOME}/log", "/t/1/sign-up"]
        organiser += [f"{HOME}/players/{player}" for player in tournament.players]
        organiser += [f"{HOME}/round/{number}" for number in rounds]
    return everybody, organiser


def papers(site: DoorSite, step: str) -> list[str]:
    if step == "nothing":
        return []
    rounds = site.hall.tournaments[1].rounds
    return [
        "/t/1/standings.pdf",
        *(f"{HOME}/round/{round.number}.pdf" for round in rounds),
        f"{HOME}/signs.pdf",
        *([f"{HOME}/sheets.pdf"] if rounds else []),
    ]


def posts(site: DoorSite, step: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Forms that are refused, mostly, and change nothing that later steps need."""
    if step == "players":
        yield "/organiser", {"title": ""}
        yield "/organiser", {"title": "x" * 50}
        yield "/organiser", {"title": "x", "wanted": "9"}
        yield "/organiser", {"title": "x", "rounds": "1e3"}
        yield f"{HOME}/settings", {"title": TITLE, "pays": "1 2"}
        seen = repr(site.hall.seasons[1].changed)
        yield "/organiser/seasons", {"title": ""}
        yield "/organiser/season/1", {"title": TITLE, "seen": "1"}
        yield "/organiser/season/1", {"title": TITLE, "seen": seen, "best": "100"}
        yield f"{HOME}/players", {"add": "1", "names": "Ann\n" + "x" * 40}
        yield f"{HOME}/players", {"add": "1"}
        yield f"{HOME}/players", {"add": "1", "names": "\n" * 5 + "a\n" * 10_001}
        yield f"{HOME}/players/1", {"do": "name", "name": "Bo"}
        yield f"{HOME}/players/1", {"do": "name", "name": ""}
        yield f"{HOME}/players/1", {"do": "table", "table": "7"}
        yield f"{HOME}/players/1", {"do": "table", "table": "1000"}
        yield f"{HOME}/players/1", {"do": "group", "group": "1"}
        yield "/join/1", {"name": "Ann"}
        yield "/join/1", {"name": ""}
        yield HOME, {"do": "pair", "cut": "99"}
        yield "/organiser/login", {"password": "wrong"}
        yield "/organiser/password", {"password": "x"}
        yield "/organiser/password", {"code": "x", "password": "x" * 9}
    if step == "draft":
        yield f"{HOME}/round/1", {"do": "announce", "menu": "own"}
        yield f"{HOME}/round/1", {"do": "announce", "menu": "nonsense"}
        yield f"{HOME}/round/1", {"do": "swap", "one": "1", "other": "1"}
        yield f"{HOME}/round/1", {"do": "device", "number": "1", "device": "t1"}
        yield f"{HOME}/round/1", {"do": "none"}
        yield f"{HOME}/round/1", {"do": "announce", "menu": "party-sampler", "seen": "0"}
        yield HOME, {"do": "end"}
    if step == "announced":
        table = site.hall.tournaments[1].rounds[0].tables[0]
        yield f"{HOME}/round/1", {"do": "result", "table": table.id, "points-1": "many"}
        yield f"{HOME}/round/1", {"do": "result", "table": table.id, "points-1": "1"}
        yield f"{HOME}/round/1", {"do": "confirm", "table": table.id}
        yield HOME, {"do": "end"}
        yield "/t/1/table/1", {"table": "x"}
    if step == "ended":
        yield HOME, {"do": "end"}
        yield "/join/1", {"name": "Zoe"}


def answers(site: DoorSite, organiser: Visitor, stranger: Visitor) -> Iterator[tuple[str, bytes]]:
    """Each page at each step: its address, and the page."""
    for step in steps(site.hall):
        public, own = addresses(site, step)
        for path in public:
            yield f"{step} {path}", stranger.get(path, Accept=HTML).body
        for path in own:
            yield f"{step} {path} (organiser)", organiser.get(path, Accept=HTML).body
        for path, form in posts(site, step):
            yield f"{step} {path} {form}"[:120], organiser.post(path, {"Accept": HTML}, **form).body
        for path in papers(site, step):
            yield f"{step} {path}", organiser.get(path, Accept=HTML).body


def words(page: str) -> list[str]:
    """What can be read or heard of a page."""
    text = re.sub(UNSEEN, "", page)
    return [unescape(part) for part in [*re.findall(HEARD, text), re.sub("<[^>]+>", " ", text)]]
