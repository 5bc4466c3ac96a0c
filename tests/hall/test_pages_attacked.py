"""Phones and helpers that try more than is theirs, at the board's own pages."""

import re
from itertools import count
from pathlib import Path

import pytest
from support.door_site import PASSWORD, DoorSite, Visitor, door_site
from support.random_acts import pairing_act, seats_of

from firmware.hall.tournament import acts
from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.table_code import table_code
from firmware.hall.tournament.tournament import TournamentTable

NAMES = ["Ann", "Bo", "Cy", "Dee", "Eve", "Fay"]
HOME = "/organiser/t/1"
ROUND = f"{HOME}/round/1"


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """Signed in, with two tables that play round 1; Ida helps."""
    organiser = site.organiser()
    organiser.post("/organiser", title="Cup")
    organiser.post(f"{HOME}/players", **{"sign-up": "on"})
    organiser.post("/organiser/helpers", name="Ida", password=PASSWORD)
    return organiser


def started(site: DoorSite) -> Visitor:
    """Ann's phone, on which she signed up; the round has begun."""
    ann = Visitor(site)
    assert ann.post("/join/1", name="Ann").status == 303
    site.hall.join(1, NAMES[1:], "organiser")
    site.hall.act(1, acts.PlayersChecked((*range(1, 7),), True), "organiser")
    seated = Pairing(((1, 2, 3), (4, 5, 6)))
    site.hall.act(1, pairing_act(site.hall.tournaments[1], seated), "organiser")
    site.hall.act(1, acts.RoundAnnounced(1), "organiser")
    return ann


def helper(site: DoorSite) -> Visitor:
    ida = Visitor(site)
    assert ida.post("/organiser/login", name="Ida", password=PASSWORD).status == 303
    return ida


def table(site: DoorSite, number: int = 1) -> TournamentTable:
    return site.hall.tournaments[1].rounds[0].tables[number - 1]


def test_a_helper_does_nothing_that_is_the_organisers(site: DoorSite, organiser: Visitor) -> None:
    started(site)
    ida, before = helper(site), site.hall.tournaments
    noted = {"do": "note", "text": "Go home, all of you"}
    for form in (noted, {**noted, "table": ""}, {**noted, "table": "nowhere"}):
        assert ida.post(ROUND, **form).status == 409
    for route in site.routes:
        path = route.path.replace("{n:int}", "1").replace("{round:int}", "1")
        path = path.replace("{player:int}", "1").replace("{season:int}", "1")
        if "POST" not in route.methods or not path.startswith("/organiser/"):
            continue
        for do in ("tell", "end", "penalise", "disqualify", "announce", "clock-start", "keep", "x"):
            answer = ida.post(path, do=do, text="Ida", minutes="5", player="1", add="1", names="Z")
            assert answer.status in (403, 409) or "/log" in path, (path, do)
            if "/log" in path:
                ida = helper(site)
    assert site.hall.tournaments == before
    assert not site.hall.announcements
    assert site.sessions.helpers == ["Ida"]
    assert ida.get(ROUND).status == 200


@pytest.mark.parametrize(
    "gone", [acts.NamesRemoved((7,)), acts.PlayersDeleted((7,))], ids=["removed", "deleted"]
)
def test_a_name_that_goes_is_in_no_note_and_told_to_nobody(tmp_path: Path, gone: acts.Act) -> None:
    with door_site(tmp_path) as site:
        organiser = site.organiser()
        organiser.post("/organiser", title="Cup")
        organiser.post(f"{HOME}/players", **{"sign-up": "on"})
        started(site)
        site.hall.join(1, ["Zebulon"], "organiser")
        first, second = table(site), table(site, 2)
        organiser.post(ROUND, do="note", table=first.id, text="ZEBULON shouted here")
        organiser.post(ROUND, do="note", table=second.id, text="All is well")
        organiser.post(HOME, do="tell", text="Zebulon, come to the desk")
        assert site.hall.announcements
        site.hall.act(1, gone, "organiser")
        assert site.hall.notes(1) == {second.id: "All is well"}
        assert not site.hall.announcements
        for path in ("/state", ROUND, f"{HOME}/log", "/t/1"):
            assert b"zebulon" not in organiser.get(path).body.lower(), path
    files = b"".join(file.read_bytes() for file in tmp_path.glob("board.db*"))
    assert b"zebulon" not in files.lower()


def test_an_end_of_nobodys_help_signs_nobody_out(site: DoorSite, organiser: Visitor) -> None:
    for name in ("", "Nobody"):
        assert organiser.post("/organiser/helpers", end=name).status == 303
    assert organiser.get("/organiser/helpers").status == 200
    ida = helper(site)
    organiser.post("/organiser/helpers", end="Ida")
    assert ida.post(ROUND, do="note").status == 403


def address(site: DoorSite, number: int = 1) -> str:
    return f"/t/1/table/{number}?code={table_code(site.hall.tournaments[1], number)}"


def phone(site: DoorSite, visitor: Visitor | None = None) -> Visitor:
    """A phone that has read the code of table 1."""
    visitor = visitor or Visitor(site)
    assert visitor.get(address(site)).status == 200
    return visitor


def sent(site: DoorSite, by: Visitor, *points: int, number: int = 1) -> int:
    players = table(site, number).players
    form = {f"points-{player}": n for player, n in zip(players, points, strict=True)}
    return by.post(address(site, number), table=table(site, number).id, **form).status


def waiting_points(site: DoorSite) -> list[int]:
    """The points of the first player, by each result that waits at table 1."""
    return [claim.seats[0].points for claim in table(site).claims]


def forms(by: Visitor, path: str, do: str) -> list[dict[str, str]]:
    """All forms of a page that have that button."""
    all_forms = re.findall("<form.*?</form>", by.get(path).body.decode(), re.DOTALL)
    return [
        {**dict(re.findall('name="([^"]+)" value="([^"]*)"', form)), "do": do}
        for form in all_forms
        if f'value="{do}"' in form
    ]


def test_one_phone_as_many_does_not_flood_a_table(site: DoorSite, organiser: Visitor) -> None:
    ann = phone(site, started(site))
    many = [phone(site) for _ in range(6)]
    assert {sent(site, forged, 90, 20, 10) for forged in many} == {303}  # as one
    assert [sent(site, forged, 91 + n, 20, 10) for n, forged in enumerate(many)] == [
        *[303, 303],
        *[409, 409, 409, 409],
    ]
    assert waiting_points(site) == [90, 91, 92]
    evil, points = "device evil", seats_of([(1, 80, 1), (2, 20, 2), (3, 10, 3)])
    site.hall.act(1, acts.ResultClaimed(table(site).id, points, "ab-1"), evil)
    assert sent(site, ann, 40, 30, 20) == 303, "who is known has room"
    assert waiting_points(site) == [90, 91, 92, 80, 40]
    for n in range(3):  # by Ann's proof alone
        del ann.cookies["okanjo-phone"]
        assert sent(site, phone(site, ann), 41 + n, 30, 20) == 303
    assert waiting_points(site) == [90, 91, 92, 80, 43]
    assert "Ann’s phone" in organiser.get(ROUND).body.decode()


def test_a_device_takes_no_phones_room(site: DoorSite, organiser: Visitor) -> None:
    started(site)
    for n, device in enumerate(("evil", "vile", "live")):
        points = seats_of([(1, 80 + n, 1), (2, 20, 2), (3, 10, 3)])
        claimed = acts.ResultClaimed(table(site).id, points, "ab-1")
        site.hall.act(1, claimed, f"device {device}")
    assert [sent(site, phone(site), n, 0, 0) for n in range(5)] == [303, 303, 303, 409, 409]
    assert waiting_points(site) == [80, 81, 82, 0, 1, 2]


def test_no_phone_fills_the_log(site: DoorSite, organiser: Visitor) -> None:
    ann, version = started(site), site.hall.tournaments[1].version
    stranger = phone(site)
    sends = [sent(site, stranger, 50 + n % 2, 20, 10) for n in range(70)]
    assert sends == [303] * 60 + [429] * 10
    assert {sent(site, stranger, n, 0, 0) for n in range(3)} == {429}
    assert (
        b"Tell the organiser"
        in stranger.post(
            address(site),
            table=table(site).id,
            **dict.fromkeys(("points-1", "points-2", "points-3"), "9"),
        ).body
    )
    assert sent(site, phone(site, ann), 40, 30, 20) == 303, "who is known is counted apart"
    assert sent(site, Visitor(site), 40, 30, 20, number=2) == 303, "so is each table"
    ways = [ann.post("/t/1?me=1", do=do).status for do in ("leave", "return") * 6]
    assert ways == [303] * 10 + [429] * 2
    assert site.hall.tournaments[1].version == version + 60 + 2 + 10
    mine = [sent(site, ann, 40 + n % 2, 30, 20) for n in range(40)]
    assert mine.count(429) == 11
    form = {f"points-{player}": "7" for player in (1, 2, 3)}
    typed = organiser.post(ROUND, do="result", table=table(site).id, **form)
    assert (typed.status, bool(table(site).result)) == (303, True)


def test_a_device_that_says_another_thing_all_the_time_holds_nobody_up(
    site: DoorSite, organiser: Visitor
) -> None:
    ann, number = phone(site, started(site)), count(80)

    def evil() -> None:
        points = seats_of([(1, next(number), 1), (2, 20, 2), (3, 10, 3)])
        claimed = acts.ResultClaimed(table(site).id, points, "ab-1")
        site.hall.act(1, claimed, "device evil")

    assert sent(site, ann, 40, 30, 20) == 303
    before = forms(organiser, ROUND, "confirm")[0]
    evil()
    assert organiser.post(ROUND, **before).status == 409, "somebody says something else"
    bo = phone(site)
    (agree,) = forms(bo, address(site), "agree")
    evil()
    assert bo.post(address(site), **agree).status == 303
    takes = forms(organiser, ROUND, "confirm")
    refuses = forms(organiser, ROUND, "refuse-claim")
    typed = forms(organiser, ROUND, "result")[0]
    evil()
    strange = table(site).claims[-1].number
    assert [organiser.post(ROUND, **refuse).status for refuse in refuses] == [303, 409]
    assert strange == table(site).claims[-1].number, "what was not seen is not refused"
    assert takes[0]["claim"] == refuses[0]["claim"]
    typed |= {"points-1": "1", "points-2": "2", "points-3": "3"}
    assert organiser.post(ROUND, **typed).status == 409, "a phone's was refused meanwhile"
    (typed, *_) = forms(organiser, ROUND, "result")
    evil()
    typed |= {"points-1": "1", "points-2": "2", "points-3": "3"}
    assert organiser.post(ROUND, **typed).status == 303
    assert [seat.points for seat in table(site).result] == [3, 2, 1]


def test_of_two_who_decide_none_overwrites_what_the_other_did(
    site: DoorSite, organiser: Visitor
) -> None:
    started(site)
    other = Visitor(site)
    other.post("/organiser/login", password=PASSWORD)
    penalty = {"player": "1", "loss": "3", "reason": "conduct"}
    warning = {"player": "1", "loss": "0", "reason": "late"}
    words = [
        (ROUND, "penalise", penalty, warning),
        (ROUND, "no-penalty", {}, {}),
        (ROUND, "note", {"text": "Ann was warned"}, {"text": "Bo spilled tea"}),
        (HOME, "tell", {"text": "Lunch until 13:30"}, {"text": "Lunch until 13:00"}),
        (HOME, "untell", {}, {"do": "tell", "text": "No lunch"}),
    ]
    for path, do, first, second in words:
        (old, *_), (same, *_) = forms(organiser, path, do), forms(other, path, do)
        assert other.post(path, **{**same, **first}).status == 303, do
        before = site.hall.tournaments[1], site.hall.notes(1), site.hall.announcements
        refused = organiser.post(path, **{**old, **second})
        assert (refused.status, b"This has changed meanwhile" in refused.body) == (409, True), do
        assert (site.hall.tournaments[1], site.hall.notes(1), site.hall.announcements) == before
        if do in ("penalise", "note", "tell"):
            twice = other.post(path, **{**same, **first})
            assert twice.status == 303, f"a double tap: {do}"
            assert site.hall.tournaments[1] == before[0]
            (new, *_) = forms(organiser, path, do)
            assert organiser.post(path, **{**new, **second}).status == 303, do
            (new, *_) = forms(organiser, path, do)
            assert organiser.post(path, **{**new, **first}).status == 303, do


def test_a_phone_changes_nothing_that_is_not_its_own(site: DoorSite, organiser: Visitor) -> None:
    ann = phone(site, started(site))
    organiser.post("/organiser", title="Other")
    site.hall.join(2, NAMES, "organiser", here=True)
    seated = Pairing(((1, 2, 3), (4, 5, 6)))
    site.hall.act(2, pairing_act(site.hall.tournaments[2], seated), "organiser")
    site.hall.act(2, acts.RoundAnnounced(1), "organiser")
    assert sent(site, Visitor(site), 9, 8, 7, number=2) == 303
    before = site.hall.tournaments
    points = {f"points-{player}": "5" for player in range(1, 7)}
    own, code = table(site), table_code(site.hall.tournaments[1], 1)
    others = [table(site, 2).id, site.hall.tournaments[2].rounds[0].tables[0].id, "", "x" * 60_000]
    claim = f"{table(site, 2).claims[0].number}"
    attempts = [
        *((address(site), {"table": other, **points}) for other in others),
        *(
            (address(site), {"do": do, "table": other, "claim": claim, "seen": "0"})
            for other in (own.id, *others)
            for do in ("agree", "dispute", "confirm", "result", "note", "penalise")
        ),
        *((f"/t/1/table/{n}?code={code}", {"table": table(site, 2).id, **points}) for n in (2, 99)),
        (f"/t/2/table/1?code={code}", {"table": others[1], **points}),
        (f"/t/9/table/1?code={code}", {"table": own.id, **points}),
        (address(site), {"table": own.id, **points, "points-1": "9" * 5000}),
        (address(site), {f"points-{n}": "1" for n in range(600)}),
        *((f"/t/1?me={player}", {"do": "leave"}) for player in (2, 3, 4, 99, "1" * 9, "")),
        ("/t/2?me=1", {"do": "leave"}),
        (ROUND, {"do": "confirm", "table": own.id}),
        ("/organiser/password", {"password": "another password", "code": code}),
        ("/organiser/password", {"password": "another password", "present": PASSWORD}),
    ]
    for path, form in attempts:
        assert ann.post(path, **form).status in (400, 403, 404, 409, 413), (path, str(form)[:99])
    proof, name = ann.cookies["okanjo-1-player-1"], "okanjo-1-player-2"
    for cookies in ({name: proof}, {name: "0" * 64}, {"okanjo-1-table-2": proof}):
        forger = Visitor(site)
        forger.cookies = cookies
        assert forger.post("/t/1?me=2", do="leave").status == 403
        path = f"/t/1/table/2?code={code}"
        assert forger.post(path, table=table(site, 2).id, **points).status == 403
    elsewhere = {"Origin": "http://evil.example"}
    alike = {"Sec-Fetch-Site": "same-site"}
    for headers in (elsewhere, alike, {"Origin": None}):
        for visitor, path in ((ann, "/t/1?me=1"), (organiser, HOME), (ann, address(site))):
            form = {"do": "leave", "table": own.id, **points}
            assert visitor.post(path, headers, **form).status == 403
    assert site.hall.tournaments == before


def test_old_seats_and_old_rounds_take_no_results(site: DoorSite, organiser: Visitor) -> None:
    ann = phone(site, started(site))
    old = table(site)
    site.hall.act(1, acts.PlayersSwapped(1, 4), "organiser")
    points = {f"points-{player}": "5" for player in range(1, 7)}
    assert ann.post(address(site), table=old.id, **points).status == 409
    assert not table(site).claims
    for n in (1, 2):
        form = {f"points-{player}": "7" for player in table(site, n).players}
        assert organiser.post(ROUND, do="result", table=table(site, n).id, **form).status == 303
    first = table(site)
    assert ann.post(address(site), table=first.id, **points).status == 409
    organiser.post(HOME, do="pair")
    assert (
        ann.post(address(site), table=site.hall.tournaments[1].rounds[1].tables[0].id).status == 409
    )
    organiser.post(f"{HOME}/round/2", do="announce", menu="my-first-meal")
    assert ann.post(address(site), table=first.id, **points).status == 409
    assert not site.hall.tournaments[1].rounds[1].tables[0].claims
    assert table(site) == first


def test_what_is_a_phones_own_is_on_no_page_of_others(site: DoorSite, organiser: Visitor) -> None:
    ann = phone(site, started(site))
    sent(site, ann, 30, 20, 10)
    stranger, ida = Visitor(site), helper(site)
    for path in ("/t/1", "/t/1/standings", "/t/1/round/1", "/t/1/tv", "/"):
        for first in (organiser, ida, ann, stranger):
            first.get(path, Accept_Encoding="gzip")
        pages = [visitor.get(path) for visitor in (stranger, ann, Visitor(site))]
        assert len({page.body for page in pages} - {b""}) == 1, path
        for secret in (b"Ida", b"Sign out", table(site).id.encode(), b"okanjo-phone"):
            assert secret not in pages[0].body, (path, secret)
        assert not {"okanjo-organiser", "okanjo-phone"} & stranger.cookies.keys()
    assert b"leave" in ann.get("/t/1?me=1").body
    assert b'value="leave"' not in stranger.get("/t/1?me=1").body
    assert ann.cookies["okanjo-phone"].encode() not in organiser.get(ROUND).body
    assert ann.cookies["okanjo-phone"].encode() not in phone(site).get(address(site)).body
