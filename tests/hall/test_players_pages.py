"""The organiser's pages of tournaments and players, the sign-up, and results by a table's code."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from typing import Any

import pytest
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.door_site import DoorSite, Visitor, door_site
from support.random_acts import OPEN, seats_of
from support.soak import share

from firmware.hall.pages.context import AWAY
from firmware.hall.pages.tournaments.routes import next_title
from firmware.hall.store.store import Away
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Seating
from firmware.hall.tournament.table_code import table_code
from firmware.words.language import say

PLAYERS, JOIN, SCREEN = "/organiser/t/1/players", "/join/1", "/t/1/sign-up"
NASTY = "<img src=x onerror=a()>"
PHONE, LAPTOP = (390, 844), (1280, 800)


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """The organiser, with a tournament open."""
    organiser = site.organiser()
    done = organiser.post("/organiser", title="  Autumn  cup ")
    assert done.headers["location"] == PLAYERS
    return organiser


def names(site: DoorSite) -> dict[int, str]:
    return dict(site.hall.names[1])


def here(site: DoorSite) -> list[int]:
    return site.hall.tournaments[1].pairable


def play(site: DoorSite, *tables: tuple[int, ...]) -> list[str]:
    """Begin a round with these tables, announced; the tables' IDs."""
    hall, number = site.hall, len(site.hall.tournaments[1].rounds) + 1
    ids = [f"s-1-r{number}-t{table}-0000" for table in range(1, len(tables) + 1)]
    seatings = tuple(map(Seating, ids, range(1, len(tables) + 1), tables))
    hall.act(1, acts.RoundPaired(number, "my-first-meal", False, (), seatings), "organiser")
    hall.act(1, acts.RoundAnnounced(number), "organiser")
    return ids


def test_a_title_is_enough_and_everything_can_be_changed(
    site: DoorSite, organiser: Visitor
) -> None:
    rules = site.hall.tournaments[1].rules
    assert (rules.title, rules.game, rules.wanted) == ("Autumn cup", "sushi-go-party", 4)
    settings = "/organiser/t/1/settings"
    form = {"title": "Spring", "game": "omakase", "wanted": "5", "least": "4", "most": "5"}
    assert organiser.post(settings, **form, rounds="6", pays="4-2, 1").status == 303
    rules = site.hall.tournaments[1].rules
    assert (*rules,) == ("Spring", "omakase", 5, 4, 5, 6, (4, 2, 1))
    for wrong, reason in (
        ({"wanted": "3"}, "choose a size"),
        ({"pays": "1 2"}, "Give place points"),
        ({"pays": "a"}, "whole number"),
        ({"rounds": "-1"}, "0 to 99"),
        ({"title": ""}, "title"),
        ({"game": "chess"}, "one of the games"),
    ):
        answer = organiser.post(settings, **{**form, **wrong})
        assert answer.status == 409
        assert reason in answer.body.decode()
    assert site.hall.tournaments[1].rules == rules
    assert organiser.get("/organiser/t/7/players").status == 404


def test_players_come_by_typing_and_by_csv(site: DoorSite, organiser: Visitor) -> None:
    typed = organiser.post(PLAYERS, add="1", names="Ann\nBo\n\nann\n" + "x" * 25)
    assert b"Added Ann, Bo, not checked in yet." in typed.body
    assert b"ann (there is Ann already)" in typed.body
    table = 'Nr;Name;Ort\r\n1;"Jürgen; der Erste";Ulm\r\n2;Zoé;Köln\r\n3;Bo;Bonn\r\n'
    sent = organiser.upload(PLAYERS, table.encode("cp1252"), add="1", names="", here="on")
    assert "Added Jürgen; der Erste, Zoé (checked in)." in sent.body.decode()
    assert names(site) == {1: "Ann", 2: "Bo", 3: "Jürgen; der Erste", 4: "Zoé"}
    assert here(site) == [3, 4]
    for content in (b"\xef\xbb\xbfCem,\r\n", "Di\t1\nEla\t2\n".encode("utf-16")):
        assert organiser.upload(PLAYERS, content, add="1", names="").status == 200
    assert [*names(site).values()][4:] == ["Cem", "Di", "Ela"]
    for content in (b"", b"\x00\xff" * 500, b"x" * 2_000_000):
        assert organiser.upload(PLAYERS, content, add="1", names="").status in (200, 409, 413)
    assert len(names(site)) == 7
    assert b"Added no players." in organiser.post(PLAYERS, add="1", names="Ann").body
    many = "Fay\nGus\nHal\nIda"
    assert (
        b"Added 4 players (checked in)."
        in organiser.post(PLAYERS, add="1", names=many, here="on").body
    )


def test_a_long_list_comes_in_pages_with_a_search(site: DoorSite, organiser: Visitor) -> None:
    site.hall.join(1, [f"Zed {number:03}" for number in range(403)], "organiser")
    pages = [organiser.get(f"{PLAYERS}?page={page}").body.decode() for page in (1, 2, 3)]
    assert [page.count('<li id="p') for page in pages] == [200, 200, 3]
    assert "0 of 403 checked in" in pages[2]
    assert '<a href="?page=3">401–403</a>' in pages[0]
    shown = organiser.get(f"{PLAYERS}?find=zed+402").body.decode()
    assert (shown.count('<li id="p'), "Zed 402" in shown) == (1, True)
    assert organiser.get(f"{PLAYERS}?find=xyzzy").body.count(b'<li id="p') == 0
    tap = {"in": site.hall.tournaments[1].players[403].number}
    assert (
        organiser.post(f"{PLAYERS}?page=3", **tap).headers["location"] == f"{PLAYERS}?page=3#p403"
    )
    assert organiser.post(f"{PLAYERS}?page=3", all="in").headers["location"] == f"{PLAYERS}?page=3"
    assert len(here(site)) == 403


def test_signs_are_printed_before_anybody_has_come(site: DoorSite, organiser: Visitor) -> None:
    assert b"signs.pdf" not in organiser.get(PLAYERS[:-8]).body
    organiser.post(PLAYERS, add="1", names="Ann\nBo\nCem")
    assert b'href="/organiser/t/1/signs.pdf"' in organiser.get(PLAYERS[:-8]).body


def test_a_tap_checks_in_and_who_left_may_come_back(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, add="1", names="Ann\nBo\nCem")
    for _ in range(2):  # a tap too many does nothing
        assert organiser.post(PLAYERS, **{"in": "2"}).headers["location"] == f"{PLAYERS}#p2"
    assert here(site) == [2]
    organiser.post(PLAYERS, out="2")
    assert here(site) == []
    organiser.post(PLAYERS, all="in")
    assert here(site) == [1, 2, 3]
    organiser.post(f"{PLAYERS}/3", do="leave")
    assert here(site) == [1, 2]
    assert b"has left" in organiser.get(PLAYERS).body
    organiser.post(f"{PLAYERS}/2", do="disqualify")
    assert b"Check in everybody" not in organiser.get(PLAYERS).body  # nobody is left to come
    organiser.post(f"{PLAYERS}/2", do="reinstate")
    organiser.post(f"{PLAYERS}/3", do="return")
    assert here(site) == [1, 2, 3]
    assert organiser.post(f"{PLAYERS}/3", do="name", name=" Cemal ").status == 303
    assert names(site)[3] == "Cemal"
    for wrong in ("", "\u202e", "x" * 25, "ANN"):
        assert organiser.post(f"{PLAYERS}/3", do="name", name=wrong).status == 409
    assert organiser.post(f"{PLAYERS}/3", do="name", name="cemal").status == 303
    for form in ({"in": "9"}, {"in": "x"}, {}, {"out": "9" * 400}):
        assert organiser.post(PLAYERS, **form).status == 409


def test_a_name_is_removed_and_those_of_a_tournament_are_kept(
    site: DoorSite, organiser: Visitor
) -> None:
    organiser.post(PLAYERS, add="1", names="Ann\nBo")
    settings = "/organiser/t/1/settings"
    for keep in (True, False):
        organiser.post(settings, keep="yes" if keep else "no")
        assert site.hall.tournaments[1].keep_names is keep
    assert b"Remove the name" in organiser.get(f"{PLAYERS}/1").body
    assert organiser.post(f"{PLAYERS}/1", do="erase").status == 303
    assert names(site) == {2: "Bo"}
    shown = organiser.get(PLAYERS).body
    assert b"Player 1</bdi>" in shown
    assert b"Ann" not in shown
    assert b"Remove the name" not in organiser.get(f"{PLAYERS}/1").body


def test_players_sign_up_while_it_is_open(site: DoorSite, organiser: Visitor) -> None:
    phone = Visitor(site)
    assert phone.post(JOIN, name="Ann").status == 409
    assert b"Ask the organiser" in phone.get(JOIN).body
    assert organiser.post(PLAYERS, **{"sign-up": "on"}).headers["location"] == SCREEN
    done = phone.post(JOIN, name=" Ann ")
    assert done.headers["location"] == JOIN
    joined = phone.get(JOIN).body
    assert b"You are on the list, <bdi>Ann</bdi>" in joined
    assert b'<a class="btn main" href="/t/1?me=1">' in joined
    again = phone.post(JOIN, name="ann")
    assert (again.status, b"There is ann already" in again.body) == (409, True)
    for wrong in ("", " ", "x" * 25, "\u200b"):
        assert phone.post(JOIN, name=wrong).status == 409
    assert phone.post(JOIN, {"Origin": "http://evil.example"}, name="Eve").status == 403
    assert here(site) == []  # the organiser checks in
    organiser.post(PLAYERS, **{"sign-up": "off"})
    assert phone.post(JOIN, name="Bo").status == 409
    assert names(site) == {1: "Ann"}


def test_a_double_tap_does_it_once(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, **{"sign-up": "on"})
    with ThreadPoolExecutor(8) as taps:
        done = [*taps.map(lambda n: Visitor(site).post(JOIN, name="Ann").status, range(8))]
        assert sorted(done) == [303] + [409] * 7
        [*taps.map(lambda n: organiser.post(PLAYERS, add="1", names="Bo\nCy"), range(8))]
        opened = [*taps.map(lambda n: organiser.post("/organiser", title="Spring"), range(8))]
    assert names(site) == {1: "Ann", 2: "Bo", 3: "Cy"}
    assert {answer.headers["location"] for answer in opened} == {"/organiser/t/2/players"}
    assert [*site.hall.tournaments] == [1, 2]


def test_a_sign_up_that_runs_wild_has_an_end_that_the_organiser_sets(
    site: DoorSite, organiser: Visitor
) -> None:
    organiser.post(PLAYERS, **{"sign-up": "on"})

    def signed_up(count: int) -> list[int]:
        start = len(site.hall.tournaments[1].players)
        return [Visitor(site).post(JOIN, name=f"Bot {start + n}").status for n in range(count)]

    assert signed_up(12) == [303] * 10 + [429] * 2
    assert b"ask the organiser" in Visitor(site).post(JOIN, name="Ann").body
    assert organiser.post(PLAYERS, limit="0", **{"sign-up": "on"}).status == 409
    organiser.post(PLAYERS, limit="15", **{"sign-up": "on"})
    assert signed_up(6) == [303] * 5 + [429]
    assert organiser.get(PLAYERS).status == 200


def test_players_who_were_in_no_round_are_deleted_and_their_numbers_never_given_again(
    site: DoorSite, organiser: Visitor
) -> None:
    organiser.post(PLAYERS, add="1", names="Ann\nBo\nCy", here="on")
    organiser.post(PLAYERS, add="1", names="Dee")
    play(site, (1, 2, 3))
    organiser.post(PLAYERS, add="1", names="Eve\nFay")
    site.hall.join(1, ["Bot"], "sign-up")
    page = organiser.get(PLAYERS).body.decode()
    # A tap that slips deletes nobody: it opens what asks again.
    assert "<summary>Take back the last addition: 2 players</summary>" in page
    assert "4 players have not come" in page
    assert (
        organiser.post(PLAYERS, delete="added", count="9").status == 409
    )  # another page did something
    assert organiser.post(PLAYERS, delete="added", count="2").status == 303
    assert names(site) == {1: "Ann", 2: "Bo", 3: "Cy", 4: "Dee", 7: "Bot"}
    assert organiser.post(f"{PLAYERS}/4", do="delete").status == 303
    assert organiser.post(PLAYERS, delete="absent", count="1").status == 303
    refused = organiser.post(f"{PLAYERS}/1", do="delete")
    assert (refused.status, b"has been in a round" in refused.body) == (409, True)
    assert b"Delete this player" not in organiser.get(f"{PLAYERS}/1").body
    assert names(site) == {1: "Ann", 2: "Bo", 3: "Cy"}
    assert site.hall.join(1, ["Gus"], "sign-up") == [8]
    log = organiser.get("/organiser/t/1/log").body
    assert b"Deleted 2 players" in log
    assert b"Deleted 1 player" in log
    assert b"Eve" not in log


def test_a_screen_counts_who_signs_up(site: DoorSite, organiser: Visitor) -> None:
    with page(f"{site.address}{SCREEN}", (1920, 1080)) as driver:
        until(lambda: "The sign-up is closed." in text_of(driver, "main"))
        organiser.post(PLAYERS, **{"sign-up": "on"})
        until(lambda: text_of(driver, "h1") == "Sign up here")
        assert "No players so far" in text_of(driver, "main")
        Visitor(site).post(JOIN, name="Ann")
        until(lambda: "1 player so far" in text_of(driver, "main"))
        assert driver.find_element("css selector", "svg.code").rect["height"] > 500
        assert "Ann" not in text_of(driver, "body")
        assert not driver.find_elements("partial link text", "Organiser")
        assert driver.execute_script("return document.documentElement.scrollHeight") <= 1080
        assert complaints_of(driver) == []


def test_players_say_their_result_by_the_tables_code(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, add="1", names="\n".join("ABCDEF"), here="on")
    first, _ = play(site, (1, 2, 3), (4, 5, 6))
    phone, code = Visitor(site), table_code(site.hall.tournaments[1], 1)
    address = f"/t/1/table/1?code={code.lower()}"
    assert b"A</label>" not in phone.get("/t/1/table/1").body
    others = f"/t/1/table/2?code={code}"
    assert phone.get(others).status == 403
    assert first in phone.get(address).body.decode()
    points = {"table": first, "points-1": "40", "points-2": "−3", "points-3": "40"}
    assert phone.post(address, **points).status == 303
    (claim,) = site.hall.tournaments[1].rounds[0].tables[0].claims
    assert claim.seats == seats_of([(1, 40, 1), (3, 40, 1), (2, -3, 3)])
    assert phone.post(address, **points, **{"place-1": "2", "place-3": "1"}).status == 303
    table = site.hall.tournaments[1].rounds[0].tables[0]
    (claim,) = table.claims
    assert claim.seats == seats_of([(3, 40, 1), (1, 40, 2), (2, -3, 3)])
    assert ([sender.by for sender in claim.senders], table.result) == (["table 1"], ())
    waits = phone.get(address).body.decode()
    assert "Waits for the organiser" in waits
    inputs = re.findall('name="((?:points|place)-.)".*? value="(.*?)"', waits)
    assert inputs == [  # to correct, not to write anew
        ("points-1", "40"), ("place-1", "2"), ("points-2", "−3"), ("place-2", ""),
        ("points-3", "40"), ("place-3", "1"),
    ]  # fmt: skip
    for wrong in (
        {**points, "points-2": ""}, {**points, "points-2": "1e3"}, {**points, "table": "x"},
        {**points, "points-2": "9" * 400}, {},
    ):  # fmt: skip
        assert phone.post(address, **wrong).status == 409
    assert phone.post(others, **points).status == 403
    site.hall.act(1, acts.ClaimConfirmed(first), "organiser")
    assert b"This result counts" in phone.get(address).body
    assert phone.post(address, **points).status == 409


def test_a_phone_shows_by_itself_what_the_organiser_did(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, add="1", names="\n".join("ABC"), here="on")
    (first,) = play(site, (1, 2, 3))
    code = table_code(site.hall.tournaments[1], 1)
    claim = acts.ResultClaimed(first, seats_of([[1, 9, 1], [2, 5, 2], [3, 4, 3]]))
    with page(f"{site.address}/t/1/table/1?code={code}", PHONE) as driver:
        site.hall.act(1, claim, "table 1")  # from another phone at the table
        until(lambda: "Waits for the organiser" in text_of(driver, "#said"))
        refused = driver.find_element("id", "refused")
        assert not refused.is_displayed()
        driver.find_element("name", "points-2").send_keys("6")
        site.hall.act(1, acts.ClaimRejected(first), "organiser")
        until(refused.is_displayed)
        assert text_of(driver, "#said") == ""
        typed = driver.find_element("name", "points-2")
        assert typed.get_attribute("value") == "6"
        site.hall.act(1, claim, "table 1")
        until(lambda: "Waits" in text_of(driver, "#said") and not refused.is_displayed())
        site.hall.act(1, acts.ClaimConfirmed(first), "organiser")
        until(lambda: "This result counts" in text_of(driver, "#said"))
        assert not driver.find_elements("name", "points-2")
        assert complaints_of(driver) == []


def test_a_player_leaves_and_comes_back_by_their_own_phone(
    site: DoorSite, organiser: Visitor
) -> None:
    organiser.post(PLAYERS, **{"sign-up": "on"})
    ann, stranger = Visitor(site), Visitor(site)
    assert ann.post(JOIN, name="Ann").status == 303
    assert b"You are on the list, <bdi>Ann</bdi>" in ann.get(JOIN).body
    assert b"Your name, as it will be shown" in ann.get(f"{JOIN}?another").body
    assert b"Your name, as it will be shown" in stranger.get(JOIN).body
    organiser.post(PLAYERS, add="1", names="Bo\nCy\nDee", here="on")
    organiser.post(PLAYERS, **{"in": "1"})
    assert b"I cannot play on" in ann.get("/t/1?me=1").body
    assert b"I cannot play on" not in ann.get("/t/1?me=2").body
    assert stranger.post("/t/1?me=1", do="leave").status == 403
    assert ann.post("/t/1?me=2", do="leave").status == 403
    play(site, (1, 2, 3, 4))
    assert ann.post("/t/1?me=1", do="leave").status == 303
    assert site.hall.tournaments[1].players[1].left
    home = organiser.get("/organiser/t/1").body
    assert b"Not in the next round, as they have left or are disqualified: Ann." in home
    assert b"player 1, by phone" in organiser.get("/organiser/t/1/log").body
    assert b"I play again from the next round on" in ann.get("/t/1?me=1").body
    code = table_code(site.hall.tournaments[1], 1)
    stranger.get(f"/t/1/table/1?code={code}")  # all at the table know it, and who sat there before
    assert stranger.post("/t/1?me=1", do="return").status == 403
    assert ann.post("/t/1?me=1", do="return").status == 303
    assert not site.hall.tournaments[1].players[1].left
    assert [act.act for act in site.hall.store.acts()][-1] == acts.PlayerReturned(1)


def test_a_desk_where_all_sign_up_on_one_device_goes_on(site: DoorSite, organiser: Visitor) -> None:
    """A cookie for each of them would outgrow a request's head."""
    organiser.post(PLAYERS, limit="500", **{"sign-up": "on"})
    desk = Visitor(site)
    done = [desk.post(JOIN, name=f"Kid {number}").status for number in range(110)]
    assert done == [303] * 110
    assert b"You are on the list, <bdi>Kid 109</bdi>" in desk.get(JOIN).body
    assert b"I cannot play on" in desk.get("/t/1?me=110").body
    assert len(desk.cookies) == 20


def test_who_is_in_a_draft_leaves_by_the_organiser(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, **{"sign-up": "on"})
    ann = Visitor(site)
    ann.post(JOIN, name="Ann")
    organiser.post(PLAYERS, add="1", names="Bo\nCy", here="on")
    organiser.post(PLAYERS, all="in")
    assert organiser.post("/organiser/t/1", do="pair").status == 303
    refused = ann.post("/t/1?me=1", do="leave")
    assert (refused.status, b"tell the organiser" in refused.body) == (409, True)
    assert not site.hall.tournaments[1].players[1].left


def test_two_of_one_name_are_both_on_the_list(site: DoorSite, organiser: Visitor) -> None:
    page = organiser.post(PLAYERS, add="1", names="Ben Schmidt\nAnn\nBen Schmidt\nben schmidt").body
    assert b"Add Ben Schmidt (2), ben schmidt (3)" in page
    organiser.post(PLAYERS, add="1", names="Ben Schmidt (2)\nben schmidt (3)")
    assert [*names(site).values()] == ["Ben Schmidt", "Ann", "Ben Schmidt (2)", "ben schmidt (3)"]
    organiser.post(PLAYERS, **{"sign-up": "on"})
    refused = Visitor(site).post(JOIN, name="ANN").body
    assert b"ANN (2)" in refused


def test_another_tournament_like_one_has_all_but_its_results(
    site: DoorSite, organiser: Visitor
) -> None:
    settings = {"title": "League 9", "game": "omakase", "wanted": "3", "rounds": "4"}
    organiser.post("/organiser/t/1/settings", **settings)
    organiser.post("/organiser/t/1/settings", keep="yes")
    organiser.post(PLAYERS, add="1", names="Ann\nBo\nCy", here="on")
    site.hall.act(1, acts.DevicesAssigned({1: "t7"}), "organiser")
    for _ in range(2):  # a double tap
        done = organiser.post("/organiser", do="again", like="1", players="on")
        assert done.headers["location"] == "/organiser/t/2/players"
    first, second = (site.hall.tournaments[number] for number in (1, 2))
    assert second.rules == first.rules._replace(title="League 10")
    assert (second.devices, second.keep_names, second.sign_up) == ({1: "t7"}, True, False)
    assert site.hall.names[2] == site.hall.names[1]
    assert second.pairable == []
    assert second.code != first.code
    organiser.post("/organiser", do="again", like="2")
    assert site.hall.tournaments[3].rules.title == "League 11"
    assert site.hall.names[3] == {}
    assert organiser.post("/organiser", do="again", like="77").status == 409
    assert next_title("Autumn Cup") == "Autumn Cup 2"
    assert next_title("x" * 40) == "x" * 38 + " 2"


def test_each_round_says_who_is_missing(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, add="1", names="Ann\nBo\nCy", here="on")
    organiser.post(PLAYERS, add="1", names="Dee\nEve")
    ids = play(site, (1, 2, 3))
    assert b"2 have not checked in" in organiser.get("/organiser/t/1").body
    seats = seats_of([(1, 30, 1), (2, 20, 2), (3, 10, 3)])
    site.hall.act(1, acts.ResultEntered(ids[0], seats), "organiser")
    organiser.post(f"{PLAYERS}/5", do="leave")
    home = organiser.get("/organiser/t/1").body
    assert b"1 has not checked in" in home
    assert b'sheets.pdf?round=1"' in organiser.get("/organiser/t/1/round/1").body
    assert b'href="/organiser"' in Visitor(site).get("/").body


def test_two_phones_agree_and_the_organiser_takes_all_at_once(
    site: DoorSite, organiser: Visitor
) -> None:
    organiser.post(PLAYERS, add="1", names="Ann\nBo\nCy\nDee\nEve\nFay\nGus\nHal\nIvy", here="on")
    ids = play(site, (1, 2, 3), (4, 5, 6), (7, 8, 9))
    tables = {
        n: f"/t/1/table/{n}?code={table_code(site.hall.tournaments[1], n)}" for n in (1, 2, 3)
    }

    def phone(table: int) -> Visitor:
        visitor = Visitor(site)
        assert visitor.get(tables[table]).status == 200
        return visitor

    def sent(by: Visitor, table: int, *points: int) -> int:
        players = range(3 * table - 2, 3 * table + 1)
        form = {f"points-{p}": f"{n}" for p, n in zip(players, points, strict=True)}
        return by.post(tables[table], table=ids[table - 1], **form).status

    def agreeing() -> list[int]:
        return [table.number for table in site.hall.tournaments[1].rounds[0].agreeing]

    ann, bo, dee, eve = phone(1), phone(1), phone(2), phone(2)
    assert sent(ann, 1, 30, 20, 10) == sent(dee, 2, 9, 8, 7) == sent(phone(3), 3, 5, 5, 5) == 303
    assert b"It is right" not in ann.get(tables[1]).body
    page = bo.get(tables[1]).body.decode()
    (seen,) = re.findall('name="seen" value="([0-9a-f]+)"', page)
    own = ann.post(tables[1], table=ids[0], do="agree", seen=seen)
    assert (own.status, b"This phone has sent the result" in own.body) == (409, True)
    assert sent(Visitor(site), 1, 30, 20, 10) == 303  # it keeps no cookies, so it may be the same
    assert agreeing() == []
    assert sent(ann, 1, 30, 20, 10) == 303
    (seen,) = re.findall('name="seen" value="([0-9a-f]+)"', bo.get(tables[1]).body.decode())
    assert bo.post(tables[1], table=ids[0], do="agree", seen="0").status == 409
    assert bo.post(tables[1], table=ids[0], do="agree", seen=seen).status == 303
    assert sent(eve, 2, 9, 8, 7) == 303  # the same, typed once more
    assert agreeing() == [1, 2]
    assert sent(eve, 2, 9, 8, 6) == 303  # and then another one
    assert agreeing() == [1]
    home = organiser.get("/organiser/t/1").body.decode()
    assert "1 result of round 1 is sent by two phones alike" in home
    assert "Table 2 of round 1 does not agree" in home
    assert "Table 3 of round 1 has a result for you" in home
    assert "Table 1 of round 1 has a result for you" not in home
    assert organiser.post("/organiser/t/1/round/1", do="confirm-agreeing").status == 303
    assert [bool(t.result) for t in site.hall.tournaments[1].rounds[0].tables] == [
        True,
        False,
        False,
    ]
    assert b"Another phone agrees" in organiser.get("/organiser/t/1/log").body


def test_who_guesses_a_tables_code_has_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At that table, and not who once knew its code, nor anybody at another one."""
    monkeypatch.setattr("firmware.hall.pages.claims.routes.WRONG_CODES", (3, 9, 600))
    with door_site(tmp_path) as site:
        site.hall.open(OPEN, "organiser")
        phone, code = Visitor(site), table_code(site.hall.tournaments[1], 1)
        for _ in range(5):
            assert phone.get(f"/t/1/table/1?code={code}").status == 200
        guesser, late = Visitor(site), Visitor(site)
        guessed = [guesser.get(f"/t/1/table/1?code=A{n:04}").status for n in range(5)]
        assert guessed == [403] * 3 + [429] * 2
        assert late.get(f"/t/1/table/1?code={code}").status == 429
        assert phone.get(f"/t/1/table/1?code={code}").status == 200
        assert phone.post(f"/t/1/table/1?code={code}").status == 409  # nobody plays yet
        other = table_code(site.hall.tournaments[1], 2)
        assert guesser.get(f"/t/1/table/2?code={other}").status == 200
        guesser.cookies = {name: proof[:-1] for name, proof in phone.cookies.items()}
        assert guesser.get(f"/t/1/table/1?code={code}").status == 429


ODD = [
    "",
    "1",
    "-1",
    "99999",
    "1e9",
    "on",
    "leave",
    "erase",
    "\x00",
    "\udcff",
    "<b>",
    "{{7*7}}",
    "٣",
]
ODD += ["5 3 2 1", "omakase", "x" * 300, "\u202e", "1\n2", "\x1f", '"', "'=1+1"]
FIELDS = (
    "in out add names all sign-up keep title game wanted least most rounds pays do name here file"
)
FIELDS += " points-1 points-2 points-3 place-1 place-2 table next code"


def test_no_form_breaks_a_page(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, add="1", names="\n".join("ABC"), here="on")
    organiser.post(PLAYERS, **{"sign-up": "on"})
    play(site, (1, 2, 3))
    code = table_code(site.hall.tournaments[1], 1)
    paths = [PLAYERS, f"{PLAYERS}/1", "/organiser/t/1/settings", "/organiser", JOIN]
    paths += [f"/t/1/table/1?code={code}", "/organiser/login"]
    chance = random.Random(16)
    for _ in range(share(500)):
        fields = chance.sample(FIELDS.split(), chance.randrange(1, 8))
        form = {field: chance.choice(ODD).encode("utf-8", "surrogateescape") for field in fields}
        path = chance.choice(paths)
        assert organiser.post(path, **form).status < 500, (path, form)
        assert organiser.get(path).status < 500, (path, form)


def test_a_database_that_is_away_is_said_and_what_was_typed_stays(
    site: DoorSite, organiser: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> None:
        raise Away("x")

    monkeypatch.setattr(site.hall, "join", away)
    answer = organiser.post(PLAYERS, add="1", names="Ann\nBo")
    assert answer.status == 503
    assert say(AWAY) in answer.body.decode()
    assert "Ann\nBo</textarea>" in answer.body.decode()


def sign_in(driver: Any, site: DoorSite, organiser: Visitor) -> None:
    driver.get(f"{site.address}/organiser/login")
    for name, value in organiser.cookies.items():
        driver.add_cookie({"name": name, "value": value, "path": "/"})


def shown(driver: Any) -> list[str]:
    taps = driver.find_elements("css selector", ".tap")
    return [tap.text for tap in taps if tap.is_displayed()]


def test_a_browser_adds_and_checks_in(site: DoorSite, organiser: Visitor) -> None:
    with page(site.address, PHONE) as driver:
        sign_in(driver, site, organiser)
        driver.get(f"{site.address}{PLAYERS}")
        driver.find_element("name", "names").send_keys("Ann\nJürgen\nZoé")
        driver.find_element("name", "add").click()
        until(lambda: text_of(driver, "#here") == "0 of 3 checked in")
        driver.find_element("id", "search").send_keys("jur")
        until(lambda: shown(driver) == ["Jürgen"])
        driver.find_element("css selector", "#p2 .tap").click()
        until(lambda: text_of(driver, "#here") == "1 of 3 checked in")
        until(lambda: "2 players have not come" in text_of(driver, "#off"))
        assert here(site) == [2]
        pressed = "return document.activeElement.ariaPressed"
        until(lambda: driver.execute_script(pressed) == "true")
        driver.execute_script("window.ann = document.getElementById('p1')")
        driver.switch_to.active_element.click()
        until(lambda: here(site) == [])
        until(lambda: driver.execute_script(pressed) == "false")
        assert driver.execute_script("return ann.isConnected")  # a finger may be on it
        driver.find_element("name", "names").send_keys("Di")
        site.hall.join(1, ["Jurgis"], "sign-up")  # by phone, meanwhile
        until(lambda: shown(driver) == ["Jürgen", "Jurgis"])
        assert text_of(driver, "#here") == "0 of 4 checked in"
        assert driver.find_element("name", "names").get_attribute("value") == "Di"
        assert complaints_of(driver) == []


def test_a_name_is_text_on_every_page(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, add="1", names=f"{NASTY}\nB\nC", here="on")
    organiser.post(PLAYERS, **{"sign-up": "on"})
    organiser.post("/organiser/t/1/settings", title=f"{NASTY}")
    play(site, (1, 2, 3))
    code = table_code(site.hall.tournaments[1], 1)
    paths = ["/organiser", PLAYERS, f"{PLAYERS}/1", "/organiser/t/1/settings", f"{JOIN}?as=1"]
    paths += [SCREEN, f"/t/1/table/1?code={code}"]
    for path in paths:
        text = organiser.get(path).body.decode()
        assert NASTY not in text, path
        assert escape(NASTY) in text, path
    for sent in (f"/t/1/table/1?code={NASTY}", f"/organiser/login?next={NASTY}"):
        assert NASTY.encode() not in organiser.get(sent.replace(" ", "%20")).body


def test_axe_finds_nothing(site: DoorSite, organiser: Visitor) -> None:
    organiser.post(PLAYERS, add="1", names="\n".join("ABCD"))
    organiser.post(PLAYERS, **{"sign-up": "on"})
    for player in "123":
        organiser.post(PLAYERS, **{"in": player})
    organiser.post(f"{PLAYERS}/4", do="leave")
    play(site, (1, 2, 3))
    code = table_code(site.hall.tournaments[1], 1)
    problems = set()
    with page(site.address) as driver:
        sign_in(driver, site, organiser)
        for path in (
            "/organiser", PLAYERS, f"{PLAYERS}/4", "/organiser/t/1/settings", JOIN,
            SCREEN, f"/t/1/table/1?code={code}", "/t/1/table/1", "/organiser/login",
            "/organiser/password",
        ):  # fmt: skip
            driver.get(f"{site.address}{path}")
            for size in (PHONE, LAPTOP):
                looks(driver, size, dark := size == PHONE, still=True)
                problems |= {f"{path} {size} {dark} {each}" for each in violations(driver)}
                wide = driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= size[0], path
        assert problems == set()
        assert complaints_of(driver) == []
