"""Look at what an owner has added: games in packages, and a language."""

from collections.abc import Iterator

from engine.message import gettext
from firmware.common.games import packaged
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding
from firmware.words.language import ENGLISH, installed


def games(case: Case) -> Iterator[Finding]:
    """Name the games in packages, and say why one is left out."""
    there = packaged()
    if there.games:
        titles = ", ".join(game.title for game in there.games)
        yield Finding("games", OK, gettext("in packages: {titles}", titles=titles))
    for name, wrong in there.left_out:
        yield Finding(
            "games",
            WRONG,
            gettext("{game} is left out: {why}", game=name, why=wrong),
            gettext("correct the package, or remove it: docs/adding-a-game.md"),
        )


def language(case: Case) -> Iterator[Finding]:
    """Say that a language that is set is not there."""
    code = case.settings.language.device
    if code not in (ENGLISH.code, *installed()):
        there = ", ".join(sorted({ENGLISH.code, *installed()}))
        yield Finding(
            "language",
            MISSING,
            gettext("{language} is not installed, English is used", language=code),
            gettext("set device in [language] to one of: {languages}", languages=there),
        )
