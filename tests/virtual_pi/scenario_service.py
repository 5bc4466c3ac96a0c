"""The service hangs, is updated, goes back and is removed: the game goes on."""

import time

from appliance import READY_WITHIN_S, STATE, TooLate, until
from archives import NEVER_READY, NEWER
from scenario_cables import BothTables

LEFT = "find / -xdev -name '*okanjo*' -not -path '/proc/*' -not -path '/root/*'"
MAY_STAY = ("/etc/okanjo", STATE, "/etc/systemd/system/okanjo.service.d", "/var/log")


def version(okanjo):
    return okanjo.shell("readlink -f /opt/okanjo/current").rpartition("/")[2]


def goes_on(okanjo, table):
    """After a start the display says where the game goes on, and it takes the next card."""
    table.twin.power_cut()
    okanjo.await_picture(table.twin.pages, okanjo.machine.glass.last)
    table.lay()
    assert table.journals_agree()


def a_service_that_hangs(okanjo, say):
    """The watchdog ends it, it starts again, and the game goes on."""
    table, pid = BothTables(okanjo), okanjo.pid
    table.lay()
    okanjo.shell(f"kill -STOP {pid}")
    began = time.monotonic()
    until(lambda: okanjo.pid not in (0, pid), every_s=0.5, why="another process")
    okanjo.wait_until_ready()
    say(f"hung; another process was ready {time.monotonic() - began:.0f} s later")
    assert okanjo.restarts == 1
    goes_on(okanjo, table)
    say("the game goes on")
    table.twin.close()


def updates_that_fail_and_go_back(okanjo, say):
    """Never ready: back by itself. By hand: back and forth. Removed: settings and state stay."""
    table, first = BothTables(okanjo), version(okanjo)
    table.lay()
    settings = okanjo.shell("cat /etc/okanjo/okanjo.toml")
    _never_ready(okanjo, first, say)
    goes_on(okanjo, table)
    _newer_and_back(okanjo, first, table, say)
    _removed(okanjo, settings, table, say)
    table.twin.close()


def _never_ready(okanjo, first, say):
    output, took_s = okanjo.install(f"/root/{NEVER_READY}.tar.gz", fails=True)
    assert f"did not become ready within {READY_WITHIN_S} s" in output, output
    if f"went back to {first}, which is not ready" in output:
        raise TooLate(f"this machine is too slow to tell: {first} is not ready in time\n{output}")
    assert f"went back to {first}, which is ready" in output, output
    assert version(okanjo) == first
    okanjo.wait_until_ready()
    say(f"an update that never became ready went back by itself, all in {took_s:.0f} s:")
    for line in output.splitlines()[-4:]:
        say(f"  | {line}")


def _newer_and_back(okanjo, first, table, say):
    began = time.monotonic()
    output = okanjo.shell(f"okanjo update /root/{NEWER}.tar.gz 2>&1", 1500)
    assert "signature    valid" in output, output
    took_s = time.monotonic() - began
    newer = version(okanjo)
    assert newer != first
    say(f"updated in {took_s:.0f} s")
    goes_on(okanjo, table)
    okanjo.shell("okanjo rollback", 600)
    assert version(okanjo) == first
    goes_on(okanjo, table)
    okanjo.shell("okanjo rollback", 600)
    assert version(okanjo) == newer
    goes_on(okanjo, table)
    say("rolled back by hand, and forth; the game went on each time")


def _removed(okanjo, settings, table, say):
    okanjo.shell("/opt/okanjo/current/system/uninstall.sh", 600)
    left = [
        path
        for path in okanjo.shell(LEFT).splitlines()
        if not any(path == allowed or path.startswith(allowed + "/") for allowed in MAY_STAY)
    ]
    assert not left, left
    assert "okanjo" not in okanjo.shell("getent passwd")
    assert not okanjo.shell("systemctl list-units --no-legend 'okanjo*'")
    assert not okanjo.shell("systemctl list-unit-files --no-legend 'okanjo*'; true")
    now = okanjo.shell("cat /etc/okanjo/okanjo.toml")
    assert now == settings, now
    assert okanjo.journal_rows() == table.twin.journal_rows()
    say("removed: what is left are the settings and the games")
    _, took_s = okanjo.install(f"/root/{NEWER}.tar.gz")
    goes_on(okanjo, table)
    say(f"installed again in {took_s:.0f} s: the same game goes on")
