"""A line as people write a scan in: codes, lanes, `type slug`, comments; and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.shown_text import PLAIN

from engine.codes import codebook
from engine.notation import BadLine, ScanLine, printable, printable_lines, read, read_or_foreign

BOOK = codebook()
RED = BOOK.label("badge", "red").code


@pytest.mark.parametrize(
    ("line", "text", "lane"),
    [
        ("062453", "062453", 0),
        ("  062453\t", "062453", 0),
        ("062453\r", "062453", 0),
        ("062453 # the first one", "062453", 0),
        ("062453\t# after a tab", "062453", 0),
        ("2:062453", "062453", 2),
        ("red:062453", "062453", "red"),
        ("white:062453", "062453", "white"),
        ("badge red", RED, 0),
        ("  badge   red  # Chris", RED, 0),
        ("badge\tred", RED, 0),
        ("7:badge red", RED, 7),
        ("blue:badge red", RED, "blue"),
        ("card sushi-go-party/maki-1/2", BOOK.label("card", "sushi-go-party/maki-1/2").code, 0),
        ("face sushi-go-party/maki-1", BOOK.label("face", "sushi-go-party/maki-1").code, 0),
        ("command next", BOOK.label("command", "next").code, 0),
    ],
)
def test_a_scan(line: str, text: str, lane: int | str) -> None:
    assert read(line, BOOK) == ScanLine(text, lane)


@pytest.mark.parametrize("line", ["", "   ", "\t", "\r", "#", "# badge red", "  # indented", "#x"])
def test_no_scan(line: str) -> None:
    assert read(line, BOOK) is None


@pytest.mark.parametrize(
    "line",
    [
        "4902102072458",
        "ABC-123",
        "purple:062453",  # no badge of ours, so no lane
        "http://example.org/?a=1",
        "12345:062453",  # lanes have four digits at most
        "²:062453",
        ":062453",
        "2:",
        "062453#7",
        "]d20104912345123459\x1d10ABC",  # GS1 has its own separator within a code
        "\x00",
        "null\x00byte",
        "\x1b[2J",
        "badge",  # one word is what a scanner gave
    ],
)
def test_a_foreign_code_stays_as_it_came(line: str) -> None:
    assert read(line, BOOK) == ScanLine(line, 0)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("badge pink", "there is no badge pink"),
        ("card sushi-go/maki-9/1", "there is no card sushi-go/maki-9/1"),
        ("colour red", "not a scan: colour red"),
        ("badge red blue", "not a scan: badge red blue"),
        ("red badge", "not a scan: red badge"),
        ("badge \x1b[31m", r"there is no badge \x1b[31m"),
    ],
)
def test_a_line_that_is_none_of_these(line: str, why: str) -> None:
    with pytest.raises(BadLine) as refused:
        read(line, BOOK)
    assert str(refused.value).startswith(why)


@given(st.text(max_size=300).map(lambda text: f"badge {text} x"))
def test_whatever_is_told_is_safe_to_print(line: str) -> None:
    with pytest.raises(BadLine) as refused:
        read(line.replace("#", ""), BOOK)
    assert str(refused.value).translate(PLAIN).isprintable()
    assert len(str(refused.value)) < 200


@given(st.text(max_size=300))
def test_every_text_is_shown_in_one_safe_line(text: str) -> None:
    assert printable(text).translate(PLAIN).isprintable()
    assert len(printable(text, 20)) <= 20


def test_text_as_long_as_may_be_is_not_cut() -> None:
    assert [printable("x" * 9, longest) for longest in (9, 8)] == ["x" * 9, "x" * 7 + "…"]


@given(st.sampled_from(BOOK.labels), st.sampled_from([0, 3, 9999, "red", "cyan"]))
def test_every_label_can_be_written_both_ways(label, lane):
    assert read(f"{lane}:{label.code}", BOOK) == (label.code, lane)
    assert read(f"{lane}:{label.type} {label.slug}", BOOK) == (label.code, lane)


def test_a_typed_line_may_be_a_foreign_code_with_blanks() -> None:
    assert read_or_foreign("badge red", BOOK) == ScanLine(RED, 0)
    assert read_or_foreign("one two # three", BOOK) == ScanLine("one two", 0)
    assert read_or_foreign("badge pink", BOOK) is None
    assert printable_lines("one\n\x1b[2J") == "one\n\\x1b[2J"
