"""The desk as plain lines: a pipe or a file in, each scan's answer out."""

import os
import threading
from pathlib import Path

from firmware.common.facts.hints import Hint
from firmware.core.view.commands import Word
from firmware.interfaces.desk.desk import Desk, PlainDesk
from firmware.interfaces.desk.output import DeskOutcome, DeskView
from firmware.interfaces.desk.words import LONGEST_LINE
from firmware.main import has_input
from firmware.words.hints import typed
from firmware.words.language import say

BEGIN = say(typed(Hint("choose-first")))


def answered(tmp_path: Path, sent: bytes) -> list[str]:
    """Serve lines from a file; every scan but 000000 is accepted."""
    (tmp_path / "lines").write_bytes(sent)
    with (tmp_path / "lines").open() as source, (tmp_path / "answers").open("w+") as target:
        left = threading.Event()
        view = DeskView(hint=BEGIN, words=(Word("badge", "red"), Word("command", "next")))

        def scan(text: str) -> None:
            nonlocal view
            answer = DeskOutcome(text != "000000", f"took {text}")
            view = view._replace(heard=view.heard + 1, answer=answer, unsaved=text == "123457")
            desk.show(view)

        with Desk(PlainDesk(source, target), scan, left.set) as desk:
            desk.show(view)
            assert left.wait(60)
        return (tmp_path / "answers").read_text().splitlines()


def test_each_line_is_answered(tmp_path: Path) -> None:
    sent = b"# an evening\nred\n\n123456\r\n000000\n123457\ncommand next\nbadge purple\nred next"
    assert answered(tmp_path, sent) == [
        "accepted took badge red",
        "accepted took 123456",
        "refused took 000000",
        "accepted UNSAVED took 123457",
        "accepted took command next",
        "refused There is no badge purple. There are: red.",
        "accepted took badge red",
        "accepted took command next",
    ]


def test_a_file_of_scans_means_the_same_as_anywhere(tmp_path: Path) -> None:
    lines = b"badge red # her seat\nred:badge red\n2:123456\t# a card\nred:123456\nquit\n123456\n"
    assert answered(tmp_path, lines) == [
        "accepted took badge red",
        "accepted took red:badge red",
        "accepted took 2:123456",
        "accepted took red:123456",
    ]


def test_hostile_lines_are_survived(tmp_path: Path) -> None:
    long, *replies = answered(tmp_path, b"7" * 100_000 + b"\n\x1b[2J\x00\xff\n654321\n")
    assert long.startswith("accepted took 777")
    assert len(long) <= LONGEST_LINE
    assert replies == [r"accepted took \x1b[2J\x00\xff", "accepted took 654321"]


def test_a_long_file_is_answered_to_the_end(tmp_path: Path) -> None:
    codes = [f"{number:06d}" for number in range(1, 2001)]
    replies = answered(tmp_path, "\n".join(codes).encode())
    assert replies == [f"accepted took {code}" for code in codes]


def test_an_input_of_nothing_is_no_desk() -> None:
    with open(os.devnull) as nothing:
        assert not has_input(nothing.fileno())
    read_end, write_end = os.pipe()
    assert has_input(read_end)
    for end in read_end, write_end:
        os.close(end)
    assert not has_input(read_end)
