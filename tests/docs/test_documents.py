"""Every page of the documentation: its links lead somewhere, its commands and settings are ones."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.cli.parser import parser
from firmware.common.settings.errors import Layer
from firmware.common.settings.load import checked

ROOT = Path(__file__).parents[2]
TEXTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
}
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.S)
NO_COMMANDS = {"okanjo is somebody here"}  # what the installer says
EACH = pytest.mark.parametrize("name", TEXTS)


def anchors(text: str) -> set[str]:
    """The names by which its headings can be linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands(text: str) -> Iterator[str]:
    """Every line of shell in a block, and every piece of code within a sentence or table."""
    for language, block in BLOCK.findall(text):
        if language == "sh":
            yield from block.splitlines()
    yield from re.findall(r"`([^`\n]+)`", BLOCK.sub("", text))


@EACH
def test_every_link_leads_somewhere(name: str) -> None:
    text = BLOCK.sub("", TEXTS[name])
    assert {*re.findall(r"\]\[(.+?)\]", text)} == {*re.findall(r"^\[(.+)\]: ", text, re.M)}
    for target in re.findall(r"(?:\]\(|src=\"|href=\")([^)\"\s]+)[)\"]", text):
        if target.startswith("http"):
            continue
        file, _, heading = target.partition("#")
        path = (ROOT / name).parent / file if file else ROOT / name
        assert path.exists(), target
        if heading:
            assert heading in anchors(path.read_text(encoding="utf-8")), target


@EACH
def test_every_okanjo_command_is_one(name: str) -> None:
    for line in commands(TEXTS[name]):
        command = re.sub(r"^sudo |  #.*| > .*|[\[\]]|\.\.\.", "", line)
        if re.match(r"okanjo [a-z-]", command) and command not in NO_COMMANDS:
            _, *words = shlex.split(command)
            if words[1:]:
                parser()[0].parse_args(words)
            else:  # named alone, it may want more
                with pytest.raises(SystemExit, match="0"):
                    parser()[0].parse_args([*words, "--help"])


@EACH
def test_every_make_target_is_one(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for line in commands(TEXTS[name]):
        if match := re.match(r"(?:sudo )?make ([a-z-]+)", line):
            assert match[1] in targets, line


def test_each_commit_is_checked_by_the_same_ruff() -> None:
    """pre-commit has a version of its own, which `make lock` does not change."""
    locked = re.search(r"^ruff==(\S+)", (ROOT / ".ci/locks/test.txt").read_text(), re.M)
    assert locked
    assert f"rev: v{locked[1]}\n" in (ROOT / ".pre-commit-config.yaml").read_text()


@EACH
def test_every_setting_is_one(name: str) -> None:
    for language, block in BLOCK.findall(TEXTS[name]):
        if language == "toml":
            _, wrong = checked([Layer(name, block, tomllib.loads(block))])
            assert not wrong


def test_every_promise_names_tests_that_there_are() -> None:
    for file, name in re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", TEXTS["docs/reliability.md"]):
        path = ROOT / "tests" / file
        assert path.exists(), file
        assert f"def {name}" in path.read_text(encoding="utf-8"), (file, name)


def test_the_architecture_names_folders_and_files_that_there_are() -> None:
    text = TEXTS["docs/architecture.md"]
    layers = re.findall(r"^\| (`.*?) \| (.*?) \| (.*) \|$", text, re.M)
    assert len(layers) > 7
    for folders, rooms, starts in layers:
        homes = [ROOT / folder for folder in re.findall(r"`([\w/]+/)`", folders)]
        assert all(home.is_dir() for home in homes), folders
        for name in re.findall(r"`([\w./]+)`", rooms + starts):
            assert any((home / name).exists() or (home.parent / name).exists() for home in homes), (
                name
            )
    rooms = [ROOT / "firmware", ROOT / "firmware/interfaces", ROOT / "firmware/core", ROOT]
    for name in re.findall(r"`(\w[\w/]+/[\w.]+)`", re.sub(r"(?m)^\|.*", "", text)):
        assert any((room / name).exists() for room in rooms), name
