"""Run scenarios by their names, or all of them; print what each finds, and how many pass.

    make vm                    all of it, on a machine that is installed anew
    make vm ONLY="evening"     some of it, on the machine as it was installed last
    make vm CUTS=5             fewer power cuts than the 30

As root on Debian 12 (amd64); everything lies in build/virtual-pi, or in the folder OKANJO_VM.
"""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path

import install_once
from appliance import TooLate
from machine import NoAnswer
from scenario_beside import by_card_and_by_ssh
from scenario_cables import pulled_cables
from scenario_card import a_card_unplugged, from_an_empty_card
from scenario_console import nothing_is_typed_into_the_console
from scenario_evening import an_evening_of_200_scans
from scenario_hostile import hostile_sticks
from scenario_interrupted import interrupted_updates
from scenario_mistakes import a_bad_line, wrong_files_and_no_room
from scenario_network import a_network_that_comes_late
from scenario_newest import looks_for_a_new_version
from scenario_page import goes_back_by_itself, updates_by_the_page
from scenario_photos import photos_and_a_game
from scenario_power import CUTS, power_cuts, power_cuts_of_a_journal_that_does_not_wait
from scenario_sandbox import the_sandbox
from scenario_service import a_service_that_hangs, updates_that_fail_and_go_back
from scenario_start import switched_on
from scenario_stick import sticks_get_a_backup
from scenario_voice import the_voice
from scenario_wifi import a_wifi_of_its_own

from firmware import VERSION

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BEGAN = time.monotonic()
INSTALL = "install"
FROM_A_CARD = ("card", "beside", "unplugged", "mistakes", "offline")  # which bring their own system
AT_ONCE = 2  # scenarios; each has a machine of its own, and that keeps one core busy
WITHIN_S = 3600  # any of them; most take one minute or two, on a busy machine many
FORK = multiprocessing.get_context("fork")
REASON_OF = FORK.SimpleQueue()  # of whatever failed or was tried again: a line each


def tell(name, words):
    """A line that says when, and of what: others speak in between."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {name:<8} {words}", flush=True)


class Bench:
    """A folder with a machine in it that Okanjo is installed on, and a scenario there."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.archive = ROOT / "dist" / f"okanjo-{VERSION}.tar.gz"
        self.disk = os.path.join(folder, "installed.qcow2")

    def say(self, words):
        tell(self.name, words)

    def install(self):
        install_once.install(self.folder, str(self.archive), self.say)

    def ready(self, carry_out):
        """A scenario on a machine that is ready."""
        okanjo = install_once.from_moment(self.folder, self.disk, self.name)
        try:
            carry_out(okanjo, self.say)
        except BaseException:
            if okanjo.machine.is_on:
                with suppress(NoAnswer):
                    self.say("its log ends with:\n" + okanjo.log(20))
            raise
        finally:
            okanjo.machine.cut()

    def start(self):
        switched_on(self.folder, self.disk, self.name, self.say)

    def card(self):
        from_an_empty_card(self.folder, str(self.archive), self.name, self.say)

    def unplugged(self):
        cuts, chance = int(os.environ.get("CUTS") or 10), random.Random(self.name)
        a_card_unplugged(self.folder, str(self.archive), self.name, self.say, cuts, chance)

    def beside(self):
        by_card_and_by_ssh(self.folder, str(self.archive), self.name, self.say)

    def mistakes(self):
        wrong_files_and_no_room(self.folder, str(self.archive), self.name, self.say)

    def offline(self):
        a_bad_line(self.folder, str(self.archive), self.name, self.say)

    def interrupted(self):
        interrupted_updates(self.folder, self.disk, self.name, self.say)

    def power(self):
        power_cuts(self.folder, self.disk, self.say, int(os.environ.get("CUTS") or CUTS))

    def control(self):
        okanjo = install_once.from_moment(self.folder, self.disk, self.name)
        disk = install_once.own(self.folder, self.name)
        try:
            power_cuts_of_a_journal_that_does_not_wait(self.folder, disk, okanjo, self.say)
        finally:
            okanjo.machine.cut()


# The longest first, so that the last to end has not begun late.
SCENARIOS = {
    "updates": lambda at: at.ready(updates_that_fail_and_go_back),
    "power": Bench.power,
    "interrupted": Bench.interrupted,
    "unplugged": Bench.unplugged,
    "beside": Bench.beside,
    "mistakes": Bench.mistakes,
    "offline": Bench.offline,
    "voice": lambda at: at.ready(the_voice),
    "card": Bench.card,
    "page": lambda at: at.ready(updates_by_the_page),
    "bad": lambda at: at.ready(goes_back_by_itself),
    "newest": lambda at: at.ready(looks_for_a_new_version),
    "evening": lambda at: at.ready(an_evening_of_200_scans),
    "wifi": lambda at: at.ready(a_wifi_of_its_own),
    "control": Bench.control,
    "network": lambda at: at.ready(a_network_that_comes_late),
    "sandbox": lambda at: at.ready(the_sandbox),
    "start": Bench.start,
    "cables": lambda at: at.ready(pulled_cables),
    "photos": lambda at: at.ready(photos_and_a_game),
    "stick": lambda at: at.ready(sticks_get_a_backup),
    "hostile": lambda at: at.ready(hostile_sticks),
    "hang": lambda at: at.ready(a_service_that_hangs),
    "console": lambda at: at.ready(nothing_is_typed_into_the_console),
}


def too_late(within_s):
    raise TimeoutError(f"not done within {within_s} s")


def went_well(name, carry_out, within_s=0):
    """One line more, at its end; if a time is given, it has failed after that."""
    began = time.monotonic()
    signal.signal(signal.SIGALRM, lambda *_: too_late(within_s))
    signal.alarm(within_s)
    try:
        carry_out()
    except Exception as why:
        tell(name, f"FAILED, after {time.monotonic() - began:.0f} s:\n{traceback.format_exc()}")
        REASON_OF.put(f"FAILED {name}: {in_a_line(why)}")
        return False
    finally:
        signal.alarm(0)
    tell(name, f"ok, in {time.monotonic() - began:.0f} s")
    return True


def patiently(at, scenario):
    """Once more, anew, where it has waited in vain: an emulated machine now and then stands still.

    What is wrong or lost is never tried again; what does not come at the second time, fails.
    """
    try:
        scenario(at)
    except Exception as why:
        if not in_vain(why):
            raise
        REASON_OF.put(f"tried again {at.name}: {in_a_line(why)}")
        at.say(f"once more, as it has waited in vain:\n{traceback.format_exc()}")
        scenario(at)


def in_vain(error):
    """Whether what it comes from is that something did not come in time."""
    while error and not isinstance(error, TooLate | NoAnswer):
        error = error.__cause__
    return bool(error)


def in_a_line(error):
    return traceback.format_exception_only(error)[0].splitlines()[0]


def known(names, scenarios):
    if unknown := set(names) - set(scenarios):
        sys.exit(f"There is no {' '.join(unknown)}; there are {' '.join(scenarios)}.")


def some(names, scenarios, folder):
    """These scenarios, two at once, each in a process of its own: whether well, and seconds.

    What takes an installed machine waits for it, and is left out if there will be none.
    """
    waiting, running, ended = list(names), {}, {}
    while waiting or running:
        while len(running) < AT_ONCE and (name := _next(waiting, running)):
            waiting.remove(name)
            at = Bench(folder, name)
            process = FORK.Process(target=_one, args=(at, scenarios[at.name]))
            running[at.name] = process, time.monotonic()
            process.start()
        wait([process.sentinel for process, _ in running.values()])
        for name in [name for name, (process, _) in running.items() if not process.is_alive()]:
            process, began = running.pop(name)
            ended[name] = process.exitcode == 0, time.monotonic() - began
        if not ended.get(INSTALL, (True,))[0]:
            waiting = [name for name in waiting if name in FROM_A_CARD]
    return ended


def _next(waiting, running):
    """The first that can begin now."""
    able = (name for name in waiting if INSTALL not in running or name in FROM_A_CARD)
    return next(able, None)


def _one(at, scenario):
    well = went_well(at.name, lambda: patiently(at, scenario), WITHIN_S)
    with suppress(FileNotFoundError):
        os.remove(install_once.own(at.folder, at.name))
    sys.exit(not well)


def all_well(names, scenarios, folder, architecture, anew):
    """On a machine of that architecture; installed anew if asked to, or if it never was."""
    if subprocess.run([HERE / "build.sh", folder, architecture], check=False).returncode:
        sys.exit("The virtual Pi could not be built.")
    os.makedirs(os.path.join(folder, "run"), exist_ok=True)
    built_s = time.monotonic() - BEGAN
    if anew or not os.path.exists(Bench(folder, INSTALL).disk):
        names, scenarios = [INSTALL, *names], {INSTALL: Bench.install, **scenarios}
    ended = some(names, scenarios, folder)
    print(f"{built_s:6.0f} s  to build the machine")
    for name, (well, took_s) in sorted(ended.items(), key=lambda one: -one[1][1]):
        print(f"{took_s:6.0f} s  {name if well else f'FAILED {name}'}")
    failed = [name for name, (well, _) in ended.items() if not well]
    print(f"{time.monotonic() - BEGAN:6.0f} s in all")
    print(f"{len(ended) - len(failed)} passed, {len(failed)} failed")
    while not REASON_OF.empty():
        print(REASON_OF.get())
    return not failed


def main(names):
    folder = os.environ.get("OKANJO_VM") or str(ROOT / "build" / "virtual-pi")
    known(names, SCENARIOS)
    sys.exit(not all_well(names or SCENARIOS, SCENARIOS, folder, "amd64", anew=not names))


if __name__ == "__main__":
    main(sys.argv[1:])
