"""The journal: every accepted scan is on disk and synced before `append` returns.

Law: `append` never raises for the disk's sake. While the disk refuses, scans are held in memory in
their order, and go in by seq on a new connection, each once: after a sync that failed the old
connection is never trusted again. One thread owns the journal.
"""

import logging
import sqlite3
from collections.abc import Callable, Mapping

from drivers.threads import Backoff
from engine.codes import codes_in
from engine.message import gettext
from firmware.common.facts.notices import Problem, StartFinding
from firmware.common.system.state_dir import AlreadyRunning
from firmware.core.journal.database import trouble
from firmware.core.journal.disk import Disk
from firmware.core.journal.players import with_names
from firmware.core.journal.row_check import Damage, RowsRead
from firmware.core.journal.rows import (
    MOST_MERGES,
    Found,
    GameNow,
    GameRow,
    GameScans,
    MergeRow,
    Newer,
    ScanRow,
    crc,
)
from firmware.words.worded import WordedError

_TROUBLE = (sqlite3.Error, OSError, MemoryError, Newer, AlreadyRunning)

logger = logging.getLogger(__name__)


class NotChanged(WordedError):
    """A game is as it was; the text is a sentence that says why."""


class Journal:
    """The journal in a state folder, made where there is none.

    Raises AlreadyRunning when another process owns the folder. Whatever else goes wrong leaves a
    journal that is not `saved`, says why in `trouble`, and runs in memory.
    """

    def __init__(
        self, folder: str, *, synchronous: str = "FULL", disk: Callable[[str, str], Disk] = Disk
    ) -> None:
        self.trouble = ""
        self._disk = disk(folder, synchronous)
        # The last game and the one before, all that an undo can reach, and their scans.
        self._games: list[GameRow] = []
        self._scans: list[ScanRow] = []
        self.last_seq = 0
        self._looked = False  # whether what lies on the disk is known
        self.edits = 0  # how often the owner has changed a game or merged players
        self._games_before = 0  # games on a disk that came late, after ours had begun
        try:
            self._attach()
        except AlreadyRunning:
            raise
        except _TROUBLE as why:
            self._detach(why)

    @property
    def saved(self) -> bool:
        """Whether every accepted scan is on disk and synced. False is shown as UNSAVED."""
        return self._disk.connected

    @property
    def findings(self) -> list[StartFinding]:
        """What was found that is not as it should be: a damaged journal, a newer one."""
        return self._disk.findings

    @property
    def restored(self) -> bool:
        """Whether a restore was finished just now, settings and all."""
        return self._disk.restored

    def append(self, code: str, lane: int | str, scanned_at: float, game: GameNow | None) -> bool:
        """Add an accepted scan and say whether all is saved: it returns after the sync.

        `scanned_at` is wall time in Unix seconds. `game` is the game on the table after this scan,
        None for what it was before; where anything of it is another, the games change in the same
        transaction. A higher number opens a game, whose scans begin with the next one; a lower
        number takes the games above it back.
        """
        if not codes_in(code):
            raise ValueError(f"not a code of ours: {code!r}")
        scan = ScanRow(self.last_seq + 1, code, lane, float(scanned_at))
        changed = game is not None and self._update_games(game, scan)
        self._scans.append(scan)
        self.last_seq = scan.seq  # nothing has failed: from here on it counts
        if not self._disk.connected:
            return self.retry()
        try:
            self._disk.write((scan,), self._games if changed else ())
        except _TROUBLE as why:
            self._detach(why)
        return self.saved

    def retry(self) -> bool:
        """Try to save what is not, on a new connection; return whether all is saved now."""
        if not self._disk.connected:
            try:
                self._attach()
            except _TROUBLE as why:
                self._detach(why)
        return self.saved

    def annotate_game(
        self,
        number: int,
        seen: int,
        note: str,
        venue: str,
        day: str,
        names: Mapping[str, str] | None = None,
    ) -> None:
        """Change what the owner adds to a game: note, place and day; synced. Raises NotChanged.

        `seen` is the checksum of the row that the owner saw: what has changed since is not
        overwritten, nor is a game that has taken its number. `names` are to be corrected, by
        badge; "" takes a correction away.
        """

        def annotated(game: GameRow) -> GameRow:
            corrected = with_names(game.corrected, names or {})
            return game._replace(note=note, venue=venue, day=day, corrected=corrected)

        self._change(number, seen, annotated)

    def delete_game(self, number: int, seen: int) -> None:
        """Mark a game as deleted; not the one in progress. As `annotate_game`."""

        def deleted(game: GameRow) -> GameRow:
            last = self._games[-1]
            if game.number == last.number and game.result is None:
                raise NotChanged(gettext("The game in progress cannot be deleted."))
            return game._replace(deleted=last.number if last.names else max(1, last.number - 1))

        self._change(number, seen, deleted)

    def bring_back_game(self, number: int, seen: int) -> None:
        """Take the mark away. As `annotate_game`."""
        self._change(number, seen, lambda game: game._replace(deleted=0))

    def merge_players(self, name: str, player: str) -> None:
        """Mark a name as another player's, in all games; synced. Raises NotChanged."""

        def merged(merges: list[MergeRow]) -> list[MergeRow]:
            if name == player or {name, player} & {row.name for row in merges}:
                raise NotChanged(gettext("The players have changed meanwhile: reload the page."))
            if len(merges) >= MOST_MERGES:
                raise NotChanged(
                    gettext("{count} names are merged. There can be no more.", count=MOST_MERGES)
                )
            return [*merges, MergeRow(0, name, player)]

        self._edit(lambda: self._disk.change_merges(merged))

    def part_player(self, name: str) -> None:
        """Take the mark away. As `merge_players`."""

        def parted(merges: list[MergeRow]) -> list[MergeRow]:
            others = [row for row in merges if row.name != name]
            if others == merges:
                raise NotChanged(gettext("The players have changed meanwhile: reload the page."))
            return others

        self._edit(lambda: self._disk.change_merges(parted))

    def _change(self, number: int, seen: int, change: Callable[[GameRow], GameRow]) -> None:
        def checked(game: GameRow | None) -> GameRow:
            if game is None or crc(game) != seen or game.deleted < 0:
                raise NotChanged(gettext("This game has changed meanwhile: reload the page."))
            return change(game)

        def change_game() -> None:
            new = self._disk.change_game(number, checked)
            self._games = [new if game.number == number else game for game in self._games]

        self._edit(change_game)

    def _edit(self, do: Callable[[], None]) -> None:
        """Do what the owner asks for, on the disk or not at all. Raises NotChanged."""
        try:
            if self.retry():
                do()
                self.edits += 1
        except _TROUBLE as why:
            self._detach(why)
        if not self.saved:
            raise NotChanged(gettext("The disk has not taken it: {why}.", why=self.trouble))

    def empty_deleted(self) -> None:
        """Empty the deleted games whose time is over; what cannot be done now is done next time."""
        if self._disk.connected:
            try:
                self._disk.empty_deleted()
            except _TROUBLE as why:
                self._detach(why)
                self.retry()

    def read_on(self, so_far: RowsRead) -> RowsRead:
        """Read the next rows, to see whether they are as they were written."""
        try:
            return self._disk.read_on(so_far)
        except _TROUBLE as why:  # of a disk that fails the next scan tells
            damage = so_far.damage
            if not trouble(why):
                damage = damage._replace(elsewhere=True)
            return so_far._replace(damage=damage, done=True)

    def report_damage(self, damage: Damage) -> list[StartFinding]:
        """Keep for the doctor what is damaged, and return it in sentences."""
        numbers = ", ".join(map(str, sorted(damage.games)))
        games, others = Problem("games-damaged", number=len(damage.games)), Problem("rows-damaged")
        where = {
            f"in games of the past: {numbers}. The others can be read.": (damage.games, games),
            "where players are merged. Merge them again on /history.": (damage.merges, others),
            "in rows of no game. Save a backup: it has the rest.": (damage.elsewhere, others),
        }
        findings = [
            StartFinding(problem, f"The journal is damaged {sentence}")
            for sentence, (is_damaged, problem) in where.items()
            if is_damaged
        ]
        for finding in findings:
            self._disk.report(finding)
        return findings

    def has_finished(self, seating: str) -> bool:
        """Whether a game that was begun with these seats is finished, and not deleted."""
        if any(
            game.seating == seating and game.result and not game.deleted for game in self._games
        ):
            return True
        try:
            return self._disk.connected and self._disk.has_finished(seating)
        except _TROUBLE:  # the next scan will say so
            return False

    @property
    def game(self) -> GameRow | None:
        """The row of the game on the table; for any thread."""
        return next(iter(self._games[-1:]), None)

    def last_game(self) -> GameScans | None:
        """The game on the table and its scans; None in an empty journal."""
        return Found(self.last_seq, self._games, self._scans).last_game()

    def game_before(self) -> GameScans | None:
        """The game before that one; None when there is none, or damage has cut it short."""
        return Found(self.last_seq, self._games, self._scans).game_before()

    def close(self) -> None:
        """Tidy up and give the folder back."""
        self._disk.close()

    def _update_games(self, now: GameNow, scan: ScanRow) -> bool:
        """Bring the games up to date with a scan; return whether that changed any."""
        now = now._replace(number=now.number + self._games_before)
        before = self._games[-1:]
        games = [game for game in self._games if game.number <= now.number]  # undo takes some back
        if games and games[-1].number == now.number:
            games[-1] = _updated(games[-1], now, scan.at)
        else:
            # The scan that opens a new lobby is the old game's last: `undo` after it belongs there.
            first = scan.seq + 1 if games else scan.seq
            new = GameRow(now.number, first, "", "", None, scan.at, None)
            games = [*games[-1:], _updated(new, now, scan.at)]
            self._scans = self._after(games[0].first_seq - 1)
        self._games = games
        return games[-1:] != before

    def _after(self, seq: int) -> list[ScanRow]:
        return [scan for scan in self._scans if scan.seq > seq]

    def _attach(self) -> None:
        end = self._disk.look()
        self._learn(end)
        self._disk.begin()
        missing = self._after(end.last_seq)
        if missing:
            self._disk.write(missing, self._games)
        self.trouble = ""

    def _detach(self, why: Exception) -> None:
        """Go on in memory."""
        self._disk.let_go()
        self.trouble = trouble(why) or "journal unreadable"

    def _learn(self, end: Found) -> None:
        """Go on from what the disk holds."""
        if self._looked and self._could_be_from(end):
            return
        self._looked = True
        if self.last_seq:  # a disk that came late, or another one
            self._move_behind(end)
        else:
            self._games, self.last_seq = end.games[-2:], end.last_seq
            self._scans = end.scans
            self._scans = self._after(self._games[0].first_seq - 1 if self._games else 0)

    def _could_be_from(self, end: Found) -> bool:
        """Whether our scans are of the journal found, not of another one in its place."""
        last = end.scans[-1:]
        same = [scan for scan in self._scans if last and scan.seq == last[0].seq]
        return end.last_seq <= self.last_seq and (not same or same == last)

    def _move_behind(self, end: Found) -> None:
        """Number ours anew, to follow a journal that could not be read till now."""
        games = end.games[-1].number if end.games else 0
        by = end.last_seq
        self._scans = [scan._replace(seq=scan.seq + by) for scan in self._scans]
        self._games = [
            game._replace(number=game.number + games, first_seq=game.first_seq + by)
            for game in self._games
        ]
        self.last_seq += by
        self._games_before += games


def _updated(game: GameRow, now: GameNow, scanned_at: float) -> GameRow:
    """The game after a scan: the same row unless what is kept beside its scans is another.

    A deleted game that UNDO leads back to is deleted no more. In a lobby no name is corrected:
    others may play when it begins again.
    """
    game = game._replace(deleted=0, corrected=game.corrected if now.names else "")
    if now[1:] == (game.opening, game.card_table, game.result, game.names, game.seating):
        return game
    ended = None if now.result is None else scanned_at if game.result is None else game.ended
    # a game begins by NEXT, not with its lobby
    began = scanned_at if now.names and not game.names else game.began
    return game._replace(began=began, ended=ended, **now._asdict())


class Saving:
    """Whether all is saved, what to log of it, and when to try again what is not."""

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self._journal, self._clock = journal, clock
        self._backoff = Backoff()
        self._late = False
        self.saved = journal.saved
        self.retry_at: float | None = None

    def commit(self, commit: Callable[[], bool]) -> None:
        """Call `commit`; log trouble that begins or is over."""
        was = self.saved
        self.saved = commit()
        self._late = self.saved and not was
        if self._late:
            logger.info("saved again")
        elif was and not self.saved:
            logger.error(f"not saved: {self._journal.trouble}")
            self._backoff.reset()
        self.plan()

    def plan(self) -> None:
        """Set the time for another try, where one is wanted."""
        if self.saved:
            self.retry_at = None
        elif self.retry_at is None:
            self.retry_at = self._clock() + self._backoff.pause_s()

    def retry(self) -> bool:
        """Try again if it is time; return whether that helped."""
        if self.retry_at is None or self._clock() < self.retry_at:
            return False
        self.retry_at = None
        self.commit(self._journal.retry)
        return self.saved

    def take_late(self) -> bool:
        """Whether something was saved late since the last call."""
        late, self._late = self._late, False
        return late
