"""In: Okanjo, a scanner, a keyboard. Out: the scanner types nowhere, the keyboard does."""

from appliance import until
from scenario_cables import Table

TYPED = "/run/virtual-pi/typed"
LISTEN = f"stty raw -echo </dev/tty1; exec cat /dev/tty1 >{TYPED}"
KEYBOARD = "/run/virtual-pi/keyboard.py"


def typed(okanjo):
    """What has come out at the first console so far."""
    return okanjo.shell(f"cat {TYPED}")


def nothing_is_typed_into_the_console(okanjo, say):
    """A scanner is grabbed once it is known, and at once after a replug; a keyboard never."""
    okanjo.shell(f"setsid bash -c '{LISTEN}' >/dev/null 2>&1 & sleep 0.5")
    table = Table(okanjo)  # the first code of all makes the scanner known
    first = typed(okanjo)
    assert first[:6].isdigit(), "the console does not hear the keys of a keyboard"
    assert len(first.split()) == 1, f"more than the first code was typed: {first!r}"
    table.lay()
    okanjo.machine.unplug("scanner")
    okanjo.await_told("scanner lost: 0627")
    found = okanjo.told("scanner found: 0627")
    okanjo.machine.plug_scanner()
    okanjo.await_told("scanner found: 0627", found)
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
    until(lambda: "Ordinary" in okanjo.shell("cat /proc/bus/input/devices"), why="it is there")
    okanjo.shell(f"sleep 2; python3 {KEYBOARD} type 'what a fine evening'")
    until(lambda: "what a fine evening" in typed(okanjo)[len(before) :], 10, why="it is typed")
    okanjo.shell("sleep 1")
    table.twin.rest()
    okanjo.await_picture(table.twin.pages, okanjo.machine.glass.last, 5)
    assert okanjo.kept() == table.twin.kept()
    assert okanjo.told("Ordinary") == 0
    table.lay()
