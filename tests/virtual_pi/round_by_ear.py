"""A whole round scored by ear on a booted machine; each sentence is found again in what was played.

What espeak-ng is given is kept by a program of its name before it in the unit's PATH, which hands
all on to it unchanged. What it makes of the same text again is compared on the machine with what
came out of the loopback's other end, sample by sample (brought/compare.py). An emulated machine may
be too late with its sound, and then there is a hole in it: a few sentences may have one.
"""

import json
from typing import NamedTuple

from appliance import NAMES, until
from loopback import after_its_scan
from support.by_ear import Blind
from support.playing import label, result_of
from twin import Twin
from usb_reports import LATEST, latest_code

from firmware.words.spoken import HEARD_REFUSED

FOLDER = "/run/virtual-pi/ear"
SAID, PLAYED, KEPT = (f"{FOLDER}/{name}" for name in ("said", "played", "kept"))
PROGRAMS = "/usr/local/lib/virtual-pi/programs"
DROP_IN = "/run/systemd/system/okanjo-voice@.service.d/ear.conf"
UNIT = f"""
[Service]
Environment=PATH={PROGRAMS}:/usr/local/bin:/usr/bin:/bin SAID={SAID}
ReadWritePaths={SAID}
"""
PLAYERS = {badge: NAMES[badge] for badge in ("red", "orange")}
MENU = "sushi-go-classic"  # that two can play
COMPARE = "/usr/local/lib/virtual-pi/compare.py"
COMPARE_WITHIN_S = 600
PEAKS = range(5_000, 32_767)  # loud enough, and not clipped
DISTURBED = 0.1  # of all sentences


class Sentence(NamedTuple):
    """What was said, and how long after its scan; None where the scanner had stopped short."""

    text: str
    wait_s: float | None


class KeptVoice:
    """Scans at the machine, and hears to its end what is said then; all of it is kept there.

    A sentence begins a little later than it would: two programs more are started for it.
    """

    def __init__(self, okanjo, end):
        self.okanjo, self.end, self.sentences = okanjo, end, []
        self._since = None
        okanjo.bring("espeak_kept.sh", f"{PROGRAMS}/espeak-ng")
        okanjo.put(DROP_IN, UNIT)
        okanjo.shell(
            f"chmod 755 {PROGRAMS}/espeak-ng; mkdir -p {SAID} {PLAYED} {KEPT}; chmod 777 {SAID}; "
            "systemctl daemon-reload"
        )
        end.begin(PLAYED)

    def scan(self, line):
        """A label; once more where the emulated scanner has stopped short within its code."""
        self._since, stopped = len(self.end.so_far), len(self.okanjo.stopped)
        self.okanjo.scan_until(label(line).code, self._is_answered, f"{line} is answered aloud")
        if len(self.okanjo.stopped) > stopped:
            self._since = None

    def _is_answered(self):
        """Not by a refusal of half a code, which is over before the code is scanned again."""
        if not (texts := self._files(f"{SAID}/*.txt")):
            return False
        code, _ = latest_code(self.okanjo.shell(LATEST))
        if "-" in code and HEARD_REFUSED.text in self.okanjo.shell(f"cat {texts[-1]}"):
            self._await_end()
            self.okanjo.shell(f"rm {SAID}/* {PLAYED}/*")
            return False
        return True

    def listen(self):
        """The next sentence, heard to its end."""
        text_file, sound_file = self._await_end()
        kept = f"{KEPT}/{len(self.sentences)}"
        self.okanjo.shell(
            f"mv {text_file} {kept}.txt; mv {sound_file} {kept}.raw; rm -f {SAID}/* {PLAYED}/*"
        )
        _, text = self.okanjo.shell(f"cat {kept}.txt").split("\n")
        self.sentences.append(Sentence(text, self._wait_s()))
        return text

    def _await_end(self):
        """The newest files: what espeak-ng was given, and what was played."""

        def both_files():
            texts, sounds = self._files(f"{SAID}/*.txt"), self._files(f"{PLAYED}/*.raw")
            return texts and sounds and (texts[-1], sounds[-1])

        return until(both_files, every_s=0.2, why="a sentence comes to its end")

    def _files(self, pattern):
        """The newest last."""
        return self.okanjo.shell(f"ls -tr {pattern} 2>/dev/null; true").split()

    def _wait_s(self):
        """From Enter to the first sound; None where nothing was scanned, or more than once."""
        if self._since is None:
            return None
        return after_its_scan(self.okanjo, self.end.await_one("sound", self._since))

    def comparisons(self):
        """Of each sentence as it was played with what espeak-ng makes of it."""
        self.okanjo.bring("compare.py", COMPARE)
        rows = self.okanjo.shell(f"python3 {COMPARE} {KEPT}", COMPARE_WITHIN_S).splitlines()
        return [json.loads(row) for row in rows]


def a_round_by_ear(voice, say):
    """At a fresh table: the points heard are those of the journal, and of the page."""
    okanjo = voice.okanjo
    blind = Blind(voice.scan, voice.listen, "en", PLAYERS, MENU)
    blind.score_first_round()
    for mistake in ("not mine", "refused", "short"):
        assert blind.mistakes.count(mistake) == 1, blind.mistakes
    twin = Twin(okanjo.journal_rows())
    journal = {seat["badge"]: seat for seat in result_of(twin.table)["seats"]}
    twin.close()
    page = {seat["badge"]: seat["banked"] for seat in okanjo.state()["seats"]}
    for badge, points in blind.rounds.items():
        assert points == [ended["points"] for ended in journal[badge]["rounds"]]
        assert sum(points) == page[badge]
    scores = ", ".join(f"{NAMES[badge]} {points}" for badge, [points] in blind.rounds.items())
    say(f"a round scored by ear: {scores}, as in the journal and on the page")
    if okanjo.stopped:
        say(f"the emulated scanner stopped short {len(okanjo.stopped)} times: scanned again")
    each_sentence_is_played(voice, say)
    waits = sorted(sentence.wait_s for sentence in voice.sentences if sentence.wait_s is not None)
    least, median, most = waits[0], waits[len(waits) // 2], waits[-1]
    say(f"from Enter to the first sound {least:.1f}, {median:.1f}, {most:.1f} s (emulated)")


def each_sentence_is_played(voice, say):
    played, disturbed = [], []
    for sentence, row in zip(voice.sentences, voice.comparisons(), strict=True):
        assert row["peak"] in PEAKS, (sentence, row)
        (played if row["is_same"] else disturbed).append(row)
        if not row["is_same"]:
            say(f"disturbed, {row['longer_ms']:.0f} ms longer: {sentence.text}")
    longer_ms = max(abs(row["longer_ms"]) for row in played)
    louder_db = max(abs(row["louder_db"]) for row in played)
    seconds, late = sum(row["seconds"] for row in played), sum(row["is_late"] for row in played)
    count = f"{len(played)} of {len(voice.sentences)}"
    say(f"{count} sentences, {seconds:.0f} s, are played as espeak-ng makes them, sample by sample")
    say(f"but for {late} first 4 ms; length within {longer_ms:.1f} ms, loudness {louder_db:.2f} dB")
    assert len(disturbed) <= DISTURBED * len(voice.sentences)
