"""Libraries as pyproject.toml asks for them: locked for make run and make test, and released."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / ".ci/locks"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BASE = PROJECT["project"]["dependencies"]
EXTRAS = {
    name: [*BASE, *requirements]
    for name, requirements in PROJECT["project"]["optional-dependencies"].items()
    if name != "parts"  # three others
}
OF_THE_DISTRIBUTION = {"evdev", "spidev", "pillow"}
HASH = r"(?: \\\n)? +--hash=sha256:[0-9a-f]{64}"
PINNED = re.compile(rf"^([\w.-]+)(?:\[\w+\])?==([^\s;]+)[^\\\n]*((?:{HASH})+)$", re.M)


def pinned(file: Path) -> dict[str, str]:
    """The version of each library; each has a hash."""
    text = file.read_text()
    pins: dict[str, str] = {
        canonicalize_name(name): version for name, version, _ in PINNED.findall(text)
    }
    assert set(pins) == {canonicalize_name(name) for name in re.findall(r"^[\w.-]+", text, re.M)}
    return pins


RELEASED = pinned(ROOT / "systemd/wheels.txt")


def missing(requirements: list[str], pins: dict[str, str]) -> set[str]:
    """What is asked for, and not there in a version that would do."""
    asked_for = {
        canonicalize_name(requirement.name): requirement
        for requirement in map(Requirement, requirements)
    }
    return {
        name
        for name, requirement in asked_for.items()
        if not requirement.specifier.contains(pins.get(name, "0"))
    }


def test_locks_have_what_is_asked_for_in_the_versions_of_the_release() -> None:
    """After a change of pyproject.toml or systemd/wheels.txt: `make lock`."""
    groups = PROJECT["dependency-groups"]
    requirements = {
        "build": PROJECT["build-system"]["requires"],
        "run": BASE,
        "test": [*groups["words"], *(name for name in groups["test"] if isinstance(name, str))],
        "words": groups["words"],
        **EXTRAS,
    }
    locks = {file.stem: pinned(file) for file in LOCKS.iterdir()}
    assert set(locks) == set(requirements)
    together = dict(RELEASED)
    for name, pins in locks.items():
        assert not missing(requirements[name], pins), name
        assert pins == {library: together.setdefault(library, pins[library]) for library in pins}, (
            name
        )


def test_the_archive_brings_what_the_distribution_does_not() -> None:
    """All but the whole screen of the desk, and the board: these are for other computers."""
    for name in EXTRAS.keys() - {"desk", "board"}:
        assert missing(EXTRAS[name], RELEASED) <= OF_THE_DISTRIBUTION, name
