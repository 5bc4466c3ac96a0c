"""A tournament on paper and as CSV: what is on it, and that nothing leaves the page."""

import csv
import io
from collections.abc import Iterator
from random import Random

import pypdfium2
import pytest
from support.pseudo import pseudo
from support.random_acts import result_act
from support.shown_tournaments import LONGEST, ODD, names_of, tournament, view

from firmware.common.system.text import unguarded
from firmware.hall import export, paper
from firmware.hall.tournament import acts
from firmware.hall.tournament.fold import after
from firmware.hall.views import View
from firmware.paper.render import fonts
from firmware.paper.render.marks import POINTS_PER_MM, Box, PaperPage, Text

LATIN = [name for name in names_of(40).values() if max(name) < "\u0500" and name not in ODD[:12]]


def link(table: int) -> tuple[str, str]:
    return f"http://192.168.178.120:8090/t/12/table/{table}", "QWXYZ"


def all_of(shown: View, on: str) -> Iterator[tuple[str, list[PaperPage]]]:
    round = shown.round
    assert round is not None
    tables = [table.number for table in round.tables]
    yield "standings", [*paper.standings(shown, on)]
    yield "pairings", [*paper.pairings(shown, round, on)]
    yield "sheets", [*paper.sheets(shown, round, link, on)]
    yield "signs", [*paper.signs(shown, [*tables, 1000], link, on)]


def text_of(pages: list[PaperPage]) -> str:
    document = pypdfium2.PdfDocument(paper.written(pages, "A title"))
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.mark.parametrize(("players", "on"), [(3, "letter"), (40, "letter"), (150, "a4")])
def test_nothing_leaves_the_page(players: int, on: str) -> None:
    for name, pages in all_of(view(players, left_out=1), on):
        for page in pages:
            assert (page.width, page.height) == paper.PAPERS[on]
            for mark in page.marks:
                if isinstance(mark, Text):
                    wide = fonts.width(mark.text, mark.points, mark.bold)
                    left = mark.x - wide * {"left": 0, "middle": 0.5, "right": 1}[mark.align]
                    high = fonts.CAPITAL * mark.points / POINTS_PER_MM
                    edges = left, page.width - left - wide, mark.y - high, page.height - mark.y
                elif isinstance(mark, Box):
                    right, foot = mark.x + mark.width, mark.y + mark.height
                    edges = mark.x, mark.y, page.width - right, page.height - foot
                else:
                    continue
                assert min(edges) > 5, (name, mark)


def test_everybody_is_on_the_pages() -> None:
    for name, pages in all_of(view(40, left_out=1), "a4"):
        text = text_of(pages)
        for player in [] if "sign" in name else LATIN:
            assert player in text, (name, player)
        assert ("QWXYZ" in text) == (name not in ("standings", "pairings"))


def test_the_list_for_a_wall_is_from_a_to_z() -> None:
    shown = view(40)
    assert shown.round
    *_, last = paper.pairings(shown, shown.round)
    texts = [mark.text for mark in last.marks if isinstance(mark, Text) and mark.points == 13]
    places = [
        texts.index(name) for name in ("Ann (12)", "Ben Adler", "Élodie Ferri", "Zoë Ångström")
    ]
    assert places == sorted(places)


def test_a_sign_leads_to_its_table() -> None:
    zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine")
    for _, pages in [*all_of(view(7), "letter")][2:]:
        document = pypdfium2.PdfDocument(paper.written(pages, "Signs"))
        image = document[0].render(scale=150 / 72).to_pil()
        codes = {code.text for code in zxingcpp.read_barcodes(image)}
        assert f"{link(1)[0]}?code=QWXYZ" in codes


def test_letters_come_from_the_fonts_that_have_them() -> None:
    """Vera knows the number of Đ, but has no picture of it."""
    assert [font for font, _ in fonts.runs("Zoë")] == ["Vera"]
    assert fonts.runs("Đ") != [("Vera", "Đ")]
    assert fonts.runs("𝒳\U000f0000") == []
    assert [part for _, part in fonts.runs("דנה (12)")] in (
        ["(12) ", "הנד"],
        ["(12) הנד"],
        ["(12) "],
    )
    for name, font in ("王小明", "STSong-Light"), ("김민준", "HYGothic-Medium"):
        used = {used_font for used_font, _ in fonts.runs(name)}
        assert used <= {*fonts.OURS[False], font, "DroidSansFallbackFull"}
    used = {used_font for used_font, _ in fonts.runs("鯱田 のぞみ")}
    assert used <= {"Vera", *fonts.OURS[False], "HeiseiKakuGo-W5", "DroidSansFallbackFull"}


def test_nobody_is_ahead_on_paper_before_the_first_result() -> None:
    (page,) = paper.standings(view(6, 1, left_out=2))
    texts = [mark.text for mark in page.marks if isinstance(mark, Text)]
    assert texts.count("–") == 6
    assert "1" not in texts


def test_who_cannot_be_written_is_known_by_a_number() -> None:
    nobody = View(tournament(3), {1: "\U000f0000", 2: "王小明"})
    *_, page = paper.standings(nobody)
    texts = {mark.text for mark in page.marks if isinstance(mark, Text)}
    assert {"Player 1", "Player 3"} <= texts
    assert texts & {"王小明 (2)", "王小明"}


def test_a_long_name_is_smaller_and_then_cut_off() -> None:
    assert paper.fitted("Ann", 13, 40) == ("Ann", 13)
    text, points = paper.fitted("Małgorzata Nowak", 13, 35)
    assert (text, points < 13) == ("Małgorzata Nowak", True)
    text, points = paper.fitted(LONGEST, 13, 35)
    assert text.endswith("W…")
    assert fonts.width(text, points) <= 35


def test_csv_is_what_a_spreadsheet_reads() -> None:
    shown = view(14, left_out=1)
    assert shown.round
    for content in (export.standings_csv(shown), export.pairings_csv(shown, shown.round)):
        assert content.startswith(b"\xef\xbb\xbf")
        rows = [*csv.DictReader(io.StringIO(content.decode("utf-8-sig")))]
        assert len(rows) == 14
        assert not any(row["Name"].startswith(("=", "+", "-", "@")) for row in rows)
        assert {unguarded(row["Name"]) for row in rows} == {*shown.names.values()}
    open_tables = [row for row in rows if not row["Points"]]
    assert [row["Badge"] for row in open_tables] == ["red", "orange", "yellow", "green"][
        : len(open_tables)
    ]


def test_two_of_one_name_are_told_apart() -> None:
    names = View(tournament(4), {1: "Ann", 2: "ANN", 3: "Bo"}).names
    assert names == {1: "Ann (1)", 2: "ANN (2)", 3: "Bo", 4: "Player 4"}


@pytest.mark.parametrize(
    ("rounds", "left_out", "says"),
    [
        (0, 0, "Nobody has played yet"),
        (1, 2, "Nobody has played yet"),
        (1, 1, "Round 1: 1 of 2 tables has a result"),
        (1, 0, "After round 1"),
        (2, 2, "After round 1"),
    ],
)
def test_standings_say_how_far_they_go(rounds: int, left_out: int, says: str) -> None:
    assert View(tournament(6, rounds, left_out), {}).since == says


def test_views_in_two_languages_have_the_same_standings() -> None:
    shown = view(9)
    other = View(shown.tournament, shown.raw_names, pseudo(), [shown])
    assert other.standings is shown.standings
    assert other.names is not shown.names
    assert other.since != shown.since


def test_names_are_worked_out_anew_where_they_may_be_others() -> None:
    shown = view(9, left_out=1)
    result = result_act(shown.tournament.open_tables[0], Random(1))
    now = after(shown.tournament, result)
    assert View(now, shown.raw_names, others=[shown]).names is shown.names
    assert View(now, {**shown.raw_names, 1: "Zed"}, others=[shown]).names[1] == "Zed"
    more = after(now, acts.PlayersAdded((10,), here=True))
    assert 10 in View(more, shown.raw_names, others=[shown]).names


def test_each_row_says_why_it_is_behind_the_one_before() -> None:
    shown = view(9)
    first, *rest = shown.rows
    assert shown.why(first.player) == ""
    for before, row in zip([first, *rest], rest, strict=False):
        assert before.name in shown.why(row.player)
        assert row.name in shown.why(row.player)


def test_a_name_is_found_by_a_part_of_it() -> None:
    shown = view(40)
    assert shown.find("zoe") == [15]
    assert [shown.names[player] for player in shown.find("ANN")] == ["Ann (12)", "ann (13)"]
    assert shown.find(" ") == []
    assert shown.find("nobody") == []
