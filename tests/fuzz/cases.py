"""Run cases of a target in this process, which holds itself to the target's limits."""

import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

from fuzz.mutator import mutated
from fuzz.targets import TARGETS, Target

SEEDS = Path(__file__).with_name("seeds")
BEGINS_WITHIN_S = 60.0  # of a processor, with the seeds


def seeds_of(name: str) -> list[bytes]:
    """What is damaged."""
    return [file.read_bytes() for file in sorted((SEEDS / name).iterdir()) if file.is_file()]


def content_of(name: str, number: int) -> bytes:
    """The bytes of a case."""
    return mutated(number, seeds_of(name), TARGETS[name].formats)


def run(name: str, first: int, count: int) -> None:
    """Read the seeds, what was a fault once, and so many cases; the file or number of each is on
    standard output before it begins.
    """
    target = TARGETS[name]
    _time(BEGINS_WITHIN_S)
    read = target.begin()
    for seed in seeds_of(name):
        read(seed)
    _limit(target)
    for case, content in _cases(name, first, count):
        os.write(1, f"{case}\n".encode())
        _time(target.cpu_s)
        read(content)
    _time(0)
    os.write(1, b"done\n")


def _cases(name: str, first: int, count: int) -> Iterator[tuple[str, bytes]]:
    seeds, formats = seeds_of(name), TARGETS[name].formats
    for file in sorted((SEEDS / name).glob("regressions/*")):
        yield file.name, file.read_bytes()
    for number in range(first, first + count):
        yield f"{number}", mutated(number, seeds, formats)


def _limit(target: Target) -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + target.memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _time(cpu_s: float) -> None:
    """End this process by a signal if the next case takes longer; 0: it was the last."""
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    signal.setitimer(signal.ITIMER_REAL, 20 * cpu_s)  # of a machine that is busy
