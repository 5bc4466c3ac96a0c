"""A round, paired in a process of its own: the search takes a core for seconds, in which phones
would wait for their pages.

The program (`python -m firmware.hall.children.pairing_child`) reads what to pair from its standard
input, writes the act, or why it is not possible, and ends.
Law: nothing but the job decides how it comes out, neither the machine nor how long it takes.
"""

from __future__ import annotations

import pickle
import sys
from random import Random
from typing import NamedTuple

from firmware.common.system import child
from firmware.hall.tournament.acts import RoundPaired
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.propose import propose
from firmware.hall.tournament.tournament import Tournament

# bytes of address space: four times what 4,000 players take after 99 rounds
MOST_MEMORY = 1 << 30
LONGEST_S = 300.0  # whatever takes that long hangs


class PairingJob(NamedTuple):
    """What to pair; the other arguments of `propose`. The same `seed` makes the same round."""

    tournament: Tournament
    seed: int
    session: str
    cut: int = 0
    by_points: bool = False


def paired(job: PairingJob) -> RoundPaired:
    """Have a round proposed. Raises NotPossible, also where the process ends before its end: it was
    killed, or memory has run out.
    """
    try:
        ours, process = child.start(__name__, errors=None)
        with process, ours:
            try:
                ours.settimeout(LONGEST_S)
                with ours.makefile("rwb") as pipe:
                    pickle.dump(job, pipe)
                    pipe.flush()
                    answer: RoundPaired | NotPossible = pickle.load(pipe)  # noqa: S301 - our own
            finally:
                process.kill()
    except (OSError, EOFError, pickle.UnpicklingError):
        raise NotPossible("pairing-cut-off") from None
    if isinstance(answer, NotPossible):
        raise answer
    return answer


def main() -> None:
    child.limit(MOST_MEMORY)
    job: PairingJob = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own, from who has started us
    answer: RoundPaired | NotPossible
    try:
        answer = propose(job.tournament, Random(job.seed), *job[2:])  # noqa: S311
    except NotPossible as why:
        answer = why
    pickle.dump(answer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
