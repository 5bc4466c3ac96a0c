"""Files of scans: read whatever they hold, played as games of their own, told with their lines."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.replayed import record_of
from support.shown_text import PLAIN

from engine.codes import codebook
from engine.notation import read
from engine.position import empty
from engine.table import scan_text
from firmware.cli.errors import CommandFailed
from firmware.cli.packed_past import AT_ONCE, NEAR, PackedPast
from firmware.cli.replay import LONGEST_CODE, as_text, lines_of, replay

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next"]


def played(lines):
    return record_of(replay(lines, "evening", empty(), codebook()))


def test_refused_scans_are_told_with_their_line() -> None:
    record = played(["# first", "", *LOBBY, "4902102072458", "badge green", "123456"])
    assert record["refused"] == [
        {
            "line": 7,
            "code": "4902102072458",
            "reason": "unknown-code",
            "message": "Unknown barcode\nScan TEACH to use it",
        },
        {
            "line": 8,
            "code": codebook().label("badge", "green").code,
            "reason": "not-now",
            "message": "Green\nis not in this game",
        },
        {"line": 9, "code": "123456", "reason": "misread", "message": "Misread\nScan it again"},
    ]
    assert record["phase"] == "playing"
    assert record["round"] == 1


def test_a_long_code_is_cut_in_the_result() -> None:
    (refused,) = played(["7" * 100_000])["refused"]
    assert refused["code"] == "7" * LONGEST_CODE


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"a\n\nb\n", ["a", "", "b"]),
        (b"a\r\nb", ["a", "b"]),
        (b"\xef\xbb\xbfa", ["a"]),  # the mark Windows' editor puts before a text
        (b"a\x0bb\x0cc\x1cd\xc2\x85e\xe2\x80\xa8f\n", ["a\x0bb\x0cc\x1cd\x85e\u2028f"]),
        (b"\xff\xfe\x00", ["\ufffd\ufffd\x00"]),
    ],
)
def test_any_bytes_are_lines(tmp_path: Path, content: bytes, lines: list[str]) -> None:
    file = tmp_path / "evening"
    file.write_bytes(content)
    assert [*lines_of(str(file))] == lines


@given(st.lists(st.one_of(st.text(max_size=40), st.sampled_from(LOBBY)), max_size=30))
def test_no_file_of_foreign_codes_can_spoil_the_scoreboard(lines: list[str]) -> None:
    try:
        named = empty(names={"red": "\x1b]0;evil\x07"})
        replayed = replay(lines, "evening", named, codebook())
    except CommandFailed:
        return
    board = [*as_text(replayed)]
    assert all(line.translate(PLAIN).isprintable() for line in board)


def test_a_game_of_any_length_is_taken_back_to_its_first_scan() -> None:
    """The positions that UNDO comes to last are packed: nothing shows that."""
    book, chance = codebook(), random.Random(8)
    cards = [f"card sushi-go-party/tempura/{copy}" for copy in range(1, 9)]
    some = ["badge red", "badge blue", "red:badge red", "command remove", "command undo", *cards]
    played = [*LOBBY, "command score", "command score", "command new-game", "command new-game"]
    played += [*LOBBY[1:], *chance.choices(some, k=2 * (NEAR + AT_ONCE))]
    lines = [*played, *["command undo"] * len(played)]
    table, past = empty(), PackedPast()
    plain = table
    for line in lines:
        scan = read(line, book)
        assert scan is not None
        before = past.lengthen(table)
        table, result = scan_text(before, book, *scan)
        table = past.shorten(before, table)
        plain, expected = scan_text(plain, book, *scan)
        assert result == expected, line
        assert table._replace(past=()) == plain._replace(past=())
        assert len(table.past) <= NEAR + AT_ONCE + 1
    assert (table.phase, table.past, plain.past) == ("lobby", (), ())


def test_the_scoreboard_tells_how_far_the_game_is() -> None:
    def title(lines):
        replayed = replay(lines, "evening", empty(), codebook())
        return next(as_text(replayed))

    assert title(LOBBY[:2]) == "Sushi Go Party!  (tally, not begun)"
    assert title(LOBBY) == "Sushi Go Party!  (tally, round 1 is open)"
    score = ["command score"] * 2
    assert title([*LOBBY, *score]) == "Sushi Go Party!  (tally, round 1 is scored)"
    again = ["command next", *score]
    assert title([*LOBBY, *score, *again, *again]) == "Sushi Go Party!  (tally, finished)"
    go = ["game sushi-go", "command pass-both-ways", "command dummy", "command live"]
    assert title(go) == "Sushi Go!  (live, pass-both-ways, dummy, not begun)"
