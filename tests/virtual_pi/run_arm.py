"""Run scenarios on an emulated arm64; print what each finds, and exit with whether all pass.

    make vm-arm                  what a processor may make a difference to; hours
    make vm-arm ONLY="boot"      a machine that boots, Okanjo installed, scanned at
    make vm-arm ONLY="tests"     `make test`, without a browser, each program of it emulated
    make vm-arm ONLY="power"     or any other scenario of `make vm`

As root on Debian 12 (amd64); everything lies in build/virtual-pi-arm, or in OKANJO_VM_ARM.
"""

import os
import subprocess
import sys

import run
from scenario_processor import another_processor

SCENARIOS = {
    "boot": lambda bench: bench.ready(another_processor),
    **run.SCENARIOS,
    "tests": lambda bench: tests(bench.folder),
}
USUAL = ("boot", "evening", "cables", "updates", "tests")


def tests(folder):
    subprocess.run([run.HERE / "tests_arm.sh", folder], check=True)


def main(names):
    folder = os.environ.get("OKANJO_VM_ARM") or str(run.ROOT / "build" / "virtual-pi-arm")
    run.known(names, SCENARIOS)
    names = names or USUAL
    booted = [name for name in names if name != "tests"]
    well = not booted or run.all_well(booted, SCENARIOS, folder, "arm64", anew="boot" in names)
    if "tests" in names:
        well &= run.went_well("tests", lambda: tests(folder))
    sys.exit(not well)


if __name__ == "__main__":
    main(sys.argv[1:])
