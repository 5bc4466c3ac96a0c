"""The worked examples of the rule books: `examples/`, each with its book and heading."""

from pathlib import Path

import pytest
from support.examples import check, examples


@pytest.mark.parametrize(("start", "lines"), examples(Path(__file__).parent / "examples"))
def test_worked_example(start, lines):
    check(start, lines)
