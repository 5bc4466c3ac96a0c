"""An owner's file with mistakes in it -> settings by what is right in it, and every mistake told.

For a device that nobody sits at: there a game is worth more than a file without mistakes. Law:
no pin is driven that the owner may have wired otherwise, no scanner scores for a seat that may not
be its own, and where the games are kept is said.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping

from firmware.settings.conflicts import reconciled
from firmware.settings.errors import Layer
from firmware.settings.load import (
    MOST_BYTES,
    OWNERS_FILE,
    SettingsError,
    checked,
    completed,
    sentences,
    usable,
)
from firmware.settings.schema import Buzzer, Scanner, Settings
from firmware.settings.toml_writer import kept, reachable

MOST_SECTIONS = 100  # each is read with all before it
MOST_TO_SORT = 1 << 16
HEADING = re.compile(r"^(?=[ \t]*\[)", re.MULTILINE)
FOLDER = re.compile(r"^[^#\n]*\bfolder\b", re.MULTILINE)


def what_is_right(
    config: str | None, why: SettingsError, environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings that hold all the same, where `load` says `why` it gives none."""
    path = config or OWNERS_FILE
    text = _text(path)
    right, left_out = _right_sections(path, text or "")
    found, mistakes = checked([Layer(path, right, tomllib.loads(right))])
    agreeing = _agreeing(found)._replace(scanners=_scanners(found, path, right))
    content = tomllib.loads(kept(agreeing)[0])
    folder = found.state.folder
    if folder and usable(folder):
        content["state"] = {"folder": folder}
    settings = completed([Layer(path, "", content)], environment)
    lost = "state" not in content and (text is None or FOLDER.search(text) is not None)
    where = settings.state_folder
    told = [*str(why).splitlines(), *left_out, *sentences(mistakes)]
    told.append(f"{path}: what is right in it holds; the games are kept in {where}.")
    if lost:
        told.append(
            f"{path}: whether they belong elsewhere cannot be read; what lies there stays as it is."
        )
    return settings._replace(mistakes=tuple(dict.fromkeys(told)), folder_lost=lost)


def _agreeing(found: Settings) -> Settings:
    """The settings, but for what cannot be true together."""
    silent = Buzzer(fitted="no")  # on the usual pin there may be a button
    wanted = found if "buzzer.pin" in found.sources else found._replace(buzzer=silent)
    return reconciled(wanted, Settings(buzzer=silent))


def _scanners(found: Settings, path: str, right: str) -> tuple[Scanner, ...]:
    """All that can be read from; nobody's own if one is wrong: no card may count for another."""
    named = {key: one for key, one in tomllib.loads(right).items() if key == "scanner"}
    there = reachable(found.scanners)
    if not checked([Layer(path, right, named)])[1]:
        return there
    return tuple(one._replace(badge="") for one in there)


def _text(path: str) -> str | None:
    """All that can be read of the file; None where nothing can."""
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "surrogateescape")
    except OSError:
        return None


def _right_sections(path: str, text: str) -> tuple[str, list[str]]:
    """The sections that are TOML, each on its lines, and what is wrong with the others."""
    sections = HEADING.split(text)
    if len(text) > MOST_TO_SORT or len(sections) > MOST_SECTIONS:
        return "", []
    right, wrong = "", []
    for section in sections:
        try:
            section.encode()  # what was no UTF-8 is none now
            tomllib.loads(right + section)
            right += section
        except (ValueError, RecursionError) as why:
            wrong.append(f"{path}: {why}")
            right += "\n" * section.count("\n")
    return right, wrong
