"""Whatever becomes of the unit that reads photos, the game goes on. This kernel counts memory."""

from scenario_cables import BothTables

PROGRAM = "/usr/local/lib/photos.py"
SCANS = 3
WITHIN_S = 400  # on a busy machine
STOPPED = "Reading this photo stopped halfway"


def photos_and_a_game(okanjo, say):
    """Killed in mid-photo, out of memory, idle; scans count meanwhile, by the same process."""
    pid, table = okanjo.pid, BothTables(okanjo)
    okanjo.bring("photos.py", PROGRAM)
    reads = okanjo.machine.begin(f"/opt/okanjo/current/bin/python -I {PROGRAM} 2>&1")
    for _ in range(SCANS):
        table.lay()
    status, output = okanjo.machine.end(reads, WITHIN_S)
    assert status == 0, output
    for line in output.splitlines():
        say(f"  | {line}")
    for trouble in ("killed in mid-photo", "out of memory"):
        assert f"{trouble}: {STOPPED}" in output, output
    table.lay()
    assert table.journals_agree()
    assert (okanjo.pid, okanjo.restarts) == (pid, 0)
    say("the same process all along, and every scan is kept")
    table.twin.close()
