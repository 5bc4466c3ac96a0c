"""Tournaments run by chance: acts that may be possible, and whole tournaments."""

from __future__ import annotations

from random import Random
from typing import Any

from support.tournaments import ended

from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.tournament import (
    ACTS,
    Act,
    Round,
    Rules,
    Table,
    Tournament,
    after,
)

OPEN = {"do": "open", **Rules("Autumn Cup")._asdict(), "code": "secret"}
WHO = "organiser"


def opened(number: int = 1, **rules: Any) -> Tournament:
    return after(Tournament(number), {**OPEN, **rules}, WHO)


def pairing_act(tournament: Tournament, found: Pairing, *, cut: bool = False) -> Act:
    """The act of a pairing, with IDs that tell round and table."""
    number = len(tournament.rounds) + 1
    tables = [
        {"id": f"s-{tournament.number}-r{number}-t{at}-0000", "number": at, "players": [*players]}
        for at, players in enumerate(found.tables, 1)
    ]
    menu = "my-first-meal" if tournament.rules.game == "sushi-go-party" else ""
    both = {"round": number, "menu": menu, "cut": cut, "byes": [*found.byes]}
    return {"do": "pair", "tables": tables, **both}


def result_act(table: Table, chance: Random, do: str = "result") -> Act:
    return {"do": do, "table": table.id, "seats": [[*s] for s in ended(table.players, chance)]}


def drawn(tournament: Tournament, chance: Random) -> Pairing:
    """Everybody at tables of three, by chance."""
    players = [*tournament.pairable]
    chance.shuffle(players)
    full = len(players) // 3
    tables = [players[at::full] for at in range(full)] if full else []
    return Pairing(tuple(map(tuple, tables)))


def random_act(tournament: Tournament, chance: Random) -> Act:
    """One that is often refused, and of any kind."""
    likely = ["reopen"] if tournament.ended else ["pair", "announce", "join", *["result"] * 6]
    do = chance.choice([*ACTS, *likely * 4])
    do = chance.choice(["end", "pair", "result"]) if do == "end" else do
    known = [*tournament.players] or [1]
    last = tournament.current or Round(0, "", ())
    table = chance.choice(last.out or tournament.tables or [Table("none", 1, (1, 2, 3))])
    new = max(known) + 1
    player = chance.choice([*known, new])
    a_round = chance.choice([last.number, last.number, last.number + 1])
    game = chance.choice(["", "ab-1"])
    rest: dict[str, dict[str, Any]] = {
        "open": OPEN,
        "rules": {**OPEN, "pays": chance.choice([(5, 3, 2, 1), (3, 2), (1, 2), ()])},
        "join": {"players": [new, new + 1, new + 2, new + 3][: chance.randint(1, 4)]},
        "check-in": {"players": [player]},
        "leave": {"player": player},
        "return": {"player": player},
        "name": {"players": [player]},
        "erase": {"players": [player]},
        "sign-up": {"open": chance.random() < 0.5},
        "devices": {"devices": {"1": "t1", "2": chance.choice(["t1", "t2", ""])}},
        "pair": pairing_act(
            tournament, drawn(tournament, chance), cut=tournament.cut or chance.random() < 0.1
        ),
        "swap": {"one": player, "other": chance.choice(known)},
        "menu": {"menu": chance.choice(["", "party-sampler", ["tofu", "maki"]])},
        "result": result_act(table, chance),
        "claim": {**result_act(table, chance), "game": game},
        "no-result": {"game": game},
        "keep-names": {"keep": True},
    }
    both = {"round": a_round, "table": table.id, "here": chance.random() < 0.9}
    return {**both, **rest.get(do, {}), "do": do}


def played(chance: Random, players: int = 13, rounds: int = 3, **rules: Any) -> list[Act]:
    """All acts of a tournament in which nothing goes wrong; players are 1, 2, ..."""
    acts = [{**OPEN, **rules}, {"do": "join", "players": [*range(1, players + 1)], "here": True}]
    now = Tournament(1)
    for act in acts:
        now = after(now, act, WHO)

    def do(act: Act) -> None:
        nonlocal now
        now = after(now, act, WHO)
        acts.append(dict(act))

    for number in range(1, rounds + 1):
        do(pairing_act(now, drawn(now, chance)))
        do({"do": "announce", "round": number})
        for table in now.open_tables:
            do(result_act(table, chance))
    return acts
