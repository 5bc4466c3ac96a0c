"""What each scan did is said aloud, by the voice's own unit, and heard at a loopback's other end.

A scan stops what is being said. Between two sentences nothing runs for it. Whatever becomes of the
sound card, scans count; display, log and doctor say what is amiss, and it speaks again afterwards.
At the end a whole round is scored by ear (round_by_ear.py).
"""

from appliance import SERIAL_PORT, SETTINGS, STATE, until
from loopback import RUN, LoopbackEnd, after_its_scan
from round_by_ear import KeptVoice, a_round_by_ear
from scenario_cables import BothTables
from support.playing import label

from drivers.events import PartFound, PartLost, Trouble

VOICE = '[voice]\nsay = "short"\ncard = "{card}"\n'
LOOPBACK, DUMMY = "Loopback", "plughw:Dummy"
PAIRS = 2  # of cards
SOUND_WITHIN_S = 20  # emulated; on iron a tenth of it
MOST_KB = 32_000
REST_S = 20
LOST = Trouble("gone, as far as the twin knows", "nothing")
WAITING = "/run/virtual-pi/waiting"
UNITS = "/sys/fs/cgroup/system.slice/system-okanjo*voice.slice/*/cgroup.procs"
SIZES = f"""
for pid in $(cat {UNITS} 2>/dev/null); do
  size=$(sed -n 's/^Pss: *\\([0-9]*\\) kB/\\1/p' /proc/$pid/smaps_rollup 2>/dev/null) &&
    echo $(cat /proc/$pid/comm) $size
done; true
"""
UNBIND, BIND = (
    f"echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/{how}" for how in ("unbind", "bind")
)


def the_voice(okanjo, say):
    okanjo.shell("modprobe snd-aloop pcm_substreams=1; modprobe snd-dummy pcm_substreams=1")
    before = woken(okanjo)
    speak_by(okanjo, LOOPBACK)
    ear = LoopbackEnd(okanjo)
    table = BothTables(okanjo)
    each_scan_is_heard(table, ear, say)
    a_scan_interrupts(table, ear, say)
    nothing_runs_in_silence(okanjo, ear, before, say)
    the_card_goes(table, ear, say)
    somebody_else_has_the_card(table, say)
    assert table.journals_agree()
    say("every scan is kept")
    table.twin.close()
    at_a_fresh_table(okanjo, ear, say)


def speak_by(okanjo, card):
    """With that card in its settings, started anew."""
    okanjo.put("/etc/okanjo/okanjo.toml", SETTINGS + "\n" + VOICE.format(card=card))
    found = okanjo.log_count(f"scanner found: {SERIAL_PORT}")
    okanjo.shell("systemctl restart okanjo")
    okanjo.wait_until_ready()
    okanjo.await_log(f"scanner found: {SERIAL_PORT}", found)


def woken(okanjo):
    """How many of its threads that wait for files, as the voice's does, are woken while nothing
    happens. One of lgpio's is.
    """
    okanjo.shell(f"grep -l poll /proc/{okanjo.pid}/task/*/wchan >{WAITING}")
    counts = f"sed s/wchan/status/ {WAITING} | xargs grep ^voluntary"
    before, after = (
        dict(line.split() for line in okanjo.shell(f"sleep {wait_s}; {counts}").splitlines())
        for wait_s in (0, REST_S)
    )
    return sum(before[thread] != after[thread] for thread in before)


def each_scan_is_heard(table, ear, say):
    """After a rest, when its unit has to be started; and at once after another."""
    cold, warm = [], []
    for _ in range(PAIRS):
        cold += heard_after(table, ear, ear.await_rest())
        ear.await_one("silence", len(ear.so_far) - 1)
        warm += heard_after(table, ear, len(ear.so_far))
    waits = [f"{min(of):.1f} s" if of else "unknown" for of in (cold, warm)]
    say(f"from Enter to the first sound {waits[0]}, {waits[1]} with its unit up (emulated)")
    assert max(cold + warm, default=0) < SOUND_WITHIN_S, (cold, warm)


def heard_after(table, ear, since):
    """Lay a card; how long until it was heard, where the scanner did not stop short within it."""
    stopped = len(table.okanjo.stopped)
    table.lay()
    sound = ear.await_one("sound", since)
    return [after_its_scan(table.okanjo, sound)] if stopped == len(table.okanjo.stopped) else []


def a_scan_interrupts(table, ear, say):
    """The table read to its end, then once more, and a card laid as soon as that is heard."""
    okanjo = table.okanjo
    sound, player = read_table(okanjo, ear)
    sizes(okanjo, say)
    whole_s = ear.await_end_of(player).time_s - sound.time_s
    sound, player = read_table(okanjo, ear)
    table.lay()
    end = ear.await_end_of(player)
    cut_s, heard_s = after_its_scan(okanjo, end), end.time_s - sound.time_s
    wait_s = after_its_scan(okanjo, ear.await_one("sound", ear.so_far.index(end)))
    say(f"{whole_s:.1f} s to read all trays; a scan {heard_s:.1f} s on stops that")
    say(f"{cut_s:.1f} s after its Enter, and is heard {wait_s:.1f} s after it (emulated)")
    assert heard_s < whole_s - 1


def read_table(okanjo, ear):
    """READ TABLE, to its first sound, and who plays it."""
    since = ear.await_rest()
    okanjo.scan(label("command read-table").code)
    sound = ear.await_one("sound", since)
    return sound, ear.await_one("player", since).player


def sizes(okanjo, say):
    """Of all that speaks, while it does."""

    def speaking():
        sizes = [line.split() for line in okanjo.shell(SIZES).splitlines()]
        return sizes if {"aplay", "espeak-ng"} <= {name for name, _ in sizes} else None

    programs = until(speaking, every_s=0.2, why="both programs run")
    total_kb = sum(int(size) for _, size in programs)
    say(f"{total_kb} kB of its own: " + ", ".join(f"{name} {size}" for name, size in programs))
    assert total_kb <= MOST_KB


def nothing_runs_in_silence(okanjo, ear, before, say):
    ear.await_rest()
    ear.end()
    with_voice = woken(okanjo)
    say(f"in silence no program runs; threads woken: {with_voice}, without it {before}")
    assert with_voice <= before
    ear.begin()


def the_card_goes(table, ear, say):
    """While it speaks: scans count in silence, and it is told why; then it comes back."""
    okanjo = table.okanjo
    read_table(okanjo, ear)
    lost = okanjo.log_count("voice lost")
    okanjo.shell(f"({UNBIND}) & sleep 1; systemctl stop listener; wait")
    okanjo.await_log("voice lost", lost)
    table.tell(PartLost("voice", LOST))
    for _ in range(2):
        table.lay_unseen()
    amiss(table, say)
    okanjo.shell(BIND)
    ear.begin()
    spoken_again(table, say)
    ear.await_one("sound", 0)


def somebody_else_has_the_card(table, say):
    okanjo = table.okanjo
    greeted = okanjo.log_count("voice found")
    speak_by(okanjo, DUMMY)
    okanjo.await_log("voice found", greeted)  # else the greeting may be what is not heard
    hold = "aplay -q -D hw:Dummy -f cd /dev/zero"
    okanjo.shell(f"{RUN} --unit=holder {hold}")
    until(
        lambda: "RUNNING" in okanjo.shell("cat /proc/asound/Dummy/pcm0p/sub0/status"),
        why="somebody plays",
    )
    lost = okanjo.log_count("voice lost")
    table.lay_unseen()
    okanjo.await_log("voice lost", lost)
    table.tell(PartLost("voice", LOST))
    amiss(table, say)
    okanjo.shell("systemctl stop holder")
    spoken_again(table, say)


def amiss(table, say):
    """On the display; with its reason in the log, and in the doctor's report."""
    table.twin.rest()
    table.okanjo.await_picture(table.twin.pages)
    lost = [line for line in table.okanjo.log(500).splitlines() if line.startswith("voice lost")]
    say(lost[-1])
    reason = lost[-1].split(": ")[1]
    report = " ".join(table.okanjo.shell("okanjo doctor; true").split())
    assert reason in report.partition("voice ")[2], report


def spoken_again(table, say):
    found = table.okanjo.log_count("voice found")
    table.tell(PartFound("voice"))
    table.lay()
    table.okanjo.await_log("voice found", found)
    say("then it speaks again")


def at_a_fresh_table(okanjo, ear, say):
    """With a voice that keeps what it is given."""
    ear.end()
    voice = KeptVoice(okanjo, ear)
    okanjo.shell(f"systemctl stop okanjo; rm {STATE}/journal.*")
    speak_by(okanjo, LOOPBACK)
    a_round_by_ear(voice, say)
