"""Worked examples in text files: how a game begins, what is scanned, and what comes of it.

A comment heads the examples under it. An example's first line is the game, how many sit, its
variants and mode, and after a colon the menu; or `lobby`, before all that; `again` begins another
one alike. Then, indented:

    red tofu/1 tofu/2       words that are scanned (`support.playing`), none of them refused
    tofu/1 ? already-laid   a word that is refused, and why
    red has tofu/1 eel/1~   what lies in a tray now; ~ is flipped, > the wasabi under it
    points 8 0 3            what each seat would have if the round ended now; likewise all of NOW
    red tofu/3 = tofu 0     points by kind, once the round is scored at the end of the example; the
                            words before them are scanned, a badge alone is not
    end                     on to the end of the game, with nothing more to score; then
    totals 9 9 4            of the seats, likewise all of AT_THE_END

A seat without points by kind gets none, if another has some.
"""

from pathlib import Path

import pytest
from support.playing import result_of
from support.table_engine import EngineTable, begun

from engine.cards import BADGES

# What may be said of a position, `none` where there is nothing.
NOW = {
    "phase": lambda table: [table.phase],
    "game": lambda table: [table.game.slug] if table.game else [],
    "menu": lambda table: table.menu,
    "actions": lambda table: [kind.slug for kind in table.game.kinds if kind.group == "action"],
    "mode": lambda table: [table.mode],
    "variants": lambda table: table.variants,
    "seats": lambda table: [seat.badge or "dummy" for seat in table.seats],
    "points": lambda table: [seat["live"] for seat in result_of(table)["seats"]],
    "turn": lambda table: [table.round.turns[-1].number],
    "awaits": lambda table: [lane.awaits.what for lane in table.lanes.values() if lane.awaits],
    # in the uramaki race: whose and with how many icons
    "places": lambda table: [
        f"{table.seats[claim.seat].badge}:{claim.total}" for claim in table.round.layout.claims
    ],
}
AT_THE_END = {
    "totals": lambda seat: seat["total"],
    "desserts": lambda seat: seat["desserts"]["points"],
    "dessert-cards": lambda seat: seat["desserts"]["cards"],
    "ranks": lambda seat: seat["place"] or "-",  # the dummy has none
}


def examples(folder):
    """Every example of a folder's files, for `parametrize`."""
    return [
        pytest.param(start, lines, id=f"{file.stem}: {heading}")
        for file in sorted(Path(folder).glob("*.txt"))
        for heading, start, lines in _examples(file)
    ]


def _examples(file):
    heading, start, lines = "", "", []
    for line in [*file.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("  "):
            lines.append(line.split("  #")[0].strip())
            continue
        if lines:
            yield heading, start, lines
            lines = []
        if line.startswith("# ") and not line.startswith("#  "):
            heading = line.removeprefix("# ")
        elif line and not line.startswith("#") and line != "again":
            start = line


def check(start, lines):
    """Scan an example; everything it says must be so."""
    head, _, menu = start.partition(": ")
    game, count, *commands = ["", "0"] if head == "lobby" else head.split()
    example = EngineTable()
    if game:
        example = begun(game, int(count), menu, commands=" ".join(commands))
    seats = [*BADGES[: int(count)], *(command for command in commands if command == "dummy")]
    points, ended = {}, []
    for line in lines:
        match line.split():
            case [word, "?", reason]:
                assert example.refusal(word) == reason, word
            case [seat, "has", *cards]:
                assert tray(example, seats.index(seat)) == " ".join(cards), line
            case [fact, *words] if fact in NOW:
                assert ([*map(str, NOW[fact](example.table))] or ["none"]) == words, fact
            case ["end"]:
                ended = example.end("")["seats"]
            case [fact, *words] if fact in AT_THE_END:
                assert [str(AT_THE_END[fact](seat)) for seat in ended] == words, fact
            case _:
                words, equals, by = line.partition(" = ")
                if not equals or " " in words:
                    example.scan(words)
                if equals:
                    points[words.split()[0]] = _by_kind(by)
    if points:
        assert example.by() == [points.get(seat, {}) for seat in seats]


def _by_kind(text):
    pairs = [] if text == "nothing" else [pair.split() for pair in text.split(", ")]
    return {kind: int(number) for kind, number in pairs}


def tray(example, seat):
    """What lies there, each with its copy."""
    laid = example.table.round.layout.trays[seat]
    slugs = {piece.id: piece.card.slug for piece in laid}
    words = [
        piece.card.slug
        + "~" * (piece.mark == "flipped")
        + (f">{slugs[piece.on]}" if piece.on else "")
        for piece in laid
    ]
    return " ".join(words) or "nothing"
