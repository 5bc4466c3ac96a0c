"""A game's kept scans lead to the table that was left, wherever the plug was pulled."""

import random
from pathlib import Path

import pytest
from support.playing import code
from support.soak import SOAK, share
from support.table_app import GAMES, AppTable
from support.wanderer import beginning, walk

from engine.cards import Deck
from engine.catalogue import corrections, corrections_text, games_of
from engine.codes import codebook
from engine.games.omakase import CARD_TABLE
from engine.position import Table, empty
from engine.standings import standings
from engine.table import scan_text
from firmware.core.journal.replay import fold, game_now, of_today, opening
from firmware.core.journal.rows import GameRow, GameScans, ScanRow

CUTS = 12 if SOAK else 6  # for each evening
NOT_HERE = {"seats", "photo", "teach"}  # what comes of offers, cameras, and dialogs


def same(table: Table, other: Table) -> bool:
    """Position by position; games by their slug, because functions made twice are not equal."""
    return all(_plain(a) == _plain(b) for a, b in zip(_all(table), _all(other), strict=True))


def _all(table: Table) -> list[Table]:
    return [*table.past, table]


def _plain(table: Table) -> Table:
    slug = table.game.slug if table.game else None
    ready = table.ready and table.ready._replace(each_round=None, at_the_end=None)  # type: ignore[arg-type]
    last = None if table.phase == "lobby" else table.last  # that opened one is not kept
    return table._replace(games={}, game=slug, past=(), ready=ready, last=last)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(share(50)))
def test_a_table_is_the_same_after_a_power_cut(seed: int, tmp_path: Path) -> None:
    """Whatever a muddled table scans: several games, UNDO, REMOVE, refusals."""
    table, rng = AppTable(tmp_path, synchronous="OFF"), random.Random(f"cut {seed}")
    scans = [made for _, made, _, _ in walk(rng, empty(GAMES), beginning(rng), 250)]
    scans = [made for made in scans if made.label.key not in NOT_HERE]
    cuts = set(rng.sample(range(len(scans)), CUTS))
    for number, made in enumerate(scans):
        table.now += 1
        table.read(made.label.code, made.lane)
        if number in cuts:
            left = table.table
            table.power_cut()
            assert same(table.table, left), number
            assert table.log == []
    table.unplugged()


LOBBIES = [
    (),
    ("badge red",),
    ("command live", "badge white", "badge red"),
    ("preset cutthroat-combo", "badge red", "badge blue", "badge green"),
    ("preset big-banquet", "command remove", "kind eel"),
    ("preset big-banquet", "command remove", "kind eel", "kind tofu"),
    ("kind maki", "kind tempura"),
    ("game sushi-go-party",),
    ("game sushi-go", "command dummy", "command pass-both-ways", "badge red", "badge blue"),
    ("game sushi-go", "command live", "command pass-both-ways"),
    ("game omakase", "badge red"),
]


@pytest.mark.parametrize("scans", LOBBIES)
def test_an_opening_builds_the_same_lobby(scans: tuple[str, ...]) -> None:
    """What is kept of "the same again", a scan a line."""
    table = empty(GAMES)
    for line in scans:
        table = scan_text(table, codebook(), code(line), 0)[0]
    row = GameRow(1, 1, "\n".join(opening(table)), "", None, 0.0, None)
    again = fold(GameScans(row, ()), None, GAMES).table
    assert again == table._replace(past=(), last=None, lanes=again.lanes)


def rows(*lines: str) -> tuple[ScanRow, ...]:
    return tuple(ScanRow(n, code(line), 0, 0.0) for n, line in enumerate(lines, 1))


def test_scans_that_are_refused_are_told_and_skipped() -> None:
    scans = rows("game sushi-go", "badge red", "command score", "badge blue", "command next")
    scans += (ScanRow(6, "000000", 0, 0.0), ScanRow(7, "123456", 0, 0.0))
    folded = fold(GameScans(GameRow(1, 1, "", "", None, 0.0, None), scans), None, GAMES)
    assert [(row.seq, why.reason) for row, why in folded.skipped] == [
        (3, "not-now"),
        (6, "unknown-code"),
        (7, "misread"),
    ]
    assert folded.table.phase == "playing"


def test_an_opening_that_newer_rules_refuse_does_not_stop_the_start() -> None:
    row = GameRow(3, 1, "preset no-longer\nbadge red\nnonsense", "", None, 0.0, None)
    table, skipped = fold(GameScans(row, rows("badge blue")), None, GAMES)
    assert table.number == 3
    assert [row.code for row, _ in skipped] == ["preset no-longer", "nonsense"]
    assert [seat.badge for seat in table.seats] == ["red", "blue"]


def test_a_card_table_and_decks_come_back_as_they_were_kept() -> None:
    dishes = {**CARD_TABLE.dishes}
    dishes["octopus"] = dishes["octopus"]._replace(yen=12, copies=3, sets=("kids-set",))
    table = CARD_TABLE._replace(dishes=dishes)
    decks = {"sushi-go": Deck({"tempura": "Tenpura"}, {"tempura": 16})}
    assert corrections(corrections_text(table, decks)) == (table, decks)
    assert corrections(corrections_text(None, {})) == (None, {})


@pytest.mark.parametrize("kept", ["no json", "[]", '{"dishes": {"octopus": [1]}, "sets": {}}'])
def test_a_card_table_that_cannot_be_read_does_not_stop_the_start(kept: str) -> None:
    row = GameRow(1, 1, "game omakase", kept, None, 0.0, None)
    assert fold(GameScans(row, rows("badge blue")), None, GAMES).table.seats


def test_only_omakase_keeps_a_card_table() -> None:
    table = empty(GAMES)
    for line in ("game omakase", "badge red"):
        table = scan_text(table, codebook(), code(line), 0)[0]
    assert corrections(game_now(standings(table)).card_table) == (CARD_TABLE, {})
    table = scan_text(table, codebook(), code("game sushi-go"), 0)[0]
    assert game_now(standings(table)).card_table == ""


def test_a_game_by_the_card_table_of_today_is_of_todays_games(tmp_path: Path) -> None:
    at_table = AppTable(tmp_path)
    at_table.scan("game omakase", "badge red", "badge blue", "command next")
    last = at_table.journal.last_game()
    assert last is not None
    assert last.game.card_table
    assert fold(last, None, GAMES).table.games is GAMES
    corrected = games_of(CARD_TABLE._replace(sets={}))
    assert fold(last, None, corrected).table.games is fold(last, None, corrected).table.games
    at_table.unplugged()


def test_only_a_lobby_follows_the_settings() -> None:
    other = games_of(CARD_TABLE._replace(sets={}))
    table = empty(GAMES)
    for line in ("game omakase", "badge red", "badge blue"):
        table = scan_text(table, codebook(), code(line), 0)[0]
    assert of_today(table, GAMES, table.names) is table
    assert of_today(table, other, table.names).game is other["omakase"]
    table = scan_text(table, codebook(), code("command next"), 0)[0]
    assert of_today(table, other, table.names) is table


def test_only_the_last_corrections_are_kept() -> None:
    """A history of many of them takes no more memory than one of a few."""
    games = games_of(CARD_TABLE)
    prices = [CARD_TABLE._replace(sets={"kids-set": yen}) for yen in range(6)]
    texts = [corrections_text(table, {}) for table in prices]
    first, *_ = corrected = [games.with_corrections(text) for text in texts]
    assert games.with_corrections(texts[-1]) is corrected[-1]
    assert games.with_corrections(texts[0]) is not first
