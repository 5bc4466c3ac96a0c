"""The process that pairs a round: nobody waits for it, and if it dies, nothing has changed."""

import re
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from subprocess import Popen
from typing import Any

import pytest
from support.door_site import DoorSite, Visitor
from support.random_acts import WHO, played
from support.waiting import until

from firmware.common.system import child
from firmware.hall.children import pairing_child
from firmware.hall.children.pairing_child import PairingJob, paired
from firmware.hall.tournament import acts
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.propose import propose
from firmware.hall.tournament.tournament import Tournament

HOME = "/organiser/t/1"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal"]


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """Who is signed in, with eight players who are here."""
    visitor = site.organiser()
    visitor.post("/organiser", title="Autumn Cup", rounds="2")
    site.hall.join(1, NAMES, WHO, here=True)
    return visitor


@pytest.fixture
def then(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Popen[bytes]], object]], None]:
    """Have something done to each process that starts."""

    def have_done(change: Callable[[Popen[bytes]], object]) -> None:
        start = child.start

        def started(*words: Any, **more: Any) -> Any:
            line, process = start(*words, **more)
            change(process)
            return line, process

        monkeypatch.setattr(child, "start", started)

    return have_done


def tournament(players: int, rounds: int) -> Tournament:
    """After so many rounds, more of which are planned."""
    now = Tournament(1)
    for act in played(Random(7), players, rounds, title="Cup"):
        now = after(now, act, WHO)
    return after(now, acts.RulesChanged(now.rules._replace(rounds=rounds + 6)), WHO)


def test_nobody_waits_for_a_round_that_is_paired(
    site: DoorSite, organiser: Visitor, then: Callable[[Any], None]
) -> None:
    organiser.post("/organiser", title="Other Cup")
    site.hall.join(2, NAMES, WHO, here=True)
    other = organiser.post("/organiser/t/2", do="pair").headers["location"]
    organiser.post(other, do="announce", menu="party-sampler")
    processes, answers = list[Popen[bytes]](), list[Any]()
    then(lambda process: process.send_signal(signal.SIGSTOP))
    then(processes.append)
    pairing = threading.Thread(target=lambda: answers.append(organiser.post(HOME, do="pair")))
    pairing.start()
    try:
        assert Visitor(site).get("/t/1").status == 200
        helper = Visitor(site)
        helper.cookies = {**organiser.cookies}
        (table, *_) = site.hall.tournaments[2].open_tables
        points = {f"points-{player}": "7" for player in table.players}
        assert helper.post(other, do="result", table=table.id, **points).status == 303
        assert site.hall.tournaments[2].rounds[0].played == 1
        assert not answers
        assert not site.hall.tournaments[1].rounds
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)
        pairing.join()
    assert answers[0].headers["location"] == f"{HOME}/round/1"
    assert len(site.hall.tournaments[1].rounds) == 1


def test_a_pairing_that_is_killed_changes_nothing_and_can_be_had_again(
    site: DoorSite, organiser: Visitor, then: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    then(lambda process: process.kill())
    refused = organiser.post(HOME, do="pair")
    assert (refused.status, b"Nothing has changed: pair again." in refused.body) == (409, True)
    assert site.hall.tournaments[1].rounds == ()
    monkeypatch.undo()
    assert organiser.post(HOME, do="pair").status == 303
    assert len(site.hall.tournaments[1].rounds) == 1


def cut_off(players: int = 8) -> bool:
    with pytest.raises(NotPossible) as why:
        paired(PairingJob(tournament(players, 1), 1, "s"))
    return (why.value.case, why.value.values) == ("pairing-cut-off", {})


def test_a_pairing_that_hangs_is_ended(
    then: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing_child, "LONGEST_S", 0.1)
    processes = list[Popen[bytes]]()
    then(lambda process: process.send_signal(signal.SIGSTOP))
    then(processes.append)
    assert cut_off()
    assert [process.poll() for process in processes] == [-signal.SIGKILL]


def test_a_pairing_without_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import firmware.hall.children.pairing_child as p; p.MOST_MEMORY = 1; p.main()"
    monkeypatch.setattr(child, "command", lambda _: [sys.executable, "-P", "-c", program])
    assert cut_off(4000)


def test_a_process_that_cannot_begin_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "command", lambda _: ["/no/such/program"])
    assert cut_off()


def test_a_pairing_has_its_share_of_memory_and_is_the_first_to_go(
    then: Callable[[Any], None],
) -> None:
    seen = list[str]()

    def look(process: Popen[bytes]) -> None:
        """It waits for what to pair."""
        folder = Path(f"/proc/{process.pid}")
        until(lambda: (folder / "oom_score_adj").read_text() == "1000\n")
        seen.append((folder / "limits").read_text())

    then(look)
    paired(PairingJob(tournament(8, 1), 1, "s"))
    (limits,) = seen
    assert re.search(f"Max address space +{pairing_child.MOST_MEMORY} ", limits)


def test_a_round_is_the_same_wherever_it_is_paired(monkeypatch: pytest.MonkeyPatch) -> None:
    now = tournament(13, 2)
    here = propose(now, Random(5), "ab12")
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    assert paired(PairingJob(now, 5, "ab12")) == here
    assert paired(PairingJob(now, 6, "ab12")) != here


@pytest.mark.parametrize("cut", [0, 9])
def test_what_is_not_possible_is_said_by_the_other_process_too(cut: int) -> None:
    now = after(tournament(8, 1), acts.PlayerLeft(1), WHO)
    if not cut:
        for player in range(2, 7):
            now = after(now, acts.PlayerLeft(player), WHO)
    with pytest.raises(NotPossible) as here:
        propose(now, Random(1), "s", cut)
    with pytest.raises(NotPossible) as there:
        paired(PairingJob(now, 1, "s", cut))
    assert (there.value.case, there.value.values) == (here.value.case, here.value.values)
    assert there.value.values["count"] in (2, 7)
