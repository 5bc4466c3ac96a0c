"""The organiser's pages of rounds: the next step, a draft, results, corrections, and the log."""

import gzip
import io
import re
import threading
import time
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from selenium.webdriver.support.select import Select
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.door_site import PASSWORD, DoorSite, Visitor, door_site
from support.random_acts import OPEN, opening, seats_of
from support.soak import share

from engine.games import sushi_go_party
from firmware.hall.menus import DISHES, MENUS, unfit
from firmware.hall.pages.rounds.routes import next_step
from firmware.hall.store.backup import back_up
from firmware.hall.tables import AVAILABILITY
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Seating
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.log import LoggedAct, logged
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.propose import propose
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import PARTY
from firmware.hall.tournament.tournament import Clock, Tournament
from firmware.hall.words.log import log_words
from firmware.words.language import language_of

HOME = "/organiser/t/1"
DOS = "announce device result swap unpair confirm refuse-claim no-result pair end"
PHONE = (390, 844)
CLOCKS = """
const shown = document.querySelectorAll('.clock:not([hidden])');
return [...shown].map((node) => node.textContent).join(' | ')"""
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal"]


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """The organiser, with eight players who are here."""
    organiser = site.organiser()
    organiser.post("/organiser", title="Autumn Cup", rounds="2")
    site.hall.join(1, NAMES, "organiser", here=True)
    organiser.get(HOME)
    return organiser


def now(site: DoorSite) -> Tournament:
    return site.hall.tournaments[1]


def words(visitor: Visitor, path: str) -> str:
    """The page's text."""
    text = re.sub("<[^>]+>", " ", visitor.get(path).body.decode())
    return " ".join(unescape(text).split())


def announced(site: DoorSite, organiser: Visitor, **more: Any) -> str:
    """The page of the next round, announced."""
    path = organiser.post(HOME, do="pair", **more).headers["location"]
    done = organiser.post(path, do="announce", menu="party-sampler")
    assert done.headers["location"] == path
    return str(path)


def type_result(
    site: DoorSite, organiser: Visitor, path: str, number: int, *points: object, **more: Any
) -> Any:
    table = now(site).rounds[int(path.rpartition("/")[2]) - 1].tables[number - 1]
    typed = {f"points-{p}": n for p, n in zip(table.players, points, strict=False)}
    return organiser.post(path, do="result", table=table.id, at=f"t{number}", **typed, **more)


def all_results(site: DoorSite, organiser: Visitor, path: str) -> None:
    for table in [*now(site).open_tables]:
        assert type_result(site, organiser, path, table.number, 40, 30, 20, 10, 5).status == 303


@pytest.mark.parametrize("rounds", ["0", "1"])
def test_after_a_top_cut_of_two_tables_its_best_play_on(
    site: DoorSite, organiser: Visitor, rounds: str
) -> None:
    organiser.post(f"{HOME}/settings", title="Cup", rounds=rounds)
    all_results(site, organiser, announced(site, organiser))
    main = '<button class="btn main"[^>]*>([^<]*)'
    for cut, heading, button in (
        ("8", "The top 8 is over", "Pair the best"),
        ("4", "All rounds are played", "End the tournament"),
    ):
        path = announced(site, organiser, cut=cut)
        all_results(site, organiser, path)
        assert heading in words(organiser, HOME)
        assert re.findall(main, organiser.get(HOME).body.decode()) == [button]


def test_a_tournament_from_the_first_round_to_the_end(site: DoorSite, organiser: Visitor) -> None:
    steps = []

    def step() -> None:
        steps.append(next_step(now(site)))
        assert organiser.get(HOME).body.decode().count('class="btn main"') == 1, steps

    step()
    path = organiser.post(HOME, do="pair").headers["location"]
    assert path == f"{HOME}/round/1"
    step()
    assert "Round 1 : a draft" in words(organiser, path).replace("Round 1:", "Round 1 :")
    assert organiser.post(path, do="announce", menu="party-sampler").status == 303
    assert now(site).rounds[-1].menu == "party-sampler"
    step()
    assert "0 of 2 tables have a result Still out, 0 min after" in words(organiser, path)
    all_results(site, organiser, path)
    assert "All results are in: go on" in words(organiser, path)
    step()
    path = announced(site, organiser)
    all_results(site, organiser, path)
    step()
    assert organiser.post(HOME, do="pair", cut="4").headers["location"] == f"{HOME}/round/3"
    best = {standing.player for standing in now(site).standings()[:4]}
    assert ({*now(site).rounds[-1].seated}, now(site).rounds[-1].cut) == (best, True)
    assert "The final is paired" in words(organiser, HOME)
    organiser.post(f"{HOME}/round/3", do="announce", menu="my-first-meal")
    all_results(site, organiser, f"{HOME}/round/3")
    links = {*re.findall('href="(/[^"#]*)', organiser.get(HOME).body.decode())}
    assert {organiser.get(link).status for link in links} == {200}, links
    organiser.post(HOME, do="end")
    step()
    assert steps == ["pair", "draft", "results", "pair", "end", "ended"]
    assert "Final standings" in words(organiser, HOME)
    organiser.post(HOME, do="reopen")
    assert not now(site).ended


def test_too_few_are_told_to_check_in(site: DoorSite) -> None:
    organiser = site.organiser()
    organiser.post("/organiser", title="Cup")
    assert "Add the players 0 of 0 are here" in words(organiser, HOME)
    site.hall.join(1, NAMES, "organiser")
    assert "Check in the players 0 of 8 are here" in words(organiser, HOME)
    refused = organiser.post(HOME, do="pair")
    assert (refused.status, b"0 players cannot play" in refused.body) == (409, True)
    assert now(site).rounds == ()


def test_a_draft_is_changed_and_taken_back(site: DoorSite, organiser: Visitor) -> None:
    path = organiser.post(HOME, do="pair").headers["location"]
    first, second = (list(table.players) for table in now(site).rounds[-1].tables)
    assert organiser.post(path, do="swap", one=first[0], other=second[0]).status == 303
    assert second[0] in now(site).rounds[-1].tables[0].players
    same = organiser.post(path, do="swap", one=first[0], other=first[0])
    assert (same.status, b"Choose two players" in same.body) == (409, True)
    empty = organiser.post(path, do="swap", one="", other="")
    assert (empty.status, b"is not in this round" in empty.body) == (409, True)
    assert organiser.post(path, do="unpair").headers["location"] == HOME
    assert now(site).rounds == ()
    assert organiser.get(path).status == 404
    assert organiser.post(HOME, do="pair").status == 303
    assert organiser.post(path, do="dance").status == 400


def test_what_is_sent_from_an_old_page_changes_nothing(site: DoorSite, organiser: Visitor) -> None:
    def sent_from(page: str, do: str, id_: str = "", /, **more: Any) -> int:
        form = next(part for part in page.split("<form") if f'value="{do}"' in part and id_ in part)
        seen = re.search('name="seen" value="([^"]+)"', form)
        assert seen
        answer = organiser.post(path, do=do, seen=seen[1], **more)
        assert (answer.status == 303) != (b"This has changed meanwhile" in answer.body)
        return int(answer.status)

    path = organiser.post(HOME, do="pair").headers["location"]
    old = organiser.get(path).body.decode()
    first, second = (table.players[0] for table in now(site).rounds[-1].tables)
    swap = {"one": first, "other": second}
    assert [sent_from(old, "swap", **swap) for _ in range(2)] == [303, 409]  # a double tap
    assert second in now(site).rounds[-1].tables[0].players
    assert sent_from(old, "announce", menu="party-sampler") == sent_from(old, "unpair") == 409
    draft = organiser.get(path).body.decode()
    assert sent_from(draft, "announce", menu="party-sampler") == 303
    assert sent_from(draft, "unpair") == 409
    table, other = now(site).rounds[-1].tables
    empty = organiser.get(path).body.decode()
    mine, theirs = (
        {f"points-{p}": n for p, n in zip(table.players, points, strict=True)}
        for points in ((9, 8, 7, 6), (1, 2, 3, 4))
    )
    for status, points in ((303, mine), (303, mine), (409, theirs)):
        assert sent_from(empty, "result", table.id, table=table.id, **points) == status
    assert [seat.points for seat in now(site).rounds[-1].tables[0].result] == [9, 8, 7, 6]
    typed = organiser.get(path).body.decode()
    assert sent_from(typed, "result", table.id, table=table.id, **theirs) == 303
    assert sent_from(typed, "no-result", table.id, table=table.id) == 409
    pages = []
    for claimed in (1, 2):
        seats = [[player, claimed, 1] for player in other.players]
        site.hall.act(1, acts.ResultClaimed(other.id, seats_of(seats)), "table 2")
        pages.append(organiser.get(path).body.decode())
    assert sent_from(pages[0], "confirm", other.id, table=other.id) == 409
    done = [acts.KIND_OF[type(row.act)] for row in site.store.acts()]
    assert done == [
        "open",
        "join",
        "pair",
        "swap",
        "menu",
        "announce",
        *["result"] * 2,
        "claim",
        "claim",
    ]


def test_a_swap_keeps_what_is_chosen_and_not_announced_yet(
    site: DoorSite, organiser: Visitor
) -> None:
    for device in ("table-1", "table-2", "bar"):
        site.hall.tables.take(device, "availability", "online", 1)
    path = organiser.post(HOME, do="pair").headers["location"]
    first, second = (list(table.players) for table in now(site).rounds[-1].tables)
    draft = organiser.get(path).body.decode()
    for name in ("one", "other", "device-1", "menu"):
        field = draft[draft.index(f'name="{name}"') :].partition(">")[0]
        assert 'form="announce"' in field or name == "menu", "one form sends all of it"
    for number, device in (("2", "bar"), ("1", "bar"), ("2", "")):
        assert organiser.post(path, do="device", number=number, device=device).status == 303
    chosen = {"menu": "party-sampler"}
    same = organiser.post(path, do="swap", one="", other="", **chosen)
    shown = organiser.post(path, do="swap", one=first[0], other=second[0], **chosen).headers[
        "location"
    ]
    for body in (same.body, organiser.get(shown).body):
        assert re.findall(r"<option[^>]* selected>([^<]+)", body.decode())[:2] == [
            "Party Sampler",
            "bar",
        ]
        assert b"<option selected>table-2" not in body
    assert shown == path, "another laptop sees it, too"
    assert second[0] in now(site).rounds[-1].tables[0].players
    assert organiser.post(path, do="announce", menu="party-sampler").status == 303
    assert now(site).devices == {1: "bar"}


def test_a_device_is_kept_with_the_draft_as_it_is_chosen(
    site: DoorSite, organiser: Visitor
) -> None:
    for device in ("table-1", "table-2", "bar"):
        site.hall.tables.take(device, "availability", "online", 1)
    path = organiser.post(HOME, do="pair").headers["location"]
    with page(f"{site.address}/organiser/login?next={path}") as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()

        def chosen() -> list[str]:
            names = ("menu", "device-1", "device-2")
            return [driver.find_element("name", each).get_attribute("value") for each in names]

        until(lambda: chosen()[1:] == ["table-1", "table-2"])
        Select(driver.find_element("name", "menu")).select_by_value("party-sampler")
        Select(driver.find_element("name", "device-1")).select_by_visible_text("table-2")
        until(lambda: now(site).devices == {1: "table-2"})
        until(lambda: chosen() == ["party-sampler", "table-2", "bar"])
        Select(driver.find_element("name", "device-2")).select_by_visible_text("none")
        until(lambda: now(site).devices == {1: "table-2", 2: ""})
        until(lambda: driver.find_element("css selector", "[value=announce]").click() or True)
        until(lambda: "Still out" in text_of(driver, "main"))
        assert (now(site).devices, now(site).rounds[-1].menu) == ({1: "table-2"}, "party-sampler")
        assert complaints_of(driver) == []


def test_a_menu_is_one_that_every_table_can_play(site: DoorSite, organiser: Visitor) -> None:
    path = organiser.post(HOME, do="pair").headers["location"]
    dishes = ["maki", "tempura", "sashimi", "dumpling", "chopsticks", "pudding"]
    own = {f"dish-{slug}": "on" for slug in dishes}
    short = organiser.post(path, do="announce", menu="own", **own)
    assert (short.status, b"1 roll, 3 appetizers, 2 specials, 1 dessert" in short.body) == (
        409,
        True,
    )
    assert short.body.count(b" checked") == len(dishes)  # what was chosen is still there
    for wrong in ("none", "", "own"):
        assert organiser.post(path, do="announce", menu=wrong).status == 409
    assert (
        organiser.post(path, do="announce", menu="own", **own, **{"dish-tea": "on"}).status == 303
    )
    assert {*now(site).rounds[-1].menu} == {*dishes, "tea"}
    assert "Menu: Maki roll, Tempura, " in words(organiser, path)
    for slug in MENUS:
        assert unfit(slug, [3, 4, 5]) is None
    slugs = {slug for some in DISHES.values() for slug, _ in some}
    assert slugs == {kind.slug for kind in sushi_go_party.GAME.kinds}
    assert sushi_go_party.GAME.slug == PARTY


def test_results_are_typed_corrected_and_taken_back(site: DoorSite, organiser: Visitor) -> None:
    path = announced(site, organiser)
    done = type_result(site, organiser, path, 1, 30, 44, "−2", 30)
    assert done.headers["location"] == f"{path}#t1"
    players = now(site).rounds[-1].tables[0].players
    seats = [
        (seat.player, seat.points, seat.place) for seat in now(site).rounds[-1].tables[0].result
    ]
    a, b, c, d = players
    assert seats == [(b, 44, 1), (a, 30, 2), (d, 30, 2), (c, -2, 4)]
    places = {f"place-{a}": "3", f"place-{d}": "2"}
    type_result(site, organiser, path, 1, 30, 44, -2, 30, **places)
    assert [seat.player for seat in now(site).rounds[-1].tables[0].result] == [b, d, a, c]
    for wrong in ("x", "1.5", "9" * 7):
        refused = type_result(site, organiser, path, 2, 30, wrong, 4, 5)
        assert refused.status == 409
        who = site.hall.names[1][now(site).rounds[-1].tables[1].players[1]]
        assert f"Write a whole number for {who} at table 2, not " in refused.body.decode()
        assert f'value="{wrong}"'.encode() in refused.body  # what was typed is still there
    assert (
        type_result(site, organiser, path, 2, 30, 20, 10).status == 303
    )  # the fourth has gone home
    assert len(now(site).rounds[-1].tables[1].result) == 3
    table = now(site).rounds[-1].tables[1].id
    organiser.post(path, do="no-result", table=table)
    assert [table.number for table in now(site).open_tables] == [2]
    swapped = organiser.post(path, do="result", table="gone")
    assert (swapped.status, b"have changed" in swapped.body) == (409, True)
    log = words(organiser, f"{HOME}/log")
    name = site.hall.names[1]
    before = f"Before: 1. {name[b]} 44, 2. {name[a]} 30, 2. {name[d]} 30, 4. {name[c]} −2"
    assert before in log
    assert f"Result, round 1, table 1: 1. {name[b]} 44, 2. {name[d]} 30, 3. {name[a]} 30" in log
    assert log.index("Took the result back, round 1, table 2") < log.index("Announced round 1")


def test_what_a_table_says_is_confirmed_or_refused(site: DoorSite, organiser: Visitor) -> None:
    path = announced(site, organiser)
    for number, do in ((1, "confirm"), (2, "refuse-claim")):
        table = now(site).rounds[-1].tables[number - 1]
        seats = [[player, 9, 1] for player in table.players]
        act = acts.ResultClaimed(table.id, seats_of(seats))
        site.hall.act(1, act, f"table {number}")
        assert f"Table {number} of round 1 has a result for you to confirm" in words(
            organiser, HOME
        )
        assert organiser.post(path, do=do, table=table.id).status == 303
        assert bool(now(site).rounds[-1].tables[number - 1].result) == (do == "confirm")
    assert organiser.post(path, do="confirm", table=table.id).status == 409
    log = words(organiser, f"{HOME}/log")
    for line in (
        "phone at table 1 Result to confirm",
        "organiser Confirmed the result, round 1, table 1",
    ):
        assert line in log


def test_devices_that_are_on_get_tables_and_may_be_exchanged(
    site: DoorSite, organiser: Visitor
) -> None:
    tables = site.hall.tables
    for device, availability in ("table-2", "online"), ("spare", "online"), ("table-1", "offline"):
        tables.take(device, AVAILABILITY, availability, 0.0)
    site.hall.join(site.hall.open(opening(title="Other"), "organiser"), NAMES, "o", here=True)
    path = announced(site, organiser)
    assert [table.device for table in now(site).open_tables] == ["spare", "table-2"]
    assert "Table 2 table-2: has not begun" in words(organiser, path)
    organiser.get("/organiser/t/2")
    other = organiser.post("/organiser/t/2", do="pair").headers["location"]
    organiser.post(other, do="announce", menu="my-first-meal")
    assert [table.device for table in site.hall.tournaments[2].open_tables] == ["", ""]
    organiser.post(path, do="device", number="2", device="spare")  # table-2 has broken
    assert [table.device for table in now(site).open_tables] == ["", "spare"]
    tables.take("spare", AVAILABILITY, "offline", 0.0)
    assert "Table 2 spare: offline" in words(organiser, path)
    assert "Gave tables devices: table 2 spare Before: table 1 spare" in words(
        organiser, f"{HOME}/log"
    )


def test_what_was_done_is_told_in_words() -> None:
    join = acts.PlayersAdded(tuple(range(1, 15)), here=False)
    some: list[tuple[acts.Act, str, str]] = [
        (join, "Added Ann, Bo, Cy, Di, Eve, Flo, Gil, Hal, Player 9, Player 10, Player 11,"
         " Player 12 and 2 more", ""),
        (acts.RulesChanged(OPEN.rules._replace(rounds=5, pays=(3, 1))),
         "Changed the rules: rounds 5, place points 3, 1", "rounds 0, place points 5, 3, 2, 1"),
        (acts.PlayersChecked((1, 2, 3, 4), here=True),
         "Checked in Ann, Bo, Cy, Di", ""),
        (acts.PlayerLeft(2), "Bo left", ""),
        (acts.PlayerReturned(2), "Bo came back", ""),
        (acts.TableFixed(2, 7), "Bo sits at table 7 in each round", ""),
        (acts.TableFixed(2), "Bo has no table of their own", "table 7"),
        (acts.PlayersGrouped({1: (1, 3), 27: (2,)}),
         "Grouped players: A: Ann, Cy, AA: Bo", ""),
        (acts.PlayersGrouped({0: (1, 2)}),
         "Grouped players: none: Ann, Bo", "A: Ann, AA: Bo"),
        (acts.RoundPaired(1, "", False, (4,), (Seating("x-0", 1, (1, 2, 3)),)),
         "Paired round 1: 1 table; bye: Di", ""),
        (acts.PlayersSwapped(1, 4), "Swapped Ann, Di", ""),
        (acts.MenuChosen(1, ("tofu", "eel")),
         "Chose the menu of round 1: Tofu, Eel", ""),
        (acts.PairingTakenBack(1), "Took the pairing of round 1 back", ""),
        (acts.NamesKept(True), "Keep names", ""),
    ]  # fmt: skip
    now, log = Tournament(1), list[LoggedAct]()
    for act in [OPEN, *(act for act, _, _ in some)]:
        log.append(logged(now, act, 9.0, "me"))
        now = after(now, act)
    lines = log_words(log, dict(enumerate(NAMES, 1)))
    assert [(line.what, line.before) for line in lines[1:]] == [
        (what, was) for _, what, was in some
    ]


def test_no_form_ends_in_an_error_of_ours(site: DoorSite, organiser: Visitor) -> None:
    rng, keys = Random(5), ["number", "device", "table", "one", "other", "menu", "cut", "at"]
    keys += [f"points-{player}" for player in range(1, 9)] + ["place-1", "dish-tofu", "dish-x"]
    path = f"{HOME}/round/1"
    for _ in range(share(200)):
        if not now(site).rounds:
            organiser.post(HOME, do="pair")
        tables = [table.id for table in now(site).rounds[-1].tables]
        odd = ["", "-1", "1", "2", "999999", "1e3", "é🍣\0", "<b>", "x" * 300, *tables]
        form = {key: rng.choice(odd) for key in rng.sample(keys, 6)}
        do = rng.choice(DOS.split())
        answer = organiser.post(rng.choice([path, path, HOME]), do=do, **form)
        assert answer.status in (303, 400, 404, 409), (answer.status, do, form)
        assert organiser.get(HOME).status == organiser.get(f"{HOME}/log").status == 200
        if now(site).rounds:
            assert organiser.get(path).status == 200, (do, form)


def test_a_proposal_numbers_tables_from_the_leaders_on() -> None:
    chance, tournament = Random(2), Tournament(3)
    tournament = after(tournament, opening(title="C", game="omakase", rounds=3))
    with pytest.raises(NotPossible) as refused:
        propose(tournament, chance, "ab12")
    assert (refused.value.case, refused.value.values) == (
        "too-few-to-pair",
        {"count": 0, "least": 3},
    )
    players = tuple(range(1, 102))
    tournament = after(tournament, acts.PlayersAdded(players, here=True))
    for number in (1, 2):
        tournament = after(tournament, propose(tournament, chance, "ab12"))
        tournament = after(tournament, acts.RoundAnnounced(number))
        for table in tournament.open_tables:
            seats = [[player, 200 - player, 0] for player in sorted(table.players)]
            seats = [[player, points, place] for place, (player, points, _) in enumerate(seats, 1)]
            tournament = after(tournament, acts.ResultEntered(table.id, seats_of(seats)))
    with pytest.raises(NotPossible) as refused:
        propose(tournament, chance, "ab12", cut=102)
    assert (refused.value.case, refused.value.values) == ("too-few-for-cut", {"count": 101})
    act = propose(tournament, chance, "ab12", cut=8)
    assert [table.number for table in act.tables] == [1, 2]
    assert all(re.fullmatch("ab12-3-r3-t[12]-[0-9a-f]{10}", table.id) for table in act.tables)
    best = [standing.player for standing in tournament.standings()[:8]]
    assert act.tables[0].players == tuple(best[place] for place in (0, 3, 4, 7))
    last = {table.number: table.players for table in propose(tournament, chance, "x").tables}
    place = {standing.player: standing.place for standing in tournament.standings()}
    average = [sum(place[p] for p in some) / len(some) for some in last.values()]
    assert average[0] < average[len(average) // 2] < average[-1]


def test_a_large_round_comes_in_parts_and_only_what_is_new(
    site: DoorSite, organiser: Visitor
) -> None:
    site.hall.join(1, [f"Zed {number}" for number in range(240)], "organiser", here=True)
    path = announced(site, organiser)
    tables = len(now(site).rounds[0].tables)
    first = organiser.get(path).body.decode()
    keys = re.findall('data-key="([0-9a-f]+)"', first)
    assert len(keys) == 50 < tables
    assert f'page=2">51–{tables}</a>' in first
    more = tables - 40
    assert f'<a href="#t40">40</a> and {more} more' in first
    has = " ".join(keys)
    assert "data-key" not in organiser.get(path, Okanjo_Has=has).body.decode()
    assert type_result(site, organiser, path, 3, 40, 30, 20, 10, 5).status == 303
    fresh = organiser.get(path, Okanjo_Has=has).body.decode()
    assert re.findall('<li class="card" id="(t[0-9]+)"', fresh) == ["t51"], "the next one"
    order = re.findall('data-order="([^"]*)"', fresh)[0].split()
    assert order == [f"t{number}" for number in range(1, 52) if number != 3]
    (corrected,) = re.findall('id="(t3)"', organiser.get(f"{path}?find=3").body.decode())
    assert corrected
    assert "Zed 77" in (shown := organiser.get(f"{path}?find=zed+77").body.decode())
    assert shown.count("data-key") == 1
    assert b"No table has this number" in organiser.get(f"{path}?find=xyzzy").body
    swaps = {"one": "zed 7", "other": "zed 8"}
    assert b"Several players are called" in organiser.post(path, do="swap", **swaps).body
    assert b"Nobody is called" in organiser.post(path, do="swap", one="zed 77", other="xyzzy").body
    long_names = {p: name for p, name in site.hall.names[1].items() if len(name) == len("Zed 100")}
    free = [p for table in now(site).rounds[0].out for p in table.players if p in long_names]
    player, other = free[0], free[-1]
    swap = {"one": long_names[player].lower(), "other": long_names[other].lower()}
    assert organiser.post(path, do="swap", **swap).status == 303
    log = organiser.get(f"{HOME}/log").body.decode()
    assert f"Swapped {long_names[player]}, {long_names[other]}" in log


def test_a_typed_result_makes_room_for_the_next_table(site: DoorSite, organiser: Visitor) -> None:
    site.hall.join(1, [f"Zed {number}" for number in range(240)], "organiser", here=True)
    path = announced(site, organiser)
    with page(f"{site.address}/organiser/login?next={path}", (1280, 800)) as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: driver.find_elements("id", "t1"))
        driver.execute_script("document.getElementById('t2').dataset.kept = 'yes'")
        for number, field in enumerate(driver.find_elements("css selector", "#t1 [name^=points]")):
            field.send_keys(str(10 + number))
        driver.find_element("css selector", "#t1 [value=result]").click()
        until(lambda: driver.find_elements("id", "t51"))
        shown = driver.execute_script(
            "return [...document.querySelectorAll('.results > li')].map(({ id }) => id)"
        )
        assert shown == [f"t{number}" for number in range(2, 52)]
        assert driver.execute_script("return document.getElementById('t2').dataset.kept") == "yes"
        assert complaints_of(driver) == []


def test_the_pages_look_right_and_follow_what_happens(site: DoorSite, organiser: Visitor) -> None:
    site.hall.act(1, acts.PlayersRenamed((2,)), "organiser", {2: "W" * 24})
    draft = organiser.post(HOME, do="pair").headers["location"]
    problems = set[str]()
    with page(f"{site.address}/organiser/login?next={HOME}") as driver:

        def look(path: str) -> None:
            driver.get(f"{site.address}{path}")
            for size in ((390, 844), (1280, 800)):
                looks(driver, size, dark := size == (390, 844), still=True)
                problems.update(f"{path} {size} {dark} {each}" for each in violations(driver))
                wide = driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= size[0], path

        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: "Round 1 is paired" in text_of(driver, "main"))
        look(HOME)
        look(draft)
        driver.find_element("css selector", "[value=announce]").click()
        until(lambda: "Still out" in text_of(driver, "main"))
        look(draft)
        table = now(site).rounds[-1].tables[0]
        seats = [[player, 9, 1] for player in table.players]
        act = acts.ResultClaimed(table.id, seats_of(seats))
        site.hall.act(1, act, "table 1")
        until(lambda: "From a phone at table 1" in text_of(driver, "main"))
        look(f"{HOME}/log")
        assert problems == set()
        assert complaints_of(driver) == []


def test_what_is_typed_stays_while_other_tables_get_results(
    site: DoorSite, organiser: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.hall.join(1, ["Ida", "Jo", "Kim", "Lea"], "organiser", here=True)
    path = announced(site, organiser)
    first, second, third = now(site).rounds[-1].tables
    with page(f"{site.address}/organiser/login?next={path}") as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: "Still out" in text_of(driver, "main"))

        def seats(table: Any, points: int) -> tuple[SeatResult, ...]:
            return tuple(SeatResult(player, points, 1) for player in table.players)

        def field(player: int) -> Any:
            return driver.find_element("name", f"points-{player}")

        def press(do: str, table: Any) -> None:
            driver.find_element("css selector", f"#t{table.number} [value={do}]").click()

        def typed() -> list[str]:
            return [field(player).get_attribute("value") for player in second.players]

        field(second.players[0]).send_keys("31")
        field(second.players[1]).send_keys("2")
        mine = driver.switch_to.active_element
        site.hall.act(1, acts.ResultEntered(third.id, seats(third, 9)), "organiser")
        until(lambda: "1 of 3 tables has a result" in text_of(driver, "main"))
        assert driver.switch_to.active_element == mine, "a phone's keyboard stays"
        mine.send_keys("8")
        site.hall.act(1, acts.ResultClaimed(first.id, seats(first, 7)), "table 1")
        until(lambda: "From a phone at table 1" in text_of(driver, "main"))
        assert driver.switch_to.active_element == mine
        press("confirm", first)
        until(lambda: now(site).rounds[-1].tables[0].result)
        until(lambda: "2 of 3 tables have a result" in text_of(driver, "main"))
        assert typed() == ["31", "28", "", ""]

        site.hall.act(1, acts.ResultEntered(second.id, seats(second, 5)), "organiser")
        until(lambda: "All results are in" in text_of(driver, "main"))
        assert typed()[:2] == ["31", "28"], "what is typed stands beside what another laptop says"
        press("result", second)
        until(lambda: "This has changed meanwhile" in text_of(driver, "main"))
        assert now(site).rounds[-1].tables[1].result[0].points == 5
        press("result", second)
        until(lambda: now(site).rounds[-1].tables[1].result[0].points == 31)
        until(lambda: "This has changed meanwhile" not in text_of(driver, "main"))

        def correct(table: Any, more: str) -> None:
            driver.find_element("css selector", f"#t{table.number} summary").click()
            field(table.players[0]).send_keys(more)
            press("result", table)

        def points() -> list[int]:
            return [table.result[0].points for table in now(site).rounds[-1].tables[:2]]

        act, goes_on = site.hall.act, threading.Event()
        slow = lambda *words: goes_on.wait(9) and act(*words)  # noqa: E731
        monkeypatch.setattr(site.hall, "act", slow)
        correct(first, "0")
        correct(second, "\b4")
        press("result", second)
        assert points() == [7, 31]
        goes_on.set()
        until(lambda: points() == [70, 34])
        until(lambda: not driver.find_elements("css selector", ".results details[open]"))
        assert "This has changed meanwhile" not in text_of(driver, "main"), "a double tap"
        driver.delete_all_cookies()
        correct(second, "5")
        until(lambda: "You are not signed in any more" in text_of(driver, "#told"))
        assert typed()[0] == "345"
        assert [
            complaint for complaint in complaints_of(driver) if not re.search("40[39]", complaint)
        ] == []


def test_the_page_of_a_round_follows_what_devices_do(site: DoorSite, organiser: Visitor) -> None:
    tables = site.hall.tables
    tables.take("table-1", AVAILABILITY, "online", 0.0)
    path = announced(site, organiser)
    soon = "const its = setInterval; setInterval = (act, ms) => its(act, ms === 30000 ? 200 : ms)"
    with page("about:blank") as driver:
        to_all = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": soon})
        driver.get(f"{site.address}/organiser/login?next={path}")
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: "table-1: has not begun" in text_of(driver, "main"))
        tables.take("table-1", AVAILABILITY, "offline", 0.0)
        until(lambda: "table-1: offline" in text_of(driver, "main"))
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", to_all)
        assert complaints_of(driver) == []


def test_what_is_told_to_all_is_on_every_screen_until_it_is_taken_back(
    site: DoorSite, organiser: Visitor
) -> None:
    line, shown = "Anna & <Ben>: please come", b"Anna &amp; &lt;Ben&gt;: please come"
    announced(site, organiser)
    phone = Visitor(site)
    screens = ("/t/1", "/t/1/tv", "/t/1/standings", "/t/1?me=1")
    version = now(site).version
    assert organiser.post(HOME, do="tell", text=" ").status == 409
    assert organiser.post(HOME, do="tell", text="x" * 121).status == 409
    assert organiser.post(HOME, do="tell", text=f"  {line} ").status == 303
    assert now(site).version == version + 1  # which is what pages wait for
    for path in screens:
        assert shown in phone.get(path).body, path
    assert site.site.feed.newest(0, language_of("en")).line.count(b"please come") == 1
    log = organiser.get(f"{HOME}/log").body
    assert b"Told everybody something" in log
    assert b"please come" not in log  # it may name somebody
    assert all("Anna" not in str(row.act) for row in site.hall.store.acts())
    organiser.post(HOME, do="untell")
    site.site.feed.read_anew()
    for path in screens:
        assert shown not in phone.get(path).body, path
    assert b"please come" not in site.site.feed.newest(0, language_of("en")).line


def test_what_is_told_outlives_the_board_and_is_in_backups(tmp_path: Path) -> None:
    with door_site(tmp_path) as site:
        site.hall.open(OPEN, "organiser")
        site.hall.announce(1, "Lunch until 13:30", "organiser")
    with door_site(tmp_path) as again:
        assert again.hall.announcements == {1: "Lunch until 13:30"}
    file = io.BytesIO()
    back_up(f"sqlite:///{tmp_path}/board.db", file)
    assert b"Lunch until 13:30" in gzip.decompress(file.getvalue())


# --- the clock -------------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [True, False])
def test_a_clock_never_shows_more_than_there_was(runs: bool) -> None:
    clock = Clock(left=600, since=1_000_000, runs=runs)
    for passed, left in ((0, 600), (0.9, 600), (60, 540), (601, -1), (-1e6, 600)):
        assert clock.left_at(1_000_000 + passed) == (left if runs else 600)


def test_a_round_has_a_clock_that_is_paused_and_extended(
    site: DoorSite, organiser: Visitor
) -> None:
    """By a clock that nobody sets, whatever the machine's says."""
    path, phone = announced(site, organiser), Visitor(site)
    runs, walls = [50.0], [1_000_000.0]
    site.hall._running, site.hall._clock = (lambda: runs[-1]), (lambda: walls[-1])

    def clock() -> Any:
        return phone.get("/t/1/clock").json

    assert clock() == {}
    for minutes in ("0", "-5", "1441", "x"):
        assert organiser.post(path, do="clock-start", minutes=minutes).status == 409
    assert organiser.post(path, do="clock-pause").status == 409
    walls.append(time.time())
    organiser.post(path, do="clock-start", minutes="45")
    first = clock()
    assert first == {"left": first["left"], "runs": True, "extra": {}}
    assert 2690 <= first["left"] <= 2700
    runs.append(150.0)
    for wrong in (walls[-1] - 7200, walls[-1] + 7200):  # somebody sets the machine's clock
        walls.append(wrong)
        assert clock()["left"] == first["left"] - 100
    organiser.post(path, do="clock-pause")
    paused = clock()["left"]
    runs.append(5000.0)
    assert clock() == {"left": paused, "runs": False, "extra": {}}
    organiser.post(path, do="clock-add", minutes="5")
    organiser.post(path, do="clock-on")
    table = now(site).rounds[0].tables[1]
    organiser.post(path, do="extend", table=table.id, minutes="10")
    assert clock()["extra"] == {"2": 600}
    assert organiser.post(path, do="extend", table=table.id, minutes="-11").status == 409
    walls.append(time.time())
    before = clock()["left"]
    runs.append(300_000.0)
    assert clock()["left"] == before - 295_000
    organiser.post(path, do="clock-add", minutes="2")  # the day after
    assert 110 <= clock()["left"] <= 120
    log = organiser.get(f"{HOME}/log").body.decode()
    assert "Clock of round 1 runs, 45 min left" in log
    assert "Clock of round 1 stands" in log
    assert "10 min more for table 2 in round 1" in log
    for number in range(1, len(now(site).rounds[0].tables) + 1):
        players = len(now(site).rounds[0].tables[number - 1].players)
        assert (
            type_result(site, organiser, path, number, *range(40, 40 - players, -1)).status == 303
        )
    assert clock() == {}  # nobody plays any more


def test_a_clock_that_was_started_by_mistake_is_removed(site: DoorSite, organiser: Visitor) -> None:
    path, phone = announced(site, organiser), Visitor(site)
    assert b"Started by mistake?" not in organiser.get(path).body
    refused = organiser.post(path, do="clock-remove")
    assert (refused.status, b"Round 1 has no clock" in refused.body) == (409, True)
    organiser.post(path, do="clock-start", minutes="45")
    organiser.post(path, do="extend", table=now(site).rounds[0].tables[1].id, minutes="10")
    with page(f"{site.address}/organiser/login?next={path}", (390, 844)) as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: text_of(driver, "#clock") == "45 min")
        driver.find_element("css selector", "#clock-form summary").click()
        for size in ((390, 844), (1280, 800), (1920, 1080)):
            for dark in (False, True):
                looks(driver, size, dark, still=True)
                assert violations(driver) == []
        driver.find_element("css selector", "[value=clock-remove]").click()
        until(lambda: not driver.find_element("id", "clock").is_displayed())
        until(lambda: driver.find_elements("css selector", "[value=clock-start]"))
        assert complaints_of(driver) == []
    assert phone.get("/t/1/clock").json == {}
    log = words(organiser, f"{HOME}/log")
    assert "Removed the clock of round 1 Before: 45 min left" in log
    organiser.post(path, do="clock-start", minutes="30")
    assert phone.get("/t/1/clock").json["extra"] == {}


SCREENS = [
    ("/t/1/tv", (1280, 720)), ("/t/1", (390, 700)), ("/", (1280, 720)), ("/t/1?me=1", PHONE)
]  # fmt: skip


def test_a_clock_goes_from_every_screen(site: DoorSite, organiser: Visitor) -> None:
    path = announced(site, organiser)
    for address, size in SCREENS:
        organiser.post(path, do="clock-start", minutes="45")
        with page(f"{site.address}{address}", size) as driver:
            until(lambda: driver.execute_script(CLOCKS) == "45 min")
            organiser.post(path, do="clock-remove")
            until(lambda: driver.execute_script(CLOCKS) == "")
            assert complaints_of(driver) == []


def test_the_clock_is_seen_on_every_screen_and_counts_by_itself(
    site: DoorSite, organiser: Visitor
) -> None:
    path = announced(site, organiser)
    organiser.post(path, do="clock-start", minutes="45")
    for address, size in SCREENS[:3]:
        with page(f"{site.address}{address}", size) as driver:
            until(lambda: driver.execute_script(CLOCKS) == "45 min")
            site.hall.act(1, acts.ClockSet(1, 5, int(time.time()), True), "organiser")
            until(lambda: driver.execute_script(CLOCKS).endswith(" s"))
            until(lambda: driver.execute_script(CLOCKS) == "Time!")
            table = now(site).rounds[0].tables[1]
            site.hall.act(1, acts.TableExtended(table.id, 600), "organiser")
            until(lambda: driver.execute_script(CLOCKS) == "Time! · table 2: 10 min")
            site.hall.act(1, acts.TableExtended(table.id, -600), "organiser")
            site.hall.act(1, acts.ClockSet(1, 2700, int(time.time()), False), "organiser")
            until(lambda: driver.execute_script(CLOCKS) == "45 min · paused")
            site.hall.act(1, acts.ClockSet(1, 2700, int(time.time()), True), "organiser")
            assert complaints_of(driver) == []


def test_the_hall_has_the_clocks_of_all_tournaments(site: DoorSite, organiser: Visitor) -> None:
    path, longest = announced(site, organiser), "Sushi-Weltmeisterschaft Düsseldorf 20261"
    with page(site.address, (1920, 1080)) as driver:
        organiser.post(path, do="clock-start", minutes="45")
        until(lambda: driver.execute_script(CLOCKS) == "45 min")
        organiser.post("/organiser", title=longest)
        site.hall.join(2, NAMES, "organiser", here=True)
        other = organiser.post("/organiser/t/2", do="pair").headers["location"]
        organiser.post(other, do="announce", menu="party-sampler")
        organiser.post(other, do="clock-start", minutes="30")
        until(lambda: driver.execute_script(CLOCKS) == f"45 min · Autumn Cup | 30 min · {longest}")
        organiser.post(other, do="clock-add", minutes="5")
        until(lambda: driver.execute_script(CLOCKS) == f"45 min · Autumn Cup | 35 min · {longest}")
        for size in ((390, 844), (1280, 800), (1920, 1080)):
            for dark in (False, True):
                looks(driver, size, dark, still=True)
                assert violations(driver) == []
                wide = driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= size[0]
        organiser.post(path, do="clock-remove")
        until(lambda: driver.execute_script(CLOCKS) == "35 min")
        for table in site.hall.tournaments[2].rounds[0].tables:
            seats = seats_of([[player, 9, 1] for player in table.players])
            site.hall.act(2, acts.ResultEntered(table.id, seats), "organiser")
        until(lambda: driver.execute_script(CLOCKS) == "")
        assert complaints_of(driver) == []
