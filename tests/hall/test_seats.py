"""Which device gets which table, what it is offered, and what the hall shows of that."""

import json
from typing import Any

import pytest
from support.hall_games import game, of
from support.mqtt_told import fits

from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from firmware.hall.nameless import english, name_of
from firmware.hall.names import sort_out
from firmware.hall.seats import (
    SeatsOffer,
    assign,
    assignments,
    former,
    offers,
    without_result,
)
from firmware.hall.tables import SeatedPlayer, Tables, Tile
from firmware.hall.tournament.fold import LONGEST_ROUND_S
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import Rules
from firmware.hall.tournament.tournament import (
    Clock,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from firmware.hall.words.tiles import label, stage, sums, title
from firmware.interfaces.mqtt.seats import LONGEST_CLOCK_S, offer_of
from firmware.words.offers import heading
from firmware.words.sheets import text_of

TABLES = (
    TournamentTable("0a1b-1-r2-t1-00aa", 1, (3, 1, 4), "table-1"),
    TournamentTable("0a1b-1-r2-t2-00bb", 2, (2, 5, 6, 7), "table-2"),
    TournamentTable("0a1b-1-r2-t3-00cc", 3, (8, 9, 10), ""),
)
ENDED = (SeatResult(3, 41, 1), SeatResult(1, 30, 2), SeatResult(4, 30, 2))


def tournament(number: int = 1, **more: Any) -> Tournament:
    old = TournamentRound(
        1, "my-first-meal", (TournamentTable("0a1b-1-r1-t1-0001", 1, (1, 2, 3), "old"),), (), True
    )
    now = TournamentRound(2, "cutthroat-combo", TABLES, (), True)
    made = Tournament(number, Rules("Autumn Cup"), rounds=(old, now))
    return made._replace(**more)


def with_round(**more: Any) -> Tournament:
    made = tournament()
    return made._replace(rounds=(made.rounds[0], made.rounds[1]._replace(**more)))


def offered(*tournaments: Tournament, **names: str) -> dict[str, Any]:
    known = {1: {int(number[1:]): name for number, name in names.items()}}
    return {device: sent(offer) for device, offer in offers(tournaments, known).items()}


def sent(offer: SeatsOffer, left: int = 0) -> dict[str, Any]:
    """What goes to the device, while its round's clock has so many seconds left."""
    content: dict[str, Any] = json.loads(offer.payload(lambda clock: left))
    fits("seats_offered", content)
    return content


def test_each_device_is_offered_its_table_of_the_newest_announced_round() -> None:
    messages = offered(tournament(), p3="Zoë", p1="Ann")
    assert [*messages] == ["table-1", "table-2"]
    assert messages["table-1"] == {
        "v": 1,
        "id": "0a1b-1-r2-t1-00aa",
        "tournament": "Autumn Cup",
        "round": 2,
        "stage": "",
        "table": 1,
        "game": "sushi-go-party",
        "menu": "cutthroat-combo",
        "seats": [
            {"badge": "red", "name": "Zoë"},
            {"badge": "orange", "name": "Ann"},
            {"badge": "yellow", "name": "Player 4"},  # whose name was removed
        ],
    }


def test_a_device_is_told_what_a_round_of_the_top_cut_is_called() -> None:
    message = offered(with_round(cut=True, tables=TABLES[:1]))["table-1"]
    assert (message["round"], message["stage"]) == (2, "Final")
    offer = offer_of(json.dumps(message), games_of(CARD_TABLE))
    assert text_of(heading(offer)) == "Table 1, Final"


def test_nothing_is_offered_once_there_is_a_result_nor_in_drafts() -> None:
    ended = TABLES[0]._replace(result=ENDED)
    assert [*offered(with_round(tables=(ended, TABLES[1])))] == ["table-2"]
    assert [*offered(with_round(announced=False))] == ["old"]
    assert offered(tournament(rounds=())) == {}
    wild = TABLES[0]._replace(device="+/#")
    assert offered(with_round(tables=(wild,))) == {}


def test_tables_that_are_asked_for_a_result_are_told_so() -> None:
    ended = with_round(tables=(TABLES[0]._replace(result=ENDED), *TABLES[1:]))
    assert without_result([ended]) == {TABLES[1].id}, "table 3 has no device"
    by_device = offers([tournament()], {}, without_result([ended]))
    resend = {device: sent(offer).get("resend") for device, offer in by_device.items()}
    assert resend == {"table-1": None, "table-2": True}


def test_a_device_is_sent_what_is_left_of_its_round_and_of_its_own_time() -> None:
    extended = TABLES[1]._replace(extra_s=600)
    made = with_round(clock=Clock(2700, 1_000_000, runs=True), tables=(TABLES[0], extended))
    first, second = offers([made], {}).values()
    assert sent(first, 1500)["clock"] == {"left": 1500, "runs": True}
    assert sent(second, 1500)["clock"] == {"left": 2100, "runs": True}
    assert (sent(first, -5)["clock"]["left"], sent(second, -5)["clock"]["left"]) == (0, 595)
    assert [offer.counts(lambda clock: -5) for offer in (first, second)] == [False, True]
    stands = with_round(clock=Clock(60, 1_000_000, runs=False))
    assert sent(offers([stands], {})["table-1"], 60)["clock"] == {"left": 60, "runs": False}
    assert not offers([stands], {})["table-1"].counts(lambda clock: 60)
    longest = 2 * LONGEST_ROUND_S
    assert sent(first, longest)["clock"]["left"] == LONGEST_CLOCK_S == longest


def test_a_device_that_two_tournaments_want_is_for_the_last_announced_that_still_plays() -> None:
    other = tournament(2, rules=Rules("Spring Cup"))
    assert offered(tournament(), other)["table-1"]["tournament"] == "Spring Cup"
    assert offered(other, tournament())["table-1"]["tournament"] == "Autumn Cup"
    ended = with_round(tables=(TABLES[0]._replace(result=ENDED),))
    assert offered(other, ended)["table-1"]["tournament"] == "Spring Cup"
    assert assignments([other, ended], {})["table-1"].seating


DISHES = ("maki", "tempura", "sashimi", "miso-soup", "wasabi", "tea", "green-tea-ice-cream")


@pytest.mark.parametrize("slug", ["sushi-go-party", "sushi-go", "omakase"])
def test_a_device_takes_every_offer_whatever_people_are_called(slug: str) -> None:
    menu = DISHES if slug == "sushi-go-party" else ""
    made = with_round(menu=menu, clock=Clock(0, 0, runs=False))._replace(
        rules=Rules("😀" * 40, slug)
    )
    odd = ["e\u0301" * 24, "Ann\x00\n\u202eBo", "\ud800x", '"}]', "😀" * 24]
    names = dict(enumerate(sort_out(odd, []).good * 3, 1))
    for offer in offers([made], {1: names}).values():
        payload = offer.payload(lambda clock: 2 * LONGEST_ROUND_S)
        fits("seats_offered", json.loads(payload))
        assert len(payload) <= 4096
        assert offer_of(payload.decode(), games_of(CARD_TABLE)).lobby.seats


def test_tables_get_devices_in_the_order_in_which_people_count() -> None:
    devices = ["table-10", "table-2", "bar", "table-1", "Tisch_3"]
    assert assign([1, 2, 3], devices, {}) == {1: "table-1", 2: "table-2", 3: "Tisch_3"}
    assert assign([4, 5], devices, {}) == {4: "bar", 5: "table-1"}
    assert assign(range(1, 12), ["t007", "a-7"], {}) == {7: "a-7", 1: "t007"}
    assert assign([1, 2], ["table-2", "table-10"], {}) == {2: "table-2", 1: "table-10"}


def test_a_table_keeps_its_device_where_that_is_there() -> None:
    before = {1: "table-2", 2: "table-1", 3: "gone", 9: "table-9"}
    devices = ["table-1", "table-2", "table-3", "table-9"]
    assert assign([1, 2, 3], devices, before) == {1: "table-2", 2: "table-1", 3: "table-3"}
    assert assign([1], ["a"], {1: "b"}) == {1: "a"}
    assert assign([1, 2], [], before) == {}
    assert assign([1, 2], ["a"], {1: "a", 2: "a"}) == {1: "a"}


def called(tile: Tile) -> tuple[str, str]:
    """What the table is called, and what is played there."""
    return english(label(tile)), english(title(tile))


def hall_of(*devices: str) -> Tables:
    tables = Tables()
    for device in devices:
        tables.take(device, "availability", "online", 1)
    return tables


def test_a_tile_is_called_as_its_table_and_shows_the_seats_that_it_waits_for() -> None:
    tables = hall_of("table-1", "table-2", "spare")
    end = of("table-2", "ab-1", game(1)[-1])
    tables.take("table-2", "state", end.state, 2)
    tables.take("table-2", "result", end.result, 2)
    read, names = tables.number, {1: {2: "Ann"}}
    assert tables.assign(assignments([tournament()], names))
    assert [tile.device for tile in tables.since(read)] == ["table-1", "table-2"]
    assert not tables.assign(assignments([tournament()], names))
    tile = tables.tiles["table-2"]
    assert (called(tile), tile.phase) == (("Table 2", "Autumn Cup, round 2"), "lobby")
    assert tile.players[0] == SeatedPlayer("red", "Ann", 0, None)
    assert [english(player.name) for player in tile.players[1:]] == [
        "Player 5",
        "Player 6",
        "Player 7",
    ]
    assert (tile.leaders, tile.winners, tile.kept, tile.busy) == ((), (), False, False)
    assert tables.tiles["spare"].table == 0

    now = of("table-2", "ab-2", game(1)[5]).state
    tables.take("table-2", "state", now, 3)  # a game of their own
    assert (tables.tiles["table-2"].phase, tables.tiles["table-2"].busy) == ("lobby", True)
    tables.take("table-2", "state", {**now, "seating": TABLES[1].id}, 4)
    tile = tables.tiles["table-2"]
    assert (tile.table, tile.phase, tile.busy) == (2, "playing", False)
    assert [player.name for player in tile.players] == [seat["name"] for seat in now["seats"]]

    tables.take("table-2", "state", end.state, 5)  # UNDO, and what was there before
    assert tables.tiles["table-2"].phase == "lobby"
    tables.assign({})
    assert tables.tiles["table-2"].table == 0


def test_a_tile_shows_the_result_that_counts() -> None:
    tables, names, end = hall_of("table-2"), {1: {2: "Ann"}}, of("table-2", "ab-1", game(1)[-1])

    def counts(ended: bool = False, **fields: Any) -> Any:
        made = with_round(tables=(TABLES[1]._replace(**fields),))._replace(ended=ended)
        tables.assign(assignments([made], names))
        return tables.tiles["table-2"]

    state = {**end.state, "seating": TABLES[1].id, "unit": "yen"}
    tables.take("table-2", "state", state, 2)
    tables.take("table-2", "result", end.result, 2)
    came = tuple(SeatResult(n, p["points"], p["place"]) for n, p in enumerate(state["seats"], 2))
    tile = counts(result=came, game="ab-1", said_by="device other")
    assert (tile.kept, tile.game_id) == (False, ""), "of a device with the same ID of a game"
    tile = counts(result=came, game="ab-1", said_by="device table-2")
    assert (tile.phase, tile.kept, tile.game_id, tile.title) == (
        "finished",
        True,
        "ab-1",
        state["title"],
    )
    corrected = (SeatResult(2, 50, 1), SeatResult(5, -3, 2), SeatResult(7, -3, 2))
    tile = counts(result=corrected)
    assert (called(tile), tile.phase) == (("Table 2", "Autumn Cup, round 2"), "finished")
    assert tile.unit == "yen"
    assert tile.players == (
        SeatedPlayer("red", "Ann", 50, 1),
        SeatedPlayer("orange", name_of({}, 5), -3, 2),
        SeatedPlayer("green", name_of({}, 7), -3, 2),
    )
    assert (tile.kept, tile.game_id, tile.busy) == (False, "", False), "no rounds of another result"
    tables.take("table-2", "state", {**state, "phase": "playing"}, 3)
    assert tables.tiles["table-2"].players[0].points == 50
    tables.take("table-2", "state", {**state, "phase": "playing", "seating": ""}, 4)
    assert tables.tiles["table-2"].phase == "playing", "a game of their own"
    assert counts().phase == "lobby"
    tile = counts(ended=True, result=corrected)
    assert (tile.table, tile.phase) == (0, "playing"), "the tournament is over"
    tables.take("table-2", "state", state, 5)
    tile = tables.tiles["table-2"]
    assert (tile.table, tile.players[0].points) == (2, 50), "as it was corrected"


def test_a_game_of_an_earlier_round_is_not_shown_as_this_ones() -> None:
    """A final at one table, after a round at two; then the end, and another tournament."""
    end = of("table-2", "ab-1", game(1)[-1]).state
    tables = hall_of("table-1", "table-2", "own")
    names: dict[int, dict[int, str]] = {1: {}, 2: {}}

    def shown(*tournaments: Tournament) -> dict[str, tuple[str, str]]:
        tables.assign(assignments(tournaments, names), former(tournaments))
        tiles = tables.tiles.values()
        return {tile.device: (tile.phase, english(stage(tile))) for tile in tiles}

    for device, seating in ("table-1", TABLES[0].id), ("table-2", TABLES[1].id), ("own", ""):
        tables.take(device, "state", {**end, "device": device, "seating": seating}, 2)
    played = with_round(tables=tuple(t._replace(result=ENDED) for t in TABLES[:2]))
    finished = "finished", "Finished"
    assert shown(played) == dict.fromkeys(tables.tiles, finished)
    last = TournamentTable("0a1b-1-r3-t1-00dd", 1, (3, 2), "table-1")
    final = TournamentRound(3, "my-first-meal", (last,), (), True, cut=True)
    plays = played._replace(rounds=(*played.rounds, final))
    begins, free = ("lobby", "Not begun"), ("", "Free")
    assert shown(plays) == {"table-1": begins, "table-2": free, "own": finished}
    assert english(sums([*tables.tiles.values()])) == "3 tables · 1 not begun · 1 free · 1 finished"
    tables.take("table-2", "state", {**end, "phase": "playing", "seating": TABLES[1].id}, 3)
    assert shown(plays)["table-2"][0] == "playing", "by UNDO"
    tables.take("table-2", "state", {**end, "seating": TABLES[1].id}, 4)
    tables.take("table-1", "state", {**end, "seating": last.id}, 4)
    over = (final._replace(tables=(last._replace(result=ENDED[:2]),)),)
    ended = played._replace(rounds=(*played.rounds, *over), ended=True)
    assert shown(ended) == {"table-1": finished, "table-2": free, "own": finished}
    other = TournamentTable("0a1b-2-r1-t1-00ee", 1, (1, 2, 3), "other")
    begun = TournamentRound(1, "my-first-meal", (other,), (), True)
    cup = Tournament(2, Rules("Spring Cup"), rounds=(begun,))
    assert shown(ended, cup) == {"table-1": free, "table-2": free, "own": finished}
    assert shown() == dict.fromkeys(tables.tiles, finished)


def test_a_device_that_comes_later_is_called_as_its_table_at_once() -> None:
    tables = hall_of()
    assert not tables.assign(assignments([tournament()], {}))
    tables.take("table-1", "availability", "online", 1)
    assert (tables.tiles["table-1"].table, tables.tiles["table-1"].phase) == (1, "lobby")
