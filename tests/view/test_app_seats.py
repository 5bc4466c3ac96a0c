"""Seats that an organiser offers: NEXT takes them, UNDO gives them back, and nobody is hurried."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.backup_tools import backup_of, restored
from support.displayed import describe, displayed
from support.offered_seats import offered_seats
from support.table_app import GAMES, AppTable
from support.table_program import okanjo

from engine.cards import BADGES
from firmware.common.facts import sheets
from firmware.common.facts.offer import Offer
from firmware.common.facts.sheets import Panel
from firmware.common.settings.schema import Settings
from firmware.core.app.messages import OfferMade
from firmware.core.screen.render import picture
from firmware.interfaces.mqtt.published import state as published_state
from firmware.interfaces.mqtt.seats import BadOffer, offer_of
from firmware.interfaces.web.pages.desk.state import DeskState
from firmware.interfaces.web.pages.scores.state import state
from firmware.words.sheets import SeatsSheet, Worded

NEXT, UNDO, NEW = "command next", "command undo", "command new-game"
OWN = ("preset my-first-meal", "badge green", "badge white", NEXT)
TEMPURA = "card sushi-go-party/tempura/1", "card sushi-go-party/tempura/2"
ROUND = ("badge red", *TEMPURA, "command score", "command score")
SEATS = offered_seats("Bo")
OFFERED = "Table 7, Round 2. My First Meal. Red Ann, Blue Bo. NEXT takes the seats."


def offer(**other: Any) -> Offer:
    return offer_of(json.dumps({**SEATS, **other}), GAMES)


def offer_at(table: AppTable, **other: Any) -> None:
    """The organiser offers those seats."""
    table.app.take(OfferMade(offer(**other)))


def play_on(table: AppTable) -> None:
    """What is left of a game of Party, from the start of its first round."""
    table.scan(*ROUND, NEXT, *ROUND, NEXT, *ROUND)


@pytest.fixture
def table(tmp_path: Path) -> AppTable:
    return AppTable(tmp_path, names={"red": "Chris", "white": "Wim"})


def test_next_alone_begins_the_game(table: AppTable) -> None:
    offer_at(table)
    assert table.says == OFFERED
    assert table.panel.sound == "accepted"
    assert [describe(line) for line in table.shown.recent.values()] == [
        "Table 7, Round 2, Autumn Cup, My First Meal: Red Ann, Blue Bo. NEXT takes these seats"
    ]
    table.scan("command page", "command sound")
    table.scan(NEXT)
    assert (table.names, table.table.seating, table.table.phase) == (
        ["Ann", "Bo"],
        "cup-r2-t7",
        "playing",
    )
    assert table.says == "Round 1 of 3. 10 cards each. 5 desserts. Pass to the left."
    assert len(table.kept()) == 1, "one row: all of it is on disk, or nothing"
    table.power_cut()
    assert (table.names, table.table.seating) == (["Ann", "Bo"], "cup-r2-t7")
    play_on(table)
    assert published_state(table.shown)["seating"] == "cup-r2-t7"
    assert table.journal.game
    assert table.journal.game.seating == "cup-r2-t7"
    table.scan(NEW)
    assert table.names == ["Chris", "Blue"], "the names were for that game"
    assert table.table.seating == ""


def test_one_undo_and_the_offer_stands_again(table: AppTable) -> None:
    offer_at(table)
    before = table.table
    table.scan(NEXT, UNDO)
    assert table.table == before
    assert table.says == OFFERED
    table.scan(NEXT, UNDO)
    table.power_cut()
    assert table.table == before
    offer_at(table)  # as its broker has kept it
    table.scan(NEXT)
    assert table.names == ["Ann", "Bo"]


@pytest.mark.parametrize("cut", [False, True])
def test_after_a_game_undo_leads_back_to_its_end(table: AppTable, cut: bool) -> None:
    table.scan("preset my-first-meal", "badge red", "badge white", NEXT)
    offer_at(table, menu="sushi-go-classic")
    assert table.shown.offer is None, "it waits while a game is played"
    play_on(table)
    end = table.table
    assert table.says.startswith("Chris wins"), "who won comes first"
    table.scan(NEXT)
    assert table.table is end, "nothing is taken that nobody has seen"
    assert table.says == OFFERED.replace("My First Meal", "Sushi Go! classic")
    table.scan(NEXT, "badge blue")
    assert (table.names, table.table.number) == (["Ann", "Bo"], 2)
    if cut:
        table.power_cut()
    assert [table.journal.game and table.journal.game.names, table.table.seating] == [
        "red Ann\nblue Bo",
        "cup-r2-t7",
    ]
    table.scan(UNDO, UNDO)
    assert table.table == end
    table.power_cut()
    assert table.table == end
    assert table.names == ["Chris", "Wim"]
    offer_at(table, menu="sushi-go-classic")
    table.scan(NEXT, UNDO, UNDO)
    assert table.table.phase == "playing", "into the last round, to correct it"
    assert table.table.number == 1


def test_whoever_scanned_last_in_the_game_before_is_nobody_in_this_one(table: AppTable) -> None:
    table.scan("preset my-first-meal", "badge red", "badge blue", "badge white", NEXT)
    table.scan(*ROUND, NEXT, *ROUND, NEXT, "badge white", *ROUND[1:])
    offer_at(table)
    table.later(60)
    table.scan(NEXT)
    published = published_state(table.shown)
    assert (published["seating"], published["turn"], table.panel.active) == ("cup-r2-t7", "", None)
    assert [seat.name for seat in table.panel.seats] == ["Ann", "Bo"]


def test_who_won_gives_way_to_the_offer_in_time(table: AppTable) -> None:
    table.scan("preset my-first-meal", "badge red", "badge white", NEXT)
    offer_at(table)
    play_on(table)
    table.later(10)
    assert table.says.startswith("Chris wins")
    table.scan("command page")
    assert table.says == OFFERED
    table.scan(UNDO, "command score")
    assert table.says.startswith("Chris wins")
    table.later(20)
    assert table.says == OFFERED
    table.scan("command page")
    assert table.says.startswith("Chris wins")
    table.scan("command page")
    assert table.says.startswith("Story")
    table.scan("command page")
    assert table.says.startswith("Result")


def test_who_scans_a_game_of_their_own_plays_it(table: AppTable) -> None:
    table.scan("badge green")
    offer_at(table)
    assert table.says == OFFERED, "the offer is newer than that badge"
    table.scan("badge white")
    assert table.shown.offer is None
    table.scan(UNDO)
    assert table.says == OFFERED
    table.scan("command live", "preset my-first-meal", "badge white", NEXT)
    assert (table.names, table.table.seating) == (["Green", "Wim"], "")
    table.scan(NEW, NEW)
    assert table.says == OFFERED, "it comes back with the next lobby"
    table.scan("badge cyan", NEW)
    assert table.says == OFFERED, "and with one that was emptied"
    table.scan("command live")
    assert table.says == OFFERED, "how cards are scanned is another matter"
    table.scan(NEXT)
    assert (table.table.mode, table.names) == ("live", ["Ann", "Bo"])


def test_at_the_end_another_game_or_new_game_are_ones_own_choice(table: AppTable) -> None:
    table.scan(*OWN)
    offer_at(table)
    for _ in range(3):
        table.scan("command score", "command score", *[NEXT] * (table.table.round_no < 3))
    table.scan("preset sushi-go-classic")
    assert table.shown.offer is None
    table.scan(UNDO, NEW)
    assert table.says == OFFERED
    table.app.take(OfferMade(None))
    assert "NEXT: the same again" in table.says


def test_seats_that_were_played_are_not_offered_again(table: AppTable) -> None:
    offer_at(table)
    table.scan(NEXT)
    play_on(table)
    table.later(60)
    assert table.shown.offer is None
    table.power_cut()
    offer_at(table, round=3)  # the same seating all the same
    table.scan(NEW)
    assert table.shown.offer is None
    table.scan(NEXT)
    for _ in range(3):
        table.scan("command score", "command score", *[NEXT] * (table.table.round_no < 3))
    table.power_cut()
    offer_at(table)
    assert table.shown.offer is None, "nor after a game of their own"
    offer_at(table, id="cup-r3-t7")
    assert table.says == OFFERED


def test_seats_of_a_game_that_was_left_are_offered_again(table: AppTable) -> None:
    offer_at(table)
    table.scan(NEXT, "badge red", NEW, NEW)
    assert table.says == OFFERED
    table.scan(NEXT, UNDO)
    assert table.table.phase == "lobby"


def test_it_is_the_menu_that_was_offered(table: AppTable) -> None:
    kinds = ["temaki", "tempura", "tofu", "eel", "soy-sauce", "special-order", "pudding"]
    table.scan("game sushi-go", "command dummy", "badge white")
    offer_at(table, menu=["nigiri", *kinds])
    table.scan(NEXT)
    assert sorted(table.table.menu) == sorted(["nigiri", *kinds])
    assert (table.table.variants, len(table.names)) == ((), 2)


def test_a_disk_that_is_lost_keeps_nobody_from_playing(table: AppTable) -> None:
    offer_at(table)
    table.journal._disk.let_go()
    table.scan(NEXT)
    assert table.names == ["Ann", "Bo"]
    assert not table.journal.has_finished("cup-r2-t7")


EIGHT = [{"badge": badge, "name": ""} for badge in BADGES]
CHANGES: list[dict[str, Any]] = [
    {"v": 2},
    {"id": ""},
    {"id": "x" * 41},
    {"id": "a\x1b"},
    {"tournament": 7},
    {"round": "2"},
    {"stage": 2},
    {"stage": "x" * 41},
    {"round": True},
    {"round": 2.0},
    {"table": -1},
    {"table": 10**9},
    {"menu": None},
    {"seats": {}},
    {"seats": [{"badge": "red"}]},
    {"seats": [{"badge": "red", "name": "x" * 25}]},
    {"seats": [{"badge": "red", "name": " x"}]},
    {"seats": [{"badge": "red", "name": "\x07"}]},
    {"seats": [{"badge": ["red"], "name": "x"}]},
]
WRONG: dict[str, list[Any]] = {
    "they are not JSON": ["", "{", "[" * 5000, "\ud800"],
    "they are not as": [
        "[]",
        "7",
        *({**SEATS, **change} for change in CHANGES),
    ],
    "a game, menu, dish or badge is unknown": [
        {**SEATS, "game": "chess"},
        {**SEATS, "menu": "chess"},
        {**SEATS, "game": "omakase"},
        {**SEATS, "game": "sushi-go", "menu": ["tempura"]},
        {**SEATS, "menu": ["tempura", "chess"]},
        {**SEATS, "menu": [["tempura"]]},
        {**SEATS, "seats": [{"badge": "pink", "name": "x"}, *SEATS["seats"]]},
    ],
    "a badge is in them twice": [{**SEATS, "seats": [SEATS["seats"][0]] * 2}],
    "their game cannot begin": [
        {**SEATS, "seats": []},
        {**SEATS, "seats": SEATS["seats"][:1]},
        {**SEATS, "menu": ""},
        {**SEATS, "menu": ["tempura", "tempura"]},
        {**SEATS, "menu": ["tempura"]},
        {
            **SEATS,
            "menu": "",
            "game": "sushi-go",
            "seats": EIGHT,
        },
    ],
}


@pytest.mark.parametrize(
    ("why", "content"), [(why, content) for why, all in WRONG.items() for content in all]
)
def test_what_is_wrong_is_never_offered(why: str, content: Any) -> None:
    with pytest.raises(BadOffer) as bad:
        offer_of(content if isinstance(content, str) else json.dumps(content), GAMES)
    assert str(bad.value).startswith(why)


@pytest.mark.parametrize(("width", "height"), [(128, 64), (128, 128), (256, 64)])
@pytest.mark.parametrize("many", range(2, 9))
def test_all_seats_and_what_to_do_are_legible(width: int, height: int, many: int) -> None:
    seats = [{"badge": badge, "name": "Bartholomew-Alexander"} for badge in BADGES[:many]]
    sheet = displayed(Panel(sheets.SeatsOffered(offer(menu="sushi-go-classic", seats=seats)))).sheet
    assert isinstance(sheet, SeatsSheet)
    rows = picture(Worded(sheet), width, height).rows()
    empty = picture(Worded(sheet._replace(seats=(("Red -", "R -"),))), width, height).rows()
    assert rows[-8:] == empty[-8:]
    assert rows[:18] == empty[:18]


def test_the_pages_show_the_offer_in_place_of_the_lobby_and_beside_the_end(
    table: AppTable,
) -> None:
    offer_at(table)
    assert not table.shown.never_played, "nobody needs the steps to a first game"
    page, desk = state(table.shown, 1, "run"), DeskState(Settings()).of(table.shown)
    assert (page["heading"], page["notes"]) == ("Table 7, Round 2", ["Autumn Cup", "My First Meal"])
    seats = page["seats"]
    assert isinstance(seats, list)
    assert [seat["name"] for seat in seats] == ["Ann", "Bo"]
    assert page["awaited"] == ["NEXT takes these seats"]
    assert (desk["words"], desk["calls"]) == (OFFERED, "#keys [value=next]")
    table.scan(NEXT)
    play_on(table)
    offer_at(table, id="cup-r3-t7")
    page = state(table.shown, 2, "run")
    assert page["heading"] == "Ann wins!"
    assert page["awaited"] == ["NEXT takes these seats", "Table 7, Round 2: Red Ann, Blue Bo"]


def test_history_and_backup_have_games_that_began_without_a_lobby(tmp_path: Path) -> None:
    there = tmp_path / "okanjo"
    table = AppTable(there)
    offer_at(table)
    table.scan(NEXT)
    play_on(table)
    for number, name in enumerate(("Gil", "Rö"), 3):
        table.later(60)
        seats = [{"badge": "green", "name": name}, {"badge": "red", "name": "Ann"}]
        offer_at(table, id=f"cup-r{number}", seats=seats)
        table.scan(NEXT)
        play_on(table)
    table.unplugged()
    games = okanjo(tmp_path, "history", "--json").stdout
    assert [[seat["name"] for seat in game["seats"]] for game in json.loads(games)["games"]] == [
        ["Ann", "Bo"],
        ["Gil", "Ann"],
        ["Rö", "Ann"],
    ]
    here = tmp_path / "here"
    restored(here, backup_of(there))
    table = AppTable(here)
    assert (table.names, table.table.seating) == (["Rö", "Ann"], "cup-r4")
    while table.table.number == 3:
        table.scan(UNDO)
    end = table.names, table.table.seating, table.table.phase
    assert end == (["Gil", "Ann"], "cup-r3", "finished")
