"""Read what the virtual Pi's scanner has typed, and where it paused, from its kernel's trace.

Keys lie ready in QEMU's keyboard, and the kernel fetches them one by one, 16 ms apart. Now and
then an emulated machine stands still meanwhile. No scanner does that within a code, and for Okanjo
100 ms from one key to the next end one: a code that was cut off like this is scanned again.

Between its report and Okanjo a key may be held up, too; so is the next report then, and one of the
two pauses is at least half as long as that which Okanjo sees.
"""

MONITOR = "/run/virtual-pi/reports"
WATCH = f"""
modprobe usbmon; mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug
mkdir -p $(dirname {MONITOR}) && : >{MONITOR}
setsid grep --line-buffered " C Ii" /sys/kernel/debug/usb/usbmon/0u >{MONITOR} 2>/dev/null &
until ls -l /proc/$!/fd | grep -q usbmon; do sleep 0.05; done
"""
LATEST = f"tail -n 60 {MONITOR} 2>/dev/null; true"  # nothing, where nobody watches
PAUSE_US = 45_000
DIGITS, ENTER = {30 + index: digit for index, digit in enumerate("1234567890")}, 40


def latest_code(reports):
    """The last that was ended by Enter, a "-" wherever the scanner had paused within it; when.

    A report's fields: ..., when (in microseconds), ..., "8 =", its eight bytes in two.
    """
    code, ended_at, typed, before = "", 0, "", 0
    for fields in map(str.split, reports.splitlines()):
        if "=" not in fields:  # it was unplugged
            typed = ""
            continue
        if fields[-3] != "=" or len(fields[-1]) < 8:  # a hub's, or it is still being written
            continue
        moment, key = int(fields[1]), int(fields[-2][4:6], 16)
        if not key:  # it was let go
            continue
        if typed and moment - before > PAUSE_US:
            typed += "-"
        before = moment
        if key == ENTER:
            code, ended_at, typed = typed, moment, ""
        else:
            typed += DIGITS.get(key, "?")
    return code, ended_at
