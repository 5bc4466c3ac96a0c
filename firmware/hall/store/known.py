"""What is known of all tournaments: what they are by the acts on the disk, and their log.

Law: what `Known` says is what the database says. Rule: it is replaced whole, never changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from firmware.hall.season.season import Season
from firmware.hall.store.expiry import Expiry
from firmware.hall.store.store import Store, Unusable
from firmware.hall.tables import Game
from firmware.hall.tournament.acts import Act, RoundAnnounced
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.log import LoggedAct, logged
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.uncounted import Uncounted
from firmware.hall.words.not_possible import sentence
from firmware.words.language import say

PlayerNames = Mapping[int, str]


class Known(NamedTuple):
    """Tournaments, their logs and their players' names by number; the tournament that announced a
    round last is the last one. Removed names are missing. `uncounted` is what devices said that
    does not count. By the tournament's number, `expiring` are names that go by themselves, and
    `texts` what organisers wrote, by what it is about. `seasons` are by their own number.
    """

    tournaments: Mapping[int, Tournament] = {}
    logs: Mapping[int, tuple[LoggedAct, ...]] = {}
    names: Mapping[int, PlayerNames] = {}
    uncounted: Mapping[Game, Uncounted] = {}
    expiring: Mapping[int, Expiry] = {}
    texts: Mapping[int, Mapping[str, str]] = {}
    seasons: Mapping[int, Season] = {}

    def tournament(self, number: int) -> Tournament:
        """The tournament of that number; one that is not open yet, where there is none."""
        return self.tournaments.get(number) or Tournament(number)

    def after(self, number: int, act: Act, who: str, time: float) -> Known:
        """What is known after an act in the tournament of that number. Raises NotPossible."""
        known = self.folded(number, act, who)
        log = (*self.logs.get(number, ()), logged(self.tournament(number), act, time, who))
        return known._replace(logs={**self.logs, number: log})

    def folded(self, number: int, act: Act, who: str) -> Known:
        """The same, without its line in the log. Raises NotPossible."""
        tournament = after(self.tournament(number), act, who)
        tournaments = {**self.tournaments}
        if isinstance(act, RoundAnnounced):
            del tournaments[number]  # it becomes the last one
        tournaments[number] = tournament
        return self._replace(tournaments=tournaments)


def read_known(store: Store) -> Known:
    """Read all acts. Raises Away; Unusable, where another version wrote an act refused here."""
    known, logs = Known(), defaultdict[int, list[LoggedAct]](list)
    for number, tournament, time, who, act in store.acts():
        line = logged(known.tournament(tournament), act, time, who)
        try:
            known = known.folded(tournament, act, who)
        except NotPossible as why:
            raise Unusable(store.not_understood(number, say(sentence(why)))) from None
        logs[tournament].append(line)  # not by `after`: each line would copy those before it
    names = store.names()
    names_of = {number: names.get(number, {}) for number in known.tournaments}
    return known._replace(
        logs={number: tuple(log) for number, log in logs.items()},
        names=names_of,
        uncounted=store.uncounted(),
        expiring=store.expiring(),
        texts={n: texts for n, texts in store.texts().items() if n in known.tournaments},
        seasons=store.seasons(),
    )
