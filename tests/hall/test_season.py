"""Points over several tournaments by name: what is added up, its pages, and what lasts."""

import csv
import gzip
import io
from pathlib import Path
from random import Random

import pytest
from support.axe import violations
from support.browser import complaints_of, looks, page, text_of, until
from support.door_site import PASSWORD, DoorSite, Visitor, door_site
from support.hall_pages import ended
from support.random_acts import WHO, opening, played
from support.shown_tournaments import names_of

from firmware.hall.hall import Hall
from firmware.hall.season.season import MOST_BEST, NEW, Season
from firmware.hall.store.backup import back_up, restore
from firmware.hall.store.store import Store
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Seating
from firmware.hall.tournament.not_possible import NotPossible

PHONE, LAPTOP, TELEVISION = (360, 740), (1280, 800), (1920, 1080)
SETTINGS = "/organiser/season/1"
NO_NAMES = b"1 tournament has no names any more"
LOSES = b"no longer in the standings of the season <a href='/season/1'>League</a>"


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    return site.organiser()


def play(hall: Hall, title: str, *names: str) -> int:
    """A tournament of one table, whose places are in the order of the names; its number."""
    number = hall.open(opening(title=title), WHO)
    players = tuple(hall.join(number, names, WHO, here=True))
    table = f"s-{number}-r1-t1-0"
    seating = Seating(table, 1, players)
    hall.act(number, acts.RoundPaired(1, "party-sampler", False, (), (seating,)), WHO)
    hall.act(number, acts.RoundAnnounced(1, {}), WHO)
    hall.act(number, acts.ResultEntered(table, ended(*players)), WHO)
    return number


def league(hall: Hall, best: int = 0) -> None:
    """Season 1, of three tournaments: 5, 3 and 2 points each."""
    play(hall, "Week 1", "Zoë", "Ben", "Cy")
    play(hall, "Week 2", "BEN", "Zoe", "Dan")
    play(hall, "Week 3", "Dan", "Zoe", "Ben")
    hall.keep_season(Season(NEW, "League", (1, 2, 3), best), WHO)


def file(site: DoorSite) -> list[list[str]]:
    answer = Visitor(site).get("/season/1.csv")
    assert answer.status == 200, answer
    return [*csv.reader(io.StringIO(answer.body.decode("utf-8-sig")))]


def body(site: DoorSite, path: str = "/season/1") -> bytes:
    answer = Visitor(site).get(path)
    assert answer.status == 200, answer
    return bytes(answer.body)


def saved(hall: Hall) -> Season:
    return hall.seasons[1]


def test_place_points_are_added_up_by_name_whatever_its_accents(site: DoorSite) -> None:
    league(site.hall)
    assert file(site) == [
        ["Place", "Name", "Points", "Tournaments", "Week 1", "Week 2", "Week 3"],
        ["1", "Zoe", "11", "3", "5", "3", "3"],
        ["2", "Ben", "10", "3", "3", "5", "2"],
        ["3", "Dan", "7", "2", "", "2", "5"],
        ["4", "Cy", "2", "1", "2", "", ""],
    ]


def test_only_the_best_count_and_who_is_level_shares_a_place(site: DoorSite) -> None:
    league(site.hall, best=2)
    rows = [row[:4] for row in file(site)[1:]]
    assert rows == [
        ["1", "Ben", "8", "3"],
        ["1", "Zoe", "8", "3"],
        ["3", "Dan", "7", "2"],
        ["4", "Cy", "2", "1"],
    ]
    assert b"best 2 tournaments" in body(site)
    assert body(site).count(b", does not count") == 2


def test_two_of_one_name_in_a_tournament_are_not_one(site: DoorSite) -> None:
    play(site.hall, "Week 1", "Ann", "ANN", "Bo")
    play(site.hall, "Week 2", "Bo", "Cy", "Ann")
    site.hall.keep_season(Season(NEW, "League", (1, 2)), WHO)
    rows = [row[1:3] for row in file(site)[1:]]
    assert rows == [["Ann", "7"], ["Bo", "7"], ["ANN", "3"], ["Cy", "3"]]


def test_who_has_not_played_is_not_in_it(site: DoorSite) -> None:
    league(site.hall)
    site.hall.join(3, ["Eve"], WHO, here=True)
    assert "Eve" not in [row[1] for row in file(site)]


def test_a_correction_and_a_new_name_are_seen_at_once(site: DoorSite) -> None:
    league(site.hall)
    assert file(site)[1][1:3] == ["Zoe", "11"]
    site.hall.act(3, acts.ResultWithdrawn("s-3-r1-t1-0"), WHO)
    assert file(site)[1][1:3] == ["BEN", "8"]
    site.hall.act(1, acts.PlayersRenamed((3,)), WHO, {3: "Dán"})
    assert ["Dan", "4"] in [row[1:3] for row in file(site)]
    site.hall.keep_season(saved(site.hall)._replace(tournaments=(1,)), WHO)
    assert file(site)[1][1:3] == ["Zoë", "5"]


def test_a_tournament_without_names_counts_no_more_and_that_is_told(
    site: DoorSite, organiser: Visitor
) -> None:
    league(site.hall)
    assert NO_NAMES not in body(site)
    for path in ("/organiser/t/1/settings", "/organiser/t/1/players/1"):
        assert LOSES in organiser.get(path).body, path
    site.hall.act(1, acts.NamesRemoved((1, 2)), WHO)
    assert NO_NAMES not in body(site)  # Cy has one
    assert file(site)[1][1:3] == ["Ben", "7"]
    site.hall.act(1, acts.NamesRemoved((3,)), WHO)
    assert NO_NAMES in body(site)
    assert b"Cy" not in body(site)


def test_names_that_are_to_go_are_kept_for_a_season_by_a_tap(
    site: DoorSite, organiser: Visitor
) -> None:
    league(site.hall)
    play(site.hall, "Open", "Flo", "Gil", "Hal")
    assert b"The names of 3 tournaments are removed" in organiser.get(SETTINGS).body
    organiser.post(SETTINGS, do="keep-names")
    assert [site.hall.tournaments[n].keep_names for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert b"are removed" not in organiser.get(SETTINGS).body


def test_the_organiser_makes_a_season_changes_and_drops_it(
    site: DoorSite, organiser: Visitor
) -> None:
    play(site.hall, "Week 1", "Ann", "Bo", "Cy")
    play(site.hall, "Week 2", "Ann", "Bo", "Cy")
    pages = ("/t", "/t/1", "/t/1/standings", "/t/1?me=1")
    assert all(b"/season/1" not in body(site, path) for path in pages)
    for _ in range(2):  # a double tap
        made = organiser.post("/organiser/seasons", title="  Thursday\tleague ")
        assert made.headers["location"] == SETTINGS
    assert [*site.hall.seasons] == [1]
    seen = repr(saved(site.hall).changed)
    form = {"title": "League", "t1": "on", "t2": "on", "best": "1", "seen": seen}
    assert organiser.post(SETTINGS, **form).status == 303
    season = saved(site.hall)
    assert season[:5] == (1, "League", (1, 2), 1, "organiser")
    assert all(b'href="/season/1"' in body(site, path) for path in pages)
    assert b'href="/organiser/season/1"' in organiser.get("/organiser/seasons").body
    late = organiser.post(SETTINGS, **{**form, "title": "Another"})  # at a second laptop
    assert late.status == 409
    assert b"changed meanwhile" in late.body
    assert b"Another" not in late.body
    assert saved(site.hall) == season
    organiser.post(SETTINGS, do="drop")
    assert site.hall.seasons == {}
    assert Visitor(site).get("/season/1").status == 404
    assert all(b"/season/1" not in body(site, path) for path in pages)


@pytest.mark.parametrize(
    "wrong", [{"title": " "}, {"title": "x" * 41}, {"best": f"{MOST_BEST + 1}"}, {"best": "few"}]
)
def test_what_is_refused_keeps_what_was_sent(
    site: DoorSite, organiser: Visitor, wrong: dict[str, str]
) -> None:
    league(site.hall)
    season = saved(site.hall)
    form = {"title": "Cup", "t2": "on", "seen": repr(season.changed), **wrong}
    refused = organiser.post(SETTINGS, **form)
    assert refused.status == 409
    assert refused.body.count(b" checked") == 1
    assert saved(site.hall) == season


def test_only_the_organiser_changes_a_season(site: DoorSite, organiser: Visitor) -> None:
    league(site.hall)
    season = saved(site.hall)
    organiser.post("/organiser/helpers", name="Ida", password=PASSWORD)
    helper = Visitor(site)
    assert helper.post(SETTINGS, do="drop").status == 403
    helper.post("/organiser/login", name="Ida", password=PASSWORD)
    assert helper.post(SETTINGS, do="drop").status == 403
    assert helper.post("/organiser/seasons", title="Cup").status == 403
    assert site.hall.seasons == {1: season}


def test_a_season_is_of_tournaments_that_there_are(site: DoorSite) -> None:
    for season in (Season(NEW, "League", (7,)), Season(5, "League")):
        with pytest.raises(NotPossible):
            site.hall.keep_season(season, WHO)
    assert site.hall.seasons == {}
    assert site.store.seasons() == {}


def test_a_season_outlives_the_board_and_is_in_backups(tmp_path: Path) -> None:
    with door_site(tmp_path) as site:
        league(site.hall, best=2)
        season = saved(site.hall)
    with door_site(tmp_path) as again:
        assert again.hall.seasons == {1: season}
        assert season.changed > 0
    backup = io.BytesIO()
    back_up(f"sqlite:///{tmp_path}/board.db", backup)
    rows = gzip.decompress(backup.getvalue()).splitlines()
    (row,) = [line for line in rows if line.startswith(b'["seasons"')]
    assert b"Zo" not in row
    backup.seek(0)
    url = f"sqlite:///{tmp_path}/other/board.db"
    restore(url, backup)
    restored = Store(url)
    assert restored.seasons() == {1: season}
    restored.close()


def test_a_long_list_has_pages_and_can_be_searched(site: DoorSite) -> None:
    first, _, *rest = played(Random(7), 204, 1, title="Open")
    assert isinstance(first, acts.Opened)
    site.hall.open(first, WHO)
    site.hall.join(1, [*names_of(203).values(), "Zoltán Kis"], WHO, here=True)
    for act in rest:
        site.hall.act(1, act, WHO)
    site.hall.keep_season(Season(NEW, "League", (1,)), WHO)
    assert [body(site, f"/season/1?page={n}").count(b"<tr") for n in (1, 2)] == [201, 5]
    assert len(file(site)) == 205
    shown = body(site, "/season/1?find=ZOLTAN")
    assert "Zoltán Kis".encode() in shown
    assert shown.count(b"<tr") == 2
    assert "Nobody is called" in body(site, "/season/1?find=nobody").decode()


def test_a_name_is_a_text_on_the_page_and_in_the_file(site: DoorSite) -> None:
    play(site.hall, "=1+1", "<b>Ann</b>", "=SUM(A1)", "Bo")
    site.hall.keep_season(Season(NEW, "<i>League", (1,)), WHO)
    assert b"<b>Ann" not in body(site)
    assert b"<i>League" not in body(site)
    assert not any(cell.startswith("=") for row in file(site) for cell in row)


def test_the_page_follows_what_happens(site: DoorSite, organiser: Visitor) -> None:
    league(site.hall)
    play(site.hall, "Week 4", "Eve", "Ann", "Bo")
    with page(f"{site.address}/season/1", LAPTOP) as driver:

        def first() -> str:
            return text_of(driver, "tbody tr summary")

        assert first() == "Zoe"
        driver.execute_script("document.querySelectorAll('summary')[1].click()")  # Ben
        site.hall.act(3, acts.ResultWithdrawn("s-3-r1-t1-0"), WHO)
        until(lambda: first() == "BEN")
        opened = driver.find_elements("css selector", "details[open] summary")
        assert [row.text for row in opened] == ["BEN"], "and what was open stays open"
        site.hall.act(2, acts.PlayersRenamed((1,)), WHO, {1: "Ben Li"})
        until(lambda: "Ben Li" in text_of(driver, "table"))
        site.hall.keep_season(saved(site.hall)._replace(title="Cup", tournaments=(4,)), WHO)
        until(lambda: first() == "Eve")
        assert text_of(driver, "h1") == "Cup"
        site.hall.keep_season(saved(site.hall)._replace(best=1), WHO)
        until(lambda: "best 1 tournament." in text_of(driver, "main"))
        assert complaints_of(driver) == []
        site.hall.drop_season(1)
        until(lambda: "There is no season 1" in text_of(driver, "body"))
    assert Visitor(site).get("/events?season=1").status == 404


def test_the_hall_leads_to_the_season(site: DoorSite) -> None:
    play(site.hall, "Week 1", "Ann", "Bo", "Cy")
    with page(site.address, PHONE) as driver:
        link = driver.find_element("id", "season")
        until(lambda: driver.find_element("id", "tournaments").is_displayed())
        assert not link.is_displayed()
        site.hall.keep_season(Season(NEW, "League", (1,)), WHO)
        until(link.is_displayed)
        assert (link.text, link.get_attribute("href")) == ("Season", f"{site.address}/season/1")
        site.hall.keep_season(Season(NEW, "Open", ()), WHO)
        until(lambda: link.text == "Seasons")
        for size in (PHONE, LAPTOP, TELEVISION):
            for dark in (False, True):
                looks(driver, size, dark)
                assert violations(driver) == []
                assert driver.execute_script("return document.body.scrollWidth") <= size[0]
        link.click()
        until(lambda: text_of(driver, "#seasons") == "Seasons")
        assert complaints_of(driver) == []


def test_the_page_is_made_once_for_each_who_may_see_the_same(
    site: DoorSite, organiser: Visitor
) -> None:
    league(site.hall)
    phone = Visitor(site)
    first = phone.get("/season/1")
    assert phone.get("/season/1", If_None_Match=first.headers["etag"]).status == 304
    assert b'href="/organiser/season/1"' not in first.body
    assert b'href="/organiser/season/1"' in organiser.get("/season/1").body
    site.hall.act(3, acts.ResultWithdrawn("s-3-r1-t1-0"), WHO)
    assert phone.get("/season/1", If_None_Match=first.headers["etag"]).status == 200
    assert phone.get("/season/1?page=99").status == 200


def test_pages_fit_any_screen_and_readers_can_read_them(site: DoorSite, organiser: Visitor) -> None:
    league(site.hall, best=2)
    play(site.hall, "W" * 40, "W" * 24, "محمد علي", "Ann", "Bo")
    site.hall.keep_season(saved(site.hall)._replace(tournaments=(1, 2, 3, 4)), WHO)
    wide = "return document.documentElement.scrollWidth - innerWidth"
    with page(f"{site.address}/season/1", PHONE) as driver:
        for size in (PHONE, LAPTOP, TELEVISION):
            for dark in (False, True):
                looks(driver, size, dark)
                assert driver.execute_script(wide) <= 0, size
                assert violations(driver) == []
        driver.execute_script("document.querySelector('summary').click()")
        looks(driver, PHONE)
        assert driver.execute_script(wide) <= 0
        for name, value in organiser.cookies.items():
            driver.add_cookie({"name": name, "value": value})
        for path in ("/organiser/seasons", SETTINGS):
            driver.get(f"{site.address}{path}")
            assert driver.execute_script(wide) <= 0, path
            assert violations(driver) == []
        assert complaints_of(driver) == []
