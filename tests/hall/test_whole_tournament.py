"""A tournament as it is run: players, real devices, a broker, and the organiser's pages.

Points are the games' own; who is ahead of whom is worked out here once more, by hand.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from support.door_site import PASSWORD, Visitor
from support.hall_board import BoardProgram, broker
from support.mqtt_broker import Broker, Listener, needs_mosquitto, pull_the_plug, table_of
from support.soak import SOAK
from support.table_program import ProgramTable
from support.waiting import until

pytestmark = needs_mosquitto
HOME = "/organiser/t/1"
TABLES = 10 if SOAK else 6  # of four
NAMES = [f"{first} {last}" for first in ("Ann", "Bo", "Cy", "Di") for last in "ABCDEFGHIJ"[:TABLES]]
CARDS = [*["squid-nigiri"] * 3, *["salmon-nigiri"] * 3, *["egg-nigiri"] * 3, *["tempura"] * 3]
Points = dict[str, int]  # by name


class TournamentHall:
    """A device a table, the board, and an organiser who is signed in there."""

    def __init__(self, folder: Path, mosquitto: Broker, hall: BoardProgram) -> None:
        self.hall, self.chance = hall, Random(5)
        self.devices = {
            name: table_of(folder / name, mosquitto, id=name)
            for name in [f"table-{n}" for n in range(1, TABLES + 1)]
        }
        self.heard = Listener(mosquitto, topic="okanjo/+/result")
        self.organiser = Visitor(hall)
        self.points: dict[str, Points] = {}  # of each game that counts, by its seating

    def sign_in(self) -> None:
        code = re.search("password there: code (.*)", self.hall.log.read_text())
        assert code
        self.post("/organiser/password", code=code[1], password=PASSWORD)

    def post(self, path: str, status: int = 303, /, **form: Any) -> str:
        done = self.organiser.post(path, **form)
        assert done.status == status, done
        return str(done.headers.get("location", ""))

    def csv(self, path: str) -> list[dict[str, str]]:
        text = self.organiser.get(path).body.decode("utf-8-sig")
        return [*csv.DictReader(io.StringIO(text))]

    def seats(self, round: int) -> dict[int, list[str]]:
        """The names of each table, as the public page has them."""
        seated: dict[int, list[str]] = defaultdict(list)
        for row in self.csv(f"/t/1/round/{round}.csv"):
            seated[int(row["Table"])].append(row["Name"])
        return seated

    def ended(self, round: int) -> int:
        """How many tables have a result."""
        rows = self.csv(f"/t/1/round/{round}.csv")
        return len({row["Table"] for row in rows if row["Place"]})

    def announce(self, **more: str) -> str:
        path = self.post(HOME, do="pair")
        self.post(path, do="announce", menu="my-first-meal", **more)
        return path

    def play(self, table: ProgramTable, *, cut_off: bool = False) -> None:
        """A short game, with the cards that come; the plug may be pulled on the way."""
        until(lambda: "Round 1" in table.answer("next"))
        for round in (1, 2, 3):
            dealt = self.chance.sample(CARDS, 8)
            for seat, badge in enumerate(("red", "orange", "yellow", "green")):
                table.scan(badge, *dealt[2 * seat : 2 * seat + 2])
            if cut_off and round == 2:
                pull_the_plug(table)
                table.start()
            table.scan("score", "score", *["next"] * (round < 3))

    def type_result(self, path: str, number: int, points: Points) -> None:
        """The organiser looks for the players' fields, and fills them in."""
        page = self.organiser.get(path).body.decode()
        form = page.partition(f'id="t{number}"')[2]
        fields = re.findall(r'class="field">(.*?)\n.*?name="(points-[0-9]+)"', form)
        table = re.search('name="table" value="([^"]+)"', form)
        assert table
        typed = {field: points[name] for name, field in fields[: len(points)]}
        self.post(path, do="result", table=table[1], **typed)

    def take_in(self, count: int) -> None:
        """What so many games have brought, by the devices' own word."""

        def results() -> dict[str, Any]:
            messages = self.heard.of("result")
            return {message["seating"]: message for message in messages if not message["withdrawn"]}

        until(lambda: len(results()) == count)
        for seating, result in results().items():
            seats = {seat["name"]: seat["total"] for seat in result["report"]["seats"]}
            self.points.setdefault(seating, seats)


@contextmanager
def hall_of(folder: Path) -> Iterator[TournamentHall]:
    mosquitto = broker(folder / "broker")
    with ExitStack() as ends:
        ends.callback(mosquitto.stop)
        hall = BoardProgram(folder / "board", mosquitto)
        ends.callback(hall.kill)
        hall.wait_until_it_is_waited_for()
        tables = TournamentHall(folder, mosquitto, hall)
        ends.callback(tables.heard.close)
        for device in tables.devices.values():
            ends.callback(device.leave)
        tables.sign_in()
        until(lambda: sum(tile.get("online", False) for tile in hall.tiles().values()) == TABLES)
        yield tables


class Row(NamedTuple):
    """Figures in the order in which they rank."""

    paid: Fraction
    share: Fraction
    wins: int
    opponents: Fraction
    name: str


def worked_out(games: Collection[Points]) -> list[Row]:
    """The standings, by hand; the best first."""
    paid: dict[str, list[Fraction]] = defaultdict(list)
    for game in games:
        for name, points in game.items():
            better = sum(other > points for other in game.values())
            like = sum(other == points for other in game.values())
            paid[name].append(Fraction(sum((5, 3, 2, 1)[better : better + like]), like))
    rows = []
    for name, all_paid in paid.items():
        mine = [game for game in games if name in game]
        met = [other for game in mine for other in game if other != name]
        own = sum(max(0, game[name]) for game in mine)
        all_points = sum(max(0, points) for game in mine for points in game.values())
        row = Row(
            sum(all_paid, Fraction(0)),
            Fraction(own, all_points),
            sum(game[name] == max(game.values()) for game in mine),
            sum((sum(paid[other]) / Fraction(len(paid[other])) for other in met), Fraction())
            / len(met),
            name,
        )
        rows.append(row)
    return sorted(rows, reverse=True)


def is_same(hall: list[dict[str, str]], mine: list[Row]) -> None:
    """Everybody's place and figures; who share a place are in any order."""
    by_name = {row["Name"]: row for row in hall}
    assert len(by_name) == len(hall) == len(mine)
    for row in mine:
        place = 1 + sum(other[:4] > row[:4] for other in mine)
        shown = [*by_name[row.name].values()]
        assert shown[:2] == [str(place), row.name]
        assert float(shown[2]) == pytest.approx(float(row.paid), abs=0.006)
        assert float(shown[3].removesuffix(" %")) == pytest.approx(100 * float(row.share), abs=0.06)
        assert int(shown[4]) == row.wins
        assert float(shown[5]) == pytest.approx(float(row.opponents), abs=0.006)


def test_a_tournament_with_a_kill_and_a_correction(tmp_path: Path) -> None:
    with hall_of(tmp_path) as tables:
        devices = [*tables.devices.values()]
        tables.post("/organiser", title="Autumn Cup", wanted="4", least="4", most="4", rounds="3")
        tables.post(f"{HOME}/players", 200, add="1", here="on", names="\n".join(NAMES))

        tables.announce()
        for device in devices:
            tables.play(device)
        until(lambda: tables.ended(1) == TABLES)
        tables.take_in(TABLES)

        path = tables.announce()
        until(lambda: {tile["phase"] for tile in tables.hall.tiles().values()} == {"lobby"})
        for device in devices[:3]:
            tables.play(device)
        tables.hall.kill()
        tables.play(devices[3])
        tables.play(devices[4], cut_off=True)
        tables.hall.start()
        for device in devices[5:]:
            tables.play(device)
        until(lambda: tables.hall.logged("the broker answers") == 2)
        until(lambda: tables.ended(2) == TABLES)
        tables.take_in(2 * TABLES)
        table = tables.seats(2)[3]
        corrected = dict(zip(table, (31, 17, 17, 4), strict=True))
        tables.type_result(path, 3, corrected)
        devices[2].scan("undo", "score")  # what it says again is for the organiser
        until(lambda: b"unlike the result above" in tables.organiser.get(path).body)

        path = tables.announce(**{"device-5": ""})
        for number, device in enumerate(devices, 1):
            if number != 5:
                tables.play(device)
        until(lambda: tables.ended(3) == TABLES - 1)
        tables.take_in(3 * TABLES - 1)
        typed = dict(zip(tables.seats(3)[5], (40, 22, -1, 22), strict=True))
        tables.type_result(path, 5, typed)
        assert tables.ended(3) == TABLES
        tables.post(HOME, do="end")
        [seating] = [seating for seating, game in tables.points.items() if {*game} == {*table}]
        tables.points |= {seating: corrected, "typed": typed}
        is_same(tables.csv("/t/1/standings.csv"), worked_out(tables.points.values()))
        assert tables.hall.end() == 0
        assert "Traceback" not in tables.hall.log.read_text()
