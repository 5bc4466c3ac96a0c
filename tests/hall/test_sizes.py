"""How players are divided into tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.hall.tournament.sizes import TooFew, table_sizes


@pytest.mark.parametrize(
    ("players", "wanted", "sizes"),
    [
        (16, 4, (4, 4, 4, 4)),
        (13, 4, (4, 3, 3, 3)),
        (9, 4, (3, 3, 3)),
        (5, 4, (5,)),  # 4 and nobody, or 3 and 2, would be worse
        (6, 5, (3, 3)),
        (7, 5, (4, 3)),
        (11, 5, (4, 4, 3)),
        (12, 5, (4, 4, 4)),
        (5, 3, (5,)),
        (7, 3, (4, 3)),
        (8, 3, (4, 4)),
        (10, 3, (4, 3, 3)),
    ],
)
def test_examples(players: int, wanted: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, wanted) == sizes


def test_too_few_for_one_table_is_told() -> None:
    with pytest.raises(TooFew) as why:
        table_sizes(2, 4)
    assert (why.value.players, why.value.least) == (2, 3)


@pytest.mark.parametrize("wanted", [3, 4, 5])
def test_everybody_plays_at_tables_as_even_and_as_full_as_can_be(wanted: int) -> None:
    for players in range(3, 150):
        sizes = table_sizes(players, wanted)
        assert sum(sizes) == players
        assert 3 <= min(sizes) <= max(sizes) <= min(5, min(sizes) + 1)
        assert list(sizes) == sorted(sizes, reverse=True)
        # All divisions as even as this one: of those without a table larger than wanted, if there
        # are any, this has the fewest smaller tables.
        most_tables = range(1, players // 3 + 1)
        even = [[(players + table) // tables for table in range(tables)] for tables in most_tables]
        fit = [division for division in even if min(division) >= 3 and max(division) <= wanted]
        smaller = [sum(size < wanted for size in division) for division in fit]
        assert max(sizes) <= wanted if fit else wanted < max(sizes)
        assert sum(size < wanted for size in sizes) == min(smaller, default=0)


@given(st.integers(2, 80), st.data())
def test_as_few_as_possible_sit_out_where_an_organiser_wants_only_some_sizes(
    players: int, data: st.DataObject
) -> None:
    least = data.draw(st.integers(2, min(players, 8)))
    most = data.draw(st.integers(least, 8))
    sizes = table_sizes(players, data.draw(st.integers(least, most)), least, most)
    seated = max(min(players, tables * most) for tables in range(1, players // least + 1))
    assert sum(sizes) == seated
    assert least <= min(sizes) <= max(sizes) <= min(most, min(sizes) + 1)
