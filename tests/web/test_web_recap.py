"""The recap of an evening on the pages: out of real games, drawn in a process that ends."""

from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pytest
from PIL import Image
from support.backup_tools import played
from support.browser import looks, page, until
from support.history_made import FRIDAY, chris_and_bo, evenings, journal
from support.page_program import PageProgram, running
from support.page_words import unmarked
from support.pseudo import pseudo_installed  # noqa: F401 - a fixture
from support.web_site import Site, caller, request, served

SIZES = ((320, 640), (390, 844), (1920, 1080))
SCROLLS = "return document.documentElement.scrollWidth > innerWidth"
PICTURED = """const card = document.getElementById("card");
return document.body.dataset.n && card.ariaBusy === "false" && card.naturalWidth"""


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two evenings: one with three games, two of them finished; the last with one."""
    folder = tmp_path_factory.mktemp("past")
    reports = [chris_and_bo(9, 3), None, chris_and_bo(8, 11)]
    journal(folder, [*reports, chris_and_bo(20, 19)], first=FRIDAY - 3600, apart_s=7000)
    with served(folder) as site:
        yield site


# --- what is told ----------------------------------------------------------------


def test_evenings_are_told_newest_first_and_their_finished_games(past: Site) -> None:
    answer = past.get("/recap.json?evening=2024-05-03").json
    assert [day for day, _ in answer["evenings"]] == ["2024-05-03"]
    assert answer["evenings"][0][1] == "Fri 3 May 2024"
    assert [number for number, _ in answer["games"]] == [1, 3, 4]
    assert [name for _, name, _ in answer["players"]] == ["Chris", "Bo"]
    assert answer["card"].startswith(
        "Fri 3 May 2024, 3 games · 141 minutes. Chris won 2 of 3 games"
    )


def test_the_last_evening_is_meant_if_none_is_named(past: Site) -> None:
    assert past.get("/recap.json").json["evening"] == "2024-05-03"
    assert past.get("/recap.json").json["game"] == 4
    assert past.get("/recap.json?game=3").json["race"].endswith("Bo wins")


def test_an_evening_without_a_finished_game_says_so(past: Site, tmp_path: Path) -> None:
    answer = past.get("/recap.json?evening=2024-06-01").json
    assert (answer["note"], answer["players"]) == ("No game was finished on this evening.", [])
    assert past.get("/recap.png?evening=2024-06-01").status == 404
    with served(tmp_path) as site:
        assert site.get("/recap.json").json["note"] == "No game is finished yet."
        assert site.get("/recap.gif").status == 404


def test_games_of_a_wrong_clock_ask_for_their_date(tmp_path: Path) -> None:
    journal(tmp_path, [chris_and_bo(9, 3)], first=1000.0)
    with served(tmp_path) as site:
        answer = site.get("/recap.json").json
        assert answer["note"].startswith("Nobody knows when these games were played.")
        assert site.get("/recap.png").status == 404


# --- the pictures ----------------------------------------------------------------


def picture(site: Site | PageProgram, address: str) -> Image.Image:
    answer = site.get(address)
    assert answer.status == 200, answer.body
    assert answer.headers["cache-control"] == "no-store"
    return Image.open(BytesIO(answer.body))


def test_both_pictures_are_drawn(past: Site) -> None:
    for look in ("light", "dark"):
        card = picture(past, f"/recap.png?look={look}")
        assert (card.format, card.size) == ("PNG", (1080, 1350))
    assert picture(past, "/recap.gif").format == "GIF"
    answer = past.get("/recap.gif?game=3")
    assert answer.headers["content-disposition"] == 'inline; filename="okanjo-2024-05-03-2.gif"'
    assert len(answer.body) <= 1_000_000


def test_a_name_that_is_left_out_makes_another_picture(past: Site) -> None:
    with_names = past.get("/recap.png").body
    assert past.get("/recap.png").body == with_names
    for query in ("without=Chris", "names=no", "without=Bo&without=Chris"):
        assert past.get(f"/recap.png?{query}").body != with_names
        told = past.get(f"/recap.json?{query}").json
        sentences = told["card"] + told["race"] + "".join(title for _, title in told["games"])
        assert "Chris" not in sentences
        assert ("Bo" in sentences) == (query == "without=Chris")


def test_another_site_can_have_nothing_drawn(past: Site) -> None:
    assert past.get("/recap.png", Sec_Fetch_Site="cross-site").status == 403
    assert past.get("/recap.png", Sec_Fetch_Site="same-origin").status == 200


def test_odd_queries_do_no_harm(past: Site) -> None:
    for query in ("look=x", f"without={quote('../../etc')}", "game=-1", "game=999", "names=%00"):
        assert past.get(f"/recap.png?{query}").status == 200
    assert past.get("/recap.png?evening=../../etc/passwd").status == 404


def test_the_real_program_draws_what_was_played(tmp_path: Path) -> None:
    """Evenings as they were scanned, games of all kinds."""
    played(tmp_path / "okanjo", "party-tally", "sushi-go-dummy", "omakase", wall=FRIDAY)
    with running(PageProgram(tmp_path)) as program:
        answer = program.get("/recap.json").json
        assert len(answer["games"]) == 3, answer
        assert "Omakase" in answer["card"]
        assert picture(program, "/recap.png?look=dark").size == (1080, 1350)
        for number, _ in answer["games"]:
            assert picture(program, f"/recap.gif?game={number}").format == "GIF"


def drawing() -> list[bytes]:
    """The processes of this one that draw."""
    commands = []
    for file in Path("/proc/self/task").glob("*/children"):
        for child in file.read_text().split():
            with suppress(OSError):  # it has just ended
                commands.append(Path(f"/proc/{child}/cmdline").read_bytes())
    return [command for command in commands if b"recap.drawing" in command]


def test_a_page_that_has_gone_leaves_no_process(past: Site) -> None:
    """Pictures wait for each other: there is never more than one process."""
    lines = [
        caller(past.port, request("GET", f"/recap.gif?without=Kim&game={number}"))
        for number in (1, 3, 4)
    ]
    until(drawing)
    assert len(drawing()) == 1
    for line in lines:
        line.close()
    until(lambda: not drawing())
    assert past.get("/recap.gif?without=Kim").status == 200


# --- in a browser ----------------------------------------------------------------


def test_the_page_shows_the_evening_and_leaves_names_out(past: Site) -> None:
    with page(f"http://localhost:{past.port}/recap") as driver:
        run = driver.execute_script
        until(lambda: run(PICTURED))
        assert run("return document.getElementById('card').alt").startswith("Fri 3 May 2024")
        chris = "document.querySelectorAll('#names button')[1]"
        assert run(f"return [{chris}.textContent, {chris}.ariaPressed]") == ["CChris", "true"]
        run(f"{chris}.click()")
        until(lambda: run("return document.getElementById('card').alt.includes('Red won 2')"))
        until(lambda: run(PICTURED))
        assert "without=Chris" in run("return location.search")
        assert "without=Chris" in run("return document.getElementById('save-card').href")
        assert "without=Chris" in run("return document.getElementById('save-race').href")
        assert run(f"return {chris}.ariaPressed") == "false"
        assert not run("return localStorage.length + document.cookie.length")
        run("document.getElementById('show').click()")
        until(lambda: run("return document.getElementById('race').naturalWidth"))
        run("document.getElementById('show').click()")
        assert run("return document.getElementById('race').hidden")
        for size in SIZES:
            looks(driver, size, still=True)
            assert not run(SCROLLS), size


def test_the_history_leads_there(past: Site) -> None:
    with page(f"http://localhost:{past.port}/history") as driver:
        until(lambda: driver.execute_script("return document.body.dataset.n"))
        driver.execute_script("document.querySelectorAll('#games ol button')[1].click()")
        found = "return document.querySelector('.more a[href^=\"/recap\"]')?.getAttribute('href')"
        until(lambda: driver.execute_script(found))
        assert driver.execute_script(found) == "/recap?evening=2024-05-03&game=3"


@pytest.mark.usefixtures("pseudo_installed")
def test_all_words_of_the_page_are_translated(past: Site) -> None:
    with page(f"http://localhost:{past.port}/recap?lang=en-XA", still=True) as driver:
        until(lambda: driver.execute_script(PICTURED))
        assert unmarked(driver, ("Chris", "Bo", "2024")) == []
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})


def test_the_end_of_a_game_leads_there(past: Site) -> None:
    assert b'href="/recap"' in past.get("/?scores").body


def test_made_evenings_of_years_are_all_to_choose(tmp_path: Path) -> None:
    made = evenings(30, left=0.0)
    journal(tmp_path, made)
    with served(tmp_path) as site:
        answer = site.get("/recap.json").json
        assert len(answer["evenings"]) == 30
        assert answer["evenings"] == sorted(answer["evenings"], reverse=True)
