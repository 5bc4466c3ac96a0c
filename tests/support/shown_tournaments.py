"""Tournaments to look at: played by chance, with names from many places."""

from random import Random

from support.random_acts import WHO, played

from firmware.hall.tournament.fold import after
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.views import View

LONGEST = "W" * 24
ODD = (
    LONGEST, "Małgorzata Wiśniewska-Nowak", "山田 太郎", "דנה כהן", "محمد علي", "Ирина", "🍣🍣",
    "=SUM(A1)", "王小明", "김민준", "Αλέξης", "Ann", "ann", "Đặng Văn Lâm", "Zoë Ångström",
)  # fmt: skip
FIRST = "Ben Chiara Dev Élodie Farid Greta Hana Ivo Jo Kofi Lena Mats Nadia Omar Petra Quinn Rosa"
LAST = "Adler Berg Costa Diaz Ek Ferri Gruber Horn Ito Jansen Klein Lund Mori Novak Okoye"


def names_of(players: int) -> dict[int, str]:
    first, last = FIRST.split(), LAST.split()
    made = [f"{first[n % len(first)]} {last[n * 7 % len(last)]}" for n in range(players)]
    return dict(enumerate([*ODD, *made][:players], 1))


def tournament(players: int, rounds: int = 2, left_out: int = 0, **rules: object) -> Tournament:
    """After so many rounds; of the last one, so many tables have no result."""
    now, acts = Tournament(1), played(Random(7), players, rounds, **rules)
    for act in acts[: len(acts) - left_out]:
        now = after(now, act, WHO)
    return now


def view(players: int, rounds: int = 2, left_out: int = 0) -> View:
    title = {"title": "Sushi Open Düsseldorf 2026"}
    return View(tournament(players, rounds, left_out, **title), names_of(players))
