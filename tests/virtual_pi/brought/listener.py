"""At the other end of a loopback card: write down who plays, and when sound begins and ends there.

A line each is a time in seconds since the machine's start, and "sound", "silence", or "player" and
the number of a process, 0 once it has ended. Silence is written with the time at which it began:
half a second is more than there is between two words.

With a folder, what is heard until all is silent and nobody plays is kept there in a file: 16 bits
of each sample of the left channel. aplay's own samples have no more, and both channels are alike.
"""

import array
import os
import re
import subprocess
import sys
import time

PCM, STATUS, FILE, *FOLDER = sys.argv[1:]
RATE, CHANNELS, FORMAT = 48_000, 2, "S32_LE"  # as ALSA's mixer plays there: both ends have the same
PART_S = 0.04
LOUD = 300 << 16  # of 32,768 << 16
QUIET_S = 0.5
STEP = 16  # which samples are looked at: the machine is busy with playing


def player():
    with open(STATUS) as file:
        owner = re.search(r"owner_pid *: (\d+)", file.read())
    return int(owner[1]) if owner else 0


words = ["arecord", "-q", "-D", PCM, "-t", "raw", "-f", FORMAT, "-r", RATE, "-c", CHANNELS]
words += ["--buffer-time=1000000", f"--period-time={round(PART_S * 1e6)}"]
recorder = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, bufsize=0)
played_by, heard_at = 0, 0.0  # 0: nobody, never
recording = bytearray()
with open(FILE, "w", buffering=1) as file:
    while part := recorder.stdout.read(round(RATE * PART_S) * CHANNELS * 4):
        now = time.monotonic()
        if (plays := player()) != played_by:
            played_by = plays
            print(now, "player", plays, file=file)
            if plays and heard_at:
                print(heard_at, "silence", file=file)
                heard_at = 0.0
        samples = array.array("i", part[: len(part) // 4 * 4])
        if max(map(abs, samples[::STEP])) > LOUD:
            if not heard_at:
                print(now, "sound", file=file)
            heard_at = now
        elif heard_at and now - heard_at > QUIET_S:
            print(heard_at, "silence", file=file)
            heard_at = 0.0
        if FOLDER and (recording or any(samples)):
            recording += array.array("h", part[: len(part) // 8 * 8])[1::4]
            if not played_by and not heard_at:
                name = os.path.join(FOLDER[0], f"{now:.3f}")
                with open(name, "wb") as kept:
                    kept.write(recording)
                os.rename(name, f"{name}.raw")
                recording.clear()
