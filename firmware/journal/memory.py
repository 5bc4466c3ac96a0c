"""The last games of the journal in memory: all of it that an undo can reach.

This is what a session goes on with while the disk refuses, and what is written once it does not.
"""

from firmware.journal.rows import Found, GameNow, GameRow, GameScans, ScanRow


class Held:
    """The last game and the one before it, in memory."""

    def __init__(self, found: Found) -> None:
        self.games = found.games[-2:]
        first = self.games[0].first_seq if self.games else 0
        self.scans = [scan for scan in found.scans if scan.seq >= first]
        self.last_seq = found.last_seq

    def add(
        self, code: str, lane: int | str, at: float, now: GameNow
    ) -> tuple[ScanRow, list[GameRow]]:
        """The row of one more scan; and all held games when the scan changed any, else none."""
        scan = ScanRow(self.last_seq + 1, code, lane, float(at))
        self.last_seq = scan.seq
        self.scans.append(scan)
        before = self.games[-1:]
        while self.games and self.games[-1].number > now.number:  # undo has taken a lobby back
            self.games.pop()
        if self.games and self.games[-1].number == now.number:
            self.games[-1] = _updated(self.games[-1], now, scan.at)
        else:
            self._open(now, scan)
        return scan, [] if self.games[-1:] == before else self.games

    def _open(self, now: GameNow, scan: ScanRow) -> None:
        # The scan that opens a new lobby is the old game's last: `undo` after it belongs there.
        first = scan.seq + 1 if self.games else scan.seq
        result, ended = now.result, scan.at if now.result is not None else None
        game = GameRow(now.number, first, now.opening, now.card_table, result, scan.at, ended)
        self.games = [*self.games[-1:], game]
        begin = self.games[0].first_seq
        self.scans = [held for held in self.scans if held.seq >= begin]

    def move_behind(self, found: Found) -> None:
        """Number everything anew, to follow a journal that could not be read till now."""
        games = found.games[-1].number if found.games else 0
        by = found.last_seq
        self.scans = [scan._replace(seq=scan.seq + by) for scan in self.scans]
        self.games = [
            game._replace(number=game.number + games, first_seq=game.first_seq + by)
            for game in self.games
        ]
        self.last_seq += by

    def could_be_from(self, found: Found) -> bool:
        """Whether these are scans of the journal found, not of another one in its place."""
        last = found.scans[-1:]
        same = [scan for scan in self.scans if last and scan.seq == last[0].seq]
        return found.last_seq <= self.last_seq and (not same or same == last)

    def after(self, seq: int) -> list[ScanRow]:
        """The scans that a disk with scans up to `seq` lacks."""
        return [scan for scan in self.scans if scan.seq > seq]

    def last_game(self) -> GameScans | None:
        """The game on the table."""
        if not self.games:
            return None
        return GameScans(self.games[-1], tuple(self.after(self.games[-1].first_seq - 1)))

    def game_before(self) -> GameScans | None:
        """The game before that one, if there is one and none of its scans is missing."""
        if len(self.games) < 2:
            return None
        first, end = (game.first_seq for game in self.games)
        scans = tuple(scan for scan in self.scans if scan.seq < end)
        return GameScans(self.games[0], scans) if len(scans) == end - first else None


def _updated(game: GameRow, now: GameNow, at: float) -> GameRow:
    """The game after a scan: the same row unless its opening, card table or result is another."""
    if (now.opening, now.card_table, now.result) == (game.opening, game.card_table, game.result):
        return game
    ended = None if now.result is None else at if game.result is None else game.ended
    return game._replace(
        opening=now.opening, card_table=now.card_table, result=now.result, ended=ended
    )
