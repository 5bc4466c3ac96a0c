"""From power to the first scan, by a card that installs by itself and by SSH, on the same system.

Over SSH no human's time counts: what an owner would type (docs/install.md) is typed the moment
their user can log in. Both run at once, so that whatever else this machine does slows both alike.
"""

import multiprocessing
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from resource import RUSAGE_CHILDREN, getrusage
from typing import NamedTuple

from appliance import Appliance, until
from scenario_card import MOST_S, WrittenCard, first_scan, mtools

TURNS = 3
MOST_RATIO = 1.1
LOGS_IN = "until grep -q '^chris:[$]' /etc/shadow; do sleep 1; done"
TYPED = "cd /home/chris && tar xf /boot/firmware/okanjo-*.tar* && okanjo/install.sh 2>&1"
ASKS = "restart once for display and lights: sudo reboot"


class Took(NamedTuple):
    """Seconds: on the wall, and of this machine's processor."""

    wall_s: float
    cpu_s: float

    def __str__(self):
        return f"{self.wall_s:.0f} s, {self.cpu_s:.0f} s of CPU"


def by_card_and_by_ssh(folder, archive, name, say):
    """The card's way takes no longer, by the medians of the processor's seconds."""
    took = {way: [] for way in WAYS}
    for _ in range(TURNS):
        with ProcessPoolExecutor(len(WAYS), multiprocessing.get_context("fork")) as pool:
            running = {way: pool.submit(measured, folder, archive, name, say, way) for way in WAYS}
        for way, measurement in running.items():
            took[way].append(measurement.result())
            say(f"by {way}: {took[way][-1]}")
    card, ssh = (Took(*map(statistics.median, zip(*took[way], strict=True))) for way in WAYS)
    say(f"medians: {card} by card, {ssh} by SSH")
    assert card.cpu_s <= MOST_RATIO * ssh.cpu_s


def measured(folder, archive, name, say, way):
    """From power to the first scan, with the restart between."""
    card = WrittenCard(folder, archive, f"{name}-{way}", say)
    try:
        if way == "SSH":
            mtools(card.disk, "mdel", "::vendor-data")
        began, cpu_s = time.monotonic(), cpu_of_ended()
        card.start()
        WAYS[way](card)
        card.machine.cut()
        card.start()
        first_scan(Appliance(card.machine))
        wall_s = time.monotonic() - began
        card.machine.cut()
        return Took(wall_s, cpu_of_ended() - cpu_s)
    finally:
        card.end()


def by_itself(card):
    until(lambda: not card.machine.is_on, within_s=MOST_S, every_s=0.5, why="it restarts")


def by_ssh(card):
    card.machine.shell(LOGS_IN, MOST_S)
    said = card.machine.shell(TYPED, MOST_S)
    assert ASKS in said, said
    card.machine.begin("systemctl reboot")
    by_itself(card)


def cpu_of_ended():
    """Seconds that programs of ours have taken which have ended, as a machine that was cut."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


WAYS = {"card": by_itself, "SSH": by_ssh}
