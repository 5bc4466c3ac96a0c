"""Run cases of a target in a process of its own, and tell what went wrong with which.

That process is a fork of this one: what several targets import is imported once, and what is wrong
with one touches no other.
"""

import multiprocessing
import os
import tempfile
from importlib import import_module
from pathlib import Path

from fuzz.cases import SEEDS, content_of, run
from fuzz.targets import SHARED

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "fuzz"  # bytes of cases that have failed
MEMORY = Path("/dev/shm")  # noqa: S108
FORK = multiprocessing.get_context("fork")


def warm_up() -> None:
    """Import what several targets need."""
    for module in SHARED:
        import_module(module)


def fuzz(name: str, first: int, count: int) -> str:
    """Run these cases; "" or what is wrong: the case's number, where its bytes are, and why."""
    memory = MEMORY if MEMORY.is_dir() else None
    # It is removed here: a process that a case ends removes nothing.
    with tempfile.TemporaryDirectory(prefix="okanjo-", dir=memory) as folder:
        process = FORK.Process(target=_run, args=(Path(folder), name, first, count), daemon=True)
        process.start()
        try:
            process.join()
        finally:
            process.kill()  # where this one is to end: it would write on
        return _what_is_wrong(name, process.exitcode, Path(folder))


def _run(folder: Path, name: str, first: int, count: int) -> None:
    for descriptor, file in ((1, "cases"), (2, "why")):
        os.dup2(os.open(folder / file, os.O_CREAT | os.O_WRONLY), descriptor)
    scratch = folder / "scratch"
    scratch.mkdir()
    tempfile.tempdir = str(scratch)
    run(name, first, count)


def _what_is_wrong(name: str, status: int | None, folder: Path) -> str:
    *_, last = ["seeds", *(folder / "cases").read_text().splitlines()]
    if last == "done" and not status:
        return ""
    why, kept = (folder / "why").read_text(errors="replace"), ""
    if last.isdigit():
        KEPT.mkdir(parents=True, exist_ok=True)
        file = KEPT / f"{name}-{last}"
        file.write_bytes(content_of(name, int(last)))
        kept = f"\nits bytes: {file}\nonce mended, keep them: {SEEDS / name}/regressions"
    again = f"PYTHONPATH=.:tests python -m fuzz {name} {f'1 {last}' if kept else 0}"
    return f"{name}, case {last}, status {status}; again: {again}{kept}\n{why}"
