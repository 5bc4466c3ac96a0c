"""The worked examples of the rule books, from the text files in `examples/`.

A comment names the book and its heading. The line under it is the game, how many sit, its variants
and after a colon the menu; then each seat's words as they are scanned, and behind `=` the points
by kind that this seat gets once the round is scored. A seat not named gets none.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.playing import Example

from engine.cards import BADGES

FILES = sorted((Path(__file__).parent / "examples").glob("*.txt"))


def examples(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Each example's comment and lines."""
    comment, lines = "", list[str]()
    for line in [*file.read_text().splitlines(), "#"]:
        if not line.startswith("  ") and lines:
            yield comment, lines
            lines = []
        if line.startswith("#"):
            comment = line.removeprefix("# ")
        elif line:
            lines.append(line)


EXAMPLES = [
    pytest.param(lines, id=f"{file.stem}: {comment}")
    for file in FILES
    for comment, lines in examples(file)
]


@pytest.mark.parametrize("lines", EXAMPLES)
def test_worked_example(lines: list[str]) -> None:
    head, _, menu = lines[0].partition(": ")
    game, seats, *variants = head.split()
    example = Example(game, int(seats), menu, commands=" ".join(variants))
    badges = [*BADGES[: int(seats)], *(one for one in variants if one == "dummy")]
    expected: dict[str, dict[str, int]] = {badge: {} for badge in badges}
    for line in lines[1:]:
        words, _, points = line.strip().partition(" = ")
        if " " in words:
            example.scan(words)
        if points:
            pairs = (one.split() for one in points.split(", "))
            expected[words.split()[0]] = {kind: int(number) for kind, number in pairs}
    assert example.by() == list(expected.values())
