"""`okanjo replay FILE...`: score files of scans, each as a game of its own.

They go the way of every scan, with no hardware and no journal.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

from engine.catalogue import codebook_of
from engine.codes import Codebook, Photo, codes_in
from engine.events import Accepted
from engine.notation import LONGEST_LINE, BadLine, printable, read, words_of
from engine.position import SHARED_LANE, LaneName, Table, empty
from engine.refusals import Refused
from engine.report import report
from engine.standings import Standings, standings
from engine.table import look_at_photo, scan_text
from firmware.cli.errors import CommandFailed
from firmware.cli.packed_past import PackedPast
from firmware.common.games import games_in_force
from firmware.common.settings.load import load
from firmware.common.system.text import columns
from firmware.core.view.effects import tie_break
from firmware.records.history.describe import table as rounds_of
from firmware.records.history.games import Titles, parse_game
from firmware.words import effects, refusals
from firmware.words.feed import who_won
from firmware.words.language import say

LONGEST_CODE = 256
PHOTO_BEGIN, PHOTO_END = ["photo", "begin"], ["photo", "end"]


PHASES = {
    "lobby": "not begun",
    "playing": "round {} is open",
    "scored": "round {} is scored",
    "finished": "finished",
}


class RefusedScan(NamedTuple):
    """A line of a file that was refused: why in two lines, as on a display, and in a sentence."""

    line: int
    code: str
    reason: str
    message: str
    sentence: str


class RefusedScans:
    """All that were refused, in order; where they are many, on the disk."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(1 << 20, "w+", encoding="utf-8")  # noqa: SIM115
        self._count = 0

    def append(self, line: int, code: str, why: Refused) -> None:
        texts = "\n".join(refusals.lines(why)), say(refusals.sentence(why))
        self._file.write(json.dumps((line, code, why.reason, *texts)) + "\n")
        self._count += 1

    def __del__(self) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[RefusedScan]:
        self._file.seek(0)
        return (RefusedScan(*json.loads(line)) for line in self._file)


class Replayed(NamedTuple):
    """A game after its last scan, and what was refused."""

    table: Table
    refused: RefusedScans


def replay(lines: Iterable[str], name: str, table: Table, codebook: Codebook) -> Replayed:
    """Scan a file's lines, from an empty lobby."""
    refused, past = RefusedScans(), PackedPast()
    for scan in scans_in(lines, name, codebook):
        before = past.lengthen(table)
        table, result = scan_text(before, codebook, " ".join(scan.lines), scan.lane)
        table = past.shorten(before, table)
        for text, why in _refusals(before, codebook, scan, result):
            refused.append(scan.lines[text], text[:LONGEST_CODE], why)
    return Replayed(table, refused)


class ScannedLines(NamedTuple):
    """A scan, or those of a photo: the line of each text."""

    lines: Mapping[str, int]
    lane: LaneName


def scans_in(lines: Iterable[str], name: str, codebook: Codebook) -> Iterator[ScannedLines]:
    """Read a file's scans; CommandFailed names the line that is none."""
    photo: dict[str, int] | None = None
    lane: LaneName = SHARED_LANE
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            if words_of(line) == PHOTO_BEGIN and photo is None:
                photo = {}
            elif words_of(line) == PHOTO_END and photo is not None:
                if photo:
                    yield ScannedLines(photo, lane)
                photo = None
            elif (written := read(line, codebook)) is None:
                continue
            elif photo is not None and codes_in(written.text):
                lane = written.lane
                photo.setdefault(written.text, number)
            else:
                yield ScannedLines({written.text: number}, written.lane)
        if photo is not None:
            raise BadLine("the photo has no end. Write: photo end")
    except BadLine as why:
        raise CommandFailed(f"{printable(name, LONGEST_LINE)}, line {number}: {why}") from None


def _refusals(
    before: Table, codebook: Codebook, scan: ScannedLines, result: Accepted | Refused
) -> Iterable[tuple[str, Refused]]:
    """What was refused of a scan; of a photo each card by itself."""
    texts = [*scan.lines]
    if len(texts) > 1 and isinstance(codebook.read_kept(" ".join(texts)), Photo):
        return look_at_photo(before, codebook, texts, scan.lane)[1]
    return [(texts[0], result)] if isinstance(result, Refused) else []


def lines_of(name: str) -> Iterator[str]:
    """Read a file line by line; `-` is standard input. Whatever bytes it holds: a barcode may be
    anything.
    """
    with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
        for line in file:  # only a newline ends one: a code may hold any other control character
            text = line.decode("utf-8-sig", "replace")  # Windows' editor writes a mark before it
            yield text.rstrip("\r\n")


def as_json(replayed: Replayed) -> Iterator[str]:
    """One object of `okanjo replay --json`, piece by piece."""
    yield json.dumps(report(standings(replayed.table))).removesuffix("}")
    separator = ', "refused": ['
    for refused in replayed.refused:
        record = refused._asdict()
        del record["sentence"]
        yield separator + json.dumps(record)
        separator = ", "
    yield "]}\n" if len(replayed.refused) else f"{separator}]}}\n"


def _verdict(points: Standings) -> str:
    """Who won, and by what where the points alone do not say."""
    tie = tie_break(points)
    won = say(who_won([points.seats[seat] for seat in points.winners]))
    return f"{won} {say(effects.tie_break(tie))}" if tie else won


def as_text(replayed: Replayed) -> Iterator[str]:
    """The lines of the scoreboard that `okanjo replay` prints, with a column for each player."""
    points, table = standings(replayed.table), replayed.table
    lines = ["No game was chosen."]
    if table.game is not None:
        state = PHASES[table.phase].format(table.round_no)
        names = [printable(seat.name, 14) for seat in table.seats]
        titles = Titles(table.games)
        played = parse_game(0, (0.0, None), report(points, so_far=True), "", titles)
        rows = [["", *names], *rounds_of(played, titles)]
        if points.winners:
            rows.append(["Place", *(str(seat.place or "–") for seat in points.seats)])
        lines = [f"{table.game.title}  ({', '.join([table.mode, *table.variants, state])})", ""]
        lines += columns(rows, "<" + ">" * len(names))
    if points.winners:
        lines += ["", printable(_verdict(points), 400) + "."]
    if replayed.refused:
        lines += ["", f"Refused: {len(replayed.refused)}"]
    yield from lines
    for refused in replayed.refused:
        yield f"  line {refused.line}, {printable(refused.code, 20)}: {refused.sentence}"


def replay_files(files: Sequence[str], in_json: bool, config: str | None) -> int:
    """Print the result of each file as a scoreboard, or as one line of JSON."""
    settings = load(config)
    table = empty(games_in_force(settings.card_table, settings.decks), settings.names)
    book = codebook_of(table.games)
    for index, name in enumerate(files):
        replayed = replay(lines_of(name), name, table, book)
        if in_json:
            sys.stdout.writelines(as_json(replayed))
        else:
            sys.stdout.writelines(["\n"] * bool(index))
            sys.stdout.writelines(f"{line}\n" for line in as_text(replayed))
    return 0
