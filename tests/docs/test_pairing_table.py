"""docs/tournaments.md tells how many meet again: each figure comes of pairing such a field."""

import pytest
from support.pairing_table import DOCUMENT, PLAYERS, ROUNDS, TABLES, repeats, row, written
from support.soak import SOAK

FIELDS = [(n, wanted, rounds) for n in PLAYERS for wanted in TABLES for rounds in ROUNDS]
SOON = [
    (15, 3, 7),
    (16, 5, 6),
    (18, 3, 7),
    (20, 4, 6),
    (21, 4, 6),
    (24, 4, 7),
]


def test_the_table_has_each_field() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    figures = written(text)
    assert [*figures] == FIELDS
    for n in PLAYERS:
        line = row(n, ([figures[n, wanted, rounds] for rounds in ROUNDS] for wanted in TABLES))
        assert line in text, "as `make pairings` writes it"


@pytest.mark.parametrize("field", FIELDS if SOAK else SOON)
def test_a_figure_of_the_table_is_what_comes_of_pairing(field: tuple[int, int, int]) -> None:
    assert written(DOCUMENT.read_text(encoding="utf-8"))[field] == repeats(*field)
