"""A known scanner types nowhere but into Okanjo; an ordinary keyboard does."""

from appliance import until
from scenario_cables import OPENING, BothTables, codes

TYPED = "/run/virtual-pi/typed"
LISTEN = f"stty raw -echo </dev/tty1; exec cat /dev/tty1 >{TYPED}"
KEYBOARD = "/run/virtual-pi/keyboard.py"
NODE = "grep -l Ordinary /sys/class/input/event*/device/name | cut -d/ -f5; true"


def typed(okanjo):
    """What has come out at the first console so far."""
    return okanjo.shell(f"cat {TYPED}")


def nothing_is_typed_into_the_console(okanjo, say):
    """A scanner is grabbed once it is known, and at once after a replug; a keyboard never."""
    okanjo.shell(f"setsid bash -c '{LISTEN}' >/dev/null 2>&1 &")
    until(lambda: okanjo.shell(f"ls {TYPED} 2>/dev/null; true"), why="somebody reads the console")
    table = BothTables(okanjo)  # the first code of all makes the scanner known
    first = typed(okanjo)
    assert first[:6].isdigit(), "the console does not hear the keys of a keyboard"
    (code,) = codes(OPENING[0])
    times = 1 + okanjo.stopped.count(code)
    assert len(first.split()) <= times, f"more than the first code was typed: {first!r}"
    assert all(piece in code for piece in first.split()), f"another code was typed: {first!r}"
    table.lay()
    okanjo.machine.unplug("scanner")
    okanjo.await_log("scanner lost: 0627")
    times_found = okanjo.log_count("scanner found: 0627")
    okanjo.machine.plug_scanner()
    okanjo.await_log("scanner found: 0627", times_found)
    for _ in range(3):
        table.lay()
    assert typed(okanjo) == first
    say("after the code that made it known, nothing was typed into the console: replugged, too")
    ordinary_keyboard(okanjo, table, first)
    say("an ordinary keyboard beside it types into the console, and Okanjo hears nothing of it")
    table.twin.close()


def ordinary_keyboard(okanjo, table, before):
    okanjo.bring("keyboard.py", KEYBOARD)
    okanjo.shell(f"python3 {KEYBOARD} plug")
    node = until(lambda: okanjo.shell(NODE), why="it is there")
    opened = f"ls -l /proc/{okanjo.pid}/fd | grep -c {node}; true"
    until(lambda: okanjo.shell(opened) == "1", why="Okanjo has looked at it")
    okanjo.shell(f"python3 {KEYBOARD} type 'what a fine evening'")
    until(lambda: "what a fine evening" in typed(okanjo)[len(before) :], why="it is typed")
    table.twin.rest()
    okanjo.await_picture(table.twin.pages, okanjo.machine.glass.last)
    table.lay()  # whatever it had heard before would be there by now
    assert okanjo.journal_rows() == table.twin.journal_rows()
    assert okanjo.log_count("Ordinary") == 0
