"""The board's pages as bytes: what is served to whom, and what a listener is sent."""

import gzip
import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import pytest
from support.hall_games import game, of
from support.hall_site import HallSite
from support.waiting import until
from support.web_site import LONG, Listening, caller, request

from firmware.common.http.hosts import own_addresses
from firmware.common.system.text import quoted
from firmware.hall.pages.tables.routes import EVERY_S
from firmware.hall.site import OWN_HEADERS
from firmware.hall.tables import STATE

LIGHT_KB = 40


@pytest.fixture
def site() -> Iterator[HallSite]:
    with HallSite() as site:
        yield site


def test_every_answer_has_the_headers_that_keep_others_out(site: HallSite) -> None:
    answers = [site.get(path) for path in ("/", "/state", "/none", "/table/x", "/result")]
    answers += [site.get("/", Host="evil.example"), site.get("/", "POST")]
    with site.listener() as listening:
        answers.append(listening.answer)
    ours = {name.lower(): value for name, value in OWN_HEADERS.items()}.items()
    for answer in answers:
        assert ours <= set(answer.headers.items())
        assert "server" not in answer.headers
        assert answer.headers["date"].endswith(" GMT")


def test_what_is_refused_is_refused_in_a_sentence(site: HallSite) -> None:
    assert site.get("/none").body == b"This page does not exist. Start at /.\n"
    assert site.get("/assets/../site.py").status == 404
    site.play("one", upto=20)
    none = site.get("/result?table=one")
    assert none.body == b"The board has no result of what this table shows.\n"
    assert site.get("/", "POST").status == 405
    for host in ("localhost", "127.0.0.1:1", "[::1]:1", "board.home:8090"):
        assert site.get("/", Host=host).status == 200
    refused = site.get("/events", Host="evil.example")
    assert refused.status == 421
    assert b"--name" in refused.body


def test_a_page_is_kept_until_it_is_another(site: HallSite) -> None:
    first = site.get("/")
    assert (first.status, first.headers["cache-control"]) == (200, "no-cache")
    assert site.get("/", If_None_Match=first.headers["etag"]).status == 304
    assert gzip.decompress(site.get("/", Accept_Encoding="gzip").body) == first.body
    assert site.get("/table/7").body == site.get("/table/%3Cb%3E").body


def test_the_hall_is_a_light_page(site: HallSite) -> None:
    to_fetch, fetched = ["/"], set[str]()
    weight = 0
    while to_fetch:
        path = to_fetch.pop()
        fetched.add(path)
        answer = site.get(path, Accept_Encoding="gzip")
        assert answer.status == 200, path
        weight += len(answer.body)
        text = b"" if path.endswith(".png") else gzip.decompress(answer.body)
        found_in = re.findall(r'(?:href|src)="/(assets/[^"]+)"|from "\./([^"]+)"', text.decode())
        names = {f"/{asset or f'assets/{other}'}" for asset, other in found_in}
        to_fetch += names - fetched - {*to_fetch}
    assert weight < LIGHT_KB * 1000


def test_a_listener_gets_all_tables_and_then_only_those_that_changed(site: HallSite) -> None:
    site.play("one", upto=3)
    site.play("two", upto=3)
    with site.listener() as listening:
        first = listening.event()
        assert first["all"]
        assert {tile["device"] for tile in first["tiles"]} == {"one", "two"}
        site.play("two", upto=4)
        second = listening.event()
    assert not second["all"]
    assert second["v"] > first["v"]
    assert [tile["device"] for tile in second["tiles"]] == ["two"]
    assert len(second["tiles"][0]["players"]) == 4
    assert site.get("/state").json["tiles"][1] == second["tiles"][0]


def test_a_tables_own_page_hears_of_that_table_only_and_all_of_it(site: HallSite) -> None:
    site.play("one", upto=20)
    site.play("two", upto=20)
    with site.listener("/events?table=two") as listening:
        (tile,) = listening.event()["tiles"]
        assert (tile["device"], bool(tile["menu"]), bool(tile["last"])) == ("two", True, True)
        site.play("one", upto=21)
        site.play("two", upto=21)
        (tile,) = listening.event()["tiles"]
        assert tile["device"] == "two"
    assert site.get("/state?table=three").json["tiles"] == []


def test_a_hall_that_is_empty_is_told_of_at_once(site: HallSite) -> None:
    with site.listener() as listening, site.listener("/events?table=seven") as other:
        assert [listening.event()["tiles"], other.event()["tiles"]] == [[], []]
        site.play("seven", upto=0)
        assert [listener.event()["tiles"][0]["device"] for listener in (listening, other)] == [
            "seven"
        ] * 2


def test_a_broker_on_this_machine_is_named_as_devices_reach_it(site: HallSite) -> None:
    assert site.get("/state").json["broker"] == "192.168.1.20:1883"
    site.site.feed.broker = "127.0.0.1:1884"
    addresses = own_addresses() or ["127.0.0.1"]
    assert site.get("/state?table=7").json["broker"] == f"{addresses[0]}:1884"


def test_whoever_listens_hears_that_the_broker_is_gone_and_is_back(site: HallSite) -> None:
    site.play("one", upto=3)
    with site.listener() as listening, site.listener("/events?table=one") as other:
        listening.event(), other.event()
        for trouble, sentence in (
            ([quoted("the broker is away")], "The broker is away."),
            ([], ""),
        ):
            site.site.feed.say(trouble)
            assert [listener.event()["trouble"] for listener in (listening, other)] == [
                sentence
            ] * 2
        site.site.feed.say([])  # no news
        site.play("one", upto=4)
        assert listening.event()["tiles"]


def test_changes_come_together_and_not_more_often_than_five_times_a_second(site: HallSite) -> None:
    steps = game(1)[:200]
    with site.listener() as listening:
        listening.event()
        begun, heard = time.monotonic(), 0
        for number, step in enumerate(steps):
            site.say(f"table-{number % 20}", STATE, of(f"table-{number % 20}", "1-1", step).state)
            time.sleep(0.005)
        site.say("last", STATE, of("last", "1-1", steps[-1]).state)
        while "last" not in {tile["device"] for tile in listening.event()["tiles"]}:
            heard += 1
        assert heard <= (time.monotonic() - begun) / EVERY_S + 1


def _says(listening: Listening, problem: str) -> bool:
    """Whether the next state has that problem at its first table."""
    return problem in str(listening.event()["tiles"][0].get("problems"))


def test_who_does_not_read_misses_nothing_and_holds_up_nobody(site: HallSite) -> None:
    """What it could not take comes later, each table once, and as it is then."""
    names = ["x" * 5000 + str(number) for number in range(100)]
    site.fill(100)
    with site.listener() as slow, site.listener() as quick:
        for round_ in range(12):
            tiles = site.tables.tiles
            for number, name in enumerate(names):
                device = f"table-{number + 1}"
                site.tables.take(device, "event", {"text": f"{name} {round_}"}, 0)
                tile = tiles[device]
                tiles[device] = tile._replace(problems=(f"{round_} {name}",))
            site.site.feed.changed()
            until(partial(_says, quick, f"{round_} "))
        problems: dict[str, str] = {}
        bytes_ = 0
        while len(problems) < 100 or any(
            not problem.startswith("11 ") for problem in problems.values()
        ):
            event = slow.event()
            bytes_ += len(json.dumps(event))
            problems |= {tile["device"]: tile.get("problems", [""])[0] for tile in event["tiles"]}
    assert bytes_ < 12 * 100 * 5000


def test_a_listener_that_never_reads_is_dropped() -> None:
    with HallSite(LONG._replace(unread_s=0.3, silent_s=0.05)) as site, ExitStack() as stack:
        site.fill(40)
        raw = request("GET", "/events")
        stack.enter_context(caller(site.port, raw))
        until(lambda: site.site.feed.wake)  # while somebody listens
        until(lambda: _dropped(site))


def _dropped(site: HallSite) -> bool:
    for number in range(1, 41):
        tile = site.tables.tiles[f"table-{number}"]
        site.tables.tiles[tile.device] = tile._replace(problems=("x" * 20_000,))
        site.tables.take(tile.device, "event", {"text": str(time.monotonic())}, 0)
    site.site.feed.changed()
    return site.site.feed.wake is None


def test_a_result_that_is_kept_is_had_round_by_round(site: HallSite) -> None:
    message = site.play("one", seed=3)
    tile = site.get("/state?table=one").json["tiles"][0]
    assert tile["kept"]
    seats = site.get("/result?table=one").json["seats"]
    assert [seat["total"] for seat in seats] == [seat["points"] for seat in message.state["seats"]]
    assert [len(seat["rounds"]) for seat in seats] == [3] * 4


def test_the_board_ends_at_once_whoever_listens() -> None:
    with HallSite() as site, site.listener() as listening:
        listening.event()
        begun = time.monotonic()
        site.stop()
        assert time.monotonic() - begun < 5
