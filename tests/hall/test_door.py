"""The organiser's door: who comes in, and who does not."""

import re
from pathlib import Path

import pytest
from support.browser import complaints_of, page, text_of, until
from support.door_site import PASSWORD, DoorSite, Headers, Visitor, door_site

from firmware.hall.pages.sessions import COOKIE
from firmware.hall.store.store import Away
from firmware.hall.tournament.acts import ResultClaimed
from firmware.hall.tournament.ranking import scored

LOGIN = "/organiser/login"
CLAIM = "/t/{n:int}/table/{table:int}"


def test_the_first_password_is_set_with_the_code_of_the_terminal(site: DoorSite) -> None:
    visitor, code = Visitor(site), site.sessions.code
    assert visitor.get("/organiser").headers["location"] == "/organiser/login?next=/organiser"
    assert visitor.get(LOGIN).headers["location"] == "/organiser/password"
    assert b"not the code" in visitor.post("/organiser/password", code="X", password=PASSWORD).body
    short = visitor.post("/organiser/password", code=code, password="1234567")
    assert (short.status, b"at least 8" in short.body) == (409, True)
    spoken = f"{code[:4]} {code[4:].lower()}"
    assert visitor.post("/organiser/password", code=spoken, password=PASSWORD).status == 303
    assert visitor.get("/organiser").status == 200
    again = Visitor(site).post("/organiser/password", code=code, password="another one")
    assert again.status == 409  # a code is good for one


def test_a_session_outlives_the_board_and_ends_with_its_password(tmp_path: Path) -> None:
    with door_site(tmp_path) as site:
        organiser = site.organiser()
    with door_site(tmp_path, new_password=True) as again:
        organiser.site = again
        assert organiser.get("/organiser").status == 200
        other = Visitor(again)
        assert (
            other.post(LOGIN, password=PASSWORD).status == 303
        )  # the old one, until there is a new
        code = again.sessions.code
        assert other.post("/organiser/password", code=code, password="a new one").status == 303
        assert other.get("/organiser").status == 200
        assert organiser.get("/organiser").status == 303
        assert organiser.post(LOGIN, password=PASSWORD).status == 409
        assert organiser.post(LOGIN, password="a new one").status == 303
    with door_site(tmp_path) as later:
        assert later.sessions.code == ""


def test_signing_out_ends_the_session_for_good(tmp_path: Path) -> None:
    """A copy of the cookie is worth nothing then, after a restart as well."""
    with door_site(tmp_path) as site:
        organiser, other = site.organiser(), Visitor(site)
        other.post(LOGIN, password=PASSWORD)
        thief = Visitor(site)
        thief.cookies = {**organiser.cookies}
        assert thief.get("/organiser").status == 200
        organiser.post("/organiser/logout")
        assert thief.get("/organiser").status == 303
    with door_site(tmp_path) as again:
        thief.site = other.site = again
        assert thief.get("/organiser").status == 303
        assert other.get("/organiser").status == 200


def test_a_clock_that_is_set_back_signs_nobody_out(tmp_path: Path) -> None:
    times = [1e9]
    with door_site(tmp_path) as site:
        site.sessions._clock = lambda: times[-1]
        organiser = site.organiser()
        for later_s, status in ((-1e8, 200), (14 * 86400 - 1, 200), (14 * 86400, 303)):
            times.append(1e9 + later_s)
            assert organiser.get("/organiser").status == status, later_s


def test_the_password_is_changed_by_whoever_knows_it(site: DoorSite) -> None:
    organiser, other = site.organiser(), Visitor(site)
    other.post(LOGIN, password=PASSWORD)
    page = "/organiser/password"
    assert b"Present password" in organiser.get(page).body
    assert organiser.post(page, present="wrong", password="a new one").status == 409
    assert Visitor(site).post(page, present=PASSWORD, password="a new one").status == 409
    assert organiser.post(page, present=PASSWORD, password="a new one").status == 303
    assert organiser.get("/organiser").status == 200
    assert other.get("/organiser").status == 303
    assert other.post(LOGIN, password=PASSWORD).status == 409
    assert other.post(LOGIN, password="a new one").status == 303


def test_a_database_that_is_away_signs_nobody_out(
    site: DoorSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser = site.organiser()

    def away(token: str) -> None:
        raise Away("it is away")

    with monkeypatch.context() as patch:
        patch.setattr(site.store, "end_session", away)
        done = organiser.post("/organiser/logout")
    assert (done.status, b"nothing was changed" in done.body) == (503, True)
    assert organiser.get("/organiser").status == 200
    assert organiser.post("/organiser/logout").headers["location"] == "/"


def test_signing_out_takes_a_form_of_our_pages(site: DoorSite) -> None:
    organiser, other = site.organiser(), Visitor(site)
    other.post(LOGIN, password=PASSWORD)
    refused: tuple[Headers, ...] = (
        {"Origin": "http://evil.example"},
        {"Origin": None},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://localhost:8080"},
    )
    for headers in refused:
        assert organiser.post("/organiser/logout", headers).status == 403
    assert organiser.post("/organiser/logout").headers["location"] == "/"
    assert organiser.get("/organiser").status == 303
    assert other.get("/organiser").status == 200


def test_a_cookie_says_who_may_send_it_and_a_foreign_one_is_nobodys(site: DoorSite) -> None:
    organiser = site.organiser()
    cookie = organiser.post(LOGIN, password=PASSWORD).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {*cookie.split("; ")}
    right = organiser.cookies[COOKIE]
    for wrong in ("", "x", right[:-1], f"{right}x", right.replace(right[0], "g", 1), "a.b.c"):
        organiser.cookies[COOKIE] = wrong
        assert organiser.get("/organiser").status == 303, wrong


HELPERS = {
    "/organiser",
    "/organiser/logout",
    "/organiser/t/{n:int}/round/{round:int}",
}


def helper(site: DoorSite, organiser: Visitor) -> Visitor:
    """Somebody whom the organiser has made a helper, signed in."""
    assert organiser.post("/organiser/helpers", name=" Kim ", password="chopsticks").status == 303
    kim = Visitor(site)
    assert kim.post(LOGIN, name="kim", password="chopsticks").status == 409
    assert kim.post(LOGIN, name="Kim", password="chopsticks").headers["location"] == "/organiser"
    return kim


def test_a_helper_has_the_pages_of_results_and_no_other(site: DoorSite) -> None:
    organiser = site.organiser()
    organiser.post("/organiser", title="Autumn Cup")
    kim, before = helper(site, organiser), site.hall.tournaments
    restricted = {route.path for route in site.routes if route.path.startswith("/organiser")}
    for path in restricted - {LOGIN, "/organiser/password"} - HELPERS:
        address = re.sub("{[^}]+}", "1", path)
        for refused in (kim.get(address), kim.post(address, title="x", do="end", add="1")):
            assert refused.status in (403, 405), path
        assert b"Only the organiser does this" in kim.get(address).body
    assert kim.post("/organiser", title="Mine").status == 409
    assert kim.post("/organiser/password", present=PASSWORD, password="a new one").status == 409
    assert site.hall.tournaments == before
    assert b"signed in as helper <b><bdi>Kim</bdi>" in kim.get("/organiser").body
    assert restricted >= HELPERS


def test_a_helper_types_and_confirms_results_and_the_log_says_who(site: DoorSite) -> None:
    organiser = site.organiser()
    organiser.post("/organiser", title="Autumn Cup")
    organiser.post("/organiser/t/1/players", add="1", names="Ann\nBo\nCy\nDee\nEve\nFay", here="on")
    organiser.post("/organiser/t/1", do="pair")
    kim, page = helper(site, organiser), "/organiser/t/1/round/1"
    assert kim.get(page).status == 404  # a draft is the organiser's
    organiser.post(page, do="announce", menu="my-first-meal")
    first, second = site.hall.tournaments[1].rounds[0].tables
    shown = kim.get(page).body.decode()
    assert "Swap two players" not in shown
    assert f'href="{page}"' in kim.get("/organiser").body.decode()
    points = {f"points-{player}": f"{30 - player}" for player in first.players}
    assert kim.post(page, do="result", table=first.id, **points).status == 303
    site.hall.act(
        1, ResultClaimed(second.id, scored(dict.fromkeys(second.players, 7), {})), "table 2"
    )
    assert kim.post(page, do="confirm", table=second.id).status == 303
    for do in ("no-result", "swap", "unpair", "device"):
        refused = kim.post(page, do=do, table=first.id, one="1", other="2")
        assert (refused.status, b"Only the organiser does this" in refused.body) == (409, True), do
    assert [table.said_by for table in site.hall.tournaments[1].rounds[0].tables] == [
        "helper Kim",
        "table 2",
    ]
    assert "From helper Kim." in organiser.get(page).body.decode()
    assert "helper Kim" in organiser.get("/organiser/t/1/log").body.decode()


def test_a_helper_who_is_ended_is_signed_out(tmp_path: Path) -> None:
    with door_site(tmp_path) as site:
        organiser = site.organiser()
        kim = helper(site, organiser)
        taken = organiser.post("/organiser/helpers", name="KIM", password="chopsticks")
        assert (taken.status, b"use another name" in taken.body) == (409, True)
        assert organiser.post("/organiser/helpers", name="Lee", password="short").status == 409
    with door_site(tmp_path) as again:
        organiser.site = kim.site = again
        assert kim.get("/organiser").status == 200
        assert organiser.post("/organiser/helpers", end="Kim").status == 303
        assert kim.get("/organiser").status == 303
        assert kim.post(LOGIN, name="Kim", password="chopsticks").status == 409


def test_a_login_leads_back_but_nowhere_else(site: DoorSite) -> None:
    organiser = site.organiser()
    ours = "/organiser/t/1/players"
    for next_, leads in (
        (ours, ours),
        ("https://evil.example", "/organiser"),
        ("//evil.example", "/organiser"),
        ("/organiser/..//evil.example\\@", "/organiser"),
        ("/organiser%0d%0aSet-Cookie:%20a=b", "/organiser"),
        ("/organiserx", "/organiser"),
    ):
        assert (
            organiser.post(f"{LOGIN}?next={next_}", password=PASSWORD).headers["location"] == leads
        )


def test_who_guesses_has_to_wait_and_holds_up_nobody_else(site: DoorSite) -> None:
    organiser = site.organiser()
    guesses = [Visitor(site).post(LOGIN, password=f"guess {n}") for n in range(12)]
    assert [guess.status for guess in guesses] == [409] * 10 + [429] * 2
    assert guesses[-1].headers["retry-after"] == "600"
    assert Visitor(site).post(LOGIN, password=PASSWORD).status == 429
    assert organiser.get("/organiser").status == 200


def test_a_form_that_is_too_long_or_odd_is_refused(site: DoorSite) -> None:
    organiser = site.organiser()
    assert organiser.post(LOGIN, password="x" * 70_000).status == 413
    assert organiser.post(LOGIN, **{f"f{n}": "" for n in range(600)}).status == 400
    assert organiser.post(LOGIN, {"Content-Type": "text/plain"}, password=PASSWORD).status == 415
    assert organiser.upload(LOGIN, b"\xff\xfe\x00").status == 409
    assert (
        organiser.post(LOGIN, password="\x00\ud800".encode("utf-8", "surrogatepass")).status == 409
    )


def test_every_page_is_the_organisers_but_those_that_are_for_all(site: DoorSite) -> None:
    organiser, nobody = site.organiser(), Visitor(site)
    organiser.post("/organiser", title="Autumn Cup")
    before = site.hall.tournaments, site.sessions.code
    forms = set()
    for route in site.routes:
        path = re.sub("{[^}]+}", "1", route.path)
        if route.path in (LOGIN, "/organiser/password", "/join/{n:int}", "/t/{n:int}", CLAIM):
            forms.add(path)
        elif route.path.startswith("/organiser"):
            assert nobody.get(path).headers["location"] == f"{LOGIN}?next={path}"
            for who, origin in (nobody, {}), (organiser, {"Origin": "http://evil.example"}):
                sent = who.post(path, origin, title="x", do="end", add="1", names="Ann")
                assert sent.status == (403 if "POST" in route.methods else 405), path
        else:
            assert nobody.post(path, title="x").status == 405, path
    assert len(forms) == 5
    assert before == (site.hall.tournaments, site.sessions.code)


def test_a_path_of_too_many_digits_is_none(site: DoorSite) -> None:
    organiser = site.organiser()
    for path in ("/join/{}", "/t/1/table/{}", "/organiser/t/{}/players"):
        assert organiser.get(path.format("9" * 5000)).status == 404


def test_what_is_refused_is_a_page_for_browsers(site: DoorSite) -> None:
    visitor = Visitor(site)
    answer = visitor.get("/organiser/none", Accept="text/html")
    assert (answer.status, b"Start at /." in answer.body) == (404, True)
    assert b"<html" not in visitor.get("/organiser/none").body


def test_a_browser_signs_in(site: DoorSite) -> None:
    with page(f"{site.address}/organiser") as driver:
        driver.find_element("name", "code").send_keys(site.sessions.code)
        driver.find_element("name", "password").send_keys(PASSWORD)
        driver.find_element("css selector", ".btn.main").click()
        until(lambda: text_of(driver, ".ways [aria-current]") == "Organiser")
        driver.find_element("css selector", ".ways button").click()
        until(lambda: driver.current_url == f"{site.address}/")
        driver.get(f"{site.address}/organiser")
        until(lambda: driver.find_elements("css selector", "[type=password]"))
        assert complaints_of(driver) == []
