"""Run cases of a target in a process of its own, and tell what went wrong with which."""

import os
import subprocess
import sys
from pathlib import Path

from fuzz.cases import SEEDS, content_of
from fuzz.targets import TARGETS

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "fuzz"  # bytes of cases that have failed


def fuzz(name: str, first: int, count: int) -> str:
    """Run these cases; "" or what is wrong: the case's number, where its bytes are, and why."""
    words = [sys.executable, "-m", "fuzz", f"in-here:{name}", str(count), str(first)]
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        words,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=120 + count * TARGETS[name].cpu_s,
        check=False,
    )
    *_, last = [b"seeds", *done.stdout.splitlines()]
    if last == b"done" and not done.returncode:
        return ""
    case, why, kept = last.decode(), done.stderr.decode("utf-8", "replace"), ""
    if case.isdigit():
        KEPT.mkdir(parents=True, exist_ok=True)
        file = KEPT / f"{name}-{case}"
        file.write_bytes(content_of(name, int(case)))
        kept = f"\nits bytes: {file}\nonce mended, keep them: {SEEDS / name}/regressions"
    again = f"PYTHONPATH=.:tests python -m fuzz {name} {f'1 {case}' if kept else 0}"
    return f"{name}, case {case}, status {done.returncode}; again: {again}{kept}\n{why}"
