"""What is shown between the rounds and at the end, and on every other page than now."""

import pytest
from support.displayed import draw, hint_of, panel_of
from support.table_engine import party, seated

from engine.position import empty
from engine.standings import Standing, standings
from firmware.common.facts.device import DeviceState, PageFound
from firmware.common.facts.notices import Problem
from firmware.words.line import broken
from firmware.words.sheets import Board, DeviceLines, Lobby, Podium, RoundsTable, Start, TraySheet
from firmware.words.spoken import spoken

PARTY, OMAKASE = "card sushi-go-party/", "card omakase/"


# --- between the rounds, and at the end ------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "round_no", "counts"),
    [
        ("preset my-first-meal", 2, 1, ((10, "cards each"), (5, "desserts"))),
        ("preset my-first-meal", 4, 2, ((9, "cards each"), (3, "desserts"))),
        ("preset my-first-meal", 6, 3, ((8, "cards each"), (3, "desserts"))),
        ("preset my-first-meal", 8, 1, ((7, "cards each"), (7, "desserts"))),
        ("game sushi-go", 2, 1, ((10, "cards each"),)),
        ("game sushi-go", 5, 3, ((7, "cards each"),)),
        ("game omakase", 3, 1, ()),
    ],
)
def test_start_of_a_round(game, seats, round_no, counts):
    """Party: "Starting a round"; Sushi Go!: "Setup"."""
    evening = seated(game, seats, "next")
    while evening.table.round_no < round_no:
        evening.scan("score next")
    sheet = evening.page().sheet
    assert isinstance(sheet, Start)
    assert sheet.counts == counts
    if counts:
        assert sheet[::2] == (f"Round {round_no} of 3", ("← Pass to the left",))


@pytest.mark.parametrize(("round_no", "way"), [(1, "left"), (2, "right"), (3, "left")])
def test_pass_both_ways(round_no, way):
    evening = seated("game sushi-go, command pass-both-ways", 3, "next")
    while evening.table.round_no < round_no:
        evening.scan("score next")
    assert evening.page().sheet.way[0].endswith(way)


def test_the_dummy_is_dealt_nine_too():
    evening = seated("game sushi-go, command dummy", 2, "next")
    assert evening.page().sheet.counts == ((9, "cards each"),)
    assert evening.scan("dummy").page().sheet.name == "Dummy"


def test_after_a_round_what_it_brought_stands_beside_the_total():
    evening = party().scan("red tea/1 score")
    evening.scan("next red tea/1 tea/2 score")
    panel = evening.page()
    assert panel.sheet == Board("Round 2", "NEXT: round 3", is_scored=True)
    assert panel.seats[0] == Standing("Chris", "red", 5, 5, 1, 5)
    assert panel.sound == "round-over"


def finished():
    evening = party()
    for cards in (["tea/1"], ["tea/1", "tea/2"], ["dumpling/1", "green-tea-ice-cream/1"]):
        evening.scan("badge red", *(PARTY + card for card in cards)).scan("score")
        evening.scan("next") if evening.table.phase == "scored" else None
    return evening


def test_the_podium():
    evening = finished()
    panel = evening.page()
    assert isinstance(panel.sheet, Podium)
    assert panel.sheet.title == "Chris wins!"
    assert [seat.name for seat in panel.sheet.winners] == ["Chris"]
    assert [seat.place for seat in panel.sheet.others] == [2, 2]
    assert [player.place for player in panel.seats] == [1, 2, 2]
    assert panel.sound == "game-over"


def test_winners_who_share():
    evening = seated("game omakase", 3, "next").scan("score")
    assert evening.page().sheet.title == "Chris, Annabelle and Jürgen share the win!"
    evening = seated("game omakase", 3, "next").scan("red tuna/1")
    evening.scan("yellow tuna/2 score")
    assert evening.page().sheet.title == "Chris and Jürgen share the win!"


def test_the_podium_says_what_broke_a_tie():
    evening = party().scan("yellow egg-nigiri/1")
    evening.scan("red egg-nigiri/2 green-tea-ice-cream/1 score")
    for _ in range(2):
        evening.scan("next score")
    sheet = evening.page().sheet
    assert (sheet.title, sheet.tie) == ("Chris wins", "on ice creams, 1 to 0")


def test_the_dummy_stands_on_no_podium():
    evening = seated("game sushi-go, command dummy", 2, "next")
    for _ in range(3):
        evening.scan("score")
        evening.scan("next") if evening.table.phase == "scored" else None
    sheet = evening.page().sheet
    assert {seat.name for seat in sheet.winners + sheet.others} == {"Chris", "Annabelle"}
    assert evening.page().seats[2].place is None


# --- the other pages ---------------------------------------------------------------------


def test_tray_page_explains_the_total():
    evening = party().scan("red tea/1 squid-nigiri/1")
    evening.scan("green-tea-ice-cream/1")
    sheet = evening.page("tray").sheet
    lines = (("Nigiri", 3), ("Tea", 1), ("Green tea ice cream", 0))
    assert sheet == TraySheet("Chris", "Round 1", lines, 4, "round")
    evening.scan("score")
    assert evening.page("tray").sheet == sheet
    whole = finished().page("tray").sheet
    assert whole.caption == "total"
    assert whole.total == 1 + 4 + 1
    assert sum(points for _, points in whole.lines) == whole.total


def test_tray_page_names_sets_and_flipped_cards():
    kids = [OMAKASE + card for card in ("omelette/1", "cucumber-roll/1", "tofu/1", "karaage/1")]
    evening = seated("game omakase", 2, "next").scan("badge red", *kids)
    assert evening.page("tray").sheet.lines == (("Kids set", 2000),)
    evening = seated("preset master-menu", 3, "next").scan("red flip")
    assert evening.scan("tofu/1").page("tray").sheet.lines == (("Flipped", 2),)


def test_rounds_page():
    evening = finished()
    rows = (("1", "4", "1", "0", "6"), ("0", "0", "0", "0", "0"), ("0", "0", "0", "0", "0"))
    assert evening.page("rounds").sheet == RoundsTable(("1", "2", "3", "D", "="), rows, "Rounds")
    evening = party().scan("red tea/1")
    assert evening.page("rounds").sheet.cells[0] == ("1", "", "", "", "1")
    evening = seated("game omakase", 2, "next").scan("red tuna/1")
    assert evening.page("rounds").sheet == RoundsTable(("=",), (("400",), ("–",)), "Rounds")


def test_no_line_of_the_device_page_is_lost():
    """The smallest display has five lines, one of them for the PIN; README's own example of an
    address is longer than a line.
    """
    around = DeviceState(
        saved=False,
        problems=(Problem("scanner-unplugged"), Problem("journal-damaged", number=3)),
        site=PageFound(("http://raspberrypi.local:8080", "http://192.168.178.123:8080")),
        about=("Okanjo 1",),
    )
    first = ("Scores are not saved!", "Scanner unplugged", "JOURNAL WAS DAMAGED 3", "scans rescued")
    second = ("raspberrypi.local", ":8080", "192.168.178.123:8080", "Okanjo 1")
    for which, sheet in enumerate(
        (DeviceLines(first, "Okanjo 1/2"), DeviceLines(second, "Okanjo 2/2"))
    ):
        assert draw(standings(empty()), "device", around, whose=which).sheet == sheet


@pytest.mark.parametrize("word", ["a" * 50, "[2001:db8:1234:5678:9abc:def0:1234:5678]:8080"])
def test_what_no_line_holds_is_broken_nowhere_lost(word):
    lines = list(broken(word))
    assert "".join(lines) == word
    assert max(map(len, lines)) <= 21


@pytest.mark.parametrize(
    ("hosts", "shown"),
    [
        (("raspberrypi.local:8080", "192.168.178.42:8080"), "192.168.178.42:8080"),
        (("okanjo.local", "192.168.178.42"), "okanjo.local"),
        (("raspberrypi.local:8080",), "raspberrypi.local:8080"),
    ],
)
def test_the_first_screen_takes_an_address_that_fits(hosts, shown):
    around = DeviceState(site=PageFound(tuple(f"http://{host}" for host in hosts)))
    assert hint_of(draw(standings(empty()), "current", around)) == shown


EDAMAME = "Edamame is not for 2"


def test_lobby_page():
    assert draw(standings(empty())).sheet == Lobby(
        "Okanjo", ("Scan a game or menu,", "then your badges,"), "then NEXT"
    )
    evening = seated("kind maki, kind tempura", 1)
    menu = ("Tally · 1 player", "3 of 8 on the menu")
    assert evening.page().sheet == Lobby("Your own menu", menu, "Missing: 2 appetizers")
    evening.scan("preset:points-platter")
    assert evening.page().sheet[::2] == ("Points Platter", "Scan 1 more badge")
    evening.scan("blue live")
    assert evening.page().sheet == Lobby("Points Platter", ("Live · 2 players",), EDAMAME)
    evening.scan("preset:dinner-for-two remove")
    assert evening.page().sheet.hint == "Scan what to remove"
    left = seated("preset points-platter", 3, "next")
    left.scan("command new-game", "command new-game", "badge yellow")
    assert left.page().sheet.again == ("Last time: Chris, Annabelle", "Scan them to join")
    heard = "Jürgen. Last time: Chris, Annabelle. Scan them to join. Scan 1 more badge."
    assert heard in spoken(panel_of(left.standings))
    evening = seated("game sushi-go, command dummy, command pass-both-ways", 2)
    assert evening.page().sheet[1:3] == (
        ("Tally · 2 players", "Pass both ways, dummy"),
        "NEXT starts round 1",
    )
