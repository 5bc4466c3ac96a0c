"""What phones of a table say of its result: who agrees, who does not, and who decides."""

import re
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.door_site import PASSWORD, DoorSite, Visitor
from support.folded import do, playing, refused
from support.random_acts import pairing_act, seats_of

from firmware.hall.tournament import acts
from firmware.hall.tournament.claims import TableClaim, differences
from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.table_code import table_code
from firmware.hall.tournament.tournament import Tournament, TournamentTable

PHONE, LAPTOP, TELEVISION = (390, 844), (1280, 800), (1920, 1080)
NAMES = ["Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy"]
ROUND = "/organiser/t/1/round/1"
TABLE = "table 1"
WIDE = "return document.documentElement.scrollWidth - innerWidth"


def claim(points: int, phone: str, player: int = 0) -> acts.ResultClaimed:
    """Player 1 has so many points, 2 and 3 have 20 and 10."""
    seats = seats_of([(1, points, 1), (2, 20, 2), (3, 10, 3)])
    return acts.ResultClaimed("s-1-r1-t1-0000", seats, "", phone, player)


def first(tournament: Tournament) -> TournamentTable:
    return tournament.rounds[0].tables[0]


def phones_by_points(tournament: Tournament) -> dict[int, list[str]]:
    """Which phones say what: by the points of player 1."""
    return {waits.seats[0].points: waits.phones for waits in first(tournament).claims}


def number(tournament: Tournament, points: int) -> int:
    """Of the claim that has so many points."""
    return next(w.number for w in first(tournament).claims if w.seats[0].points == points)


def claimed(*words: tuple[int, str]) -> Tournament:
    """So many points, by that phone; one after another."""
    now = playing((1, 2, 3), (4, 5, 6))
    return do(now, *(claim(points, phone) for points, phone in words), who=TABLE)


def test_what_two_phones_say_stands_side_by_side() -> None:
    now = claimed((30, "a"), (40, "b"), (50, "c"))
    assert phones_by_points(now) == {30: ["a"], 40: ["b"], 50: ["c"]}
    assert (first(now).differs, first(now).agrees, now.rounds[0].agreeing) == (True, False, [])
    taken = do(now, acts.ClaimConfirmed(first(now).id, number(now, 40)))
    assert (first(taken).result[0].points, first(taken).claims) == (40, ())
    left = do(now, acts.ClaimRejected(first(now).id, number(now, 40)))
    assert phones_by_points(left) == {30: ["a"], 50: ["c"]}
    assert phones_by_points(do(now, acts.ClaimRejected(first(now).id))) == {}
    refused(left, acts.ClaimConfirmed(first(now).id, number(now, 40)), "no-claim", table=1)


def test_of_each_phone_only_the_last_word_stands() -> None:
    now = claimed((30, "a"), (40, "b"), (31, "a"))
    assert phones_by_points(now) == {40: ["b"], 31: ["a"]}
    same = do(now, claim(40, "a"), who=TABLE)
    assert phones_by_points(same) == {40: ["b", "a"]}
    assert (first(same).agrees, first(same).differs) == (True, False)
    apart = do(same, claim(30, "b"), who=TABLE)
    assert phones_by_points(apart) == {40: ["a"], 30: ["b"]}
    assert not first(apart).agrees
    unnamed = claimed((30, ""), (40, ""))
    assert phones_by_points(unnamed) == {40: []}, "phones that keep no cookies cannot be told apart"


def test_a_phone_takes_the_side_of_another_one() -> None:
    now = claimed((30, "a"), (40, "b"))
    agreed = do(now, acts.ClaimAgreed(first(now).id, "b", number(now, 30)), who=TABLE)
    assert phones_by_points(agreed) == {30: ["a", "b"]}
    assert first(agreed).agrees
    third = do(now, acts.ClaimAgreed(first(now).id, "c", number(now, 40)), who=TABLE)
    assert phones_by_points(third) == {30: ["a"], 40: ["b", "c"]}
    assert not first(third).agrees, "two of three"


def test_a_phone_that_says_it_is_wrong_is_heard_until_it_says_otherwise() -> None:
    now = claimed((30, "a"))
    table, wrong = first(now).id, acts.ClaimDisputed(first(now).id, "b", number(now, 30))
    disputed = do(now, wrong, who=TABLE)
    assert (phones_by_points(disputed), first(disputed).differs) == ({30: ["a"]}, True)
    third = do(disputed, acts.ClaimAgreed(table, "c", wrong.claim), who=TABLE)
    assert (first(third).differs, first(third).agrees) == (True, False)
    again = do(disputed, claim(30, "a"), who=TABLE)
    assert first(again).differs, "who says it once more does not take that away"
    for act in (acts.ClaimAgreed(table, "b", wrong.claim), claim(30, "b")):
        assert first(do(disputed, act, who=TABLE)).agrees
    corrected = do(disputed, claim(40, "a"), who=TABLE)
    assert (phones_by_points(corrected), first(corrected).differs) == ({40: ["a"]}, False)
    taken = do(disputed, acts.ClaimConfirmed(table, wrong.claim))
    assert (first(taken).result[0].points, first(taken).differs) == (30, False)
    refused(now, wrong._replace(phone="a"), "own-claim")
    refused(now, wrong._replace(phone=""), "own-claim")
    refused(now, wrong._replace(claim=99), "no-claim", table=1)
    unnamed = claimed((30, ""))
    refused(unnamed, wrong._replace(claim=number(unnamed, 30)), "no-claim", table=1)


def test_acts_of_an_older_version_are_of_what_was_said_last() -> None:
    now = claimed((30, "a"), (40, "b"), (30, "a"))
    agreed = do(now, acts.ClaimAgreed(first(now).id, "c"), who=TABLE)
    assert phones_by_points(agreed)[30] == ["a", "c"]
    assert first(do(now, acts.ClaimConfirmed(first(now).id))).result[0].points == 30


def test_what_results_do_not_have_in_common_is_known() -> None:
    rows = [[(1, 30, 1), (2, 20, 2)], [(1, 30, 2), (2, 31, 1)], [(1, 30, 1)]]
    every = [seats_of(some) for some in rows]
    assert differences(every) == ({2}, {1, 2})
    assert differences(every[:1]) == differences([]) == (set(), set())


# --- pages -----------------------------------------------------------------------------------


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """The organiser of a round of three tables; Ann has signed up on her phone."""
    organiser = site.organiser()
    organiser.post("/organiser", title="Cup")
    organiser.post("/organiser/t/1/players", **{"sign-up": "on"})
    return organiser


def started(site: DoorSite) -> Visitor:
    """Ann's phone, which has the code of table 1; the round has begun."""
    ann = Visitor(site)
    assert ann.post("/join/1", name="Ann").status == 303
    site.hall.join(1, NAMES[1:], "organiser")
    site.hall.act(1, acts.PlayersChecked((*range(1, 10),), True), "organiser")
    seated = Pairing(((1, 2, 3), (4, 5, 6), (7, 8, 9)))
    site.hall.act(1, pairing_act(site.hall.tournaments[1], seated), "organiser")
    site.hall.act(1, acts.RoundAnnounced(1), "organiser")
    return at_table(site, 1, ann)


def address(site: DoorSite, table: int) -> str:
    return f"/t/1/table/{table}?code={table_code(site.hall.tournaments[1], table)}"


def at_table(site: DoorSite, table: int, visitor: Visitor | None = None) -> Visitor:
    """A phone that has read a table's code."""
    visitor = visitor or Visitor(site)
    assert visitor.get(address(site, table)).status == 200
    return visitor


def sent(by: Visitor, site: DoorSite, table: int, *points: int) -> int:
    players = range(3 * table - 2, 3 * table + 1)
    form = {f"points-{player}": f"{n}" for player, n in zip(players, points, strict=True)}
    return int(by.post(address(site, table), table=own(site, table).id, **form).status)


def answered(by: Visitor, site: DoorSite, do: str, claim: TableClaim, **more: Any) -> Any:
    """A phone answers a claim of table 1 by what it sees on its page."""
    shown = by.get(address(site, 1)).body.decode()
    seen = re.findall('name="seen" value="([0-9a-f]+)"', shown)
    form = {"seen": seen[0] if seen else "", "claim": claim.number, "table": own(site).id}
    return by.post(address(site, 1), do=do, **{**form, **more})


def own(site: DoorSite, table: int = 1) -> TournamentTable:
    return site.hall.tournaments[1].rounds[0].tables[table - 1]


def shown(visitor: Visitor, path: str = ROUND) -> str:
    return str(visitor.get(path).body.decode())


def test_who_sent_which_result_is_shown_with_what_differs(
    site: DoorSite, organiser: Visitor
) -> None:
    ann = started(site)
    assert sent(at_table(site, 3), site, 3, 9, 8, 7) == 303
    assert sent(ann, site, 1, 30, 20, 10) == sent(at_table(site, 1), site, 1, 30, 25, 10) == 303
    round = shown(organiser)
    assert round.index("From Ann’s phone:") < round.index("From a phone at table 1:")
    assert round.count("Take this one") == 2
    assert round.count("Confirm</button>") == 1  # of table 3
    assert re.findall(r"<mark>(\S+)<span", round) == ["20", "25"]
    assert 'data-order="t1 t3 t2 "' in round, "who does not agree stands first"
    assert "1 table does not agree on its result" in round
    home = shown(organiser, "/organiser/t/1")
    assert home.index("Table 1 of round 1 does not agree") < home.index("Table 3 of round 1 has a")
    log = shown(organiser, "/organiser/t/1/log")
    assert "Ann’s phone at table 1" in log
    assert "phone at table 3" in log
    assert organiser.post(ROUND, do="confirm", table=own(site).id, claim=own(site).claims[1].number)
    assert [seat.points for seat in own(site).result] == [30, 25, 10]


def test_all_that_agree_are_confirmed_and_no_others(site: DoorSite, organiser: Visitor) -> None:
    ann = started(site)
    for table in (2, 3):
        assert {sent(at_table(site, table), site, table, 9, 8, 7) for _ in "ab"} == {303}
    sent(ann, site, 1, 30, 20, 10)
    sent(at_table(site, 1), site, 1, 30, 20, 9)
    sent(at_table(site, 1), site, 1, 30, 20, 10)
    third = at_table(site, 2)
    sent(third, site, 2, 9, 8, 6)
    assert "1 result is sent by two phones alike" in shown(organiser)
    organiser.post(ROUND, do="confirm-agreeing")
    assert [bool(own(site, table).result) for table in (1, 2, 3)] == [False, False, True]


def test_a_second_phone_says_that_it_is_wrong_and_sends_its_own(
    site: DoorSite, organiser: Visitor
) -> None:
    ann = started(site)
    bo, cy = at_table(site, 1), at_table(site, 1)
    sent(ann, site, 1, 30, 20, 10)
    (claim,) = own(site).claims
    assert b"It is wrong" not in ann.get(address(site, 1)).body
    assert answered(ann, site, "dispute", claim).status == 409
    assert answered(bo, site, "dispute", claim, seen="0").status == 409
    done = answered(bo, site, "dispute", claim)
    assert (done.status, done.headers["location"].endswith("#own")) == (303, True)
    assert answered(bo, site, "dispute", claim, seen="0").status == 409
    assert "This is wrong, says a phone at table 1." in shown(ann, address(site, 1))
    assert "Your phone says that this is wrong." in shown(bo, address(site, 1))
    for phone in (ann, cy):
        assert "Your phone says that this is wrong." not in shown(phone, address(site, 1))
    assert "This is wrong, says a phone at table 1." in shown(organiser)
    assert "Another phone says that it is wrong, round 1, table 1" in shown(
        organiser, f"{ROUND[:14]}/log"
    )
    assert answered(cy, site, "agree", claim).status == 303
    assert organiser.post(ROUND, do="confirm-agreeing").status == 303
    assert own(site).result == ()
    assert sent(bo, site, 1, 30, 20, 11) == 303
    assert b"Your table has sent different results" in cy.get(address(site, 1)).body
    other = own(site).claims[1]
    assert answered(cy, site, "agree", other).status == answered(ann, site, "agree", other).status
    assert [waits.phones for waits in own(site).claims if len(waits.phones) == 3]
    assert len(own(site).claims) == 1
    assert own(site).agrees


def test_so_many_phones_push_nobody_out(site: DoorSite, organiser: Visitor) -> None:
    ann = started(site)
    sent(ann, site, 1, 30, 20, 10)
    others = [sent(at_table(site, 1), site, 1, 30, 20, n) for n in range(4)]
    assert others == [303, 303, 303, 409]
    assert sent(ann, site, 1, 31, 20, 10) == 303
    assert sent(at_table(site, 1), site, 1, 31, 20, 10) == 303
    assert len(own(site).claims) == 4


def test_a_helper_takes_one_of_two(site: DoorSite, organiser: Visitor) -> None:
    ann = started(site)
    sent(ann, site, 1, 30, 20, 10)
    sent(at_table(site, 1), site, 1, 30, 20, 11)
    organiser.post("/organiser/helpers", name="Ida", password=PASSWORD)
    ida = Visitor(site)
    ida.post("/organiser/login", name="Ida", password=PASSWORD)
    assert shown(ida).count("Take this one") == 2
    form = {"table": own(site).id, "claim": own(site).claims[0].number}
    assert ida.post(ROUND, do="confirm", seen="0", **form).status == 409
    assert ida.post(ROUND, do="confirm", **form).status == 303
    assert own(site).result[2].points == 10
    assert "helper Ida" in shown(organiser, "/organiser/t/1/log")


def test_the_organiser_takes_one_of_two_in_a_browser(site: DoorSite, organiser: Visitor) -> None:
    ann = started(site)
    bo = at_table(site, 1)
    sent(ann, site, 1, 30, 20, 10)
    with page(f"{site.address}/organiser/login?next={ROUND}", PHONE) as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: "From Ann’s phone" in text_of(driver, "main"))
        assert "Take this one" not in text_of(driver, "main")
        sent(bo, site, 1, 30, 20, 11)
        until(lambda: text_of(driver, "main").count("Take this one") == 2)
        for size in (PHONE, LAPTOP, TELEVISION):
            for dark in (False, True):
                looks(driver, size, dark, still=True)
                assert driver.execute_script(WIDE) <= 0
                assert violations(driver) == [], (size, dark)
        second = driver.find_elements("css selector", "#t1 [value=confirm]")[1]
        driver.execute_script("arguments[0].focus()", second)
        sent(at_table(site, 1), site, 1, 30, 20, 12)
        until(lambda: text_of(driver, "main").count("Take this one") == 3)
        focused = driver.switch_to.active_element.find_element(By.XPATH, "ancestor::form")
        assert "11" in focused.text, "the focus stays at the same result"
        driver.switch_to.active_element.click()
        until(lambda: own(site).result)
        assert own(site).result[2].points == 11
        until(lambda: "1 of 3 tables has a result" in text_of(driver, "main"))
        assert complaints_of(driver) == []


def test_a_phone_disputes_and_corrects_in_a_browser(site: DoorSite, organiser: Visitor) -> None:
    ann = started(site)
    sent(ann, site, 1, 30, 20, 10)
    with page(f"{site.address}{address(site, 1)}", PHONE) as driver:

        def look() -> None:
            for size in (PHONE, LAPTOP, TELEVISION):
                for dark in (False, True):
                    looks(driver, size, dark, still=True)
                    assert driver.execute_script(WIDE) <= 0
                    assert violations(driver) == [], (size, dark)

        look()
        driver.find_element("css selector", "[value=dispute]").click()
        until(lambda: "This is wrong, says" in text_of(driver, "#said"))
        field = driver.find_element("name", "points-3")
        assert field.get_attribute("value") == "10"
        field.clear()
        field.send_keys("12")
        driver.find_element("css selector", "#own .btn").click()
        until(lambda: "different results" in text_of(driver, "#said"))
        look()
        waits, refused = own(site).claims[-1], driver.find_element("id", "refused")
        site.hall.act(1, acts.ClaimRejected(own(site).id, waits.number), "organiser")
        until(refused.is_displayed)
        assert "different results" not in text_of(driver, "#said")
        assert complaints_of(driver) == []
