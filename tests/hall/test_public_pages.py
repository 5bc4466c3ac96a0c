"""What nobody without the password is told: the IDs of games and of seatings, by any page."""

import gzip
import re
from pathlib import Path

from support.door_site import DoorSite, Visitor
from support.hall_counts import hear, play, result, table
from support.hall_games import game, of

GAME, SEATING = "feedfacecafe-1234abcd", "1-r1-t1"
FILLED = {"n": "1", "round": "1", "table": "1", "device": "t1", "file": "1", "player": "1"}


def paths(site: DoorSite) -> list[str]:
    """An address of each page and file that there is, but for what the organiser alone may see."""
    routes = [route.path for route in site.routes]
    filled = [
        re.sub(r"{(\w+)(?::\w+)?}", lambda key: FILLED.get(key[1], "1"), path) for path in routes
    ]
    return [path for path in filled if not path.startswith("/organiser")]


def test_no_public_page_has_the_id_of_a_game_or_a_seating(site: DoorSite, tmp_path: Path) -> None:
    number = play(site.hall)
    assert table(site.hall, number).id == SEATING
    steps = [of("t1", GAME, words) for words in (game(1, 3)[20], game(1, 3)[-1])]
    stranger, pages = Visitor(site), paths(site)
    pages += ["/state?table=t1", "/state?tournament=1", "/result?table=t1", "/t/1?me=1"]
    assert {"/", "/state", "/table/t1", "/t/1", "/t/1/round/1", "/t/1/tv"} <= {*pages}
    for words in steps:
        site.hall.tables.take("t1", "availability", "online", 1)
        site.hall.tables.take("t1", "state", {**words.state, "seating": SEATING}, 1)
        for event in words.events:
            site.hall.tables.take("t1", "event", event, 1)
        if words.result:
            hear(site.hall, result("t1", GAME, seating=SEATING))
            assert stranger.get("/result?table=t1").status == 200
            assert stranger.get("/result?table=t2").status == 404
        assert site.hall.tables.tiles["t1"].game_id == GAME
        for path in pages:
            if path == "/events":
                continue
            body = stranger.get(path).body
            body = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
            assert GAME.encode() not in body, path
            assert SEATING.encode() not in body, path
        for path in ("/events", "/events?table=t1", "/events?tournament=1"):
            with site.listener(path) as listening:
                news = str(listening.event())
                assert GAME not in news, path
                assert SEATING not in news, path
