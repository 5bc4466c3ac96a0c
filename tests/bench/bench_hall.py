"""The board's pages: how soon phones have what a table has said."""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from bench.bench_figures import Figure, WentWrong, p99
from support.hall_games import game, of
from support.hall_site import HallSite

CROWD = Path(__file__).with_name("bench_hall_crowd.py")
TABLES, PER_S, LISTENERS, SECONDS = 200, 200, 300, 15
GOAL_MS = 500.0


def update() -> Figure:
    """From a table's message to each of 300 phones that listen; 200 messages a second."""
    messages = game(1)
    states = {
        f"table-{number}": of(f"table-{number}", "1-1", messages[number % len(messages)]).state
        for number in range(TABLES)
    }
    with HallSite() as site:
        for device, state in states.items():
            site.say(device, "availability", "online")
            site.say(device, "state", state)
        words = [sys.executable, str(CROWD), f"{site.port}", f"{LISTENERS}", f"{SECONDS}"]
        child = subprocess.Popen(words, stdout=subprocess.PIPE)
        if not child.stdout or child.stdout.readline() != b"here\n":
            raise WentWrong("the phones were cut off")
        begun, count = time.perf_counter(), 0
        while child.poll() is None and time.perf_counter() < begun + SECONDS - 1:
            device = f"table-{count % TABLES}"
            now = f"{time.perf_counter():.6f}"
            site.say(device, "state", {**states[device], "problems": [now]})
            count += 1
            time.sleep(max(0.0, begun + count / PER_S - time.perf_counter()))
        laps: list[float] = json.loads(child.communicate()[0])
    if len(laps) < 0.99 * count * LISTENERS:
        raise WentWrong(f"{len(laps)} of {count * LISTENERS} came")
    late = p99(laps)
    return Figure("ms", late, late, GOAL_MS, f"p99; median {median(laps):.0f}, {count} updates")
