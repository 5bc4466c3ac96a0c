"""PAGE and SOUND in, what the display shows out: nothing a scan did stays hidden behind a page."""

from support.table_app import AppTable

from drivers.events import Pressed, ScannerFound, ScannerLost
from firmware.common.facts.device import PageFound
from firmware.common.facts.notices import Problem
from firmware.words.sheets import (
    Board,
    Current,
    DeviceLines,
    Lobby,
    Podium,
    RoundQuestion,
    RoundsTable,
    TextLines,
    TraySheet,
)

LOBBY = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
EGG = "card sushi-go-party/egg-nigiri/1"
TEMPURA = "card sushi-go-party/tempura/1"


def pages(table: AppTable, count: int) -> list[str]:
    """What PAGE shows, that many times: the kind of sheet, and whose tray."""
    seen = []
    for _ in range(count):
        table.scan("command page")
        sheet = table.panel.sheet
        seen.append(f"{type(sheet).__name__} {getattr(sheet, 'name', '')}".strip())
    return seen


def test_what_is_amiss_stands_on_the_first_screen_until_somebody_sits(table: AppTable) -> None:
    """Else nobody would see it before the first card, or without looking for the device page."""
    table.app.note(Problem("settings-mistaken"))
    table.app.show()
    assert table.panel.sheet == Lobby(
        "Okanjo",
        ("Scan a game or menu,", "badges, then NEXT", "", "Mistake in settings"),
        "Owner: okanjo config",
    )
    table.scan("badge red")
    assert table.panel.sheet.hint == "then NEXT"


def test_a_page_stays_until_the_next_scan_of_the_game(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red", EGG)
    assert pages(table, 4) == ["TextLines", "Board", "TraySheet Red", "RoundsTable"]
    table.scan("command sound")
    assert table.read("123456") == "misread"
    table.later(4)
    assert isinstance(table.panel.sheet, RoundsTable)
    table.scan(TEMPURA)
    assert isinstance(table.panel.sheet, Current)
    assert pages(table, 6)[2:] == ["TraySheet Red", "RoundsTable", "DeviceLines", "Current Red"]


def test_page_says_why_the_last_card_brought_that(table: AppTable) -> None:
    table.scan("preset cutthroat-combo", "badge red", "badge blue", "badge green", "command next")
    table.scan("badge red", "card sushi-go-party/temaki/1", "badge blue")
    table.scan("card sushi-go-party/tofu/1", "card sushi-go-party/temaki/2", "command page")
    assert table.panel.sheet == TextLines(
        "Blue: Temaki 4", ("most +4, fewest -4", "tied for most temaki", "1 card")
    )
    table.scan("badge red", "command page")  # no card of red's has just been scanned
    assert isinstance(table.panel.sheet, Board)


def test_sound_says_how_loud_it_is_now_and_is_heard(table: AppTable) -> None:
    """Else nobody could tell which of three levels is on. The page comes back by itself."""
    table.scan(*LOBBY, "badge red", EGG, "command page", "command page")
    for level in ("soft", "off", "on"):
        number = table.shown.number
        table.scan("command sound")
        assert table.panel.sheet == TextLines("Sound", (level,))
        assert (table.panel.sound, table.shown.device.sound) == ("accepted", level)
        assert table.shown.number == number + 1
    table.later(2.9)
    assert isinstance(table.panel.sheet, TextLines)
    table.later(0.1)
    assert isinstance(table.panel.sheet, Board)
    table.scan("command sound", "command page")  # it is no longer than anybody wants
    assert isinstance(table.panel.sheet, RoundsTable | TraySheet)


def test_page_goes_through_all_of_the_device_page(table: AppTable) -> None:
    for number in range(5):
        table.app.note(Problem("part-missing", f"part {number}"))
    titles = []
    table.scan(*LOBBY)
    for _ in range(7):
        table.scan("command page")
        titles.append(getattr(table.panel.sheet, "title", ""))
    assert titles[:5] == ["Scores", "Scores", "Rounds", "Okanjo 1/2", "Okanjo 2/2"]
    assert titles[5:] == ["Round 1 of 3", "Scores"]


def test_before_the_game_page_leads_straight_to_the_device_and_its_pin(table: AppTable) -> None:
    """A scan of it is heard like any other: who has just plugged in a scanner tries it so."""
    for before in ((), ("preset sushi-go-classic", "badge red")):
        table.scan(*before)
        shown = table.shown
        assert pages(table, 1) == ["DeviceLines"]
        assert table.panel.sound == "accepted"
        assert table.shown.scanned == shown.scanned + 1
        assert table.shown.table is shown.table
        table.later(3)
        assert (table.panel.sound, type(table.panel.sheet)) == ("", DeviceLines)
        assert pages(table, 1) == ["Lobby"]


def test_a_device_page_that_shrinks_gives_way(table: AppTable) -> None:
    for number in range(3):
        table.app.note(Problem("part-missing", f"x{number}"))
    table.app.take(ScannerLost("x", "gone"))
    table.app.take(PageFound(("http://okanjo.local",)))
    for _ in range(2):
        table.app.take(Pressed("page", table.now))
    assert table.panel.sheet == DeviceLines(("okanjo.local",), "Okanjo 2/2")
    table.app.take(ScannerFound("x"))
    assert isinstance(table.panel.sheet, Lobby)


def test_the_end_is_seen_whatever_page_was_open(table: AppTable) -> None:
    for end in ("command next", "command next", "command sound"):
        table.scan(*(LOBBY if table.table.phase == "lobby" else ()), "command score")
        table.scan("command page", "command page", "command score", end)
    assert table.panel.sheet == TextLines("Sound", ("soft",))
    table.later(3)
    assert isinstance(table.panel.sheet, Podium)


def test_a_page_can_be_looked_at_before_a_question_is_answered(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red", EGG, "command score")
    assert isinstance(table.panel.sheet, RoundQuestion)
    assert pages(table, 5) == [
        "Board",
        "TraySheet Red",
        "RoundsTable",
        "DeviceLines",
        "RoundQuestion",
    ]
    table.scan("command page", "command score")
    assert table.table.phase == "scored"


def test_page_shows_every_tray_once_a_round_is_over(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red", EGG, "command score", "command score")
    walk = ["Board", "TraySheet Red", "TraySheet Blue", "RoundsTable", "DeviceLines", "Board"]
    assert pages(table, 6) == walk
    table.scan("command page", "command page", "command page")
    assert table.panel.sheet == TraySheet("Blue", "Round 1", (), 0, "round")
    table.scan(*["command next", "command score", "command score"] * 2)
    assert pages(table, 8) == ["TextLines", "TextLines", *walk[:5], "Podium"]
    table.scan("command page")
    assert table.says.startswith("Story 1/2. Red led ")
    table.scan(*["command page"] * 3)
    assert table.panel.sheet == TraySheet("Red", "Round 3", (("Nigiri", 1),), 1, "total")
