"""A tournament's pages for everybody: where one sits, standings and why, on any screen."""

import csv
import gzip
import json
import re
from random import Random
from typing import Any

import pypdfium2
import pytest
from selenium.webdriver.common.keys import Keys
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.door_site import PASSWORD, DoorSite, Visitor
from support.random_acts import WHO, drawn, pairing_act, played, result_act, seats_of
from support.shown_tournaments import ODD, names_of

from firmware.common.http.hosts import own_addresses
from firmware.common.system import child
from firmware.hall.tournament import acts
from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.tournament import Tournament

PHONE, SMALL, LAPTOP, TELEVISION = (390, 844), (360, 640), (1280, 800), (1920, 1080)
NASTY = "<img src=x onerror=document.title='hit'>"
TITLE = "Sushi Open Düsseldorf"
LINES = """
return [...document.querySelectorAll('.lines:not([hidden]) li:not([hidden])')].map((node) => {
  const { right, bottom } = node.getBoundingClientRect();
  const inside = right <= innerWidth && bottom <= innerHeight;
  const size = parseFloat(getComputedStyle(node).fontSize);
  return [node.querySelector('bdi').textContent, inside, size];
})"""


def play(site: DoorSite, players: int, rounds: int, left_out: int = 0, **rules: Any) -> Tournament:
    """Tournament 1, after so many rounds; of the last one, so many tables have no result."""
    first, _, *rest = played(Random(7), players, rounds, title=TITLE, **rules)
    assert isinstance(first, acts.Opened)
    site.hall.open(first, WHO)
    site.hall.join(1, [*names_of(players).values()], WHO, here=True)
    for act in rest[: len(rest) - left_out]:
        site.hall.act(1, act, WHO)
    return site.hall.tournaments[1]


def cut(site: DoorSite, best: int) -> Tournament:
    """The next round, of so many."""
    now = site.hall.tournaments[1]
    table = tuple(standing.player for standing in now.standings()[:best])
    site.hall.act(1, pairing_act(now, Pairing((table,)), cut=True), WHO)
    return site.hall.act(1, acts.RoundAnnounced(len(now.rounds) + 1), WHO)


def pair(site: DoorSite) -> Tournament:
    now = site.hall.tournaments[1]
    return site.hall.act(1, pairing_act(now, drawn(now, Random(3))), WHO)


def announce(site: DoorSite) -> Tournament:
    number = len(pair(site).rounds)
    return site.hall.act(1, acts.RoundAnnounced(number), WHO)


def text(site: DoorSite, path: str) -> str:
    answer = Visitor(site).get(path)
    assert answer.status == 200, answer
    return answer.body.decode()


def test_a_player_reads_at_once_where_to_sit(site: DoorSite) -> None:
    now = play(site, 9, 2, left_out=1)
    (table,) = now.open_tables
    own = text(site, f"/t/1?me={table.players[0]}")
    assert f'<p class="huge" id="table">{table.number}</p>' in own
    assert all(name in own for name in (names_of(9)[player] for player in table.players[1:]))
    assert "Menu: My First Meal" in own
    assert "in the <a" in own, "where one stands after the others' results"
    assert f'href="/t/1/table/{table.number}"' in own
    site.hall.act(1, acts.DevicesAssigned({table.number: "table-1"}), WHO)
    assert f'href="/t/1/table/{table.number}"' not in text(site, f"/t/1?me={table.players[0]}")
    ended = now.rounds[1].tables[0].players[0]
    assert "Round 2 at table 1 is over." in text(site, f"/t/1?me={ended}")


def test_nobody_has_a_place_before_the_first_result(site: DoorSite) -> None:
    play(site, 3, 1, left_out=1)
    own = text(site, "/t/1?me=2")
    assert "You sit at table" in own
    assert "Place <b>" not in own
    assert "Why not higher?" not in own
    for path in ("", "/round/1"):
        assert "0 of 1 table finished." in text(site, f"/t/1{path}")
    (table,) = site.hall.tournaments[1].open_tables
    site.hall.act(1, result_act(table, Random(1)), WHO)
    assert "Place <b>" in text(site, "/t/1?me=2")


def test_who_does_not_sit_reads_why(site: DoorSite) -> None:
    play(site, 9, 0)
    assert "No round is announced yet. Leave this page open" in text(site, "/t/1?me=1")
    site.hall.act(1, acts.PlayersChecked((2,), here=False), WHO)
    paired = pair(site).rounds[0].tables
    seated, out = [table.players for table in paired[:1]], [table.players for table in paired[1:]]
    assert "No round is announced yet" in text(site, "/t/1")
    assert Visitor(site).get("/t/1/round/1").status == 404, "a draft may be changed"
    site.hall.act(1, acts.PairingTakenBack(1), WHO)
    now = site.hall.tournaments[1]
    byes = tuple(player for table in out for player in table)
    draft = pairing_act(now, Pairing((seated[0],), byes))
    site.hall.act(1, draft, WHO)
    site.hall.act(1, acts.RoundAnnounced(1), WHO)
    (late,) = site.hall.join(1, ["Late"], WHO, here=True)
    site.hall.act(1, acts.PlayerLeft(byes[1]), WHO)
    for player, says in (
        (byes[0], "You have a bye in round 1"),
        (byes[1], "You have left the tournament."),
        (2, "You have not checked in yet."),
        (late, "You play from the next round on."),
    ):
        assert says in text(site, f"/t/1?me={player}")
    for result in site.hall.tournaments[1].open_tables:
        site.hall.act(1, result_act(result, Random(1)), WHO)
    site.hall.act(1, acts.TournamentEnded(), WHO)
    assert "The tournament is over." in text(site, f"/t/1?me={late}")
    assert "final standings" in text(site, "/t/1")


def test_who_is_not_in_the_top_cut_reads_so(site: DoorSite) -> None:
    play(site, 9, 2)
    table = cut(site, 4).open_tables[0]
    for player in range(1, 10):
        own = text(site, f"/t/1?me={player}")
        out = "In the final the best 4 play on among themselves. You are not" in own
        assert out == (player not in table.players)
        assert 'data-call="The final begins. ' in own
        assert "You play from the next round on." not in own


def test_standings_show_that_the_top_cut_decides(site: DoorSite) -> None:
    play(site, 9, 2)
    visitor, decides = Visitor(site), "the top cut decides first"
    assert decides not in text(site, "/t/1/standings")
    assert b"Top cut" not in visitor.get("/t/1/standings.csv").body
    (table,) = cut(site, 4).open_tables
    assert "Final: your table" in text(site, "/t/1/tv")
    assert "<h1>Final</h1>" in text(site, "/t/1/round/3")
    for path in ("", "/standings", "/round/1"):
        assert ">Final</a>" in text(site, f"/t/1{path}")
    drawn = pypdfium2.PdfDocument(visitor.get("/t/1/round/3.pdf").body)[0]
    assert "Final" in drawn.get_textpage().get_text_bounded()
    assert text(site, "/t/1/standings").count("<td><b>–</b></td>") == 4
    seats = [[player, 20 - place, place + 1] for place, player in enumerate(table.players)]
    site.hall.act(1, acts.ResultEntered(table.id, seats_of(seats)), WHO)
    assert f"After the final; {decides}" in text(site, "/t/1/standings")
    for name in ("standings", "tv"):
        assert decides in text(site, f"/t/1/{name}")
    assert text(site, "/t/1/tv").count("<small>cut ") == 4
    sheet = visitor.get("/t/1/standings.csv").body.decode("utf-8-sig").splitlines()
    rows = [*csv.DictReader(sheet)]
    assert [row["Top cut"] for row in rows] == ["5", "3", "2", "1", *[""] * 5]
    made = pypdfium2.PdfDocument(visitor.get("/t/1/standings.pdf").body)[0]
    paper = made.get_textpage().get_text_bounded()
    assert decides in paper
    assert "Top cut" in paper


def test_a_name_is_found(site: DoorSite) -> None:
    play(site, 15, 1)
    visitor = Visitor(site)
    assert visitor.get("/t/1?find=zoe").headers["location"] == "/t/1?me=15"
    both = text(site, "/t/1?find=ann")
    assert ('href="?me=12"' in both, 'href="?me=13"' in both) == (True, True)
    assert "Nobody is called" in text(site, "/t/1?find=%3Cb%3E")
    for nobody in ("99", "-1", "x", "", "%00", "9" * 5000):
        assert "Where do I sit?" in text(site, f"/t/1?me={nobody}")


def test_what_is_not_there_is_said(site: DoorSite) -> None:
    assert "There are no tournaments yet." in text(site, "/t")
    play(site, 6, 1)
    assert TITLE in text(site, "/t")
    visitor = Visitor(site)
    for path in (
        "/t/2", "/t/1/round/2", "/t/1/round/2.pdf", "/t/1/round/9.csv", "/t/9/tv", "/t/x",
        "/t/1/standings.pdf?paper=a3", "/events?tournament=2", "/state?tournament=x",
        f"/events?tournament={'9' * 5000}",
    ):  # fmt: skip
        assert visitor.get(path).status == 404, path


def test_all_pages_are_there_before_anybody_is(site: DoorSite) -> None:
    play(site, 0, 0)
    for path in ("", "?me=1", "?find=nobody", "/tv", "/standings"):
        assert TITLE in text(site, f"/t/1{path}")
    visitor = Visitor(site)
    assert "Nobody has played yet" in text(site, "/t/1/standings")
    assert visitor.get("/t/1/standings.pdf").body.startswith(b"%PDF-")
    assert len(visitor.get("/t/1/standings.csv").body.splitlines()) == 1
    assert visitor.get("/t/1/round/1").status == 404


def test_paper_and_tables_are_to_be_had(site: DoorSite) -> None:
    play(site, 9, 1)
    visitor = Visitor(site)
    for name in ("standings", "round/1"):
        for paper in ("a4", "letter"):
            made = visitor.get(f"/t/1/{name}.pdf?paper={paper}")
            assert made.body.startswith(b"%PDF-")
            assert made.headers["content-type"] == "application/pdf"
            assert visitor.get(f"/t/1/{name}.pdf?paper={paper}").body == made.body
        sheet = visitor.get(f"/t/1/{name}.csv")
        assert sheet.body.startswith(b"\xef\xbb\xbf")
        assert "attachment" in sheet.headers["content-disposition"]
        assert len(sheet.body.splitlines()) == 10


def test_a_browser_is_told_how_far_a_long_paper_is(site: DoorSite) -> None:
    play(site, 6, 1)
    site.organiser()
    with page(f"{site.address}/organiser/login?next=/organiser/t/1", LAPTOP) as driver:
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", "main .btn").click()
        until(lambda: driver.find_elements("link text", "Table signs"))
        driver.get(f"{site.address}/organiser/t/1/signs.pdf?tables=400")
        until(
            lambda: text_of(driver, "main").endswith("of 400 pages are drawn. It opens by itself.")
        )
        assert driver.find_element("css selector", "progress").get_attribute("max") == "400"
        until(lambda: driver.execute_script("return document.contentType") == "application/pdf")


def test_a_paper_whose_process_is_killed_can_be_had_again(
    site: DoorSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(site, 6, 1)
    started = child.start

    def killed(module: str) -> Any:
        pipe, process = started(module)
        process.kill()
        return pipe, process

    monkeypatch.setattr(child, "start", killed)
    visitor = Visitor(site)
    answer = visitor.get("/t/1/standings.pdf")
    assert (answer.status, b"could not be drawn" in answer.body) == (503, True)
    monkeypatch.undo()
    assert visitor.get("/t/1/standings.pdf").body.startswith(b"%PDF-")


def test_codes_are_on_the_organisers_paper_only(site: DoorSite) -> None:
    play(site, 9, 1)
    pair(site)
    other, organiser = Visitor(site), site.organiser()
    for path in ("signs.pdf", "signs.pdf?tables=2", "sheets.pdf", "round/2.pdf"):
        assert other.get(f"/organiser/t/1/{path}").status == 303
        assert organiser.get(f"/organiser/t/1/{path}").body.startswith(b"%PDF-")
    assert organiser.get("/organiser/t/2/signs.pdf").status == 404
    assert "secret" not in text(site, "/t/1")


def test_a_sign_names_an_address_that_phones_can_reach(site: DoorSite) -> None:
    """The organiser may sit at the board itself, and call it localhost."""
    play(site, 6, 1)
    organiser, known = site.organiser(), [*own_addresses(), "localhost"]
    for host in ("localhost:8080", "127.0.0.1:8080", f"{known[0]}:8080"):
        made = organiser.get("/organiser/t/1/sheets.pdf", Host=host).body
        text = pypdfium2.PdfDocument(made)[0].get_textpage().get_text_bounded()
        assert f"http://{known[0]}:8080/t/1/table/1" in text


def test_long_pages_are_packed(site: DoorSite) -> None:
    play(site, 40, 1)
    packed = Visitor(site).get("/t/1/standings", Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body).decode() == text(site, "/t/1/standings")


def test_a_page_is_the_same_for_everybody_until_something_changes(site: DoorSite) -> None:
    now = play(site, 40, 1, left_out=1)
    phone, other = Visitor(site), Visitor(site)
    for path in ("", "/standings", "/round/1", "/tv"):
        page = phone.get(f"/t/1{path}", Accept_Encoding="gzip")
        theirs = other.get(f"/t/1{path}?me=0", Accept_Encoding="gzip")
        assert (theirs.body, theirs.headers["etag"]) == (page.body, page.headers["etag"])
        again = phone.get(f"/t/1{path}", Accept_Encoding="gzip", If_None_Match=page.headers["etag"])
        assert (again.status, again.body) == (304, b"")
        assert again.headers["vary"] == page.headers["vary"]
    for other_way in ("/t/01/standings", "/t/1/round/01", "/t/0001"):
        assert phone.get(other_way).status == 404, "or each way to write it were a page of its own"
    standings = text(site, "/t/1/standings")
    assert b"Sign out" in site.organiser().get("/t/1/standings").body
    assert text(site, "/t/1/standings") == standings
    site.hall.act(1, result_act(now.open_tables[0], Random(1)), WHO)
    assert text(site, "/t/1/standings") != standings


def test_long_lists_come_in_pages_with_a_search(site: DoorSite) -> None:
    play(site, 403, 1)
    first, last = text(site, "/t/1/standings"), text(site, "/t/1/standings?page=3")
    assert (first.count("<tr id="), last.count("<tr id=")) == (200, 3)
    assert '<a href="?page=3">401–403</a>' in first
    assert '<a href="?page=3" aria-current="page">401–403</a>' in last
    for query, same in (
        ("?page=0", first),
        ("?page=1", first),
        ("?page=99", last),
        ("?page=x", first),
    ):
        assert text(site, f"/t/1/standings{query}") == same
    for path in ("", "/round/1"):
        assert text(site, f"/t/1{path}").count('class="number"') == 50
        assert text(site, f"/t/1{path}?page=3").count('class="number"') == 34
    for path in ("/standings", "/round/1"):
        assert "Zoë Ångström" in text(site, f"/t/1{path}?find=angstrom")
        assert "Nobody is called" in text(site, f"/t/1{path}?find=xyzzy")
    assert text(site, "/t/1/round/1?find=angstrom").count('class="number"') == 1
    (row,) = re.findall(r"page=(\d)&amp;me=15#p15", text(site, "/t/1?me=15"))
    assert '<tr id="p15"' in text(site, f"/t/1/standings?page={row}")


def test_what_is_ones_own_stands_on_top_of_every_page(site: DoorSite) -> None:
    now = play(site, 9, 1, left_out=1)
    me = now.open_tables[0].players[0]
    with page(f"{site.address}/t/1/standings?me={me}", PHONE) as driver:
        driver.execute_script("localStorage.clear()")
        until(lambda: text_of(driver, "#own #table") == f"{now.open_tables[0].number}")
        assert driver.find_elements("css selector", f"#p{me}.mine")
        site.hall.act(1, result_act(now.open_tables[0], Random(1)), WHO)
        until(lambda: "is over" in text_of(driver, "#own"))
        assert driver.find_elements("css selector", f"#p{me}.mine")
        driver.get(f"{site.address}/t/1/round/1?me={me}")
        until(lambda: driver.find_elements("css selector", "#own .you"))
        driver.execute_script("navigator.vibrate = () => {}")
        assert len(driver.find_elements("css selector", "#live .mine")) == 1
        later = announce(site).rounds[1]
        sits = next(table.number for table in later.tables if me in table.players)
        until(lambda: text_of(driver, "#call") == f"Round 2 begins. You sit at table {sits}.")
        assert complaints_of(driver) == []


def test_a_listener_hears_that_there_is_something_new(site: DoorSite) -> None:
    now = play(site, 6, 1, left_out=1)
    state = json.loads(Visitor(site).get("/state?tournament=1").body)
    assert state["v"] == now.version
    assert f'data-v="{now.version}"' in text(site, "/t/1")
    assert json.loads(Visitor(site).get("/state").body)["tournaments"] == 1


def test_a_page_shows_what_is_new_and_calls_for_a_new_round(site: DoorSite) -> None:
    now = play(site, 9, 1, left_out=1)
    (table,) = now.open_tables
    me = table.players[0]
    with page(f"{site.address}/t/1?me={me}", PHONE) as driver:
        until(lambda: text_of(driver, "#table") == f"{table.number}")
        driver.find_element("css selector", "summary").click()
        driver.execute_script("window.felt = []; navigator.vibrate = (ms) => felt.push(ms)")
        site.hall.act(1, result_act(table, Random(1)), WHO)
        until(lambda: "is over" in text_of(driver, "#live"))
        assert text_of(driver, "#call") == ""
        later = announce(site).rounds[1]
        sits = next(table.number for table in later.tables if me in table.players)
        until(lambda: text_of(driver, "#call") == f"Round 2 begins. You sit at table {sits}.")
        assert text_of(driver, "h1") == "Round 2"
        assert driver.find_elements("link text", "Round 2")
        assert driver.title.startswith(f"Table {sits} ·")
        assert driver.execute_script("return felt.length") == 1
        other = next(table for table in later.tables if me not in table.players)
        swap = acts.PlayersSwapped(me, other.players[0])
        site.hall.act(1, swap, WHO)
        until(lambda: text_of(driver, "#call").endswith(f"You sit at table {other.number}."))
        assert driver.execute_script("return felt.length") == 2
        driver.find_element("id", "you").click()
        assert text_of(driver, "#call") == ""
        site.hall.act(1, swap, WHO)
        until(lambda: text_of(driver, "#call").endswith(f"You sit at table {sits}."))
        table = next(table for table in site.hall.tournaments[1].open_tables if me in table.players)
        site.hall.act(1, result_act(table, Random(1)), WHO)
        until(lambda: text_of(driver, "#call") == "")  # whose game is over sits nowhere
        assert complaints_of(driver) == []


def test_a_page_that_is_open_at_why_stays_so(site: DoorSite) -> None:
    now = play(site, 9, 1, left_out=1)
    with page(f"{site.address}/t/1/standings", PHONE) as driver:
        second = driver.find_elements("css selector", "summary")[1]
        who = second.find_element("css selector", "bdi").text
        second.click()
        site.hall.act(1, result_act(now.open_tables[0], Random(1)), WHO)
        until(lambda: "After round 1" in text_of(driver, "#live"))
        assert who in text_of(driver, "tr:has(details[open]) bdi")
        assert driver.execute_script("return document.activeElement.localName") == "summary"


def test_who_one_is_is_remembered_until_one_says_no(site: DoorSite) -> None:
    play(site, 9, 1)
    with page(f"{site.address}/t/1", PHONE) as driver:
        driver.execute_script("localStorage.clear()")
        field = driver.find_element("name", "find")
        field.send_keys("wisnie")
        field.submit()
        until(lambda: text_of(driver, "#you bdi") == ODD[1])
        driver.get(f"{site.address}/t/1")
        until(lambda: text_of(driver, "#you bdi") == ODD[1])
        driver.get(f"{site.address}/t/1?me=99")
        assert driver.find_elements("name", "find")
        driver.get(f"{site.address}/t/1?me=2")
        driver.find_element("partial link text", "Not you?").click()
        until(lambda: driver.find_elements("name", "find"))
        driver.get(f"{site.address}/t/1")
        until(lambda: driver.execute_script("return document.readyState") == "complete")
        assert driver.find_elements("name", "find")


@pytest.mark.parametrize("players", [3, 400])
def test_a_television_shows_everybody_in_turn(site: DoorSite, players: int) -> None:
    """Nothing is cut off below or beside, and no letter is smaller than 36 of 1080."""
    play(site, players, 1, left_out=1 if players > 3 else 0)
    with page(f"{site.address}/t/1/tv", TELEVISION) as driver:
        until(lambda: driver.execute_script("return document.body.dataset.shown"))
        first, seen, pages = text_of(driver, "#what"), set(), 0
        while not pages or text_of(driver, "#what") != first:
            lines = driver.execute_script(LINES)
            assert all(inside and size >= 36 for _, inside, size in lines)
            seen |= {name for name, *_ in lines}
            pages += 1
            driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        assert len(seen) == players
        assert (pages > 2) == (players == 400)
        assert complaints_of(driver) == []


def test_a_long_name_stands_whole_beside_the_points_of_a_cut(site: DoorSite) -> None:
    play(site, 12, 2)  # in two columns
    table = cut(site, 4).open_tables[0]
    long = {player: f"Eve Longname-Montgomery{player:x}" for player in table.players}
    site.hall.act(1, acts.PlayersRenamed(tuple(long)), WHO, long)
    site.hall.act(1, result_act(table, Random(1)), WHO)
    with page(f"{site.address}/t/1/tv", TELEVISION) as driver:
        until(lambda: driver.execute_script("return document.body.dataset.shown"))
        names = driver.find_elements("css selector", ".lines li:has(small) bdi")
        wide = "return arguments[0].scrollWidth - arguments[0].clientWidth"
        assert [driver.execute_script(wide, name) for name in names] == [0] * 4


def test_the_hall_leads_to_the_tournament(site: DoorSite) -> None:
    with page(site.address, PHONE) as driver:
        until(lambda: driver.execute_script("return document.body.dataset.v"))
        assert not driver.find_element("id", "tournaments").is_displayed()
        assert not driver.find_element("id", "others").is_displayed()
        play(site, 6, 1)
        driver.refresh()
        until(lambda: driver.find_element("id", "tournaments").is_displayed())
        assert driver.find_element("id", "others").is_displayed()
        driver.find_element("id", "tournaments").click()
        until(lambda: text_of(driver, "h1") == "Tournaments")


def test_names_are_text(site: DoorSite) -> None:
    play(site, 6, 1, left_out=1)
    site.hall.act(1, acts.PlayersRenamed((1, 2)), WHO, {1: NASTY, 2: "\u05d0<b>"})
    with page(f"{site.address}/t/1", PHONE) as driver:
        for path in ("", "?me=1", "/standings", "/round/1", "/tv", "?find=img", f"?find={NASTY}"):
            driver.get(f"{site.address}/t/1{path}")
            assert driver.find_elements("css selector", "img") == []
            assert driver.title != "hit"
        assert complaints_of(driver) == []


@pytest.mark.parametrize(
    "path",
    ["1", "1?find=a", "1?me=1", "1/standings?me=4", "1/round/1", "1/tv", ""],
)
def test_axe_finds_nothing_and_nothing_is_too_wide(site: DoorSite, path: str) -> None:
    play(site, 15, 2, left_out=2)
    problems = set()
    with page(f"{site.address}/t/{path}".rstrip("/"), still=True) as driver:
        for size, dark in (TELEVISION, False), (LAPTOP, True), (PHONE, False), (SMALL, True):
            looks(driver, size, dark, still=True)
            problems |= {f"{size} {dark} {violation}" for violation in violations(driver)}
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= size[0]
        for details in driver.find_elements("css selector", "details:not([open])")[:9]:
            details.find_element("css selector", "summary").click()
        problems |= {*violations(driver)}
    assert problems == set()
