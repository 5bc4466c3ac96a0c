"""en-XA: English with accents in brackets, a third longer; what shows no brackets has escaped."""

import gettext as library
import re
from collections.abc import Collection, Iterator
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.cards import Game
from firmware.words import language
from firmware.words.language import Language

SCRIPT = Path(__file__).parents[2] / ".ci" / "words"
INNERMOST = re.compile(r"\[[^\[\]]*(?:\]|…|$)")


@cache
def script() -> ModuleType:
    """The program behind `make words`."""
    loader = SourceFileLoader("words_script", str(SCRIPT))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def catalogue_of(package: Path, game: Game) -> bytes:
    """en-XA of a game's package."""
    texts = script().template(str(package.parent), [package.name], [game])
    content: bytes = script().catalogue(texts)
    return content


@cache
def pseudo() -> Language:
    """The language, as it is made of the texts there are."""
    file = BytesIO(script().catalogue(script().template()))
    return Language("en-XA", {"okanjo": library.GNUTranslations(file)})


@pytest.fixture
def pseudo_installed(monkeypatch: pytest.MonkeyPatch) -> Language:
    """The language among those that a program can be asked for."""
    monkeypatch.setattr(language, "installed", lambda: frozenset(["en-XA"]))
    monkeypatch.setattr(language, "_loaded", lambda code: pseudo())
    return pseudo()


@pytest.fixture
def german_installed(monkeypatch: pytest.MonkeyPatch) -> Language:
    """A second language to choose, which says what en-XA says."""
    monkeypatch.setattr(language, "installed", lambda: frozenset(["de"]))
    german = pseudo()._replace(code="de")
    monkeypatch.setattr(language, "_loaded", lambda code: german)
    return german


def escaped(text: str, names: Collection[str] = ()) -> str:
    """What of a text is neither in brackets nor a name; "" if nothing is."""
    while (without := INNERMOST.sub("", text)) != text:
        text = without
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return "".join(letter for letter in text if letter.isalpha())


def texts(content: Any) -> Iterator[str]:
    """Every text within nested values."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for value in content.values():
            yield from texts(value)
    elif isinstance(content, list | tuple):
        for value in content:
            yield from texts(value)
