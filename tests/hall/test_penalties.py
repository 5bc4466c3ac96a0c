"""What an organiser decides besides results: penalties, notes, who conceded or is disqualified."""

import gzip
import io
import re
from html import unescape
from pathlib import Path

import pytest
from support.axe import violations
from support.browser import complaints_of, looks, page
from support.door_site import PASSWORD, DoorSite, Visitor, door_site

from firmware.hall.store.backup import back_up
from firmware.hall.tournament.tournament import TournamentTable

ROUND = "/organiser/t/1/round/1"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal"]


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """Signed in, with eight players at two tables of a round that is announced."""
    organiser = site.organiser()
    organiser.post("/organiser", title="Autumn Cup", game="sushi-go", rounds="2")
    site.hall.join(1, NAMES, "organiser", here=True)
    organiser.post("/organiser/t/1", do="pair")
    organiser.post(ROUND, do="announce")
    return organiser


def table_1(site: DoorSite) -> TournamentTable:
    return site.hall.tournaments[1].rounds[0].tables[0]


def words(visitor: Visitor, path: str) -> str:
    """The page's text."""
    text = re.sub("<[^>]+>", " ", visitor.get(path).body.decode())
    return " ".join(unescape(text).split())


def end_round(site: DoorSite, organiser: Visitor, **more: str) -> None:
    """Each player of a table has ten points less than the one before."""
    for table in site.hall.tournaments[1].rounds[0].tables:
        points = {f"points-{player}": f"{40 - 10 * i}" for i, player in enumerate(table.players)}
        assert organiser.post(ROUND, do="result", table=table.id, **points, **more).status == 303


def test_a_penalty_is_in_the_standings_and_its_reason_is_the_organisers(
    site: DoorSite, organiser: Visitor
) -> None:
    phone, player = Visitor(site), table_1(site).players[0]
    name = NAMES[player - 1]
    end_round(site, organiser)
    penalty = {"do": "penalise", "player": f"{player}", "loss": "2", "reason": "late"}
    for wrong in ({"loss": "21"}, {"loss": "x"}, {"reason": "spite"}, {"player": "99"}):
        assert organiser.post(ROUND, **{**penalty, **wrong}).status == 409
    assert organiser.post(ROUND, **penalty).status == 303
    assert f"Penalty for {name} : 2 place points (late)".replace(" :", ":") in words(
        organiser, ROUND
    )
    lost = f"{name} lost 2 place points as a penalty."
    for path in ("/t/1/standings", f"/t/1?me={player}"):
        shown = words(phone, path)
        assert lost in shown, path
        assert "late" not in shown, path
    log = words(organiser, "/organiser/t/1/log")
    assert f"Penalty in round 1 for {name}: 2 place points (late)" in log
    assert organiser.post(ROUND, **{**penalty, "loss": "0", "reason": "rules"}).status == 303
    assert "a warning (against the rules)" in words(organiser, ROUND)
    assert lost not in words(phone, "/t/1/standings")
    assert organiser.post(ROUND, do="no-penalty", player=f"{player}").status == 303
    assert f"Penalty for {name}:" not in words(organiser, ROUND)
    assert organiser.post(ROUND, do="no-penalty", player=f"{player}").status == 409


def test_who_conceded_is_last_and_all_see_it(site: DoorSite, organiser: Visitor) -> None:
    phone, player = Visitor(site), table_1(site).players[0]
    end_round(site, organiser, **{f"conceded-{player}": "on"})
    assert [seat.player for seat in table_1(site).result][-1] == player
    assert "conceded" in words(organiser, ROUND)
    for path in ("/t/1/round/1", f"/t/1?me={player}"):
        assert "conceded" in words(phone, path), path
    assert f"{NAMES[player - 1]} conceded 1 game." in words(phone, "/t/1/standings")
    assert "40, conceded" in words(organiser, "/organiser/t/1/log")
    table = table_1(site)
    points = {f"points-{other}": "7" for other in table.players if other != player}
    gave_up = {f"conceded-{player}": "on", f"points-{player}": ""}
    organiser.post(ROUND, do="result", table=table.id, **points, **gave_up)
    last = table_1(site).result[-1]
    assert (last.player, last.points, last.conceded) == (player, 0, True), "left without points"


def test_who_is_disqualified_is_told_and_in_no_further_round(
    site: DoorSite, organiser: Visitor
) -> None:
    phone, player = Visitor(site), table_1(site).players[0]
    name = NAMES[player - 1]
    end_round(site, organiser)
    own = f"/organiser/t/1/players/{player}"
    assert organiser.post(own, do="disqualify").status == 303
    assert f"{name} (disqualified)" in words(phone, "/t/1/standings")
    assert "You are disqualified" in words(phone, f"/t/1?me={player}")
    assert b"DQ,%b" % name.encode() in organiser.get("/t/1/standings.csv").body
    assert f"{name} disqualified" in words(organiser, "/organiser/t/1/players")
    assert f"left or are disqualified: {name}." in words(organiser, "/organiser/t/1")
    organiser.post("/organiser/t/1", do="pair")
    assert player not in site.hall.tournaments[1].rounds[1].everybody
    assert f"Disqualified {name}" in words(organiser, "/organiser/t/1/log")
    assert organiser.post(own, do="reinstate").status == 303
    assert "disqualified" not in words(phone, "/t/1/standings")


def test_a_note_is_for_organisers_and_goes_with_the_names(
    site: DoorSite, organiser: Visitor
) -> None:
    phone, table = Visitor(site), table_1(site)
    assert organiser.post(ROUND, do="note", table=table.id, text="x" * 121).status == 409
    assert organiser.post(ROUND, do="note", table="x", text="Ann spilled tea").status == 409
    assert organiser.post(ROUND, do="note", table=table.id, text=" Ann spilled tea ").status == 303
    assert "Note: Ann spilled tea" in words(organiser, ROUND)
    for path in ("/t/1", "/t/1/round/1", "/t/1/standings"):
        assert "tea" not in words(phone, path), path
    log = words(organiser, "/organiser/t/1/log")
    assert "Wrote a note at table 1 in round 1" in log
    assert "tea" not in log
    assert all("tea" not in str(row.act) for row in site.hall.store.acts())
    assert organiser.post(ROUND, do="note", table=table.id, text="").status == 303
    assert "tea" not in words(organiser, ROUND)


def test_penalties_and_notes_outlive_the_board_and_are_in_backups(tmp_path: Path) -> None:
    with door_site(tmp_path) as site:
        organiser = site.organiser()
        organiser.post("/organiser", title="Autumn Cup", game="sushi-go")
        site.hall.join(1, NAMES, "organiser", here=True)
        organiser.post("/organiser/t/1", do="pair")
        organiser.post(ROUND, do="announce")
        table = table_1(site)
        site.hall.announce(1, "Lunch", "organiser")
        organiser.post(ROUND, do="note", table=table.id, text="Ann spilled tea")
        player = f"{table.players[0]}"
        organiser.post(ROUND, do="penalise", player=player, loss="1", reason="slow")
        tournament = site.hall.tournaments[1]
    with door_site(tmp_path) as again:
        assert again.hall.tournaments[1] == tournament
        assert again.hall.notes(1)[table.id] == "Ann spilled tea"
        assert again.hall.announcements == {1: "Lunch"}
    file = io.BytesIO()
    back_up(f"sqlite:///{tmp_path}/board.db", file)
    assert b"Ann spilled tea" in gzip.decompress(file.getvalue())


@pytest.mark.parametrize("width", [390, 1280])
def test_a_round_with_all_of_it_has_no_faults_in_a_browser(
    site: DoorSite, organiser: Visitor, width: int
) -> None:
    table = table_1(site)
    end_round(site, organiser, **{f"conceded-{table.players[1]}": "on"})
    organiser.post(ROUND, do="penalise", player=f"{table.players[0]}", loss="2", reason="late")
    organiser.post(ROUND, do="note", table=table.id, text="Ann spilled tea")
    organiser.post(f"/organiser/t/1/players/{table.players[2]}", do="disqualify")
    with page("about:blank") as driver:
        looks(driver, (width, 1100))
        driver.get(f"{site.address}/organiser/login?next={ROUND}")
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        for path in (ROUND, f"/organiser/t/1/players/{table.players[2]}", "/t/1/standings"):
            driver.get(site.address + path)
            driver.execute_script(
                "document.querySelectorAll('details').forEach(d => d.open = true)"
            )
            assert violations(driver) == [], path
            overflow = "return document.documentElement.scrollWidth - innerWidth"
            assert driver.execute_script(overflow) <= 0, path
        assert complaints_of(driver) == []
