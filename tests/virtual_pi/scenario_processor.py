"""On another processor every library is there, and evenings score as on this one."""

import json
import subprocess
import sys
from pathlib import Path

from scenario_cables import BothTables
from scenario_evening import the_journal_agrees, the_page_agrees

ROOT = Path(__file__).parent.parent.parent
EVENINGS = sorted((ROOT / "tests" / "evenings").glob("*.scans"))
NAMES = '[names]\nred = "Chris"\norange = "Kim"\n'  # those of the results that are kept
PLACE = "/run/virtual-pi"
SCANS = 9


def another_processor(okanjo, say):
    """Libraries, evenings, doctor, and scans at the running service."""
    all_is_imported(okanjo, say)
    evenings_are_scored(okanjo, say)
    scans_are_scored(okanjo, say)
    # emulated, it is too late the first time to see what reads photos, which has to be started
    report = okanjo.shell("okanjo doctor >/dev/null; okanjo doctor")
    say("the doctor finds nothing amiss:")
    for line in report.splitlines():
        say(f"  | {line}")


def all_is_imported(okanjo, say):
    okanjo.bring("imports.py", f"{PLACE}/imports.py")
    printed = okanjo.shell(f"cd {PLACE} && /opt/okanjo/current/bin/python -I -W error imports.py")
    processor, where = json.loads(printed)
    wheels = (ROOT / "systemd" / "wheels.txt").read_text().count("==")
    brought = {name for name, file in where.items() if file.startswith("/opt/okanjo/")}
    assert len(brought) >= wheels, brought
    say(f"{processor}: {len(where)} libraries imported, {len(brought)} of them brought along:")
    say(f"  | {' '.join(where)}")


def evenings_are_scored(okanjo, say):
    """By `okanjo replay`: as on this machine, and as they are kept."""
    okanjo.put(f"{PLACE}/names.toml", NAMES)
    for file in EVENINGS:
        okanjo.put(f"{PLACE}/evenings/{file.name}", file.read_text(encoding="utf-8"))
    files = " ".join(f"{PLACE}/evenings/{file.name}" for file in EVENINGS)
    there = okanjo.shell(f"okanjo --config {PLACE}/names.toml replay --json {files}")
    assert there == replayed_here(okanjo.machine.run)
    kept = [json.loads(file.with_suffix(".json").read_text(encoding="utf-8")) for file in EVENINGS]
    seats = [json.loads(line)["seats"] for line in there.splitlines()]
    assert seats == [game["seats"] for game in kept]
    say(
        f"{len(EVENINGS)} evenings replayed: as on this machine to the letter, as kept to the point"
    )


def replayed_here(folder):
    settings = Path(folder, "names.toml")
    settings.write_text(NAMES)
    words = [sys.executable, "-m", "firmware", "--config", settings, "replay", "--json", *EVENINGS]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.rstrip("\n")


def scans_are_scored(okanjo, say):
    """Over the USB keyboard; glass, page and journal are as the twin's, on this machine."""
    table = BothTables(okanjo)
    for _ in range(SCANS):
        table.lay()
        points = the_page_agrees(okanjo, table.twin)
    assert points, "a table without points proves nothing"
    the_journal_agrees(okanjo, table.twin)
    say(f"{len(table.twin.journal_rows())} scans: glass, page and journal are right")
    table.twin.close()
