"""Play scripts as for `okanjo replay`, and give the table: where many scans may be refused."""

from functools import cache

from engine.catalogue import codebook_of
from engine.codes import Label, codebook
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.report import report
from engine.standings import Change, change, standings
from engine.table import scan, scan_text
from firmware.common.facts.outcome import Outcome


@cache
def label(line: str) -> Label:
    kind, slug = line.split()
    return codebook().label(kind, slug)


def code(line: str) -> str:
    """The digits of the label of that `type slug`."""
    return label(line).code


AGAIN = "command score  # only if it asks"


def feed(table, scans):
    """scans: (lane, "type slug"). The table after them, and the refused ones with their reason."""
    refused, book = [], codebook_of(table.games)
    for number, (lane, line) in enumerate(scans, 1):
        if line == AGAIN:
            if table.asked != "score":
                continue
            line = "command score"
        table, outcome = scan(table, Scan(book.label(*line.split()), lane))
        if isinstance(outcome, Refused):
            refused.append((number, line, outcome.reason))
    return table, refused


def as_file(seed, scans, refused=()):
    """A random game's scans as a file for `okanjo replay`."""
    lines = [f"# seed {seed}", f"# refused {refused}"]
    for lane, line in scans:
        lines += [f"# {line}", f"{lane}:{label(line).code}"] if lane else [line.split("  ")[0]]
    return "\n".join(lines)


def play(script, table=None):
    """The table after a script (`red: type slug` for red's own lane), and (line, reason)s."""
    scans = []
    for line in script.splitlines():
        lane, _, rest = line.split("#")[0].strip().rpartition(":")
        if rest:
            scans.append((lane.strip() or 0, rest.strip()))
    table, refused = feed(empty() if table is None else table, scans)
    return table, [(line, reason) for _, line, reason in refused]


def outcome_of(before, text, lane=0, book=None):
    """The Outcome of a text scanned at the table of those standings."""
    table, result = scan_text(before.table, book or codebook(), text, lane)
    if isinstance(result, Refused):
        return Outcome(text, lane, result, Change(before, before))
    return Outcome(text, lane, result, change(before, result, table))


def unchanged(table, result):
    """The Outcome of what changes nothing there: a refusal, or a step of teaching."""
    now = standings(table)
    return Outcome("", 0, result, Change(now, now))


def result_of(table):
    return report(standings(table))
