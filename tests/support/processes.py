"""What the kernel tells of a process: its memory, its threads, its open files."""

import os
import re
from contextlib import suppress
from pathlib import Path


def status(pid: int | str = "self") -> dict[str, int]:
    """The numbers in its `status` file; a thread is "PID/task/THREAD"."""
    lines = re.findall(r"(\w+):\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return {name: int(number) for name, number in lines}


def child_of(pid: int, words: str) -> int:
    """The process that one has started with these words; 0 where there is none."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # one that has just ended
            for child in (task / "children").read_text().split():
                if words.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                    return int(child)
    return 0


def rss_kb(pid: int | str = "self") -> int:
    return status(pid)["VmRSS"]


def open_files(pid: int | str = "self") -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def wake_ups(*threads: int | None, pid: int | str = "self") -> int:
    """How often these threads, or all, went to sleep: as often as they were woken."""
    tasks = threads or os.listdir(f"/proc/{pid}/task")
    return sum(status(f"{pid}/task/{task}")["voluntary_ctxt_switches"] for task in tasks)


def cpu_s(pid: int | str = "self") -> float:
    """The time that it has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pss_kb(pid: int) -> int:
    """What a process and all of its children take of the memory, shared pages by their share."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    taken = int(re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[0])
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError, IndexError):  # it has just ended
                taken += pss_kb(int(child))
    return taken
