"""What is shown between the rounds and at the end, and on every other page than now."""

import pytest
from support.displayed import draw, hint_of, panel_of
from support.evening import Evening, party

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
    evening = Evening(game, seats, "next")
    while evening.table.round_no < round_no:
        evening.score().scan("command next")
    sheet = evening.panel().sheet
    assert isinstance(sheet, Start)
    assert sheet.counts == counts
    if counts:
        assert sheet[::2] == (f"Round {round_no} of 3", ("← Pass to the left",))


@pytest.mark.parametrize(("round_no", "way"), [(1, "left"), (2, "right"), (3, "left")])
def test_pass_both_ways(round_no, way):
    evening = Evening("game sushi-go, command pass-both-ways", 3, "next")
    while evening.table.round_no < round_no:
        evening.score().scan("command next")
    assert evening.panel().sheet.way[0].endswith(way)


def test_the_dummy_is_dealt_nine_too():
    evening = Evening("game sushi-go, command dummy", 2, "next")
    assert evening.panel().sheet.counts == ((9, "cards each"),)
    assert evening.scan("command dummy").panel().sheet.name == "Dummy"


def test_after_a_round_what_it_brought_stands_beside_the_total():
    evening = party().scans("badge red", PARTY + "tea/1").score()
    evening.scan("command next").scans("badge red", PARTY + "tea/1", PARTY + "tea/2").score()
    panel = evening.panel()
    assert panel.sheet == Board("Round 2", "NEXT: round 3")
    assert panel.seats[0] == Standing("Chris", "red", 5, 5, 1, 5)
    assert panel.sound == "round-over"


def finished():
    evening = party()
    for cards in (["tea/1"], ["tea/1", "tea/2"], ["dumpling/1", "green-tea-ice-cream/1"]):
        evening.scans("badge red", *(PARTY + card for card in cards)).score()
        evening.scan("command next") if evening.table.phase == "scored" else None
    return evening


def test_the_podium():
    evening = finished()
    panel = evening.panel()
    assert isinstance(panel.sheet, Podium)
    assert panel.sheet.title == "Chris wins!"
    assert [one.name for one in panel.sheet.winners] == ["Chris"]
    assert [one.place for one in panel.sheet.others] == [2, 2]
    assert [player.place for player in panel.seats] == [1, 2, 2]
    assert panel.sound == "game-over"


def test_winners_who_share():
    evening = Evening("game omakase", 3, "next").score()
    assert evening.panel().sheet.title == "Chris, Annabelle and Jürgen share the win!"
    evening = Evening("game omakase", 3, "next").scans("badge red", OMAKASE + "tuna/1")
    evening.scans("badge yellow", OMAKASE + "tuna/2").score()
    assert evening.panel().sheet.title == "Chris and Jürgen share the win!"


def test_the_podium_says_what_broke_a_tie():
    evening = party().scans("badge yellow", PARTY + "egg-nigiri/1")
    evening.scans("badge red", PARTY + "egg-nigiri/2", PARTY + "green-tea-ice-cream/1").score()
    for _ in range(2):
        evening.scan("command next").score()
    sheet = evening.panel().sheet
    assert (sheet.title, sheet.tie) == ("Chris wins", "on ice creams, 1 to 0")


def test_the_dummy_stands_on_no_podium():
    evening = Evening("game sushi-go, command dummy", 2, "next")
    for _ in range(3):
        evening.score()
        evening.scan("command next") if evening.table.phase == "scored" else None
    sheet = evening.panel().sheet
    assert {one.name for one in sheet.winners + sheet.others} == {"Chris", "Annabelle"}
    assert evening.panel().seats[2].place is None


# --- the other pages ---------------------------------------------------------------------


def test_tray_page_explains_the_total():
    evening = party().scans("badge red", PARTY + "tea/1", PARTY + "squid-nigiri/1")
    evening.scan(PARTY + "green-tea-ice-cream/1")
    sheet = evening.panel("tray").sheet
    lines = (("Nigiri", 3), ("Tea", 1), ("Green tea ice cream", 0))
    assert sheet == TraySheet("Chris", "Round 1", lines, 4, "round")
    evening.score()
    assert evening.panel("tray").sheet == sheet
    whole = finished().panel("tray").sheet
    assert whole.caption == "total"
    assert whole.total == 1 + 4 + 1
    assert sum(points for _, points in whole.lines) == whole.total


def test_tray_page_names_sets_and_flipped_cards():
    kids = [OMAKASE + one for one in ("omelette/1", "cucumber-roll/1", "tofu/1", "karaage/1")]
    evening = Evening("game omakase", 2, "next").scans("badge red", *kids)
    assert evening.panel("tray").sheet.lines == (("Kids set", 2000),)
    evening = Evening("preset master-menu", 3, "next").scans("badge red", "command flip")
    assert evening.scan(PARTY + "tofu/1").panel("tray").sheet.lines == (("Flipped", 2),)


def test_rounds_page():
    evening = finished()
    rows = (("1", "4", "1", "0", "6"), ("0", "0", "0", "0", "0"), ("0", "0", "0", "0", "0"))
    assert evening.panel("rounds").sheet == RoundsTable(("1", "2", "3", "D", "="), rows, "Rounds")
    evening = party().scans("badge red", PARTY + "tea/1")
    assert evening.panel("rounds").sheet.cells[0] == ("1", "", "", "", "1")
    evening = Evening("game omakase", 2, "next").scans("badge red", OMAKASE + "tuna/1")
    assert evening.panel("rounds").sheet == RoundsTable(("=",), (("400",), ("–",)), "Rounds")


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
    evening = Evening("kind maki, kind tempura", 1)
    menu = ("Tally · 1 player", "3 of 8 on the menu")
    assert evening.panel().sheet == Lobby("Your own menu", menu, "Missing: 2 appetizers")
    evening.scan("preset points-platter")
    assert evening.panel().sheet[::2] == ("Points Platter", "Scan 1 more badge")
    evening.scans("badge blue", "command live")
    assert evening.panel().sheet == Lobby("Points Platter", ("Live · 2 players",), EDAMAME)
    evening.scans("preset dinner-for-two", "command remove")
    assert evening.panel().sheet.hint == "Scan what to remove"
    left = Evening("preset points-platter", 3, "next")
    left.scans("command new-game", "command new-game", "badge yellow")
    assert left.panel().sheet.again == ("Last time: Chris, Annabelle", "Scan them to join")
    heard = "Jürgen. Last time: Chris, Annabelle. Scan them to join. Scan 1 more badge."
    assert heard in spoken(panel_of(left.standings))
    evening = Evening("game sushi-go, command dummy, command pass-both-ways", 2)
    assert evening.panel().sheet[1:3] == (
        ("Tally · 2 players", "Pass both ways, dummy"),
        "NEXT starts round 1",
    )
