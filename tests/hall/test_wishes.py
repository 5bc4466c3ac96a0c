"""Players who stay at a table, and groups that do not meet in round 1: laws, and pages."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.axe import violations
from support.browser import complaints_of, looks, page, until
from support.door_site import PASSWORD, DoorSite, Visitor
from support.random_acts import WHO, opened, result_act
from support.soak import share

from firmware.hall.names import cleaned
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.not_possible import Case, NotPossible
from firmware.hall.tournament.pairing import pair
from firmware.hall.tournament.propose import propose
from firmware.hall.tournament.tournament import Tournament, TournamentRound
from firmware.hall.tournament.wishes import (
    MOST_GROUPS,
    Misplaced,
    beyond,
    group_in,
    letters,
    table_numbers,
    unkept,
)

HOME, PLAYERS = "/organiser/t/1", "/organiser/t/1/players"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal"]
PHONE = (390, 844)
NONE: Mapping[int, Any] = {}


def done(tournament: Tournament, *some: Act) -> Tournament:
    for act in some:
        tournament = after(tournament, act, WHO)
    return tournament


def joined(
    players: int, fixed: Mapping[int, int] = NONE, groups: Mapping[int, Sequence[int]] = NONE
) -> Tournament:
    """Players 1, 2, ... are here; each fixed one has a table."""
    some: list[Act] = [acts.PlayersAdded(tuple(range(1, players + 1)), here=True)]
    some += [acts.TableFixed(player, table) for player, table in fixed.items()]
    some.append(acts.PlayersGrouped({group: tuple(who) for group, who in groups.items()}))
    return done(opened(rounds=4, game="sushi-go"), *some)


def paired(tournament: Tournament, chance: Random) -> Tournament:
    return done(tournament, propose(tournament, chance, "ab"))


def over(tournament: Tournament, chance: Random) -> Tournament:
    """The draft is announced, and all its tables have results."""
    tournament = done(tournament, acts.RoundAnnounced(len(tournament.rounds)))
    return done(tournament, *(result_act(table, chance) for table in tournament.open_tables))


def last(tournament: Tournament) -> TournamentRound:
    return tournament.rounds[-1]


def refused(tournament: Tournament, act: Act, case: Case, **values: object) -> None:
    with pytest.raises(NotPossible) as why:
        after(tournament, act)
    assert (why.value.case, why.value.values) == (case, values)


# --- a table of one's own -----------------------------------------------------------------------


@settings(max_examples=share(60), deadline=None)
@given(st.integers(0, 2**32).map(Random), st.integers(9, 60))
def test_who_has_a_table_sits_there_in_each_round(chance: Random, players: int) -> None:
    many = chance.randint(1, players // 5)
    tables = chance.sample([*range(1, 40)], many)
    fixed = dict(zip(chance.sample(range(1, players + 1), many), tables, strict=True))
    now = joined(players, fixed)
    for _ in range(3):
        now = paired(now, chance)
        numbers = [table.number for table in last(now).tables]
        assert numbers == sorted({*numbers}), "each number once, in order"
        seated = {player: table.number for table in last(now).tables for player in table.players}
        assert {player: seated[player] for player in fixed} == fixed
        assert unkept(now, last(now)).misplaced == []
        others = [number for number in numbers if number not in fixed.values()]
        free = [number for number in range(1, 99) if number not in fixed.values()]
        assert others == free[: len(others)], "the others are numbered from 1 on"
        now = over(now, chance)


def test_the_other_tables_are_numbered_from_the_leaders_on() -> None:
    now = joined(12, {5: 1, 6: 9})
    tables = [(1, 2, 3), (4, 5, 7), (8, 9, 10), (6, 11, 12)]
    assert table_numbers(now, tables) == [2, 1, 3, 9]
    assert table_numbers(now, [(1, 2, 3), (5, 6, 4)]) == [2, 1], "one of both has their own"
    both = joined(12, {5: 2, 6: 1})
    tables = [(1, 2, 3), (5, 6, 4), (7, 8, 9)]
    assert table_numbers(both, tables) == [3, 1, 4], "the other's own stays free"
    round = last(paired(joined(12, {6: 9}), Random(1)))
    assert [table.number for table in round.tables] == [1, 2, 9]
    assert beyond(joined(12, {6: 9}), round) == [9]
    assert beyond(joined(12, {6: 3}), round) == []


def test_a_table_is_one_players_own_and_has_a_number_that_devices_take() -> None:
    now = joined(6, {1: 3})
    refused(now, acts.TableFixed(2, 3), "table-is-anothers", table=3, player=1)
    refused(now, acts.TableFixed(9, 3), "no-such-player", player=9)
    for number in (-1, 1000):
        refused(now, acts.TableFixed(2, number), "no-such-table", most=999)
    assert done(now, acts.TableFixed(1, 3), acts.TableFixed(2, 999)).players[2].table == 999
    moved = done(now, acts.TableFixed(1), acts.TableFixed(2, 3))
    assert (moved.players[1].table, moved.players[2].table) == (0, 3)
    left = done(now, acts.PlayerLeft(1), acts.TableFixed(2, 3), acts.PlayerReturned(1))
    together = [table_numbers(left, tables) for tables in ([(1, 4), (2, 5)], [(1, 2), (4, 5)])]
    assert together == [[3, 1], [3, 1]], "no number is given twice"


def test_what_is_not_kept_is_found_in_the_draft_as_it_is() -> None:
    now = paired(joined(8, {1: 2}), Random(3))
    other = next(player for player in last(now).tables[0].players)
    swapped = done(now, acts.PlayersSwapped(1, other))
    assert unkept(swapped, last(swapped)).misplaced == [Misplaced(1, 2, 1)]
    again = done(swapped, acts.TableFixed(1))
    assert unkept(again, last(again)).misplaced == []
    few = joined(3, {1: 1, 2: 2})
    few = paired(few, Random(1))
    assert unkept(few, last(few)).misplaced == [Misplaced(2, 2, 1)], "they have to meet"


def test_a_final_is_at_its_players_own_table() -> None:
    chance = Random(5)
    now = over(paired(joined(8, {3: 7}), chance), chance)
    best = [standing.player for standing in now.standings()]
    cut = propose(now, chance, "ab", cut=8)
    assert {table.number for table in cut.tables} == {1, 7}
    assert {*best} == {player for table in cut.tables for player in table.players}


# --- groups -------------------------------------------------------------------------------------


@settings(max_examples=share(150), deadline=None)
@given(st.integers(0, 2**32).map(Random), st.integers(6, 80))
def test_of_a_group_no_more_meet_in_round_1_than_have_to(chance: Random, players: int) -> None:
    mixed = chance.sample(range(1, players + 1), players)
    sizes = [chance.randint(0, players // 3) for _ in range(3)]
    groups = {group: mixed[sum(sizes[: group - 1]) : sum(sizes[:group])] for group in range(1, 4)}
    now = paired(joined(players, groups=groups), chance)
    tables = [{*table.players} for table in last(now).tables]
    for members in groups.values():
        at_tables = [len(table.intersection(members)) for table in tables]
        assert max(at_tables) - min(at_tables) <= 1, "they are spread as evenly as can be"
    together = unkept(now, last(now)).together
    assert len(together) == sum(
        len(table.intersection(members)) > 1 for table in tables for members in groups.values()
    )
    assert sorted(player for table in tables for player in table) == sorted(mixed)


def test_a_group_parts_in_round_1_only() -> None:
    chance, met = Random(4), Counter[int]()
    for _ in range(10):
        now = joined(12, groups={1: [1, 2, 3]})
        for number in (1, 2):
            now = paired(now, chance)
            pairs = {pair for t in last(now).tables for pair in combinations(sorted(t.players), 2)}
            met[number] += len(pairs.intersection([(1, 2), (1, 3), (2, 3)]))
            assert number == 1 or unkept(now, last(now)).together == []
            now = over(now, chance)
    assert (met[1], met[2] > 3) == (0, True)


def test_groups_and_tables_of_ones_own_hold_both() -> None:
    chance = Random(6)
    for _ in range(20):
        fixed = {player: 3 * player for player in range(1, 9)}
        groups = {1: range(1, 11), 2: [1 + 4 * n for n in range(3, 10)]}
        now = paired(joined(40, fixed, groups), chance)
        assert unkept(now, last(now)) == ([], [])


def test_a_pairing_without_wishes_is_as_before() -> None:
    points = dict.fromkeys(range(21), 0)
    assert pair(points, [], Random(1), rounds_left=3) == pair(
        points, [], Random(1), rounds_left=3, apart=[]
    )


def test_groups_have_letters() -> None:
    assert [letters(group) for group in (0, 1, 26, 27, 52, 53, 702)] == [
        "", "A", "Z", "AA", "AZ", "BA", "ZZ",
    ]  # fmt: skip
    assert all(group_in(letters(group)) == group for group in range(MOST_GROUPS + 1))
    assert (group_in(" b "), group_in("aa")) == (2, 27)
    for wrong in ("1", "AAA", "A B", "Ä", "-"):
        with pytest.raises(NotPossible) as refused_:
            group_in(wrong)
        assert refused_.value.case == "no-such-group"
    now = joined(6)
    for group in (-1, MOST_GROUPS + 1):
        refused(now, acts.PlayersGrouped({group: (1,)}), "no-such-group")
    refused(now, acts.PlayersGrouped({1: (1, 9)}), "no-such-player", player=9)


# --- on the organiser's pages -------------------------------------------------------------------


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """With eight players who are here."""
    visitor = site.organiser()
    visitor.post("/organiser", title="Autumn Cup", game="sushi-go", rounds="3")
    site.hall.join(1, NAMES, WHO, here=True)
    return visitor


def text(visitor: Visitor, path: str) -> str:
    return " ".join(visitor.get(path).body.decode().split())


def test_an_organiser_gives_tables_and_groups(site: DoorSite, organiser: Visitor) -> None:
    assert organiser.post(f"{PLAYERS}/2", do="table", table="12").headers["location"] == (
        f"{PLAYERS}#p2"
    )
    for player in (1, 3):
        assert organiser.post(f"{PLAYERS}/{player}", do="group", group="b").status == 303
    players = site.hall.tournaments[1].players
    assert [(players[n].table, players[n].group) for n in (1, 2, 3)] == [(0, 2), (12, 0), (0, 2)]
    assert text(organiser, PLAYERS).count("group B") == 2
    assert text(organiser, PLAYERS).count("table 12") == 1
    assert 'value="12"' in text(organiser, f"{PLAYERS}/2")
    assert 'value="B"' in text(organiser, f"{PLAYERS}/3")
    for form, reason in (
        ({"do": "table", "table": "12"}, "Table 12 is player 2&#39;s already."),
        ({"do": "table", "table": "1000"}, "A table has a number from 1 to 999."),
        ({"do": "table", "table": "x"}, "Write a whole number"),
        ({"do": "group", "group": "ABC"}, "A group is one letter or two"),
    ):
        answer = organiser.post(f"{PLAYERS}/1", **form)
        assert (answer.status, reason in answer.body.decode()) == (409, True), form
    assert "Bo sits at table 12 in each round" in text(organiser, f"{HOME}/log")
    organiser.post(f"{PLAYERS}/2", do="table", table="")
    organiser.post(f"{PLAYERS}/3", do="group", group="")
    assert (players := site.hall.tournaments[1].players)[2].table == players[3].group == 0
    log = text(organiser, f"{HOME}/log")
    assert 'Bo has no table of their own</span> <span class="soft">Before: table 12' in log
    assert 'Grouped players: none: Cy</span> <span class="soft">Before: B: Cy' in log


def test_a_list_brings_clubs_as_letters_and_no_act_has_their_names(
    site: DoorSite, organiser: Visitor
) -> None:
    organiser.post(f"{PLAYERS}/1", do="group", group="A")
    clubs = "Name;Club\nIda;SC Ulm\nJon;TV Bonn\nKim;sc ulm\nLea;\nAnn;SC Köln"
    answer = organiser.upload(PLAYERS, clubs.encode(), add="1", names="")
    assert "Groups: B: SC Ulm, C: TV Bonn." in cleaned(answer.body.decode())
    players = site.hall.tournaments[1].players
    assert [players[n].group for n in (1, 9, 10, 11, 12)] == [1, 2, 3, 2, 0]
    assert acts.PlayersGrouped({2: (9, 11), 3: (10,)}) in [
        logged.act for logged in site.hall.log(1)
    ]
    answer = organiser.post(PLAYERS, add="1", names="Name,Group\nMia,B\nNat,C")
    assert "Groups" not in answer.body.decode().partition('role="status"')[2].partition("</p>")[0]
    assert [site.hall.tournaments[1].players[n].group for n in (13, 14)] == [2, 3]


def test_a_draft_says_what_is_not_kept(site: DoorSite, organiser: Visitor) -> None:
    site.hall.act(1, acts.PlayersGrouped({1: (1, 2, 3)}), WHO)
    site.hall.act(1, acts.TableFixed(8, 5), WHO)
    draft = organiser.post(HOME, do="pair").headers["location"]
    shown = text(organiser, draft)
    assert "At 1 table players of one group meet:" in shown
    assert "This round has 2 tables." in shown
    assert "Hal has table" not in shown
    site.hall.act(1, acts.TableFixed(8, 6), WHO)
    assert "Hal has table 6 of their own, but sits at table 5." in text(organiser, draft)
    with page(f"{site.address}/organiser/login?next={draft}", PHONE, still=True) as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: driver.find_elements("css selector", ".results"))
        for dark in (False, True):
            looks(driver, PHONE, dark, still=True)
            assert violations(driver) == []
        driver.get(f"{site.address}{PLAYERS}/8")
        assert violations(driver) == []
        assert complaints_of(driver) == []
    organiser.post(draft, do="announce")
    assert site.hall.tournaments[1].rounds[0].announced
    assert "of one group meet" not in text(organiser, draft)
    for path in ("/t/1", "/t/1?me=8", "/t/1/round/1", "/t/1/standings", "/t/1/tv"):
        assert "group" not in Visitor(site).get(path).body.decode(), "only the organiser sees it"


def test_signs_have_the_tables_beyond(site: DoorSite, organiser: Visitor) -> None:
    site.hall.act(1, acts.TableFixed(8, 41), WHO)
    for table in (41, 42):
        site.hall.act(1, acts.TableFixed(8, table), WHO)
        document = pypdfium2.PdfDocument(organiser.get(f"{HOME}/signs.pdf").body)
        signs = "".join(sheet.get_textpage().get_text_bounded() for sheet in document)
        assert (len(document), f"{table}" in signs) == (3, True)
