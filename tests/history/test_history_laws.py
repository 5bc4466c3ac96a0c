"""Laws of the history: figures agree with results, filters part the games, tables add up."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.history_counted import TITLES, counted, played
from support.history_made import evenings

from firmware.history.describe import table
from firmware.history.statistics import Chosen, by_kind

EVENINGS = st.builds(
    lambda count, seed: [one for one in evenings(count, seed, left=0.0) if one],
    st.integers(1, 25),
    st.integers(0, 10_000),
)


@settings(max_examples=30)
@given(EVENINGS)
def test_figures_agree_with_the_results(made: list[Any]) -> None:
    found = counted(*(played(at, one) for at, one in enumerate(made, 1)))
    for game in {one["game"] for one in made}:
        seats = [one for told in made if told["game"] == game for one in told["seats"]]
        for name, one in found.players(Chosen(game=game)).items():
            totals = [seat["total"] for seat in seats if seat["name"] == name]
            assert (one.games, one.total) == (len(totals), sum(totals))
            assert (one.best, one.worst) == (max(totals), min(totals))
            assert sum(one.by.values()) == one.total
            assert one.worst <= one.average <= one.best
            wins = [seat["place"] for seat in seats if seat["name"] == name].count(1)
            assert one.wins == wins
            assert [each for _, each in one.kinds()] == sorted(
                (each for _, each in one.kinds()), reverse=True
            )


@settings(max_examples=30)
@given(EVENINGS)
def test_a_table_adds_up_to_the_totals(made: list[Any]) -> None:
    for at, told in enumerate(made, 1):
        one = played(at, told)
        rows = list(table(one, TITLES))
        for column, sat in enumerate(one.seats, 1):
            sums = [row[column] for row in rows if row[0][0] != " " and row[0] != "Total"]
            kinds = [row[column] for row in rows if row[0][0] == " "]
            assert _sum(sums) == _sum(kinds) == sat.total == sum(by_kind(sat).values())


def _sum(cells: list[str]) -> int:
    whole = (cell.replace("−", "-").replace(",", "") for cell in cells)
    return sum(int(cell) for cell in whole if cell != "·")
