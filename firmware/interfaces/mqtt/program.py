"""The process of `okanjo mqtt`: until a signal, follow the table that runs, and have a Client tell
the broker of it.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from firmware.common.ipc.client import ask
from firmware.common.ipc.socket_path import Words, address
from firmware.common.system.signals import signal_wakeup
from firmware.interfaces.mqtt import words
from firmware.interfaces.mqtt.client import Client, Inbox, TableNews
from firmware.interfaces.mqtt.kept import Kept
from firmware.interfaces.mqtt.link import TABLE_AGAIN_S

logger = logging.getLogger(__name__)


def run(place: Callable[[], str], folder: str, password: str, *, ends_with_input: bool) -> int:
    """Tell the broker of the table until a signal, or until the end of standard input;
    `place` finds the folder of its socket.
    """
    kept, inbox, ended = Kept(folder), Inbox(), threading.Event()

    def end() -> None:
        ended.set()
        inbox.put(None)

    def ask_table(request: str, **more: object) -> Words | None:
        here = place()
        return ask([here], request, here, descriptor=None, wait_s=5.0, **more)[0]

    def read_input() -> None:
        while os.read(0, 64):
            pass
        end()

    if ends_with_input:
        threading.Thread(target=read_input, daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, frame: None)
    with signal_wakeup(end):
        while not ended.is_set():
            settings = ask_table(words.SETTINGS)
            if settings and not settings["host"]:
                logger.info("no broker is set: [mqtt] host is empty")
                return 0
            if kept.is_new and (answer := ask_table(words.GAMES)):
                kept.begin(answer["games"])
            if settings and not kept.is_new and (line := _listen(place())):
                threading.Thread(target=_read, args=[line, inbox], daemon=True).start()
                Client(ask_table, kept, inbox, password).run()
            else:
                ended.wait(TABLE_AGAIN_S)
    return 0


def _listen(place: str) -> socket.socket | None:
    """Ask for the states of the program that runs there; None while none does."""
    line = socket.socket(socket.AF_UNIX)
    try:
        with address(place) as path:
            line.connect(path)
        line.sendall(json.dumps({"ask": words.FOLLOW}).encode() + b"\n")
    except OSError:
        line.close()
        return None
    return line


def _read(line: socket.socket, inbox: Inbox) -> None:
    """Put every line into the inbox, until they end."""
    with line, suppress(OSError, ValueError, TypeError):
        for news in line.makefile("rb"):
            inbox.put(TableNews(**json.loads(news)))
    inbox.put(None)
