"""Tournaments of acts that a test names: what came of them, and what is refused."""

from typing import Any

import pytest
from support.random_acts import WHO, opened, pairing_act

from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.not_possible import Case, NotPossible
from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.tournament import Tournament


def do(tournament: Tournament, *some: Act, who: str = WHO) -> Tournament:
    for act in some:
        tournament = after(tournament, act, who)
    return tournament


def refused(tournament: Tournament, act: Act, case: Case, **values: object) -> None:
    with pytest.raises(NotPossible) as why:
        after(tournament, act)
    assert (why.value.case, why.value.values) == (case, values)


def playing(*tables: tuple[int, ...], **rules: Any) -> Tournament:
    """Round 1, announced."""
    everybody = tuple(sorted(player for table in tables for player in table))
    paired = do(opened(**rules), acts.PlayersAdded(everybody, here=True))
    paired = do(paired, pairing_act(paired, Pairing(tables)))
    return do(paired, acts.RoundAnnounced(1, {1: "t1", 2: "t2"}))
