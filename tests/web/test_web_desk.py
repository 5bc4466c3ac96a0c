"""What /desk is sent: the display's own picture, the track at rest, the table, the labels."""

import base64
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.playing import code
from support.table_app import AppTable

from drivers.lights.animation import Pawn, TrackSeen, TrackView, draw
from engine.games import GAMES
from firmware.common.settings.schema import Settings
from firmware.core.screen.render import picture
from firmware.core.view.commands import vocabulary
from firmware.interfaces.web.pages.desk.state import DeskState, track_lights
from firmware.interfaces.web.pages.desk.table import desk_table
from firmware.words.sheets import display
from firmware.words.spoken import spoken

PARTY = ("preset points-platter", "badge red", "badge blue", "badge green")
CARD = "card sushi-go-party/{}".format
KIDS = ("omakase/karaage/1", "omakase/cucumber-roll/1", "omakase/omelette/1", "omakase/tofu/1")
LIVE = tuple(
    f"sushi-go-party/{card}" for card in ("chopsticks-1/1", "tempura/1", "maki-1/1", "tempura/2")
)
NIGIRI = "1, 2 or 3; three times that on wasabi"
AT_THE_END = "Pudding, at the end: most\N{NO-BREAK SPACE}+6, fewest\N{NO-BREAK SPACE}−6"


class DeskPage:
    """What /desk shows of a table."""

    def __init__(self, table: AppTable) -> None:
        self.table, self.state = table, DeskState(Settings())

    @property
    def now(self) -> dict[str, Any]:
        return {**self.state.of(self.table.shown)}

    @property
    def tray(self) -> dict[str, Any]:
        return {**self.state.tray(self.table.shown)}

    def headings(self) -> list[str]:
        return [heading for heading, _ in self.tray["parts"]]

    def tiles(self, heading: str) -> dict[str, dict[str, Any]]:
        return {tile["title"]: tile for tile in dict(self.tray["parts"])[heading]}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskPage]:
    table = AppTable(tmp_path, synchronous="OFF", names={"red": "Chris"})
    yield DeskPage(table)
    table.unplugged()


def test_the_picture_is_the_displays_own(desk: DeskPage) -> None:
    for line in (*PARTY, "command next", "command page", "command page", "command page"):
        desk.table.scan(line)
        now = desk.now
        shown = picture(display(desk.table.shown.panel), 128, 64)
        assert (now["width"], now["height"]) == (128, 64)
        assert base64.b64decode(now["glass"]) == shown.pages


WORDS = (
    ((), "Okanjo. Scan a game or menu, then your badges, then NEXT."),
    (PARTY, "Points Platter. Tally · 3 players. Chris, Blue, Green. NEXT starts round 1."),
    (("command next",), "Round 1 of 3. 10 cards each. 5 desserts. Pass to the left."),
    (("badge red", CARD("tea/1")), "Chris, Round 1. Tea +1. 1. 1 of 10 cards."),
    (("command page",), "Chris: Tea 1. 1 for each card of your largest colour. tea with 1 card"),
    (("command page",), "Scores, Round 1. Chris 1. Blue no card yet. Green no"),
    (("command page",), "Chris, Round 1. Tea 1. 1 round."),
    (("command page",), "Rounds. Chris: round 1: 1, total: 1. Blue no card yet. "),
    (("command page",), "Okanjo."),
    (("command score",), "Score the round? Chris 1 of 10 cards. Blue 0 of 10 cards. "),
    (("command score",), "Round 1, NEXT: round 2. Chris 1. Blue 0. Green 0."),
)


def test_the_hint_says_the_commands_as_the_buttons_do(desk: DeskPage) -> None:
    hints = (
        ("command next", ""),
        (
            "command score",
            "Chris 0 of 10 cards, Blue 0 of 10 cards, Green 0 of 10 cards. Scan SCORE again to"
            " score anyway, or go on with the round",
        ),
        (
            "command score",
            "NEXT starts the next round, UNDO reopens this one, PAGE shows the trays",
        ),
    )
    desk.table.scan(*PARTY)
    for scan, hint in hints:
        desk.table.scan(scan)
        assert desk_table(desk.table.shown)["hint"] == hint


def test_every_page_in_words(desk: DeskPage) -> None:
    for lines, words in WORDS:
        desk.table.scan(*lines)
        assert spoken(desk.table.shown.panel).startswith(words)


def test_a_refusal_and_the_end_in_words(desk: DeskPage) -> None:
    desk.table.scan("game omakase", "badge red", "badge blue", "command next", "badge red")
    desk.table.read(code(CARD("tea/1")))
    assert desk.now["words"] == "Not counted. Tea is from another game."
    desk.table.scan("card omakase/octopus/1", "command score")
    assert desk.now["words"] == "Chris wins! Chris 1,100, place 1. Blue 0, place 2."


# --- the score track ---------------------------------------------------------------


def test_at_rest_the_track_is_as_the_strip_is_then(desk: DeskPage) -> None:
    view = TrackView((Pawn("red", 3), Pawn("blue", 3, active=True), Pawn("green", 61)), "", 4)
    lights: dict[str, Any] = {**track_lights(view, 60)}
    assert bytes.fromhex(lights["still"]) == draw(TrackSeen(view), 60, 1e9).picture
    assert [led for led, _ in lights["stays"]] == [3, 1]
    assert [pawn[1] for pawn in lights["stays"][0][1]] == [True, False]  # who is scanned for first


# --- the table -----------------------------------------------------------------------


def test_in_the_lobby_there_are_all_badges(desk: DeskPage) -> None:
    desk.table.scan("badge red")
    seats = desk.now["seats"]
    assert [(seat["name"], seat["on"]) for seat in seats][:2] == [
        ("Chris", True),
        ("Orange", False),
    ]
    assert len(seats) == 8


def test_a_seat_has_its_cards_and_what_they_lie_as(desk: DeskPage) -> None:
    desk.table.scan(
        "preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"
    )
    desk.table.scan(CARD("wasabi/1"), CARD("squid-nigiri/1"), "face sushi-go-party/tempura")
    now = desk.now
    chris, blue = now["seats"]
    assert [(card["title"], card["note"], card["scores"]) for card in chris["cards"]] == [
        ("Wasabi", "", "Wasabi: 0 points (triples the next nigiri)"),
        ("Squid nigiri", "on wasabi", f"Nigiri: 9 points ({NIGIRI})"),
        ("Tempura", "", "Tempura: 0 points (2 for 5 points)"),
    ]
    assert {card["use"] for card in chris["cards"]} == {""}
    assert chris["cards"][2]["code"] == code("face sushi-go-party/tempura")
    assert (chris["on"], blue["on"], chris["score"], blue["cards"]) == (True, False, "9", [])


def test_claimed_uramaki_are_out_and_puddings_kept(desk: DeskPage) -> None:
    desk.table.scan(*PARTY, "command next", "badge red", CARD("uramaki-5/1"))
    desk.table.scan(CARD("uramaki-5/2"), CARD("green-tea-ice-cream/1"))
    now = desk.now
    assert now["out"] == [code(CARD("uramaki-5/1")), code(CARD("uramaki-5/2"))]
    desk.table.scan("command score", "command score")
    desk.table.scan("command next")
    now = desk.now
    [ice] = now["seats"][0]["cards"]
    assert ice["code"] == code(CARD("green-tea-ice-cream/1"))
    assert (ice["mark"], ice["note"]) == ("kept", "kept")
    assert now["out"] == []


@pytest.mark.parametrize(
    ("lines", "cards", "scores"),
    [
        (
            ("preset big-banquet", "command live"),
            LIVE,
            ("Chopsticks: 0 points (later, play two cards)", "Use it"),
        ),
        (("preset cutthroat-combo",), ("sushi-go-party/pudding/1",), (AT_THE_END, "")),
        (("game omakase",), KIDS, ("Counts in a set", "")),
        (
            ("game omakase",),
            KIDS[:1],
            ("Karaage: 500 yen (500 yen; Kids\N{NO-BREAK SPACE}set)", ""),
        ),
    ],
)
def test_what_a_card_scores_and_would_do_again(
    desk: DeskPage, lines: tuple[str, ...], cards: tuple[str, ...], scores: tuple[str, str]
) -> None:
    badges = [f"badge {badge}" for badge in ("red", "blue", "green")]
    desk.table.scan(*lines, *badges, "command next", "badge red", *map("card {}".format, cards))
    now = desk.now
    first = now["seats"][0]["cards"][0]
    assert (first["scores"], first["use"]) == scores


def test_the_last_scans_in_words_and_by_number(desk: DeskPage) -> None:
    desk.table.scan(*PARTY)
    desk.table.read(code("command score"))
    recent = desk.now["recent"]
    assert recent[-2:] == [
        (4, "", "Green joins (3 players)"),
        (5, "no", "Score: No game is running. Scan NEXT to begin"),
    ]
    desk.table.scan("badge cyan")
    assert [number for number, _, _ in desk.now["recent"]] == [1, 2, 3, 4, 5, 6]
    desk.table.scan("command remove")
    assert desk.now["recent"][-1] == (7, "ask", "Remove which player, dish or variant?")


# --- the tray of labels ----------------------------------------------------------------


def test_in_the_lobby_menus_games_and_what_may_be_said(desk: DeskPage) -> None:
    assert desk.headings() == ["Menus", "Games", "Commands"]
    assert len(desk.tiles("Menus")) == 8
    assert list(desk.tiles("Commands")) == [
        "Live",
        "Tally",
        "Remove",
        "New game",
        "Dummy",
        "Pass both ways",
        "Sound",
        "What is this?",
    ]
    desk.table.scan("preset points-platter", "command live")
    assert desk.tiles("Menus")["Points Platter"]["on"]
    assert desk.tiles("Games")["Sushi Go Party!"]["on"]
    assert desk.tiles("Rolls")["Uramaki"]["on"]
    assert "on" not in desk.tiles("Rolls")["Temaki"]
    assert desk.tiles("Commands")["Live"]["on"]
    assert "Dummy" not in desk.tiles("Commands")  # it is a variant of Sushi Go!


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_while_it_is_played_every_card_of_the_menu(desk: DeskPage, game: Any) -> None:
    begin = f"preset {next(iter(game.presets))}" if game.presets else f"game {game.slug}"
    desk.table.scan(begin, "badge red", "badge blue", "command next")
    assert desk.headings()[0] == "Commands"
    copies = [tile["copies"] for _, all in desk.tray["parts"] for tile in all if "copies" in tile]
    menu = desk.table.table.menu
    labels = desk.table.shown.codebook.labels
    own = [label.code for label in labels if label.type == "card" and label.game == game.slug]
    on_menu = [label.code for label in labels if label.code in own and label.kind in menu]
    assert [label_code for all in copies for label_code in all] == on_menu


@pytest.mark.parametrize("mode", ["tally", "live"])
def test_live_offers_nothing_that_it_always_refuses(desk: DeskPage, mode: str) -> None:
    kinds = ("uramaki", "tempura", "tofu", "eel", "takeout-box", "tea", "pudding")
    desk.table.scan(
        *(f"kind {kind}" for kind in kinds), *PARTY[1:], f"command {mode}", "command next"
    )
    clickable = {tile["code"] for _, part in desk.tray["parts"] for tile in part}
    words = vocabulary(desk.table.table, desk.table.shown.codebook)
    typed = {f"{word.type} {word.slug}" for word in words if word.fits}
    for line in ("command flip", "command same-turn", "kind uramaki"):
        assert (code(line) in clickable) == (line in typed) == (mode == "tally"), line


def test_whatever_is_not_for_now_can_be_typed(desk: DeskPage) -> None:
    desk.table.scan(*PARTY, "command next")
    titles = [tile["title"] for tile in desk.tray["rest"]]
    assert {"Red", "White", "Next", "Teach", "Big Banquet", "Omakase"} <= {*titles}
    assert next(tile for tile in desk.tray["rest"] if tile["title"] == "Red")["note"] == "Chris"


def test_no_label_stands_twice(desk: DeskPage) -> None:
    for lines in (PARTY, ("command next",), ("command score", "command score")):
        desk.table.scan(*lines)
        codes = [tile["code"] for _, all in desk.tray["parts"] for tile in all]
        codes += [tile["code"] for tile in desk.tray["rest"]]
        assert len(codes) == len({*codes})


def test_the_key_changes_with_the_tray(desk: DeskPage) -> None:
    lines = ("preset points-platter", "command live", "badge red", "badge blue")
    keys = [desk.now["tray"]]
    for line in lines:
        desk.table.scan(line)
        keys.append(desk.now["tray"])
    assert keys[2] == keys[3] == keys[4]
    assert all(key != other for key, other in pairwise(keys[:3]))
    assert desk.tray["key"] == keys[-1]
