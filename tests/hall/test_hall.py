"""What the hall shows of tables that say what real ones say."""

import json

import pytest
from support.hall_games import Said, game, of
from support.mqtt_told import fits

from firmware.hall.broker.said import read
from firmware.hall.tables import SeatedPlayer, Tables


def messages_of(seed: int, device: str) -> list[Said]:
    """A game as that device says it; each message as it is documented."""
    messages = [of(device, f"ab12-{seed:x}", message) for message in game(seed)]
    for message in messages:
        fits("state", message.state)
        for event in message.events:
            fits("event", event)
        if message.result:
            fits("result", message.result)
    return messages


@pytest.mark.parametrize("seed", range(2))
def test_a_tile_shows_what_the_table_shows(seed: int) -> None:
    tables, messages = Tables(), messages_of(seed, "t1")
    assert tables.take("t1", "availability", "online", 1)
    for now, message in enumerate(messages, 2):
        tables.take("t1", "state", message.state, now)
        for event in message.events:
            tables.take("t1", "event", event, now)
        tile, state = tables.tiles["t1"], message.state
        assert (tile.phase, tile.round, tile.title) == (
            *(state[key] for key in ("phase", "round", "title")),
        )
        assert [*tile.players] == [
            SeatedPlayer(*map(seat.get, ("badge", "name", "points", "place")))
            for seat in state["seats"]
        ]
        assert [*tile.leaders] == state["leaders"]
    end = tables.tiles["t1"]
    result = messages[-1].result
    assert end.phase == "finished"
    assert result
    assert end.winners
    assert (end.since, end.kept) == (len(messages) + 1, False)
    assert [player.points for player in end.players] == [
        seat["total"] for seat in result["report"]["seats"]
    ]
    tables.take("t1", "result", result, 999)
    assert tables.tiles["t1"].kept
    assert not tables.take("t1", "result", result, 999)  # the same once more
    tables.take("t1", "result", {**result, "withdrawn": True}, 999)
    assert not tables.tiles["t1"].kept


def test_a_result_of_another_table_with_the_same_id_keeps_nothing_of_this_one() -> None:
    end = messages_of(0, "t1")[-1]
    assert end.result
    tables = Tables(0, {("t2", end.state["game_id"])})
    tables.take("t1", "state", end.state, 1)
    tables.take("t2", "result", of("t2", end.state["game_id"], game(0)[-1]).result, 2)
    assert not tables.tiles["t1"].kept
    tables.take("t1", "result", end.result, 3)
    tables.take("t2", "result", {**end.result, "device": "t2", "withdrawn": True}, 4)
    assert tables.tiles["t1"].kept


def test_only_the_tiles_that_changed_are_given() -> None:
    tables = Tables(5000)
    first, other = messages_of(0, "t1"), messages_of(1, "t2")
    for device, messages in (("t1", first), ("t2", other)):
        tables.take(device, "availability", "online", 1)
        tables.take(device, "state", messages[0].state, 1)
    assert [tile.device for tile in tables.since(0)] == ["t1", "t2"]
    read = tables.number
    assert tables.since(read) == []
    assert not tables.take("t2", "state", other[0].state, 2)
    assert tables.since(read) == []
    tables.take("t2", "state", {**other[0].state, "call": True}, 3)
    assert [(tile.device, tile.call, tile.since) for tile in tables.since(read)] == [
        ("t2", True, 0)
    ]
    assert tables.take("t1", "availability", "offline", 4)
    assert not tables.take("t1", "availability", "offline", 5)
    assert [tile.device for tile in tables.since(read)] == ["t1", "t2"]


def test_tables_that_are_not_as_others() -> None:
    tables, state = Tables(), messages_of(0, "t1")[0].state
    assert tables.take("t0", "availability", "offline", 1)  # all that a dead table has left
    assert tables.tiles["t0"].phase == ""
    dummy = {"badge": "", "name": "Dummy", "points": 3, "place": None}
    tables.take("t1", "state", {**state, "seats": [dummy], "seating": "r1-7"}, 2)
    assert tables.tiles["t1"].players == (SeatedPlayer("", "Dummy", 3, None),)
    assert tables.tiles["t1"].seating == "r1-7"


def test_seats_are_named_as_their_organiser_likes() -> None:
    state = {**messages_of(0, "t1")[0].state, "seating": "Élan Cup, round 1"}
    assert read("t1/state", json.dumps(state).encode(), retained=True).content == state


def test_nobody_says_how_long_a_phase_lasts_that_was_there_first() -> None:
    messages = messages_of(0, "t1")
    state, game = messages[-1].state, messages[-1].state["game_id"]
    tables = Tables(7, {("t1", game), ("t1", "ab12-77")})
    assert tables.since(0) == []
    tables.take("t1", "availability", "online", 10)
    tables.take("t1", "state", state, 10)
    tile = tables.tiles["t1"]
    assert (tile.since, tile.kept, tile.number) == (0.0, True, 9)
    tables.take("t1", "state", messages[0].state, 11)
    tables.take("t1", "state", state, 12)
    assert tables.tiles["t1"].since == 12
