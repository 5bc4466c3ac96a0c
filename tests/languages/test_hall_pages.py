"""The hall's pages in each language, along a tournament: all of it is seen, nothing overlaps,
nothing needs scrolling sideways.
"""

from pathlib import Path

import pytest
from support.door_site import DoorSite, door_site
from support.hall_pages import DEVICES, HOME, TITLE, steps
from support.looking import LANGUAGES, Looking, looking
from support.recap_made import LONG
from support.web_site import LONG as PATIENT

from firmware.hall.tournament.table_code import table_code

QUICK = PATIENT._replace(piece_s=0.5)  # a browser opens connections that it may not need
# At which step which pages are looked at; {code} is that of table 2.
PAGES = {
    "nothing": {"hall-empty": "/", "organiser-first": "/organiser", "login": "/organiser/login"},
    "sign-up": {"join": "/join/1", "sign-up": "/t/1/sign-up", "seasons": "/organiser/seasons"},
    "players": {
        "players": f"{HOME}/players",
        "player": f"{HOME}/players/3",
        "settings": f"{HOME}/settings",
    },
    "draft": {"draft": f"{HOME}/round/1"},
    "announced": {"own-called": "/t/1?me=2", "tv-called": "/t/1/tv"},
    "claimed": {
        "hall": "/",
        "table": "/table/t1",
        "round": f"{HOME}/round/1",
        "run": HOME,
        "claim": "/t/1/table/2?code={code}",
    },
    "over": {"standings": "/t/1/standings?me=2", "public-round": "/t/1/round/1", "tv": "/t/1/tv"},
    "top": {"own-top": "/t/1?me=2", "run-top": HOME},
    "ended": {
        "tournament-ended": "/t/1",
        "tv-ended": "/t/1/tv",
        "standings-ended": "/t/1/standings",
        "log": f"{HOME}/log",
        "season": "/season/1",
        "season-settings": "/organiser/season/1",
    },
    "uncounted": {
        "tournaments": "/t",
        "organiser": "/organiser",
        "not-counted": "/organiser/not-counted",
        "password": "/organiser/password",
        "helpers": "/organiser/helpers",
        "refused": "/t/9",
    },
}


def sign_in(site: DoorSite, at: Looking) -> None:
    """As the organiser."""
    at.driver.get(f"{site.address}/t")
    for name, value in site.organiser().cookies.items():
        at.driver.add_cookie({"name": name, "value": value})


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_tournament(tmp_path: Path, code: str) -> None:
    with door_site(tmp_path, limits=QUICK) as site, looking(code, [*LONG, *DEVICES, TITLE]) as at:
        sign_in(site, at)
        for step in steps(site.hall, LONG):
            for name, path in PAGES.get(step, {}).items():
                secret = table_code(site.hall.tournaments[1], 2) if "{code}" in path else ""
                at.open(f"{site.address}{path.format(code=secret)}")
                at.look(f"hall-{name}")
