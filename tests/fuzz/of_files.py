"""Files that people bring: a backup, a photo, settings, lists."""

import io
import json
from contextlib import closing, suppress
from itertools import islice
from zlib import crc32

from fuzz.reading import Read, a_sentence, book, scratch


def backup() -> Read:
    """Unpacked by the process that may not be trusted, received, staged, and looked at."""
    from support.table_app import GAMES

    from engine.notation import printable_lines
    from firmware.cli.history import _counted, _lines
    from firmware.common.settings.schema import Settings
    from firmware.common.system.swap import NEW
    from firmware.interfaces.mqtt.results import finished, result
    from firmware.interfaces.web.pages.history.view import view, whole
    from firmware.records.backup import archive, check, unpack
    from firmware.records.backup.stage import stage
    from firmware.records.history.kept import KeptGames
    from firmware.records.history.kept_file import bring_up
    from firmware.records.history.reader import Past
    from firmware.records.history.statistics import Chosen

    folder, settings = scratch(), Settings()

    def look(staged: str) -> None:
        """Whatever came in, the history shows it."""
        past = Past(staged)
        counted, titles = _counted(past, GAMES), past.titles(GAMES)
        a_sentence(printable_lines("\n".join(_lines(counted, None, titles))), 1 << 20)
        for game in counted.games:
            json.dumps(whole(game, titles))
        kept = KeptGames(titles)
        bring_up(kept, past, GAMES)
        json.dumps(view(kept, kept.sums, None, Chosen(), 1, titles))
        for number, _ in finished(staged).values():
            with suppress(ValueError):
                json.dumps(result(staged, number, book()))

    def read(content: bytes) -> None:
        answers = [*check.answers(content)]
        lines = "".join(json.dumps(answer) + "\n" for answer in answers)
        try:
            assert answers[-1].get("refused", [""])[0] != archive.ODD.text, answers[-1]
            stage(unpack._read(io.BytesIO(lines.encode())), str(folder), [], settings)
        except archive.BadBackup as why:
            a_sentence(str(why))
        else:
            look(str(folder / NEW))

    return read


def board_backup() -> Read:
    """Restored into a database of a hall; what is in it can be read again."""
    from firmware.hall.store.backup import restore
    from firmware.hall.store.known import read_known
    from firmware.hall.store.store import Store, Unusable

    url = f"sqlite:///{scratch()}/board.db"

    def read(content: bytes) -> None:
        try:
            restore(url, io.BytesIO(content), replace=True)
        except Unusable as why:
            a_sentence(str(why))
            return
        with closing(Store(url)) as store:
            read_known(store)

    return read


def photo() -> Read:
    from PIL import Image

    from firmware.core.photo.errors import ODD
    from firmware.core.photo.reader import _answers

    Image.init()

    def read(content: bytes) -> None:
        # The further tries take most of the time, and are alike for whatever was decoded.
        tries = None if crc32(content) % 8 == 0 else 2
        *_, last = islice(_answers(content, None), tries)
        json.dumps(last)
        assert last.get("refused", [""])[0] != ODD.text, last

    return read


def settings() -> Read:
    """An owner's file, or what a backup has of it; what was taken is written and read again."""
    from firmware.common.settings.errors import SettingsError, in_order
    from firmware.common.settings.export import dump_changes, rebase, rows
    from firmware.common.settings.load import checked, parse_layer
    from firmware.words.language import say

    def read(content: bytes) -> None:
        try:
            taken, mistakes = checked([parse_layer("okanjo.toml", content)])
        except SettingsError as why:
            a_sentence(str(why), 20_000)
            return
        for mistake in in_order(mistakes):
            a_sentence(say(mistake.sentence))
        rows(taken)
        again = rebase(dump_changes(taken), "again", [])
        if not mistakes:
            assert [say(left) for left in again.left_out if "machine's own" not in say(left)] == []

    return read


def stickers() -> Read:
    """The device's own list, and one that is imported: what is taken is listed and taken again."""
    from firmware.core.stickers import csv_file
    from firmware.core.stickers.csv_import import BadFile, listed, rows_of
    from firmware.core.stickers.store import called

    labels = book()

    def read(content: bytes) -> None:
        kept = csv_file.read(content).rows
        assert csv_file.read(csv_file.written(kept, lambda code: called(code, labels))).rows == kept
        try:
            rows = rows_of(content, labels, dict(kept[:1]))
        except BadFile as why:
            a_sentence(str(why), 1 << 22)
        else:
            assert rows_of("\n".join(listed(rows, labels)).encode(), labels, {}) == rows

    return read


def names() -> Read:
    """Players of a tournament, as an organiser pastes them or sends a file."""
    from firmware.hall.names import listed, numbered, sort_out
    from firmware.hall.pages.context import _decoded
    from firmware.hall.tournament.not_possible import NotPossible
    from firmware.hall.words.not_possible import sentence
    from firmware.words.language import say

    def read(content: bytes) -> None:
        text = _decoded(content).encode("utf-8", "replace").decode()
        try:
            lines = listed(text)
            sorted_out = sort_out((line.name for line in lines), ["Ann"])
            numbered((line.group for line in lines), [1])
        except NotPossible as why:
            a_sentence(say(sentence(why)))
            return
        assert all(0 < len(name) <= 24 and name.isprintable() for name in sorted_out.good)
        for bad in sorted_out.bad:
            a_sentence(say(bad))

    return read
