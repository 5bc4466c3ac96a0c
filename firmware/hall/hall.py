"""The hall: what its tables show, what devices and people do in its tournaments, what is amiss.

Two threads work for it. The broker's (`broker/hear.py`) brings messages: what is only shown goes to
the tiles (`tables.py`) there and then, a result goes to the writer first. The writer's thread
(`store/writer.py`) saves results and acts, and whoever asks for an act waits for that. While a
round's clock runs, another one comes each minute and sends tables what is left. Pages are read from
any thread: what they read is replaced whole.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial

from engine.message import Message, gettext
from firmware.common.broker.connection import Options
from firmware.hall.broker.hear import Hearing
from firmware.hall.broker.said import Nonsense, TableMessage, read, sender
from firmware.hall.season.season import Season
from firmware.hall.seats import SeatsOffer, assignments, former, offers, without_result
from firmware.hall.store.expiry import Expiry
from firmware.hall.store.inbox import DeviceResult, UnreadableResult
from firmware.hall.store.ledger import NO_NAMES, Heard
from firmware.hall.store.requests import (
    AddPlayers,
    DoAct,
    DropLines,
    DropSeason,
    KeepSeason,
    KeepWord,
    OpenTournament,
    WriteText,
)
from firmware.hall.store.store import Store
from firmware.hall.store.writer import Writer
from firmware.hall.tables import RESULT, Said, Tables
from firmware.hall.tournament.acts import Act, Opened
from firmware.hall.tournament.log import LoggedAct
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.tournament import Clock, Tournament
from firmware.hall.uncounted import Lines, Uncounted
from firmware.words.language import say

logger = logging.getLogger(__name__)
BROKER, FORGOTTEN = "broker", "forgotten"  # the keys of where we have a session, and of when it was
MOST_TABLES = 5_000
STOP_WITHIN_S = 5.0
MINUTE_S = 60.0
FINE = {
    "broker": "the broker answers",
    "database": "the database answers",
    "seats": "the broker takes seats for tables",
}


class Hall:
    """`changed` is called whenever there is something new to show, `say` with all that is amiss,
    and `failed` when the hall cannot go on; from any thread.
    """

    def __init__(
        self,
        store: Store,
        failed: Callable[[Exception], None],
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.failed = failed
        self.changed: Callable[[], object] = lambda: None
        self.say: Callable[[Sequence[Message]], object] = lambda troubles: None
        self.tables = Tables(int(1000 * time.time()), store.games())
        self._lock = threading.Lock()  # of tables and troubles, for those who write
        self._troubles: dict[str, Message] = {"broker": gettext("the broker does not answer yet")}
        self._logged = set[str]()  # why messages were ignored
        self._clock, self._running = clock, running
        self._clocks = dict[Clock, tuple[int, float]]()  # what was left, and when that was
        self._writer = Writer(store, self, clock, running)
        self._hearing: Hearing | None = None  # until it starts
        self._asked: Collection[str] = ()  # the tables that are asked for a result
        self._offers = dict[str, tuple[SeatsOffer, bytes]]()  # and as they were sent, by device
        self._minute: threading.Timer | None = None  # until clocks that run are sent again
        self._broker = store.noted(BROKER)
        # when the broker was found to have forgotten us; 0 where the organiser knows
        self.forgotten_at = float(store.noted(FORGOTTEN) or 0)

    def start(self, options: Options) -> None:
        broker = f"{options.host}:{options.port}/{options.home}"
        self._asked = without_result(self.tournaments.values())
        self._hearing = Hearing(
            options,
            self.store.session,
            self._take,
            partial(self._hear_of_broker, broker),
            partial(self._have_trouble, "seats"),
            self._be_forgotten,
            has_session=self._broker == broker,
        )
        self._show_seats()
        self._writer.start()

    def stop(self, within_s: float = STOP_WITHIN_S) -> None:
        """Stop both threads; where the database hangs, leave the writer's behind. The broker sends
        a result again that is not saved by now.
        """
        with self._lock:
            hearing, self._hearing = self._hearing, None
            self._plan_minute()
        if hearing:
            hearing.close()
        if not self._writer.stop(within_s):
            logger.error(f"the database hangs, and was left after {within_s:g} s")
            return
        self.store.close()

    def result(self, device: str) -> Said | None:
        """The result of the game that a table shows, if it is saved. Raises Away."""
        tile = self.tables.tiles.get(device)
        return self.store.result(device, tile.game_id) if tile and tile.kept else None

    def remove(self, devices: Iterable[str]) -> None:
        """Have the broker forget tables that are offline: once it says so, they are shown no more.
        One that has come back meanwhile stays. Raises NotPossible.
        """
        for device in devices:
            tile = self.tables.tiles.get(device)
            if tile is None or tile.online:
                continue
            hearing = self._hearing
            refused = hearing.remove(device) if hearing else None
            if refused is None:
                raise NotPossible("broker-silent")
            if refused:
                raise NotPossible("broker-refuses", why=refused)

    def know_of_forgotten(self) -> None:
        """The organiser knows what the broker has forgotten. Raises Away."""
        self._writer.ask(KeepWord(FORGOTTEN, ""))
        self.forgotten_at = 0.0

    # --- tournaments: for any other thread; writes wait for the disk --------------------------

    @property
    def tournaments(self) -> Mapping[int, Tournament]:
        return self._writer.known.tournaments

    @property
    def names(self) -> Mapping[int, Mapping[int, str]]:
        return self._writer.known.names

    def log(self, number: int) -> tuple[LoggedAct, ...]:
        """What was done in a tournament, in that order."""
        return self._writer.known.logs.get(number, ())

    @property
    def uncounted(self) -> Lines:
        """What devices said that does not count."""
        return self._writer.known.uncounted

    @property
    def expiring(self) -> Mapping[int, Expiry]:
        """Names that go by themselves, by the tournament's number."""
        return self._writer.known.expiring

    def open(self, act: Opened, who: str) -> int:
        """Open a tournament; return its number. Raises NotPossible, Away; so do the others."""
        number: int = self._writer.ask(OpenTournament(act, who))
        return number

    def act(
        self, number: int, act: Act, who: str, names: Mapping[int, str] = NO_NAMES
    ) -> Tournament:
        """Do it; `names` are those of its players, where it gives some."""
        tournament: Tournament = self._writer.ask(DoAct(number, act, who, names))
        return tournament

    def join(self, number: int, names: Sequence[str], who: str, here: bool = False) -> list[int]:
        """Have them join; return their numbers."""
        numbers: list[int] = self._writer.ask(AddPlayers(number, names, who, here))
        return numbers

    @property
    def announcements(self) -> Mapping[int, str]:
        """What is told to all, by the tournament's number."""
        texts = self._writer.known.texts
        return {number: about[""] for number, about in texts.items() if "" in about}

    def notes(self, number: int) -> Mapping[str, str]:
        """What was noted in that tournament, by the table's ID."""
        return self._writer.known.texts.get(number, {})

    def seconds_left(self, clock: Clock) -> int:
        """Of a round, below 0 once time is over. It is counted from when the clock was first asked
        for, by one that nobody sets; before that, by the machine's.
        """
        if clock not in self._clocks:
            self._clocks[clock] = clock.left_at(self._clock()), self._running()
        left, since = self._clocks[clock]
        return int(left - (self._running() - since if clock.runs else 0))

    def announce(self, number: int, text: str, who: str) -> None:
        """Tell all of a tournament that; "" takes back what was told."""
        self._writer.ask(WriteText(number, "", text, who))

    def note(self, number: int, table: str, text: str, who: str) -> None:
        """Note that at the table of that ID, for those who organise; "" removes the note."""
        self._writer.ask(WriteText(number, table, text, who))

    @property
    def seasons(self) -> Mapping[int, Season]:
        return self._writer.known.seasons

    def keep_season(self, season: Season, who: str) -> int:
        """Keep a season in place of what it was, or a new one; return its number."""
        number: int = self._writer.ask(KeepSeason(season, who))
        return number

    def drop_season(self, number: int) -> None:
        """Drop a season; its tournaments stay."""
        self._writer.ask(DropSeason(number))

    def settle(self, lines: Sequence[Uncounted]) -> None:
        """Drop these lines; one that has changed since stays."""
        self._writer.ask(DropLines(lines))

    # --- the broker's thread ------------------------------------------------------------------

    def _hear_of_broker(self, broker: str, why: Message | None) -> None:
        if why is None:  # it has a session for us now
            self._writer.tell(KeepWord(BROKER, broker))
            self._show_seats(count_anew=True)
        self._have_trouble("broker", why)

    def _be_forgotten(self) -> None:
        """What waited at the broker is lost: tell so, and ask those who may have said it."""
        self.forgotten_at = self._clock()
        self._writer.tell(KeepWord(FORGOTTEN, repr(self.forgotten_at)))
        self._asked = without_result(self.tournaments.values())
        self._show_seats()
        self.changed()

    def _take(
        self, topic: str, payload: bytes, retained: bool, acknowledge: Callable[[], object]
    ) -> None:
        """Have a result saved, which acknowledges it, readable or not; show anything else."""
        try:
            message = read(topic, payload, retained)
            if message.kind != RESULT and self._is_full_for(message.device):
                raise Nonsense(gettext("there are {most} tables already", most=MOST_TABLES))
        except Nonsense as why:
            self._ignore(topic, str(why))
            if device := sender(topic, RESULT):
                self._writer.inbox.put(UnreadableResult(device, why.why, acknowledge))
            else:
                acknowledge()
            return
        if message.kind == RESULT:
            self._writer.inbox.put(DeviceResult(message, acknowledge))
        else:
            acknowledge()
            self._show(message)

    def _is_full_for(self, device: str) -> bool:
        tiles = self.tables.tiles
        return device not in tiles and len(tiles) >= MOST_TABLES

    def _ignore(self, topic: str, why: str) -> None:
        if why not in self._logged:
            self._logged.add(why)
            logger.warning(f"a message was ignored: {why} ({topic[:80]!r}; others are not logged)")

    def _show(self, message: TableMessage) -> None:
        with self._lock:
            changed = self.tables.take(message.device, message.kind, message.content, time.time())
        if changed:
            self.changed()

    def _have_trouble(self, part: str, why: Message | None) -> None:
        """Log and show what is amiss with a part, once; None: nothing."""
        with self._lock:
            if self._troubles.get(part) == why:
                return
            troubles = {**self._troubles, part: why}
            self._troubles = {key: words for key, words in troubles.items() if words}
            self.say([*self._troubles.values()])
        if why:
            logger.warning(say(why))
        else:
            logger.info(FINE[part])

    # --- the writer's thread ------------------------------------------------------------------

    def database_trouble(self, why: Message | None) -> None:
        self._have_trouble("database", why)

    def tournaments_changed(self) -> None:
        self._show_seats()
        self.changed()

    def seasons_changed(self) -> None:
        self.changed()

    def result_heard(self, message: TableMessage, heard: Heard) -> None:
        if heard.why:
            self._ignore(f"{message.device}/{RESULT}", heard.why)
        if heard.kept and not self._is_full_for(message.device):
            self._show(message)

    # --- from several threads -----------------------------------------------------------------

    def _show_seats(self, count_anew: bool = False) -> None:
        """Tell the hall and the devices who sits where, and what is left of their rounds: where
        nothing has changed, that is told anew only to `count_anew`.
        """
        with self._lock:  # the newest is the last
            known, before = self._writer.known, {} if count_anew else self._offers
            tournaments = known.tournaments.values()
            self.tables.assign(assignments(tournaments, known.names), former(tournaments))
            self._offers = {
                device: before[device]
                if device in before and before[device][0] == offer
                else (offer, offer.payload(self.seconds_left))
                for device, offer in offers(tournaments, known.names, self._asked).items()
            }
            if self._hearing:
                self._hearing.offer(
                    {device: payload for device, (_, payload) in self._offers.items()}
                )
            self._plan_minute()

    def _plan_minute(self) -> None:
        """Have clocks that run sent again in a minute, as long as there are any."""
        offers = [offer for offer, _ in self._offers.values()]
        is_due = self._hearing and any(offer.counts(self.seconds_left) for offer in offers)
        if self._minute and not is_due:
            self._minute.cancel()
            self._minute = None
        elif is_due and not self._minute:
            self._minute = threading.Timer(MINUTE_S, self._count_anew)
            self._minute.name, self._minute.daemon = "minute", True
            self._minute.start()

    def _count_anew(self) -> None:
        with self._lock:
            self._minute = None
        self._show_seats(count_anew=True)
