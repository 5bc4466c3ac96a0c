"""What the program that runs does for the client: hand it states and results, take its commands.

Law: the table's thread keeps one reference and wakes listeners, nothing more. No network code is
here.
"""

from __future__ import annotations

import json
import os
import select
import socket
import threading
import time
from collections.abc import Mapping

from drivers.events import PartFound, PartLost, Trouble
from engine.catalogue import codebook_of
from firmware.common.facts.notices import Notice
from firmware.common.facts.shown import Shown
from firmware.common.ipc.server import BadRequest, Request, Route, Stream
from firmware.common.ipc.socket_path import Words
from firmware.common.system.files import mark
from firmware.common.system.state_dir import MQTT_FOLDER
from firmware.common.system.systemd import runtime_folder
from firmware.core.app.loop import App
from firmware.core.app.messages import CallAnswered, OfferMade, RemotePress
from firmware.core.journal.rows import GameRow
from firmware.interfaces.mqtt import password, words
from firmware.interfaces.mqtt.child import ClientChild
from firmware.records.backup.running import Running

MARK = "mqtt"  # in the run-time folder: okanjo-mqtt.path starts the client where it is
OLDEST_MS = 24 * 3600 * 1000
NO_CLIENT = Trouble(
    "its client does not run", "to see why: journalctl -u okanjo-mqtt -n 20", there=False
)


class MqttPart:
    """States and results for the client."""

    def __init__(self, running: Running, app: App) -> None:
        self._running, self._app = running, app
        self._settings = running.settings.mqtt
        self._run = os.urandom(3).hex()  # with a state's number: which state it is
        self._newest: Shown | None = None
        self._saved: tuple[GameRow | None, int, bool] = None, 0, True
        self._lock = threading.Lock()
        self._wakes = set[int]()
        self._ended = False
        self._answered: object = None  # the state that the last command was for
        self._offered: object = None  # with the last offer, but for the clock
        self._child: ClientChild | None = None

    def show(self, shown: Shown) -> None:
        """Take the newest there is; from the table's thread."""
        journal = self._running.journal
        self._saved = journal.game, journal.edits, journal.saved  # later it is ahead of the disk
        self._newest = shown
        if self._wakes:
            self._wake()

    def start(self) -> None:
        """Have a client started where a broker is set; by systemd, where that is at work."""
        folder = runtime_folder(os.environ)
        if folder:
            mark(os.path.join(folder, MARK), bool(self._settings.host))
        elif self._settings.host:
            self._child = ClientChild(os.path.join(self._running.folder, MQTT_FOLDER))

    def stop(self) -> None:
        self._ended = True
        self._wake()
        if self._child:
            self._child.stop()

    def _wake(self) -> None:
        with self._lock:
            for wake in self._wakes:
                os.eventfd_write(wake, 1)

    # --- in a caller's thread -------------------------------------------------------------

    def streams(self) -> Mapping[str, Stream]:
        return {words.FOLLOW: self._follow}

    def _follow(self, line: socket.socket) -> None:
        """Write a line of JSON for every newer state, and what happened since the last one."""
        from firmware.interfaces.mqtt import published  # late: only where somebody listens

        wake = os.eventfd(1, os.EFD_CLOEXEC)  # the first look is due
        with self._lock:
            self._wakes.add(wake)
        try:
            poll = select.poll()
            poll.register(line, select.POLLIN)
            poll.register(wake, select.POLLIN)
            before, since = None, None
            while not self._ended and line.fileno() not in dict(poll.poll()):
                os.eventfd_read(wake)
                shown = self._newest
                if shown is None or self._ended:
                    continue
                now = {**published.state(shown), "run": self._run, **self._of_journal()}
                happened = [*published.events(shown, shown.number if since is None else since)]
                if happened or now != before:
                    line.sendall(json.dumps({"state": now, "events": happened}).encode() + b"\n")
                before, since = now, shown.number
        finally:
            with self._lock:
                self._wakes.remove(wake)
                is_last = not self._wakes
            os.close(wake)
            if is_last and not self._ended:
                self._app.inbox.put(PartLost(words.PART, NO_CLIENT))

    def _of_journal(self) -> Words:
        """The ID of the game on the table; and what changes whenever a result may have."""
        from firmware.interfaces.mqtt.results import game_id

        game, edits, saved = self._saved
        begun = game is not None and game.names != ""
        return {
            "game_id": game_id(game.number, game.began) if game and begun else "",
            "results": [game and (game.number, game.ended), edits, saved],
        }

    def routes(self) -> Mapping[str, Route]:
        folder = self._running.folder

        def settings(request: Request) -> Words:
            return {**self._settings._asdict(), "password": password.read(folder, self._settings)}

        def games(request: Request) -> Words:
            from firmware.interfaces.mqtt.results import finished

            return {"games": finished(folder)}

        def game(request: Request) -> Words:
            from firmware.interfaces.mqtt.results import NotFinished, result

            book = codebook_of(self._app.table.games)
            try:
                return result(folder, request.word("number", int), book)
            except NotFinished:
                raise BadRequest("no finished game has this number") from None

        def tell(request: Request) -> Words:
            self._app.inbox.put(_as_part(request))
            return {}

        return {
            words.SETTINGS: settings,
            words.GAMES: games,
            words.GAME: game,
            words.TELL: tell,
            words.DO: lambda request: {"refused": self._do(request)},
            words.SEATS: self._offer,
        }

    def _offer(self, request: Request) -> Words:
        """Offer the table seats, or none; or say what is wrong with them. Tell which games were
        played with them already, if their results are asked for again: not each time that only
        their clock is told.
        """
        text, age_s = request.word("offer", str), _age_s(request)
        offer, clock, again = None, None, list[str]()
        if text:
            from firmware.interfaces.mqtt import seats  # late: few have an organiser
            from firmware.interfaces.mqtt.results import played

            try:
                offer = seats.offer_of(text, self._app.table.games)
                clock = seats.clock_of(text, time.monotonic() - (age_s or 0))
            except seats.BadOffer as why:
                return {"refused": str(why), "again": again}
            offered = seats.but_for_clock(text)
            if seats.asks_again(text) and not (clock and offered == self._offered):
                again = played(self._running.folder, offer.id)
            self._offered = offered
        self._app.inbox.put(OfferMade(offer, clock, is_old=age_s is None))
        return {"refused": "", "again": again}

    def _do(self, command: Request) -> str:
        """Carry out a command, or return why not. A command for another state than the newest came
        late, or somebody replays it.
        """
        what, shown = command.word("do", str), self._newest
        if not self._settings.commands:
            return "commands are switched off"
        if what not in words.COMMANDS:
            return "there is no such command"
        meant = command.words.get("run"), command.words.get("n")
        if shown is None or meant != (self._run, shown.number) or meant == self._answered:
            return "it is for another state"
        self._answered = meant  # it may come again before the table has carried it out
        if what == "identify":
            self._app.inbox.put(Notice("identified", device=command.word("id", str)))
        elif what == "answered":
            self._app.inbox.put(CallAnswered())
        else:
            self._app.inbox.put(RemotePress(what))
        return ""


def _age_s(request: Request) -> float | None:
    """How long ago something was sent, in seconds; None: nobody knows."""
    age_ms = request.words.get("age_ms")
    return age_ms / 1000 if type(age_ms) is int and 0 <= age_ms < OLDEST_MS else None


def _as_part(problem: Request) -> PartFound | PartLost:
    """Return the event that says whether the broker works, and if not, why."""
    if not problem.words.get("found"):
        return PartFound(words.PART)
    found, do = (problem.word(name, str) for name in ("found", "do"))
    trouble = Trouble(found, do, values=problem.word("values", dict))
    try:
        str(trouble)  # here, not at the table
        fits = all(type(value) in (str, int) for value in trouble.values.values())
    except Exception:  # whatever a text's placeholders may ask for
        fits = False
    if not fits:
        raise BadRequest('"values" must have a text or whole number for each {name} of the texts')
    return PartLost(words.PART, trouble)
