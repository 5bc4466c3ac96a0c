"""In a virtual Pi: commands in over a serial port, what they print and their exit status out.

A line each way is JSON: [number, command] and [number, status, printed, in base64].
"""

import base64
import json
import os
import subprocess
import sys
import termios
import threading
import tty


class Line:
    """The serial port; answers of several commands do not mix."""

    def __init__(self, port):
        self.fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.fd)
        modes = termios.tcgetattr(self.fd)
        modes[2] |= termios.CLOCAL
        termios.tcsetattr(self.fd, termios.TCSANOW, modes)
        self._one_at_a_time = threading.Lock()

    def say(self, number, status, printed):
        words = json.dumps([number, status, base64.b64encode(printed).decode()]).encode() + b"\n"
        with self._one_at_a_time:
            while words:
                words = words[os.write(self.fd, words) :]

    def heard(self):
        rest = b""
        while True:
            rest += os.read(self.fd, 4096)
            *lines, rest = rest.split(b"\n")
            yield from lines


def obey(line, number, command):
    done = subprocess.run(
        ["/bin/bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    line.say(number, done.returncode, done.stdout)


def main():
    line = Line(sys.argv[1])
    line.say(0, 0, b"up")
    for words in line.heard():
        try:
            number, command = json.loads(words)
        except ValueError:
            continue
        threading.Thread(target=obey, args=(line, number, command), daemon=True).start()


main()
