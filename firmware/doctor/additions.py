"""Look at what an owner has added: games in packages, and a language."""

from collections.abc import Iterator

from firmware.common.games import packaged
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding
from firmware.words.language import ENGLISH, installed


def games(case: Case) -> Iterator[Finding]:
    """Name the games in packages, and say why one is left out."""
    there = packaged()
    if there.games:
        titles = ", ".join(game.title for game in there.games)
        yield Finding("games", OK, f"in packages: {titles}")
    for name, wrong in there.left_out:
        do = "correct the package, or remove it: docs/adding-a-game.md"
        yield Finding("games", WRONG, f"{name} is left out: {wrong}", do)


def language(case: Case) -> Iterator[Finding]:
    """Say that a language that is set is not there."""
    code = case.settings.language.device
    if code not in (ENGLISH.code, *installed()):
        there = ", ".join(sorted({ENGLISH.code, *installed()}))
        do = f"set device in [language] to one of: {there}"
        yield Finding("language", MISSING, f"{code} is not installed, English is used", do)
