"""A virtual Pi from the folder of a built system: its power, plugs, keys and shell.

A machine is started from cold or, in a second, from a moment kept earlier. Its power is cut with
SIGKILL: nothing of it gets to tidy up.
"""

import base64
import itertools
import json
import os
import signal
import socket
import subprocess
import threading
import time
from contextlib import suppress

from glass import Glass
from hardware import SOCKETS, qemu
from support.waiting import free_port

WHOLE = 7  # characters with two reports each: a keyboard keeps 16 of them, and drops what is more
PACE_S = 0.0125  # from one of its reports to the next, at the least
TRIES = 3
WAKES_WITHIN_S = 90  # to the first word of its first program
STARTS_WITHIN_S = 300
KEPT = "setpriv --pdeathsig KILL"  # it ends with whoever started it
NAMES = {"\r": "ret", "\n": "ret", "-": "minus", " ": "spc", "/": "slash", ".": "dot"}


class NoAnswer(Exception):
    """The machine is off, or says nothing."""


class NotUp(NoAnswer):
    """Its kernel has not begun."""


def connected(path, is_on, within_s=60):
    """A connection to a socket that QEMU is about to make."""
    until = time.monotonic() + within_s
    while True:
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(path)
        except OSError as error:
            line.close()
            if not is_on() or time.monotonic() > until:
                raise NotUp(f"{path}: {error}") from error
            time.sleep(0.02)
        else:
            return line


class Machine:
    """One virtual Pi; `folder` has the system, `run` is for what this machine leaves behind."""

    def __init__(self, folder, name, disk):
        self.folder, self.run = folder, os.path.join(folder, "run", name)
        os.makedirs(self.run, exist_ok=True)
        self.disk, self.cargo, self.port = disk, None, 0
        self.kernel = ""  # what else that is told
        self.serial_plugged = False  # from the start; QEMU can keep no moment of such a machine
        self.console = os.path.join(self.run, "console.log")
        self._qemu, self._lines, self._monitor_turn = None, [], threading.Lock()

    # -- power ---------------------------------------------------------------------------------

    def start(self, moment=None):
        """On, until its shell answers; from a `moment` kept earlier if there is one.

        An emulated processor now and then hangs before the kernel's first line: switched on again.
        """
        for _ in range(TRIES - 1):
            try:
                return self._start(moment)
            except NotUp as why:
                print(f"          {why}: switched on again", flush=True)
                self.cut()
        return self._start(moment)

    def _start(self, moment):
        began, self.port = time.monotonic(), free_port()
        for path in (self.console, *map(self.socket, SOCKETS)):
            with suppress(FileNotFoundError):
                os.remove(path)
        with open(os.path.join(self.run, "qemu.log"), "ab") as log:
            self._qemu = subprocess.Popen(
                [*KEPT.split(), *qemu(self, moment)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._numbers, self._answers, self._news = itertools.count(1), {}, threading.Condition()
        self._monitor = self._line("monitor")
        self._replies = self._monitor.makefile("rb")
        self._replies.readline()
        self.monitor("qmp_capabilities")
        self._shell = self._line("shell")
        self._listen(self._shell, self._answered)
        self.glass = Glass()
        self._listen(self._line("glass"), self.glass.take)
        if moment:
            self.shell("true", STARTS_WITHIN_S)
        else:
            self._await_first_word()
            self._answer(0, STARTS_WITHIN_S)
        self.start_s = time.monotonic() - began
        return self

    def socket(self, name):
        return os.path.join(self.run, name)

    def _line(self, name):
        self._lines.append(connected(self.socket(name), lambda: self.is_on))
        return self._lines[-1]

    def _await_first_word(self):
        """On its console: the kernel is there, and has begun its first program."""
        until = time.monotonic() + WAKES_WITHIN_S
        while not (os.path.exists(self.console) and os.path.getsize(self.console)):
            if not self.is_on or time.monotonic() > until:
                raise NotUp("its kernel has not come up")
            time.sleep(0.05)

    def _listen(self, line, take):
        def hear():
            with suppress(OSError, ValueError), line.makefile("rb") as lines:
                for words in lines:
                    take(words)
            with self._news:
                self._news.notify_all()

        threading.Thread(target=hear, daemon=True).start()

    @property
    def is_on(self):
        return self._qemu is not None and self._qemu.poll() is None

    def cut(self):
        """The plug is pulled."""
        if self.is_on:
            self._qemu.send_signal(signal.SIGKILL)
        if self._qemu:
            self._qemu.wait()
        while self._lines:
            self._lines.pop().close()

    def save(self, moment):
        """This very moment, to be started from again; then off."""
        told = self.monitor("human-monitor-command", command_line=f"savevm {moment}")
        if told.strip():
            raise NoAnswer(told)
        self.monitor("quit")
        self._qemu.wait()
        self.cut()

    # -- what is plugged in --------------------------------------------------------------------

    def monitor(self, what, **how):
        words = {"execute": what}
        if how:
            words["arguments"] = {name.replace("_", "-"): value for name, value in how.items()}
        with self._monitor_turn:
            self._monitor.sendall(json.dumps(words).encode() + b"\n")
            while line := self._replies.readline():
                reply = json.loads(line)
                if "return" in reply:
                    return reply["return"]
                if "error" in reply:
                    raise NoAnswer(f"{what}: {reply['error']['desc']}")
        raise NoAnswer("the machine is off")

    def plug_scanner(self, name="scanner"):
        """A scanner that is a keyboard, to whoever asks. One is plugged in from the start."""
        self.monitor("device_add", driver="usb-kbd", id=name, bus="usb.0", port="1")

    def plug_serial(self, name="serial-scanner"):
        """A scanner on a USB serial port (FTDI); the other end of its wire."""
        self.monitor(
            "device_add", driver="usb-serial", id=name, bus="usb.0", port="2", chardev="serial"
        )
        return connected(self.socket("serial"), lambda: self.is_on)

    def unplug(self, name="scanner"):
        self.monitor("device_del", id=name)

    def type(self, text):
        """Key by key, as a scanner types.

        A code of ours is given to the keyboard whole: it makes its reports from it at a pace of its
        own, and how busy this machine is makes no pause in it.
        """
        for at in range(0, len(text), WHOLE):
            events = [
                {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": name}}}
                for name in (NAMES.get(one, one.lower()) for one in text[at : at + WHOLE])
                for down in (True, False)
            ]
            self.monitor("input-send-event", events=events)
            time.sleep(PACE_S * len(events))

    # -- its shell -----------------------------------------------------------------------------

    def _answered(self, words):
        try:
            number, status, printed = json.loads(words)
        except ValueError:
            return
        with self._news:
            self._answers[number] = status, base64.b64decode(printed).decode(errors="replace")
            self._news.notify_all()

    def _answer(self, number, within_s):
        until = time.monotonic() + within_s
        with self._news:
            while number not in self._answers and self.is_on and time.monotonic() < until:
                self._news.wait(1.0)  # a machine that ends says nothing
            if number not in self._answers:
                state = "on" if self.is_on else "off"
                with open(self.console, errors="replace") as console:
                    ends = console.read()[-500:]
                raise NoAnswer(
                    f"nothing within {within_s} s; the machine is {state}, its console: {ends}"
                )
            return self._answers.pop(number)

    def begin(self, command):
        """A command in its shell that goes on by itself; the number of its answer."""
        number = next(self._numbers)
        self._shell.sendall(json.dumps([number, command]).encode() + b"\n")
        return number

    def end(self, number, within_s=120):
        """Exit status, and what was printed."""
        return self._answer(number, within_s)

    def shell(self, command, within_s=120):
        """What a command prints that succeeds."""
        status, printed = self.end(self.begin(command), within_s)
        if status:
            raise AssertionError(f"{command}: exit status {status}\n{printed}")
        return printed.rstrip("\n")
