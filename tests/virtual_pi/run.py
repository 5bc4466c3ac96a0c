"""In: names of scenarios; none is all of them. Out: what each has found, and whether it went well.

    make vm                    all of it, on a machine that is installed anew
    make vm ONLY="evening"     some of it, on the machine as it was installed last
    make vm CUTS=5             fewer power cuts than the 30

As root on Debian 12 (amd64); everything lies in build/virtual-pi, or in the folder OKANJO_VM.
"""

import os
import subprocess
import sys
import time
import traceback
from pathlib import Path

import install_once
from scenario_cables import pulled_cables
from scenario_console import nothing_is_typed_into_the_console
from scenario_evening import an_evening_of_200_scans
from scenario_power import CUTS, power_cuts, power_cuts_of_a_journal_that_does_not_wait
from scenario_sandbox import the_sandbox
from scenario_service import a_service_that_hangs, updates_that_fail_and_go_back

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BEGAN = time.monotonic()


def say(words):
    print(f"{time.monotonic() - BEGAN:6.0f} s  {words}", flush=True)


class Bench:
    """A folder with a machine in it that Okanjo is installed on."""

    def __init__(self, folder):
        self.folder = folder
        (self.archive,) = sorted(ROOT.glob("dist/okanjo-*.tar.gz"))[-1:]
        self.disk = os.path.join(folder, "installed.qcow2")

    def install(self):
        install_once.install(self.folder, str(self.archive), say)

    def ready(self, carry_out, *more):
        """A scenario on a machine that is ready."""
        okanjo = install_once.from_moment(self.folder, self.disk, "scenario")
        try:
            carry_out(okanjo, *more, say)
        except BaseException:
            if okanjo.machine.is_on:
                say("its log ends with:\n" + okanjo.log(20))
            raise
        finally:
            okanjo.machine.cut()

    def updates(self):
        self.ready(updates_that_fail_and_go_back, f"/root/{self.archive.name}")

    def power(self):
        power_cuts(self.folder, self.disk, say, int(os.environ.get("CUTS") or CUTS))

    def control(self):
        okanjo = install_once.from_moment(self.folder, self.disk, "scenario")
        try:
            power_cuts_of_a_journal_that_does_not_wait(self.folder, self.disk, okanjo, say)
        finally:
            okanjo.machine.cut()


SCENARIOS = {
    "evening": lambda at: at.ready(an_evening_of_200_scans),
    "console": lambda at: at.ready(nothing_is_typed_into_the_console),
    "cables": lambda at: at.ready(pulled_cables),
    "hang": lambda at: at.ready(a_service_that_hangs),
    "updates": Bench.updates,
    "sandbox": lambda at: at.ready(the_sandbox),
    "control": Bench.control,
    "power": Bench.power,
}


def went_well(name, carry_out):
    """One line more, at its end."""
    say(f"-- {name}")
    began = time.monotonic()
    try:
        carry_out()
    except Exception:
        traceback.print_exc()
        say(f"FAILED  {name}, after {time.monotonic() - began:.0f} s")
        return False
    say(f"ok      {name}, in {time.monotonic() - began:.0f} s")
    return True


def known(names, scenarios):
    if unknown := set(names) - set(scenarios):
        sys.exit(f"There is no {' '.join(unknown)}; there are {' '.join(scenarios)}.")


def all_well(names, scenarios, folder, architecture, anew):
    """On a machine of that architecture; installed anew if asked to, or if it never was."""
    if subprocess.run([HERE / "build.sh", folder, architecture], check=False).returncode:
        sys.exit("The virtual Pi could not be built.")
    bench = Bench(folder)
    well = []
    if anew or not os.path.exists(bench.disk):
        well.append(went_well("install", bench.install))
    if all(well):
        well += [went_well(name, lambda at=name: scenarios[at](bench)) for name in names]
    return all(well)


def main(names):
    folder = os.environ.get("OKANJO_VM") or str(ROOT / "build" / "virtual-pi")
    known(names, SCENARIOS)
    sys.exit(not all_well(names or SCENARIOS, SCENARIOS, folder, "amd64", anew=not names))


if __name__ == "__main__":
    main(sys.argv[1:])
